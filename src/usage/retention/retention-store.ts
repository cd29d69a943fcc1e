/** SQL of keeping `request_page` and `usage_day` to their bounds, and of erasing an account's rows. Portions are small: others wait. */
import type { Reads, Row, Sql } from '../../platform/database/database.ts'
import type { Day } from '../../values/brussels.ts'

/** The first account after an id that has requests in the log; null: there is none. */
export async function nextInLog(sql: Reads, after: string): Promise<string | null> {
  const row = await sql.one<Row & { id: string | null }>(
    'select min(account_id) as id from request_page where account_id > $1',
    [after],
  )
  return row?.id ?? null
}

/** The first account after an id that has figures; null: there is none. */
export async function nextInFigures(sql: Reads, after: string): Promise<string | null> {
  const row = await sql.one<Row & { id: string | null }>(
    'select min(account_id) as id from usage_day where account_id > $1',
    [after],
  )
  return row?.id ?? null
}

/** Accounts with more than so many requests since a day: only these can have more in the log. */
export async function accountsAbove(sql: Reads, since: Day, requests: number): Promise<string[]> {
  const rows = await sql.all<Row & { account_id: string }>(
    'select account_id from usage_day where day >= $1 group by account_id having sum(requests) > $2',
    [since, requests],
  )
  return rows.map((row) => row.account_id)
}

/** The newest of an account's pages that stand behind so many newer requests that with its own they are above `kept`; null: none does. */
export async function newestBeyond(sql: Reads, accountId: string, kept: number): Promise<string | null> {
  const row = await sql.one<Row & { id: string | null }>(
    `select max(id) as id from (
       select id, sum(requests) over (order by id desc) as newer from request_page where account_id = $1) page
     where newer > $2`,
    [accountId, kept],
  )
  return row?.id ?? null
}

/** Deletes an account's oldest `limit` pages up to an id; how many it were. */
export function deletePagesUpTo(transaction: Sql, accountId: string, last: string, limit: number): Promise<number> {
  return transaction.run(
    `delete from request_page where account_id = $1 and id in (
       select id from request_page where account_id = $1 and id <= $2 order by id limit $3)`,
    [accountId, last, limit],
  )
}

/** Deletes `limit` of an account's pages; how many it were. */
export function deletePagesOf(transaction: Sql, accountId: string, limit: number): Promise<number> {
  return transaction.run(
    `delete from request_page where account_id = $1 and id in (
       select id from request_page where account_id = $1 order by id limit $2)`,
    [accountId, limit],
  )
}

/** Deletes the figures of an account's first day; how many it were. */
export function deleteFirstDayOf(transaction: Sql, accountId: string): Promise<number> {
  return transaction.run(
    `delete from usage_day where account_id = $1 and day = (select min(day) from usage_day where account_id = $1)`,
    [accountId],
  )
}

/** Deletes the first account's figures of the first day, where that lies before a day; how many it were. */
export function deleteFirstDayBefore(transaction: Sql, before: Day): Promise<number> {
  return transaction.run(
    `delete from usage_day where day < $1 and day = (select min(day) from usage_day)
       and account_id = (select min(account_id) from usage_day where day = (select min(day) from usage_day))`,
    [before],
  )
}
