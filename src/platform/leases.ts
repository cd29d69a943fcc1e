/**
 * Leases: a name that at most one process holds at a time, until a time that the holder moves on while it works. A
 * holder that dies stops moving it, and the lease is free again when that time has passed. Times are the caller's clock:
 * processes on one store must agree about the time to within a few seconds (`leaseMs` leaves that much room).
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Instant } from '../values/brussels.ts'
import type { Sql } from './database/database.ts'

/** How long a lease holds without being renewed, and how often its holder renews it. */
export const leaseMs = 15_000
export const renewEveryMs = 4_000

/** A name for this process that no other has had. */
export function newHolder(): string {
  return `${hostname()}:${process.pid}:${randomUUID()}`
}

/** Takes the lease when nobody holds it at `now`, or renews it when `holder` has it. Answers whether `holder` has it. */
export async function claimLease(
  sql: Sql,
  name: string,
  holder: string,
  now: Instant,
  until: Instant,
): Promise<boolean> {
  const changed = await sql.run(
    `insert into lease (name, holder, until) values ($1, $2, $3)
     on conflict (name) do update set holder = excluded.holder, until = excluded.until
     where lease.until <= $4 or lease.holder = excluded.holder`,
    [name, holder, until, now],
  )
  return changed === 1
}

/** Moves the end of a lease that `holder` still has; false when it has been lost. */
export async function renewLease(sql: Sql, name: string, holder: string, until: Instant): Promise<boolean> {
  return (await sql.run('update lease set until = $3 where name = $1 and holder = $2', [name, holder, until])) === 1
}

/** Gives the lease back: it is free from `until` on (at once when that has passed). Does nothing when it was lost. */
export async function releaseLease(sql: Sql, name: string, holder: string, until: Instant): Promise<void> {
  await sql.run(`update lease set holder = '', until = $3 where name = $1 and holder = $2`, [name, holder, until])
}

/** Who holds the lease at `now`; null when nobody does. */
export async function leaseHolder(sql: Sql, name: string, now: Instant): Promise<string | null> {
  const row = await sql.one<{ holder: string }>('select holder from lease where name = $1 and until > $2', [name, now])
  return row === null || row.holder === '' ? null : row.holder
}
