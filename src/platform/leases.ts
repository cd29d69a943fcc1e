/**
 * Leases: a name that at most one process holds at a time, until a time that the holder moves on while it works. A
 * holder that dies stops moving it, and the lease is free again when that time has passed. Times are those of the store's
 * clock, so that a process whose own clock is wrong takes nobody's lease, and leaves none that lasts; only tests, which move
 * the time, have leases go by a clock of theirs.
 *
 * A lease is a sign of life, so it waits for nobody's work: it stands with the counters, and its times are those of the
 * moment at which the statement runs. A store whose machine's clock was set back finds leases that end later than any that is
 * given now: they were given under another clock, and are cut to the length of one, in which who lives renews it. A holder that could not renew it in time knows that it has lost it, whatever the
 * store then says: it goes by a clock that nobody sets.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Instant } from '../values/brussels.ts'
import { type Clock, elapsedMs, systemClock, wobbleMs } from './clock.ts'
import type { Database, Dialect } from './database/database.ts'

/** How long a lease holds without being renewed, and how often its holder renews it. */
export const leaseMs = 15_000
export const renewEveryMs = 4_000

/** A name for this process that no other has had. */
export function newHolder(): string {
  return `${hostname()}:${process.pid}:${randomUUID()}`
}

/** Now, as SQL: the clock that a test moves in the place of a parameter, else the store's own. */
const nowAt = (dialect: Dialect, place: number): string => `coalesce(cast($${place} as bigint), ${dialect.now})`
const moved = (clock: Clock): Instant | null => (clock === systemClock ? null : clock.now())

/**
 * Takes the lease for `leaseMs` when nobody holds it, or renews it when `holder` has it. Answers whether it has it. `restMs`: the
 * longest for which it is given back (`releaseLease`).
 */
export async function claimLease(
  database: Database,
  clock: Clock,
  name: string,
  holder: string,
  restMs = 0,
): Promise<boolean> {
  const { counters, dialect } = database
  const changed = await counters.run(
    `insert into held_lease (name, holder, until) values ($1, $2, ${nowAt(dialect, 3)} + ${leaseMs})
     on conflict (name) do update set holder = excluded.holder, until = excluded.until
     where held_lease.until <= ${nowAt(dialect, 3)} or held_lease.holder = excluded.holder`,
    () => [name, holder, moved(clock)],
  )
  if (changed === 0) await cutLease(database, clock, name, restMs)
  return changed === 1
}

/** Has a lease that ends later than any that is given now end after the length of one. */
export async function cutLease({ counters, dialect }: Database, clock: Clock, name: string, restMs = 0): Promise<void> {
  const longest = `case when holder = '' then cast($3 as bigint) else ${leaseMs} end`
  await counters.run(
    `update held_lease set until = ${nowAt(dialect, 2)} + ${leaseMs}
     where name = $1 and until > ${nowAt(dialect, 2)} + ${longest} + ${wobbleMs}`,
    () => [name, moved(clock), restMs],
  )
}

/** Moves the end of a lease that `holder` still has; false when it has been lost: taken, or not renewed in time. */
export async function renewLease(
  { counters, dialect }: Database,
  clock: Clock,
  name: string,
  holder: string,
): Promise<boolean> {
  const changed = await counters.run(
    `update held_lease set until = ${nowAt(dialect, 3)} + ${leaseMs}
     where name = $1 and holder = $2 and until > ${nowAt(dialect, 3)}`,
    () => [name, holder, moved(clock)],
  )
  return changed === 1
}

/** Gives the lease back: it is free after `restMs` (0: at once). Does nothing when it was lost. */
export async function releaseLease(
  { counters, dialect }: Database,
  clock: Clock,
  lease: { name: string; holder: string },
  restMs: number,
): Promise<void> {
  await counters.run(
    `update held_lease set holder = '', until = ${nowAt(dialect, 3)} + cast($4 as bigint)
     where name = $1 and holder = $2`,
    () => [lease.name, lease.holder, moved(clock), Math.max(0, Math.round(restMs))],
  )
}

/** Who holds the lease now, and has renewed it within `agoMs`; null when nobody does. */
export async function leaseHolder(
  { counters, dialect }: Database,
  clock: Clock,
  name: string,
  agoMs = leaseMs,
): Promise<string | null> {
  const row = await counters.one<{ holder: string }>(
    `select holder from held_lease where name = $1 and until > ${nowAt(dialect, 2)} + cast($3 as bigint)`,
    [name, moved(clock), leaseMs - agoMs],
  )
  return row === null || row.holder === '' ? null : row.holder
}

/** Each lease whose name begins so, without that: for how many milliseconds it is free (0: taken); none that is for `forgottenMs`. */
export async function freeLeases(
  { counters, dialect }: Database,
  clock: Clock,
  prefix: string,
  forgottenMs: number,
): Promise<{ name: string; freeMs: number }[]> {
  const rows = await counters.all<{ name: string; free_ms: number }>(
    `select name, ${nowAt(dialect, 1)} - until as free_ms from held_lease
     where until > ${nowAt(dialect, 1)} - cast($2 as bigint) order by name`,
    [moved(clock), forgottenMs],
  )
  return rows
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, free_ms }) => ({ name: name.slice(prefix.length), freeMs: Math.max(0, free_ms) }))
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
 * Keeps a lease that `holder` has claimed, asking from `claimedAt` on (of `elapsedMs`; not given: just now): `renew` is to be called every
 * `renewEveryMs`. `onLost` is called once, when somebody else has it, or when it could not be renewed before its time was over.
 */
export function keepLease(
  database: Database,
  clock: Clock,
  lease: { name: string; holder: string; claimedAt?: number; onLost(): void; onTrouble(error: unknown): void },
): KeptLease {
  /** Until when it is surely ours: as of before what was last asked and granted. */
  let until = (lease.claimedAt ?? elapsedMs(clock)) + leaseMs
  let underWay: Promise<void> | null = null
  /** It was lost, or the keeping has ended. */
  let isOver = false
  const lose = (): void => {
    if (!isOver) lease.onLost()
    isOver = true
  }
  const askAgain = async (): Promise<void> => {
    const askedAt = elapsedMs(clock)
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
      if (elapsedMs(clock) >= until) return lose()
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
