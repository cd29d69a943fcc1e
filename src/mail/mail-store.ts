/** SQL of `mail`: what is to be sent, and what came of it. */

import type { Dialect, Row, Sql } from '../platform/database/database.ts'
import { valuesIn } from '../platform/database/lists.ts'
import type { Instant } from '../values/brussels.ts'
import type { MailError } from './mail-error.ts'

/** What a mail is to say, by name: ids, numbers and words of vocabularies. */
export type MailParameters = Readonly<Record<string, string | number | null>>

export type NewMail = {
  id: string
  accountId: string
  kind: string
  cause: string
  parameters: MailParameters
  createdAt: Instant
  until: Instant | null
}

export type MailRow = Row & {
  id: string
  account_id: string
  kind: string
  parameters: string
  created_at: number
  until_at: number | null
  host: string | null
  last_error: string | null
  last_reply: number | null
}

/** Puts a mail into the outbox, due at once; false, and nothing is written, where there is one of its kind and cause. */
export async function insertMail(transaction: Sql, mail: NewMail): Promise<boolean> {
  const inserted = await transaction.run(
    `insert into mail (id, account_id, kind, cause, parameters, created_at, until_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (kind, cause) do nothing`,
    [mail.id, mail.accountId, mail.kind, mail.cause, JSON.stringify(mail.parameters), mail.createdAt, mail.until],
  )
  return inserted === 1
}

/** Those of the causes of which there is a mail of the kind, whatever became of it. */
export async function causesWithMail(sql: Sql, kind: string, causes: readonly string[]): Promise<Set<string>> {
  if (causes.length === 0) return new Set()
  const { places, values } = valuesIn(causes, 2)
  const rows = await sql.all<{ cause: string }>(`select cause from mail where kind = $1 and cause in (${places})`, [
    kind,
    ...values,
  ])
  return new Set(rows.map(({ cause }) => cause))
}

/** Now by the store's clock, which says what is due. */
export async function storeNow(sql: Sql, { now }: Dialect): Promise<Instant> {
  const row = await sql.one<{ now: number }>(`select ${now} as now`)
  if (row === null) throw new Error('the store has no clock')
  return row.now
}

/** What came of an attempt. `ended` null: the mail is tried again. */
export type MailEnd = {
  ended: 'sent' | 'failed' | 'dropped' | null
  host: string | null
  error: MailError | null
  reply: number | null
  at: Instant
}

/** Writes what came of an attempt, in the transaction that ends its claim. */
export async function noteEnd(transaction: Sql, id: string, { ended, host, error, reply, at }: MailEnd): Promise<void> {
  await transaction.run(
    `update mail set state = coalesce(cast($2 as text), state), ended_at = case when $2 is null then null else cast($3 as bigint) end,
       host = coalesce(cast($4 as text), host), last_error = coalesce(cast($5 as text), last_error),
       last_reply = case when $5 is null then last_reply else cast($6 as integer) end
     where id = $1`,
    [id, ended, at, host, error, reply],
  )
}

/** The newest mail of an account that failed, where none has reached it since. */
export async function newestTrouble(sql: Sql, accountId: string): Promise<TroubleRow | null> {
  return sql.one<TroubleRow>(
    `select kind, ended_at, host, last_error, last_reply from mail
     where account_id = $1 and state = 'failed'
       and not exists (select 1 from mail later
         where later.account_id = $1 and later.state = 'sent' and later.ended_at > mail.ended_at)
     order by ended_at desc, id desc limit 1`,
    [accountId],
  )
}

export type TroubleRow = Row & {
  kind: string
  ended_at: number
  host: string | null
  last_error: string | null
  last_reply: number | null
}

/** Deletes at most `limit` mails of before `before` of which nothing is left to do; answers how many. */
export function deleteMailBefore(sql: Sql, before: Instant, limit: number): Promise<number> {
  return sql.run(
    `delete from mail where id in (
       select id from mail where created_at < $1 and due_at is null order by created_at limit $2)`,
    [before, limit],
  )
}

export async function deleteMailOf(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from mail where account_id = $1', [accountId])
}

/** Ids of every mail of the account. */
export async function mailsOf(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>('select id from mail where account_id = $1 order by id', [accountId])
  return rows.map(({ id }) => id)
}

/** Those of the mails that are there. */
export async function standingMails(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { places, values } = valuesIn(ids, 1)
  const rows = await sql.all<{ id: string }>(`select id from mail where id in (${places})`, values)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Mails that should be on their way and that nobody is at: how many, up to `countMax`, and for how many milliseconds the oldest of
 * them is due, by the store's clock; null: none is.
 */
export async function dueMails(
  sql: Sql,
  { now }: Dialect,
  countMax: number,
): Promise<{ due: number; oldestMs: number | null }> {
  const row = await sql.one<Row & { due: number; oldest: number | null }>(
    `select count(*) as due, ${now} - min(since) as oldest from (
       select case when due_at > created_at then due_at else created_at end as since from mail
       where due_at <= ${now} and (claimed_until is null or claimed_until <= ${now}) order by due_at, id limit $1
     ) as rows_due`,
    [countMax],
  )
  return { due: row?.due ?? 0, oldestMs: row?.oldest ?? null }
}

/** Mails that wait: how many, up to `countMax`, and since when the oldest of them does. */
export async function waitingMails(sql: Sql, countMax: number): Promise<{ waiting: number; since: Instant | null }> {
  const row = await sql.one<Row & { waiting: number; since: number | null }>(
    `select count(*) as waiting, min(created_at) as since
     from (select created_at from mail where due_at is not null limit $1) as rows_waiting`,
    [countMax],
  )
  return { waiting: row?.waiting ?? 0, since: row?.since ?? null }
}
