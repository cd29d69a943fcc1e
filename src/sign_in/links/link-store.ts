/** SQL of one-time links and of how often they were asked for: `sign_in_link`, `link_request`. */
import type { Row, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'

export type Link = { accountId: string; email: string | null }

type LinkRow = Row & { account_id: string; email: string | null }

export async function insertLink(
  sql: Sql,
  { accountId, email }: Link,
  digest: string,
  createdAt: Instant,
  expiresAt: Instant,
): Promise<void> {
  await sql.run(
    'insert into sign_in_link (digest, account_id, email, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [digest, accountId, email, createdAt, expiresAt],
  )
}

/** Spends a link that has neither been spent nor expired: of any number who press at once, one gets it. */
export async function spend(transaction: Sql, digest: string, now: Instant): Promise<Link | null> {
  const row = await transaction.one<LinkRow>(
    `update sign_in_link set spent_at = $2 where digest = $1 and spent_at is null and expires_at > $2
     returning account_id, email`,
    [digest, now],
  )
  return row === null ? null : { accountId: row.account_id, email: row.email }
}

/** Whether the link could still be spent. */
export async function isStanding(sql: Sql, digest: string, now: Instant): Promise<boolean> {
  const row = await sql.one(
    'select digest from sign_in_link where digest = $1 and spent_at is null and expires_at > $2',
    [digest, now],
  )
  return row !== null
}

/** Ends every link of the account that could still be spent. */
export async function deleteLinks(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from sign_in_link where account_id = $1', [accountId])
}

export async function deleteExpired(sql: Sql, now: Instant): Promise<void> {
  await sql.run('delete from sign_in_link where expires_at <= $1', [now])
}

/** Counts a request of the subject, and answers how many there were in the `windowMs` since its first; exact among processes. */
export async function countRequest(sql: Sql, subject: string, now: Instant, windowMs: number): Promise<number> {
  const row = await sql.one<{ requests: number }>(
    `insert into link_request (subject, since, requests) values ($1, cast($2 as bigint), 1)
     on conflict (subject) do update set
       requests = case when link_request.since <= excluded.since - cast($3 as bigint) then 1 else link_request.requests + 1 end,
       since = case when link_request.since <= excluded.since - cast($3 as bigint) then excluded.since else link_request.since end
     returning requests`,
    [subject, now, windowMs],
  )
  return row?.requests ?? 1
}

export async function deleteRequestsSince(sql: Sql, before: Instant): Promise<void> {
  await sql.run('delete from link_request where since <= $1', [before])
}
