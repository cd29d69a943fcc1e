import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '../database/store-error.ts'
import type { LogFields } from '../log-lines/log-line.ts'
import { RepeatedFaults } from './repeated-faults.ts'

type Line = { level: string; message: string; fields: LogFields }

function watched() {
  const lines: Line[] = []
  const time = { ms: 0 }
  const into = (level: string) => (fields: LogFields, message: string) => void lines.push({ level, message, fields })
  const log = { warn: into('warn'), error: into('error'), info: into('info') }
  const faults = new RepeatedFaults(log, () => time.ms)
  const fail = (group: string, fault: unknown): void =>
    faults.failed(group, { level: 'error', fields: { job: group }, message: 'it failed', fault })
  return { lines, time, faults, fail }
}

const away = (message: string): StoreError => new StoreError('unavailable', message)

test('of what fails each second for two minutes there is a line a minute, the first with its stack, and one when it is over', () => {
  const { lines, time, faults, fail } = watched()
  for (; time.ms < 120_000; time.ms += 1_000) fail('digests', away(`connection ${time.ms} was refused`))
  faults.worked('digests')
  assert.deepEqual(
    lines.map(({ level, message, fields }) => [
      level,
      message,
      'fault_stack' in fields,
      fields.failures,
      fields.left_out,
    ]),
    [
      ['error', 'it failed', true, undefined, undefined],
      ['error', 'it failed', false, 61, 59],
      ['info', 'over: it failed', false, 120, 59],
    ],
  )
})

test('another group, another cause, and what fails again after it worked have lines of their own', () => {
  const { lines, faults, fail } = watched()
  fail('digests', away('gone'))
  fail('mail', away('gone'))
  fail('digests', new Error('a bug'))
  faults.worked('digests')
  fail('digests', away('gone'))
  assert.equal(lines.filter(({ fields }) => 'fault_stack' in fields).length, 4)
  assert.equal(lines.length, 4, 'what failed once has nothing more to be said of it')
})

test('what nobody says works again is over when it has not failed for two minutes, and at the end of the process', () => {
  const { lines, time, faults, fail } = watched()
  fail('mail', away('gone'))
  fail('mail', away('gone'))
  time.ms = 119_000
  faults.look()
  assert.equal(lines.length, 1)
  time.ms = 121_000
  faults.look()
  assert.deepEqual([lines.at(-1)?.level, lines.at(-1)?.fields.left_out], ['info', 1])
  fail('mail', away('gone'))
  fail('mail', away('gone'))
  faults.end()
  assert.deepEqual([lines.length, lines.at(-1)?.fields.failures], [4, 2])
})

test('causes without end are remembered up to a bound', () => {
  const { lines, faults, fail } = watched()
  for (let number = 0; number < 5_000; number += 1) fail('mail', new Error(`${number} is a cause of its own`))
  assert.equal(lines.length, 5_000)
  faults.end()
})
