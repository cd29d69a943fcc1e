/** SQL of writing `request_page` and `usage_day`. */
import type { Parameter, Sql } from '../../platform/database/database.ts'
import type { DayTotal, Page } from './portions.ts'

const pageColumns = ['account_id', 'id', 'requests', 'body']
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

/** A page whose id stands: written a second time it is refused. */
export type NamedPage = Page & { id: string }

/** Writes pages, and adds totals to what their days have. Each day, key, route, outcome and code of an account is there once. */
export async function writeUsage(
  transaction: Sql,
  { pages, totals }: { pages: readonly NamedPage[]; totals: readonly DayTotal[] },
): Promise<void> {
  await transaction.insertMany('request_page', pageColumns, pages.map(pageRow))
  await transaction.insertMany('usage_day', dayColumns, totals.map(dayRow), added)
}

function pageRow({ accountId, id, requests, body }: NamedPage): Parameter[] {
  return [accountId, id, requests, body]
}

function dayRow(total: DayTotal): Parameter[] {
  const { accountId, day, keyId, method, route, outcome, code } = total
  const { requests, evaluations, firstAt, lastAt, lastRequestId } = total
  return [accountId, day, keyId, method, route, outcome, code, requests, evaluations, firstAt, lastAt, lastRequestId]
}
