/** SQL of `digest`: what is told by mail, up to where it has been told, and when again. */
import type { Dialect, Row, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { Every } from './every.ts'

export type DigestKind = 'watchlist' | 'search'

export type Digest = {
  /** Id of the watchlist or saved search. */
  subject: string
  accountId: string
  kind: DigestKind
  every: Every
  /** The place of the feed up to which it has been told, and when that was. */
  seq: number
  sinceAt: Instant
  dueAt: Instant
}

type DigestRow = Row & {
  subject: string
  account_id: string
  kind: DigestKind
  every: Every
  seq: number
  since_at: number
  due_at: number
}

const columns = 'subject, account_id, kind, every, seq, since_at, due_at'

const digestOfRow = (row: DigestRow): Digest => ({
  ...{ subject: row.subject, accountId: row.account_id, kind: row.kind, every: row.every },
  ...{ seq: row.seq, sinceAt: row.since_at, dueAt: row.due_at },
})

/** The digest of a subject, held until the transaction ends; null: there is none. */
export async function lockDigest(
  transaction: Sql,
  { forUpdate }: Dialect,
  accountId: string,
  subject: string,
): Promise<Digest | null> {
  const row = await transaction.one<DigestRow>(
    `select ${columns} from digest where subject = $1 and account_id = $2 ${forUpdate}`,
    [subject, accountId],
  )
  return row === null ? null : digestOfRow(row)
}

/** How often each of an account's digests is sent, by subject. */
export async function everyOf(sql: Sql, accountId: string): Promise<Map<string, Every>> {
  const rows = await sql.all<{ subject: string; every: Every }>(
    'select subject, every from digest where account_id = $1',
    [accountId],
  )
  return new Map(rows.map(({ subject, every }) => [subject, every]))
}

export async function insertDigest(transaction: Sql, digest: Digest): Promise<void> {
  const { subject, accountId, kind, every, seq, sinceAt, dueAt } = digest
  await transaction.run(`insert into digest (${columns}) values ($1, $2, $3, $4, $5, $6, $7)`, [
    subject,
    accountId,
    kind,
    every,
    seq,
    sinceAt,
    dueAt,
  ])
}

export async function updateEvery(transaction: Sql, subject: string, every: Every, dueAt: Instant): Promise<void> {
  await transaction.run('update digest set every = $2, due_at = $3 where subject = $1', [subject, every, dueAt])
}

/** False: there was none. */
export async function deleteDigest(sql: Sql, accountId: string, subject: string): Promise<boolean> {
  return (await sql.run('delete from digest where subject = $1 and account_id = $2', [subject, accountId])) > 0
}

/** The first `limit` digests after a subject, by subject, that are due at `at`. */
export async function dueDigests(sql: Sql, at: Instant, after: string, limit: number): Promise<Digest[]> {
  const rows = await sql.all<DigestRow>(
    `select ${columns} from digest where due_at <= $1 and subject > $2 order by subject limit $3`,
    [at, after, limit],
  )
  return rows.map(digestOfRow)
}

/** Moves a digest on to the next period; false where it does not stand any more as it was read. */
export async function moveDigest(
  transaction: Sql,
  { subject, dueAt }: Digest,
  to: { seq: number; sinceAt: Instant; dueAt: Instant },
): Promise<boolean> {
  const moved = await transaction.run(
    'update digest set seq = $3, since_at = $4, due_at = $5 where subject = $1 and due_at = $2',
    [subject, dueAt, to.seq, to.sinceAt, to.dueAt],
  )
  return moved === 1
}

export async function deleteDigestsOf(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from digest where account_id = $1', [accountId])
}
