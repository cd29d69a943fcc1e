/** SQL of writing `request_log` and `usage_day`. */
import type { Database, Parameter, Sql, StatementsAtOnce } from '../../platform/database/database.ts'
import type { AnsweredRequest } from '../../values/answered-request.ts'
import type { DayTotal, Portion } from './portion.ts'

const logColumns = [
  ...['account_id', 'request_id', 'at', 'method', 'route', 'status'],
  ...['code', 'cut', 'duration_ms', 'key_id', 'evaluations'],
]
const dayColumns = [
  ...['account_id', 'day', 'key_id', 'method', 'route', 'outcome', 'code'],
  ...['requests', 'evaluations', 'first_at', 'last_at', 'last_request_id'],
]
const isLater = 'excluded.last_at >= usage_day.last_at'
const added = `on conflict (account_id, day, key_id, method, route, outcome, code) do update set
  requests = usage_day.requests + excluded.requests,
  evaluations = usage_day.evaluations + excluded.evaluations,
  first_at = case when excluded.first_at < usage_day.first_at then excluded.first_at else usage_day.first_at end,
  last_at = case when ${isLater} then excluded.last_at else usage_day.last_at end,
  last_request_id = case when ${isLater} then excluded.last_request_id else usage_day.last_request_id end`

const logText = `insert into request_log (${logColumns.join(', ')}) values (${placesOf(logColumns)})`
const dayText = `insert into usage_day (${dayColumns.join(', ')}) values (${placesOf(dayColumns)}) ${added}`

function placesOf(columns: readonly string[]): string {
  return columns.map((_, index) => `$${index + 1}`).join(', ')
}

/** To a tenth, as the process's own log says it. */
const durationSteps = 10

function logRow(request: AnsweredRequest): Parameter[] {
  const { accountId, requestId, at, method, route, status, code, cut, durationMs, keyId, evaluations } = request
  const duration = Math.round(durationMs * durationSteps) / durationSteps
  return [accountId, requestId, at, method, route, status, code, cut, duration, keyId, evaluations]
}

function dayRow(total: DayTotal): Parameter[] {
  const { accountId, day, keyId, method, route, outcome, code } = total
  const { requests, evaluations, firstAt, lastAt, lastRequestId } = total
  return [accountId, day, keyId, method, route, outcome, code, requests, evaluations, firstAt, lastAt, lastRequestId]
}

/** Whether a portion that could not be written may have been, all the same: then it is not to be written again. */
export type Trial = { isCommitting: boolean }

/** Writes a portion: all of it or nothing. Nobody waits for the disk: its last moment may be lost. */
export async function writePortion(database: Database, portion: Portion, trial: Trial): Promise<void> {
  const { countersAtOnce } = database
  if (countersAtOnce !== null) {
    // What fails here was taken back on this thread: it is known not to be written.
    await countersAtOnce((statements) => writeAtOnce(statements, portion))
    return
  }
  await database.transaction(async (transaction) => {
    await transaction.all(`select set_config('synchronous_commit', 'off', true)`)
    await writeWithin(transaction, portion)
    trial.isCommitting = true
  })
}

function writeAtOnce(statements: StatementsAtOnce, { requests, totals }: Portion): void {
  for (const request of requests) statements.run(logText, logRow(request))
  for (const total of totals) statements.run(dayText, dayRow(total))
}

async function writeWithin(transaction: Sql, { requests, totals }: Portion): Promise<void> {
  await transaction.insertMany('request_log', logColumns, requests.map(logRow))
  await transaction.insertMany('usage_day', dayColumns, totals.map(dayRow), added)
}
