/**
 * Leases: a name that at most one process holds at a time, until a time that the holder moves on while it works. A
 * holder that dies stops moving it, and the lease is free again when that time has passed. Times are the caller's clock:
 * processes on one store must agree about the time to within a few seconds (`leaseMs` leaves that much room).
 *
 * A lease is a sign of life, so it waits for nobody's work: it stands with the counters, and its times are those of the
 * moment at which the statement runs. A holder that could not renew it in time knows that it has lost it, whatever the
 * store then says.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Instant } from '../values/brussels.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'

/** How long a lease holds without being renewed, and how often its holder renews it. */
export const leaseMs = 15_000
export const renewEveryMs = 4_000

/** A name for this process that no other has had. */
export function newHolder(): string {
  return `${hostname()}:${process.pid}:${randomUUID()}`
}

/** Takes the lease for `leaseMs` when nobody holds it, or renews it when `holder` has it. Answers whether it has it. */
export async function claimLease({ counters }: Database, clock: Clock, name: string, holder: string): Promise<boolean> {
  const changed = await counters.run(
    `insert into held_lease (name, holder, until) values ($1, $2, $3)
     on conflict (name) do update set holder = excluded.holder, until = excluded.until
     where held_lease.until <= $4 or held_lease.holder = excluded.holder`,
    () => {
      const now = clock.now()
      return [name, holder, now + leaseMs, now]
    },
  )
  return changed === 1
}

/** Moves the end of a lease that `holder` still has; false when it has been lost: taken, or not renewed in time. */
export async function renewLease({ counters }: Database, clock: Clock, name: string, holder: string): Promise<boolean> {
  const changed = await counters.run(
    'update held_lease set until = $3 where name = $1 and holder = $2 and until > $4',
    () => {
      const now = clock.now()
      return [name, holder, now + leaseMs, now]
    },
  )
  return changed === 1
}

/** Gives the lease back: it is free from `until` on (at once when that has passed). Does nothing when it was lost. */
export async function releaseLease(
  { counters }: Database,
  name: string,
  holder: string,
  until: Instant,
): Promise<void> {
  await counters.run(`update held_lease set holder = '', until = $3 where name = $1 and holder = $2`, [
    name,
    holder,
    until,
  ])
}

/** Who holds the lease at `now`; null when nobody does. */
export async function leaseHolder({ counters }: Database, name: string, now: Instant): Promise<string | null> {
  const row = await counters.one<{ holder: string }>('select holder from held_lease where name = $1 and until > $2', [
    name,
    now,
  ])
  return row === null || row.holder === '' ? null : row.holder
}

/** Each lease whose name begins so, without that: for how many milliseconds it is free (0: taken); none that is for `forgottenMs`. */
export async function freeLeases(
  { counters }: Database,
  prefix: string,
  now: Instant,
  forgottenMs: number,
): Promise<{ name: string; freeMs: number }[]> {
  const rows = await counters.all<{ name: string; until: number }>(
    'select name, until from held_lease where until > $1 order by name',
    [now - forgottenMs],
  )
  return rows
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, until }) => ({ name: name.slice(prefix.length), freeMs: Math.max(0, now - until) }))
}

export type KeptLease = {
  /** Renews it now. Never throws: what fails is told to `onTrouble`. */
  renew(): Promise<void>
  /**
   * Ends the keeping, before the lease is given back: waits for a renewal under way, which would otherwise find it given
   * back, and take that for lost. Never throws.
   */
  end(): Promise<void>
}

/**
 * Keeps a lease that `holder` has just claimed: `renew` is to be called every `renewEveryMs`. `onLost` is called once,
 * when somebody else has it, or when it could not be renewed before its time was over.
 */
export function keepLease(
  database: Database,
  clock: Clock,
  lease: { name: string; holder: string; onLost(): void; onTrouble(error: unknown): void },
): KeptLease {
  /** Until when it is surely ours: as of before what was last asked and granted. */
  let until = clock.now() + leaseMs
  let underWay: Promise<void> | null = null
  /** It was lost, or the keeping has ended. */
  let isOver = false
  const lose = (): void => {
    if (!isOver) lease.onLost()
    isOver = true
  }
  const askAgain = async (): Promise<void> => {
    const askedAt = clock.now()
    try {
      if (await renewLease(database, clock, lease.name, lease.holder)) until = askedAt + leaseMs
      else lose()
    } catch (error) {
      lease.onTrouble(error)
    } finally {
      underWay = null
    }
  }
  return {
    async renew() {
      if (isOver) return
      if (clock.now() >= until) return lose()
      if (underWay !== null) return
      underWay = askAgain()
      await underWay
    },
    async end() {
      isOver = true
      await underWay
    },
  }
}
