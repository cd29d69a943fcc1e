/**
 * One turn at the queue, a transaction: what has ended is written, what may be sent now is claimed, and of every endpoint that was
 * looked at it is said when to look again.
 */
import type { Dialect, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { type Asked, type Claimed, claimDue } from './claim.ts'
import { pacesOf, setDue } from './endpoint-store.ts'
import { type Attempted, writeEnds } from './finish.ts'
import { dueOf } from './pacing.ts'

export type TurnAsked = Omit<Asked, 'now'> & { ended: readonly Attempted[] }

/** When an endpoint is looked at again whose plan lacks webhooks, with what waits for it. */
const lackingLookMs = 60_000

/** Answers what was claimed (nothing where `limit` is 0), and how many endpoints were looked at for it. */
export async function takeTurn(
  transaction: Sql,
  dialect: Dialect,
  { ended, ...asked }: TurnAsked,
  now: Instant,
): Promise<{ claimed: Claimed[]; lookedAt: number }> {
  const succeeded = ended.length === 0 ? noEnds : await writeEnds(transaction, dialect, ended, now)
  const { claimed, looked, lacking } =
    asked.limit === 0 ? nothing : await claimDue(transaction, dialect, { ...asked, now })
  const ids = new Set([...ended.map((attempted) => attempted.claimed.endpoint.id), ...looked])
  const dues = new Map<string, Instant | null>()
  if (ids.size > 0) {
    for (const [id, pace] of await pacesOf(transaction, [...ids], now)) dues.set(id, dueOf(pace, now))
  }
  for (const id of lacking) dues.set(id, now + lackingLookMs)
  await setDue(transaction, dues, succeeded)
  return { claimed, lookedAt: looked.length + lacking.length }
}

const noEnds: ReadonlyMap<string, Instant> = new Map()
const nothing = { claimed: [], looked: [], lacking: [] }
