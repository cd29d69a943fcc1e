import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createLog } from './log.ts'
import { logObserver } from './log-observer.ts'
import type { Occurrence } from './observer.ts'

const fault = new Error('the disk is full')

/** What happened, and the line of the log that tells it: its level, message and what it says beside. */
const rows: [occurrence: Occurrence, line: [level: string, message: string, fields: Record<string, unknown>] | null][] =
  [
    [{ name: 'job_turn', labels: { job: 'clock', outcome: 'done' }, seconds: 1 }, null],
    [{ name: 'job_turn', labels: { job: 'clock', outcome: 'cut_short' }, seconds: 1, fault }, null],
    [
      { name: 'job_turn', labels: { job: 'clock', outcome: 'failed' }, seconds: 1, fault },
      ['error', 'background work failed and will be tried again', { job: 'clock' }],
    ],
    [
      { name: 'job_lease_renewal', labels: { job: 'clock', outcome: 'failed' }, fault },
      ['warn', 'a lease could not be renewed', { job: 'clock' }],
    ],
    [{ name: 'work_turn', labels: { work: 'mail', outcome: 'done' }, about: { id: 'm1' } }, null],
    [
      { name: 'work_turn', labels: { work: 'mail', outcome: 'failed' }, fault, about: { id: 'm1' } },
      ['error', 'work on a row failed and will be tried again', { work: 'mail', id: 'm1' }],
    ],
    [
      { name: 'work_claim_renewal', labels: { work: 'mail', outcome: 'failed' }, fault, about: { id: 'm1' } },
      ['warn', 'a claim could not be renewed', { work: 'mail', id: 'm1' }],
    ],
    [
      { name: 'work_look', labels: { work: 'mail', outcome: 'failed' }, fault },
      ['warn', 'due work could not be looked for', { work: 'mail' }],
    ],
    [
      { name: 'catalogue_look', labels: { outcome: 'failed' }, fault },
      ['error', 'bringing the catalogue up to date cannot be done', { failures: 1 }],
    ],
    [{ name: 'catalogue_look', labels: { outcome: 'done' }, seconds: 0.1 }, null],
    [{ name: 'store_write_probe', labels: { outcome: 'refused' }, seconds: 1, fault }, null],
    [{ name: 'outbound_attempt', labels: { method: 'GET', status: 503, outcome: 'failed' }, seconds: 1 }, null],
  ]

for (const [occurrence, expected] of rows) {
  const told = `${occurrence.name} ${Object.values(occurrence.labels).join(' ')}`
  test(`${told}: ${expected === null ? 'no line' : `"${expected[1]}"`}`, () => {
    const lines: Record<string, unknown>[] = []
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(JSON.parse(chunk.toString('utf8')))
        done()
      },
    })
    logObserver(createLog('debug', destination)).tell(occurrence)
    const [line] = lines
    if (expected === null || line === undefined) return assert.deepEqual([lines, expected], [[], null])
    const { time: _time, fault_stack: _stack, ...rest } = line
    const [level, message, fields] = expected
    const told = { fault: 'Error', fault_message: 'the disk is full' }
    assert.deepEqual(rest, { level, ...told, ...fields, message })
    assert.equal(lines.length, 1)
  })
}
