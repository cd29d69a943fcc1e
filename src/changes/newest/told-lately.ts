/** What was told lately, newest first, as whoever tries filters on it needs it. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { newestSeq } from '../consumer-store.ts'
import { firstSeqSince } from '../feed-store.ts'
import { type ToldEvent, toldIn } from './newest-store.ts'

export type { ToldEvent }

/** Places of the feed that one statement looks at. */
const placesPerStep = 1_000

/**
 * Events for everybody, and the account's own, since an instant, newest first, in portions between which others have their turn.
 * At most `placesMax` places of the feed are looked at; answers whether that was all there is.
 */
export async function* toldLately(
  sql: Sql,
  accountId: string,
  { since, placesMax }: { since: Instant; placesMax: number },
): AsyncGenerator<ToldEvent[], boolean> {
  const first = await firstSeqSince(sql, since)
  if (first === null) return true
  const newest = await newestSeq(sql)
  const last = Math.max(first - 1, newest - placesMax)
  for (let upTo = newest; upTo > last; upTo -= placesPerStep) {
    yield await toldIn(sql, accountId, { after: Math.max(last, upTo - placesPerStep), upTo })
    await nextTurn()
  }
  return last === first - 1
}
