import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatInstant } from '../values/brussels.ts'
import { type Every, nextDue } from './every.ts'

const rows: [every: Every, after: string, due: string][] = [
  ['daily', '2026-11-20T06:59:59.999+01:00', '2026-11-20T07:00:00+01:00'],
  ['daily', '2026-11-20T07:00:00+01:00', '2026-11-21T07:00:00+01:00'],
  ['daily', '2026-11-20T23:59:00+01:00', '2026-11-21T07:00:00+01:00'],
  ['daily', '2026-11-20T22:59:59Z', '2026-11-21T07:00:00+01:00'],
  // The clock goes forward on 29 March, and back on 25 October 2026: 23 and 25 hours lie between two of them.
  ['daily', '2026-03-28T07:00:00+01:00', '2026-03-29T07:00:00+02:00'],
  ['daily', '2026-03-29T01:30:00+01:00', '2026-03-29T07:00:00+02:00'],
  ['daily', '2026-10-24T07:00:00+02:00', '2026-10-25T07:00:00+01:00'],
  ['daily', '2026-10-25T02:30:00+02:00', '2026-10-25T07:00:00+01:00'],
  ['weekly', '2026-11-20T12:00:00+01:00', '2026-11-23T07:00:00+01:00'],
  ['weekly', '2026-11-23T06:59:00+01:00', '2026-11-23T07:00:00+01:00'],
  ['weekly', '2026-11-23T07:00:00+01:00', '2026-11-30T07:00:00+01:00'],
  ['weekly', '2026-03-23T07:00:00+01:00', '2026-03-30T07:00:00+02:00'],
  ['weekly', '2026-10-19T07:00:00+02:00', '2026-10-26T07:00:00+01:00'],
  ['weekly', '2025-12-30T12:00:00+01:00', '2026-01-05T07:00:00+01:00'],
  ['weekly', '2024-02-27T12:00:00+01:00', '2024-03-04T07:00:00+01:00'],
]
for (const [every, after, due] of rows)
  test(`${every}, after ${after}: ${due}`, () => assert.equal(formatInstant(nextDue(every, Date.parse(after))), due))
