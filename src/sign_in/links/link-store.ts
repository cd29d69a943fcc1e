/** SQL of one-time links and of how often they were asked for: `sign_in_link`, `link_request`. */
import type { Row, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'

/** `seed`: what its token is derived from; null: it cannot be sent again. */
export type Link = { accountId: string; email: string | null; seed: string | null }

type LinkRow = Row & { account_id: string; email: string | null; seed: string | null }

export async function insertLink(
  sql: Sql,
  { accountId, email, seed }: Link,
  digest: string,
  createdAt: Instant,
  expiresAt: Instant,
): Promise<void> {
  await sql.run(
    'insert into sign_in_link (digest, account_id, email, seed, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
    [digest, accountId, email, seed, createdAt, expiresAt],
  )
}

/** Spends a link that has neither been spent nor expired: of any number who press at once, one gets it. */
export async function spend(transaction: Sql, digest: string, now: Instant): Promise<Link | null> {
  const row = await transaction.one<LinkRow>(
    `update sign_in_link set spent_at = $2 where digest = $1 and spent_at is null and expires_at > $2
     returning account_id, email, seed`,
    [digest, now],
  )
  return row === null ? null : { accountId: row.account_id, email: row.email, seed: row.seed }
}

/** The newest link to that address of the account that could still be spent and can be sent again; null: there is none. */
export async function newestStanding(
  sql: Sql,
  { accountId, email }: { accountId: string; email: string },
  now: Instant,
): Promise<{ seed: string; digest: string; expiresAt: Instant } | null> {
  const row = await sql.one<Row & { seed: string; digest: string; expires_at: number }>(
    `select seed, digest, expires_at from sign_in_link
     where account_id = $1 and email = $2 and seed is not null and spent_at is null and expires_at > $3
     order by created_at desc, digest limit 1`,
    [accountId, email, now],
  )
  return row === null ? null : { seed: row.seed, digest: row.digest, expiresAt: row.expires_at }
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

/** Counts a request of the subject; as `countedRequest`, but answers the number alone. */
export async function countRequest(sql: Sql, subject: string, now: Instant, windowMs: number): Promise<number> {
  return (await countedRequest(sql, subject, now, windowMs)).requests
}

/** Counts a request of the subject, and answers how many there were in the `windowMs` since its first, and when that was; exact among processes. */
export async function countedRequest(
  sql: Sql,
  subject: string,
  now: Instant,
  windowMs: number,
): Promise<{ requests: number; since: Instant }> {
  const row = await sql.one<{ requests: number; since: number }>(
    `insert into link_request (subject, since, requests) values ($1, cast($2 as bigint), 1)
     on conflict (subject) do update set
       requests = case when link_request.since <= excluded.since - cast($3 as bigint) then 1 else link_request.requests + 1 end,
       since = case when link_request.since <= excluded.since - cast($3 as bigint) then excluded.since else link_request.since end
     returning requests, since`,
    [subject, now, windowMs],
  )
  return { requests: row?.requests ?? 1, since: row?.since ?? now }
}

export async function deleteRequestsSince(sql: Sql, before: Instant): Promise<void> {
  await sql.run('delete from link_request where since <= $1', [before])
}
