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
    [
      {
        ...{
          name: 'http_request',
          labels: { route: '/v1/key', method: 'GET', status: 200, cut: null, code: null },
          seconds: 0.01234,
        },
        about: { request_id: 'req_1', account_id: 'acc_1', trace_id: undefined, client: '127.0.0.0/24' },
      },
      [
        'info',
        'request',
        {
          ...{ request_id: 'req_1', route: '/v1/key', method: 'GET', status: 200, duration_ms: 12.3 },
          ...{ account_id: 'acc_1', client: '127.0.0.0/24' },
        },
      ],
    ],
    [
      {
        ...{
          name: 'http_request',
          labels: { route: '/v1/sources', method: 'GET', status: 200, cut: 'too_long', code: null },
        },
        ...{ seconds: 60, about: { request_id: 'req_2', account_id: null, client: '127.0.0.0/24' } },
      },
      [
        'info',
        'request',
        {
          ...{ request_id: 'req_2', route: '/v1/sources', method: 'GET', status: 200, duration_ms: 60_000 },
          ...{ account_id: null, client: '127.0.0.0/24', cut: 'too_long', cut_total: 1 },
        },
      ],
    ],
    [
      { name: 'http_fault', labels: { route: '/v1/key', part: 'request' }, fault, about: { request_id: 'req_3' } },
      ['error', 'request failed', { request_id: 'req_3', route: '/v1/key' }],
    ],
    [
      { name: 'http_fault', labels: { route: '/v1/key', part: 'stream' }, fault, about: { request_id: 'req_3' } },
      ['error', 'stream failed', { request_id: 'req_3', route: '/v1/key' }],
    ],
    [
      {
        name: 'http_connection_end',
        labels: { cause: 'too_many' },
        count: 1,
        about: { client: '10.0.0.0/24', held: 9 },
      },
      ['warn', 'a client has too many connections', { client: '10.0.0.0/24', held: 9 }],
    ],
    [
      { name: 'http_connection_end', labels: { cause: 'too_many' }, count: 2, about: { connections: 3 } },
      ['warn', 'connections were turned away', { connections: 3 }],
    ],
    [
      { name: 'http_connection_end', labels: { cause: 'unfinished_headers' }, count: 4 },
      ['warn', 'connections with unfinished headers were ended', { connections: 4 }],
    ],
    [{ name: 'http_connection_end', labels: { cause: 'reader_too_slow' }, count: 1 }, null],
    [{ name: 'job_turn', labels: { job: 'clock', outcome: 'done' }, seconds: 1 }, null],
    [{ name: 'job_turn', labels: { job: 'clock', outcome: 'partly_done' }, seconds: 1 }, null],
    [
      { name: 'job_item_fault', labels: { job: 'clock' }, fault, about: { item: 'acc_1' } },
      [
        'error',
        'work on one item failed and will be tried again; the others are done',
        { job: 'clock', item: 'acc_1', fault: 'Error', fault_message: 'the disk is full' },
      ],
    ],
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
      ['error', 'bringing the catalogue up to date cannot be done', {}],
    ],
    [{ name: 'catalogue_look', labels: { outcome: 'done' }, seconds: 0.1 }, null],
    [
      { name: 'catalogue_progress', labels: { step: 'made_ready' }, count: 60, about: { measures: 100 } },
      ['info', 'the catalogue is being loaded: 60 of 100 measures are made ready', {}],
    ],
    [{ name: 'export_slot', labels: { outcome: 'taken' } }, null],
    [{ name: 'export_slot', labels: { outcome: 'refused' } }, null],
    [
      { name: 'export_slot', labels: { outcome: 'lost' } },
      ['warn', 'the place of a download was lost, and the download is cut', {}],
    ],
    [
      { name: 'export_slot', labels: { outcome: 'unrenewed' }, fault },
      ['warn', 'the place of a download could not be renewed', {}],
    ],
    [
      { name: 'export_slot', labels: { outcome: 'unreturned' }, fault },
      ['warn', 'the place of a download could not be given back, and is free in a moment', {}],
    ],
    [{ name: 'export_preparation', labels: { part: 'lines', outcome: 'done' }, seconds: 1 }, null],
    [
      { name: 'export_preparation', labels: { part: 'packing', outcome: 'failed' }, fault },
      ['error', 'an export could not be prepared', { part: 'packing', outcome: 'failed' }],
    ],
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
    const { time: _time, brussels: _brussels, fault_stack: _stack, ...rest } = line
    const [level, message, fields] = expected
    const caught = occurrence.fault === undefined ? {} : { fault: 'Error', fault_message: 'the disk is full' }
    assert.deepEqual(rest, { level, ...caught, ...fields, message })
    assert.equal(lines.length, 1)
  })
}
