/** Announces a change of a source's freshness: once, whoever notices it first. */
import { withFeed } from '../changes/append.ts'
import type { EventDraft } from '../changes/event/event.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { ItemFaults } from '../platform/faults/item-faults.ts'
import type { Job } from '../platform/jobs.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import type { SourceFreshness } from '../values/vocabularies.ts'
import { freshnessEvent } from './freshness-rule.ts'
import { getSource, listSources, lockSource } from './registry.ts'
import { freshnessOf, type Source } from './source/source.ts'
import { moveFreshness } from './store.ts'

/**
 * Brings the announced freshness of a source up to `now` and appends the event that the change is worth. A source that is
 * switched off has no freshness events, and keeps what was announced last. The caller has locked the source; the head of the
 * feed is taken here, so nothing else may be locked afterwards.
 */
export async function settleFreshness(transaction: Sql, now: Instant, sourceId: string): Promise<void> {
  const source = await getSource(transaction, sourceId)
  const freshness = freshnessOf(source, now)
  if (!source.enabled || freshness === source.freshness) return
  if (!(await moveFreshness(transaction, sourceId, source.freshness, freshness))) return
  const event = freshnessEvent(source.freshness, freshness)
  if (event === null) return
  await withFeed(transaction, now, { publication: true }, async (feed) => {
    await feed.append([eventOf(feed.newEventId(), event, source, freshness)])
  })
}

/**
 * Looks at every source and announces what changed by the passing of time. Answers how many changes it found. Throws `ItemsFailed` when
 * every source was tried and some failed.
 */
export async function settleAllFreshness(database: Database, now: Instant): Promise<number> {
  const moved = (await listSources(database)).filter(
    (source) => source.enabled && freshnessOf(source, now) !== source.freshness,
  )
  const faults = new ItemFaults()
  for (const { definition } of moved) {
    const settle = (): Promise<void> =>
      database.transaction(async (transaction) => {
        await lockSource(transaction, database, definition.id)
        await settleFreshness(transaction, now, definition.id)
      })
    await faults.attempt(definition.id, settle)
  }
  faults.throwIfAny()
  return moved.length
}

function eventOf(id: string, event: EventDraft['event'], source: Source, freshness: SourceFreshness): EventDraft {
  const { definition } = source
  return {
    id,
    event,
    subject: 'source',
    subjectId: definition.id,
    version: null,
    sourceId: definition.id,
    accountId: null,
    causedBy: null,
    categories: [event],
    regions: definition.regions,
    topics: [],
    diff: {},
    summary: {
      source_id: definition.id,
      name: definition.name,
      freshness,
      previous_freshness: source.freshness,
      last_success_at: source.lastSuccessAt === null ? null : formatInstant(source.lastSuccessAt),
      url: definition.url,
    },
    links: null,
  }
}

/** The contract allows 60 s from a change to its event; a dead process holds the lease up to 15 s of it. */
const everyMs = 10_000

/** Sources grow stale by the passing of time alone: somebody has to look. */
export const freshnessJob: Job = {
  name: 'source-freshness',
  everyMs,
  run: async ({ database, clock }) => {
    await settleAllFreshness(database, clock.now())
  },
}
