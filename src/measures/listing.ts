/** Carries out what a reading of a source means for its measures: one step of a long transaction after another. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HeldFeed } from '../changes/append.ts'
import type { Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { KeptRecord } from './core/kept-record.ts'
import type { Judgement } from './core/listing.ts'
import type { MeasureRecord } from './core/record.ts'
import { measureId } from './core/render.ts'
import { nextSlug, slugOf } from './core/slug.ts'
import { missedRunsMax, type Standing } from './core/standing.ts'
import { contentDiffers, type Settings } from './core/state.ts'
import { putSeen, type Seen } from './standing-store.ts'
import { givenSlugs, measuresByIds, type StoredMeasure } from './store.ts'
import { measuresPerStep } from './switch-source.ts'
import { becoming, type Transition, type VersionMeans, writeTouched, writeTransitions } from './versions.ts'

export type Listing = {
  source: Settings['source']
  /** As the store has them in this transaction, by local id. */
  standings: ReadonlyMap<string, Standing>
  judgement: Judgement
  /** Records that were taken and that the store did not have so when they were read; in the order read, in steps. */
  differing: AsyncIterable<readonly KeptRecord[]>
  /** End of the source's last success before this one. */
  lastSuccessAt: Instant | null
}

export type ListingTally = { created: number; changed: number; withdrawn: number }

/** Publishes a listing. The caller holds the source; the head of the feed is held by `feed`. */
export async function applyListing(
  transaction: Sql,
  feed: HeldFeed,
  means: VersionMeans,
  listing: Listing,
): Promise<ListingTally> {
  const { source, judgement, lastSuccessAt } = listing
  const settings = { source, lookups: means.lookups }
  const done = new Set<string>()
  let slugs: Set<string> | null = null
  const tally: ListingTally = { created: 0, changed: 0, withdrawn: 0 }

  for await (const records of listing.differing) {
    const step = await decide(transaction, records, listing, settings, feed.createdAt)
    if (step.created.length > 0) slugs ??= await givenSlugs(transaction)
    const births = step.created.map((kept) => birth(kept, source, slugs ?? new Set()))
    await writeTransitions(transaction, feed, means, source, [...births, ...step.changed])
    await writeTouched(transaction, feed, step.touched)
    for (const transition of [...step.changed, ...step.touched]) if (transition.before) done.add(transition.before.id)
    tally.created += births.length
    tally.changed += step.changed.length
    await nextTurn()
  }

  const others = (ids: readonly string[]): string[] => ids.filter((id) => !done.has(id))
  const seen: Seen = { missedRuns: 0, lastCheckedAt: null }
  const change = (ids: readonly string[], to: (before: StoredMeasure) => Transition): Promise<number> =>
    inSteps(transaction, ids, (befores) => writeTransitions(transaction, feed, means, source, befores.map(to)))

  tally.changed += await change(others(judgement.reinstate), (before) =>
    becoming(before, { withdrawn: false, ...seen }),
  )
  tally.withdrawn += await change(judgement.withdraw, (before) =>
    becoming(before, {
      withdrawn: true,
      missedRuns: missedRunsMax,
      lastCheckedAt: before.lastCheckedAt ?? lastSuccessAt,
    }),
  )
  await putSeen(transaction, others(judgement.seenAgain), seen, feed.publication)
  for (const alike of groupedAlike(judgement.missed)) await putSeen(transaction, alike.ids, alike, feed.publication)
  return tally
}

type Step = { created: KeptRecord[]; changed: Transition[]; touched: Transition[] }

/** What becomes of records that differ: a new measure, a version, or a write that no version tells of. */
async function decide(
  transaction: Sql,
  records: readonly KeptRecord[],
  listing: Listing,
  settings: Settings,
  at: Instant,
): Promise<Step> {
  const step: Step = { created: [], changed: [], touched: [] }
  const known = records.flatMap(({ record }) => listing.standings.get(record.local_id) ?? [])
  const befores = await measuresByIds(
    transaction,
    known.map((standing) => standing.id),
  )
  const beforeOf = new Map(befores.map((before) => [before.localId, before]))
  for (const kept of records) {
    const { record } = kept
    const before = beforeOf.get(record.local_id)
    if (before === undefined) step.created.push(kept)
    else if (before.mergedInto === null) {
      const withdrawn = before.operatorWithdrawn
      const transition = becoming(before, { ...kept, withdrawn, missedRuns: 0, lastCheckedAt: null })
      const changes = returns(before) || contentDiffers(before.record, record, settings, at)
      step[changes ? 'changed' : 'touched'].push(transition)
    }
  }
  return step
}

/**
 * How many of the records a listing would create and change, by what the store says now. For words alone: publishing
 * decides for itself.
 */
export async function countDiffering(
  sql: Sql,
  records: readonly MeasureRecord[],
  listing: Pick<Listing, 'standings' | 'source'> & Pick<Settings, 'lookups'>,
  at: Instant,
): Promise<{ created: number; changed: number }> {
  const known = records.flatMap((record) => listing.standings.get(record.local_id) ?? [])
  const befores = await measuresByIds(
    sql,
    known.map((standing) => standing.id),
  )
  const beforeOf = new Map(befores.map((before) => [before.localId, before]))
  const changed = records.filter((record) => {
    const before = beforeOf.get(record.local_id)
    if (before === undefined || before.mergedInto !== null) return false
    return returns(before) || contentDiffers(before.record, record, listing, at)
  })
  return { created: records.length - known.length, changed: changed.length }
}

/** Withdrawn because its source did not list it: listed again, it comes back. */
function returns(before: StoredMeasure): boolean {
  return before.withdrawnAt !== null && !before.operatorWithdrawn
}

function birth(kept: KeptRecord, source: Settings['source'], slugs: Set<string>): Transition {
  const slug = nextSlug(slugOf(kept.record.title), (candidate) => slugs.has(candidate))
  slugs.add(slug)
  return {
    before: null,
    named: { id: measureId(source, kept.record.local_id), localId: kept.record.local_id, slug },
    after: {
      ...kept,
      withdrawn: false,
      operatorWithdrawn: false,
      missedRuns: 0,
      lastCheckedAt: null,
      mergedFrom: [],
    },
  }
}

/** Works through measures in steps, yielding to the event loop between them; answers the sum of what the steps did. */
async function inSteps(
  transaction: Sql,
  ids: readonly string[],
  work: (befores: StoredMeasure[]) => Promise<number>,
): Promise<number> {
  let sum = 0
  for (let from = 0; from < ids.length; from += measuresPerStep) {
    sum += await work(await measuresByIds(transaction, ids.slice(from, from + measuresPerStep)))
    await nextTurn()
  }
  return sum
}

function groupedAlike(missed: Judgement['missed']): (Seen & { ids: string[] })[] {
  const groups = new Map<string, Seen & { ids: string[] }>()
  for (const { id, missedRuns, lastCheckedAt } of missed) {
    const key = `${missedRuns} ${lastCheckedAt}`
    const group = groups.get(key) ?? { missedRuns, lastCheckedAt, ids: [] }
    groups.set(key, group)
    group.ids.push(id)
  }
  return [...groups.values()]
}
