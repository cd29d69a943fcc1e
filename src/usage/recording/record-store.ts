/** SQL of writing `request_page` and `usage_day`. */
import type { Database, Parameter, Sql, StatementsAtOnce } from '../../platform/database/database.ts'
import type { DayTotal, Portion } from './gathering.ts'

const dayColumns = [
  ...['account_id', 'day', 'key_id', 'method', 'route', 'outcome', 'code'],
  ...['requests', 'evaluations', 'first_at', 'last_at', 'last_request_id'],
]
const pageColumns = ['account_id', 'id', 'requests', 'body']
const isLater = 'excluded.last_at >= usage_day.last_at'
const added = `on conflict (account_id, day, key_id, method, route, outcome, code) do update set
  requests = usage_day.requests + excluded.requests,
  evaluations = usage_day.evaluations + excluded.evaluations,
  first_at = case when excluded.first_at < usage_day.first_at then excluded.first_at else usage_day.first_at end,
  last_at = case when ${isLater} then excluded.last_at else usage_day.last_at end,
  last_request_id = case when ${isLater} then excluded.last_request_id else usage_day.last_request_id end`

const pageText = `insert into request_page (${pageColumns.join(', ')}) values (${placesOf(pageColumns)})`
const dayText = `insert into usage_day (${dayColumns.join(', ')}) values (${placesOf(dayColumns)}) ${added}`

function placesOf(columns: readonly string[]): string {
  return columns.map((_, index) => `$${index + 1}`).join(', ')
}

function dayRow(total: DayTotal): Parameter[] {
  const { accountId, day, keyId, method, route, outcome, code } = total
  const { requests, evaluations, firstAt, lastAt, lastRequestId } = total
  return [accountId, day, keyId, method, route, outcome, code, requests, evaluations, firstAt, lastAt, lastRequestId]
}

/** A portion whose pages have their ids: written a second time, it is refused. */
export type NamedPortion = Omit<Portion, 'pages'> & { pages: (Portion['pages'][number] & { id: string })[] }

/** Writes a portion: all of it or nothing. Nobody waits for the disk: its last moment may be lost. `beforeCommit`: on a server. */
export async function writePortion(database: Database, portion: NamedPortion, beforeCommit: () => void): Promise<void> {
  const { countersAtOnce } = database
  // What fails there was taken back on this thread: it is known not to be written.
  if (countersAtOnce !== null) return countersAtOnce((statements) => writeAtOnce(statements, portion))
  await database.transaction(async (transaction) => {
    await transaction.all(`select set_config('synchronous_commit', 'off', true)`)
    await writeWithin(transaction, portion)
    beforeCommit()
  })
}

function writeAtOnce(statements: StatementsAtOnce, { pages, totals }: NamedPortion): void {
  for (const { accountId, id, requests, body } of pages) statements.run(pageText, [accountId, id, requests, body])
  for (const total of totals) statements.run(dayText, dayRow(total))
}

async function writeWithin(transaction: Sql, { pages, totals }: NamedPortion): Promise<void> {
  const rows = pages.map(({ accountId, id, requests, body }) => [accountId, id, requests, body])
  await transaction.insertMany('request_page', pageColumns, rows)
  await transaction.insertMany('usage_day', dayColumns, totals.map(dayRow), added)
}
