import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { StoreError } from './database/store-error.ts'
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
      ['warn', 'the place of a download could not be renewed', { outcome: 'unrenewed' }],
    ],
    [
      { name: 'export_slot', labels: { outcome: 'unreturned' }, fault },
      ['warn', 'the place of a download could not be given back, and is free in a moment', { outcome: 'unreturned' }],
    ],
    [{ name: 'export_preparation', labels: { part: 'lines', outcome: 'done' }, seconds: 1 }, null],
    [
      { name: 'export_preparation', labels: { part: 'packing', outcome: 'failed' }, fault },
      ['error', 'an export could not be prepared', { part: 'packing', outcome: 'failed' }],
    ],
    [
      { name: 'mcp_tool_fault', labels: { tool: 'get_subsidy' }, fault, about: { request_id: 'req_4' } },
      ['error', 'a tool failed', { request_id: 'req_4', tool: 'get_subsidy' }],
    ],
    [
      { name: 'watched_company', labels: { outcome: 'unreadable' }, about: { watchlist: 'wl_1', place: 7 } },
      [
        'error',
        'facts of a watched company can not be read any more; it is told nothing',
        { watchlist: 'wl_1', place: 7, outcome: 'unreadable' },
      ],
    ],
    [{ name: 'mail_attempt', labels: { kind: 'digest', outcome: 'sent', error: null }, about: { id: 'm1' } }, null],
    [
      {
        ...{ name: 'mail_attempt', labels: { kind: 'digest', outcome: 'put_off', error: 'connection' }, fault },
        about: { id: 'm1', reply: null },
      },
      [
        'warn',
        'a mail failed and will be tried again',
        { id: 'm1', reply: null, kind: 'digest', outcome: 'put_off', error: 'connection' },
      ],
    ],
    [
      {
        ...{ name: 'mail_attempt', labels: { kind: 'digest', outcome: 'failed', error: 'bounced' } },
        about: { id: 'm1', reply: 550 },
      },
      ['error', 'a mail was given up', { id: 'm1', reply: 550, kind: 'digest', outcome: 'failed', error: 'bounced' }],
    ],
    [{ name: 'webhook_attempt', labels: { outcome: 'failed' }, seconds: 1, about: { delivery: 'd1' } }, null],
    [
      { name: 'webhook_attempt', labels: { outcome: 'lost' }, seconds: 1, fault, about: { delivery: 'd1' } },
      ['error', 'an attempt at a delivery was lost and will be made again', { delivery: 'd1', outcome: 'lost' }],
    ],
    [
      { name: 'webhook_unready', labels: { part: 'filters' }, fault, about: { webhook: 'whk_1' } },
      [
        'error',
        'the filters of an endpoint cannot be read; no delivery is made for it',
        { webhook: 'whk_1', part: 'filters' },
      ],
    ],
    [
      { name: 'webhook_unready', labels: { part: 'secret' }, fault, about: { webhook: 'whk_1' } },
      ['error', 'a delivery cannot be made ready; it waits for a minute', { webhook: 'whk_1', part: 'secret' }],
    ],
    [
      { name: 'usage_record', labels: { outcome: 'lost' }, count: 3, fault },
      ['warn', 'requests are missing in the logs of their accounts', { requests: 3 }],
    ],
    [{ name: 'billing_call', labels: { call: 'portal', outcome: 'answered' } }, null],
    [
      { name: 'billing_call', labels: { call: 'portal', outcome: 'silent' }, fault },
      ['warn', 'the payment provider gave no help', { call: 'portal', outcome: 'silent' }],
    ],
    [{ name: 'accounts_call', labels: { call: 'filings', outcome: 'missing' }, seconds: 1 }, null],
    [
      { name: 'accounts_call', labels: { call: 'filing', outcome: 'unavailable' }, seconds: 1, fault },
      ['warn', 'the central balance sheet office gave no help', { call: 'filing', outcome: 'unavailable' }],
    ],
    [
      { name: 'accounts_call', labels: { call: 'filings', outcome: 'key' }, seconds: 1 },
      [
        'error',
        'the central balance sheet office does not take ACCOUNTS_KEY; it is left for a while',
        { call: 'filings', outcome: 'key' },
      ],
    ],
    [
      { name: 'accounts_wish', labels: { outcome: 'refused' } },
      ['warn', 'filed accounts of too many companies are waited for; further ones are not', { outcome: 'refused' }],
    ],
    [{ name: 'store_write_probe', labels: { outcome: 'refused' }, seconds: 1, fault }, null],
    [{ name: 'outbound_attempt', labels: { method: 'GET', status: 503, outcome: 'failed' }, seconds: 1 }, null],
  ]

type Line = Record<string, unknown>

/** A log, and what it has. */
function written() {
  const lines: Line[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString('utf8')))
      done()
    },
  })
  return { lines, observer: logObserver(createLog('debug', destination)) }
}

for (const [occurrence, expected] of rows) {
  const told = `${occurrence.name} ${Object.values(occurrence.labels).join(' ')}`
  test(`${told}: ${expected === null ? 'no line' : `"${expected[1]}"`}`, () => {
    const { lines, observer } = written()
    observer.tell(occurrence)
    const [line] = lines
    if (expected === null || line === undefined) return assert.deepEqual([lines, expected], [[], null])
    const { time: _time, brussels: _brussels, fault_stack: _stack, ...rest } = line
    const [level, message, fields] = expected
    const caught = occurrence.fault === undefined ? {} : { fault: 'Error', fault_message: 'the disk is full' }
    assert.deepEqual(rest, { level, ...caught, ...fields, message })
    assert.equal(lines.length, 1)
  })
}

/** Of the items of a job none is told while the store is away: the turn itself has failed. */
const failing = rows.flatMap(([occurrence, line]) => {
  const mayFail = occurrence.name === 'watched_company' || 'fault' in occurrence
  return line !== null && mayFail && occurrence.name !== 'job_item_fault' ? { occurrence, message: line[1] } : []
})
const timesInAMinute = 100

for (const { occurrence, message } of failing) {
  const told = `${occurrence.name} ${Object.values(occurrence.labels).join(' ')}`
  test(`${told}, a hundred times in a minute of an outage: one line with a stack, after the minute one that counts the others, and another fault is told at once`, (context) => {
    let nowMs = 0
    context.mock.method(performance, 'now', () => nowMs)
    const { lines, observer } = written()
    const fails = (fault: Error): void => observer.tell({ ...occurrence, fault })
    const away = (): Error => new StoreError('unavailable', `connection ${nowMs} was refused`)
    for (let time = 0; time < timesInAMinute; time += 1) {
      nowMs = (time * 60_000) / timesInAMinute
      fails(away())
    }
    fails(new TypeError('a fault of ours'))
    nowMs = 60_000
    fails(away())
    assert.deepEqual(
      lines.map((line) => [line.message, line.fault, 'fault_stack' in line, line.failures, line.left_out]),
      [
        [message, 'StoreError', true, undefined, undefined],
        [message, 'TypeError', true, undefined, undefined],
        [message, 'StoreError', false, timesInAMinute + 1, timesInAMinute - 1],
      ],
    )
    observer.end()
  })
}
