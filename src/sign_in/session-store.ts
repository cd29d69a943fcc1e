/** SQL of `session`. A session is found by the digest of its cookie, by the unique index. */
import type { Row, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { type Session, type SignInMethod, sessionBounds } from './session.ts'

type SessionRow = Row & {
  id: string
  account_id: string
  method: SignInMethod
  browser: string
  created_at: number
  signed_in_at: number
  seen_at: number
}

const columns = 'id, account_id, method, browser, created_at, signed_in_at, seen_at'
/** Those that have not ended at $2. */
const stands = `seen_at > cast($2 as bigint) - ${sessionBounds.idleMs} and created_at > cast($2 as bigint) - ${sessionBounds.absoluteMs}`

function sessionOf(row: SessionRow): Session {
  return {
    id: row.id,
    accountId: row.account_id,
    method: row.method,
    browser: row.browser,
    createdAt: row.created_at,
    signedInAt: row.signed_in_at,
    seenAt: row.seen_at,
  }
}

export async function insertSession(transaction: Sql, session: Session, digest: string): Promise<void> {
  const { id, accountId, method, browser, createdAt, signedInAt, seenAt } = session
  await transaction.run(
    `insert into session (id, digest, account_id, method, browser, created_at, signed_in_at, seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, digest, accountId, method, browser, createdAt, signedInAt, seenAt],
  )
}

/** The session of that cookie, unless it has ended. */
export async function sessionByDigest(sql: Sql, digest: string, now: Instant): Promise<Session | null> {
  const row = await sql.one<SessionRow>(`select ${columns} from session where digest = $1 and ${stands}`, [digest, now])
  return row === null ? null : sessionOf(row)
}

/** Those of an account that have not ended, newest first. */
export async function sessionsOf(sql: Sql, accountId: string, now: Instant): Promise<Session[]> {
  const rows = await sql.all<SessionRow>(
    `select ${columns} from session where account_id = $1 and ${stands} order by created_at desc, id desc`,
    [accountId, now],
  )
  return rows.map(sessionOf)
}

export async function noteSeen(sql: Sql, id: string, now: Instant): Promise<void> {
  await sql.run('update session set seen_at = $2 where id = $1 and seen_at < $2', [id, now])
}

/** Ends a session of the account; false where it has none of that id. */
export async function deleteSession(sql: Sql, accountId: string, id: string): Promise<boolean> {
  return (await sql.run('delete from session where account_id = $1 and id = $2', [accountId, id])) === 1
}

/** Ends every session of the account, but `kept`. Answers how many. */
export function deleteSessions(sql: Sql, accountId: string, kept: string | null): Promise<number> {
  return sql.run('delete from session where account_id = $1 and (cast($2 as text) is null or id <> $2)', [
    accountId,
    kept,
  ])
}

/** Ends all but the newest seen `max` of the account. */
export async function deleteSurplus(transaction: Sql, accountId: string, max: number): Promise<void> {
  await transaction.run(
    `delete from session where account_id = $1 and id not in (
       select id from session where account_id = $1 order by seen_at desc, id desc limit $2)`,
    [accountId, max],
  )
}

/** Deletes what has ended. */
export async function deleteEnded(sql: Sql, now: Instant): Promise<void> {
  await sql.run('delete from session where seen_at <= $1 or created_at <= $2', [
    now - sessionBounds.idleMs,
    now - sessionBounds.absoluteMs,
  ])
}
