/** SQL of passwords and of the delays that guessing at them meets: `password`, `sign_in_delay`. */
import type { Dialect, Row, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'

export async function passwordOf(sql: Sql, accountId: string): Promise<string | null> {
  const row = await sql.one<Row & { phc: string }>('select phc from password where account_id = $1', [accountId])
  return row?.phc ?? null
}

export async function keepPassword(transaction: Sql, accountId: string, phc: string, now: Instant): Promise<void> {
  await transaction.run(
    `insert into password (account_id, phc, set_at) values ($1, $2, $3)
     on conflict (account_id) do update set phc = excluded.phc, set_at = excluded.set_at`,
    [accountId, phc, now],
  )
}

export async function deletePassword(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from password where account_id = $1', [accountId])
}

export type Delay = { attempts: number; nextAt: Instant }

/** The delay of a subject, held until the transaction ends; begun where there was none. */
export async function heldDelay(transaction: Sql, dialect: Dialect, subject: string): Promise<Delay> {
  await transaction.run(
    'insert into sign_in_delay (subject, attempts, next_at) values ($1, 0, 0) on conflict (subject) do nothing',
    [subject],
  )
  const row = await transaction.one<Row & { attempts: number; next_at: number }>(
    `select attempts, next_at from sign_in_delay where subject = $1 ${dialect.forUpdate}`,
    [subject],
  )
  return { attempts: row?.attempts ?? 0, nextAt: row?.next_at ?? 0 }
}

export async function keepDelay(transaction: Sql, subject: string, { attempts, nextAt }: Delay): Promise<void> {
  await transaction.run('update sign_in_delay set attempts = $2, next_at = $3 where subject = $1', [
    subject,
    attempts,
    nextAt,
  ])
}

export async function deleteDelay(sql: Sql, subject: string): Promise<void> {
  await sql.run('delete from sign_in_delay where subject = $1', [subject])
}

/** Deletes delays of which the next attempt could have been made before `at`. */
export async function deleteDelaysBefore(sql: Sql, at: Instant): Promise<void> {
  await sql.run('delete from sign_in_delay where next_at < $1', [at])
}
