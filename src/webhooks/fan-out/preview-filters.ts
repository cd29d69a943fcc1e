/** What an endpoint with some filters would have been sent lately, had it been there. */
import { eventsById } from '../../changes/feed.ts'
import { toldLately } from '../../changes/newest/newest.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { filtersOf, withKnownIds } from '../create-webhook.ts'
import { shownEvent } from '../deliveries/event-text.ts'
import { filtersText, type GivenFilters } from '../filters.ts'
import { judging } from './judging.ts'

export const previewBounds = {
  days: 30,
  /** Places of the feed that are looked at, newest first. */
  placesMax: 100_000,
  /** Events that are shown. */
  examplesMax: 5,
} as const

const dayMs = 86_400_000

export type FilterPreview = {
  matched: number
  days: number
  /** False: more has happened in those days than is looked at, so that `matched` is of the newest part of it. */
  complete: boolean
  /** As the feed answers them, newest first. */
  examples: Awaited<ReturnType<typeof shownEvent>>[]
}

/**
 * Refuses what creation would: `invalid_parameter`, `source_not_found`, `watchlist_not_found`. Merges and licences are those of
 * now, as they are at each sending.
 */
export async function previewFilters(
  database: Database,
  accountId: string,
  given: GivenFilters,
  now: Instant,
): Promise<FilterPreview> {
  const filters = filtersText(await withKnownIds(database, accountId, filtersOf(given)))
  const { days, placesMax, examplesMax } = previewBounds
  const lately = toldLately(database, accountId, { since: now - days * dayMs, placesMax })
  const first: string[] = []
  let matched = 0
  for (;;) {
    const step = await lately.next()
    if (step.done === true) {
      const found = await eventsById(database, first)
      const examples = await Promise.all(
        first.flatMap((id) => found.get(id) ?? []).map((event) => shownEvent(database, event)),
      )
      return { matched, days, complete: step.value, examples }
    }
    const passes = (await judging(database, step.value))(filters)
    const passing = step.value.filter(passes)
    matched += passing.length
    first.push(...passing.slice(0, examplesMax - first.length).map(({ id }) => id))
  }
}
