/** What a request for changes means, and the page that answers it: for the route and for whoever asks alike. */
import { type CursorKeys, openCursor, sealCursor } from '../contract/cursor.ts'
import { limitAbovePlan, unknownSource } from '../contract/parameters.ts'
import { invalidCursor, invalidParameter, Refusal } from '../contract/refusals.ts'
import { catalogueBehind, type Warning } from '../contract/warnings.ts'
import type { Database } from '../platform/database/database.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import { didYouMean, type SourceName } from '../values/meant/hints.ts'
import type { EventType, Region } from '../values/vocabularies.ts'
import type { Diff } from './event/event.ts'
import { renderEvent, type StoredEvent } from './event/render-event.ts'
import { oldestServed } from './event/retention.ts'
import type { Feed, LostPosition } from './feed.ts'

/**
 * What the feed has to be told of measures and sources, which it knows by id alone: they belong to later capabilities,
 * and whoever puts the service together hands this in.
 */
export type FeedSubjects = {
  /** Resolves when there is anything that the answers below can be of; throws when that takes too long. */
  ready(): Promise<void>
  /** Waits, for a bounded time, until the answers below are of that publication or a later one; false: they are not. */
  reach(publication: number): Promise<boolean>
  /** Whether a source of that id was ever registered. */
  isSource(id: string): boolean
  /** The sources that are switched on. */
  namesOfSources(): SourceName[]
  /** Every id whose events are events of the measure of that id or slug, those merged into it included; null: unknown. */
  idsOfSubsidy(idOrSlug: string): readonly string[] | null
  /** Ids and slugs that may be meant by one that no measure has. */
  meantSubsidies(idOrSlug: string): string[]
  /** As much of a measure's diff as may be shown under the licence of now. */
  shownDiff(measureId: string, diff: Diff): Diff
}

export type ChangeNeeds = {
  /** Bound to the call. */
  database: Database
  cursors: { keys: CursorKeys; generation: string }
  feed: Feed
  subjects: FeedSubjects
}

/** Undefined: not given. */
export type ChangesRequest = {
  accountId: string
  /** The plan's page size. */
  limitMax: number
  since: Instant | undefined
  types: readonly EventType[] | undefined
  subsidy: string | undefined
  sources: readonly string[] | undefined
  regions: readonly Region[] | undefined
  limit: number | undefined
  cursor: string | undefined
  now: Instant
}

export const limitDefault = 50

const lostMessages: Record<LostPosition['fault'] | 'foreign', string> = {
  foreign: 'The cursor was not issued for this feed and account. Restart with since, or without either.',
  ahead: 'The cursor lies ahead of the newest event, so it was issued by another store. Restart with since.',
  gone: 'The cursor is older than the feed, which keeps 400 days: events after it are gone. Restart with since.',
}

/** Answers a page. Refuses `invalid_parameter` and `invalid_cursor`. */
export async function listChanges(needs: ChangeNeeds, request: ChangesRequest, call: { warn(warning: Warning): void }) {
  const { cursors, subjects } = needs
  const limit = request.limit ?? limitDefault
  if (limit > request.limitMax) throw limitAbovePlan(request.limitMax)
  await subjects.ready()
  refuseUnknownSources(subjects, request.sources)
  const subsidyIds = request.subsidy === undefined ? null : idsOf(subjects, request.subsidy)
  const binding = { list: 'changes', sort: 'seq', account: request.accountId, generation: cursors.generation }
  const after = request.cursor === undefined ? null : positionIn(needs, binding, request.cursor)
  const { since } = request
  if (after === null && since !== undefined) refuseTooOld(since, request.now)

  const page = await needs.feed.page(needs.database, {
    accountId: request.accountId,
    filter: { types: request.types ?? null, sources: request.sources ?? null, regions: request.regions ?? null },
    subsidyIds,
    after,
    since: since ?? null,
    limit,
    now: request.now,
  })
  if ('fault' in page) throw invalidCursor(lostMessages[page.fault])
  // The modes of now are those that the catalogue knows: it has to know every event of the page.
  if (!(await subjects.reach(page.publication))) {
    call.warn(catalogueBehind)
  }
  const textOf = rememberingTexts()
  return {
    data: page.events.map((event) => renderEvent(event, diffShown(subjects, event), textOf)),
    pagination: {
      has_more: page.hasMore,
      next_cursor: sealCursor(cursors.keys, binding, [page.position]),
      limit,
    },
  }
}

function rememberingTexts(): (instant: Instant) => string {
  const known = new Map<Instant, string>()
  return (instant) => {
    const text = known.get(instant) ?? formatInstant(instant)
    known.set(instant, text)
    return text
  }
}

function diffShown(subjects: FeedSubjects, { subject, subjectId, diff }: StoredEvent): Diff {
  if (subject !== 'subsidy' || Object.keys(diff).length === 0) return diff
  return subjects.shownDiff(subjectId, diff)
}

function positionIn(needs: ChangeNeeds, binding: Parameters<typeof openCursor>[1], text: string): number {
  try {
    const [position, ...rest] = openCursor(needs.cursors.keys, binding, text)
    if (rest.length === 0 && typeof position === 'number' && Number.isSafeInteger(position)) return position
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
  }
  throw invalidCursor(lostMessages.foreign)
}

function refuseTooOld(since: Instant, now: Instant): void {
  const oldest = oldestServed(now)
  if (since >= oldest) return
  throw invalidParameter(
    'since',
    `since lies more than 400 days back; the feed begins at ${formatInstant(oldest)}. Leave since out to begin there.`,
  )
}

function refuseUnknownSources(subjects: FeedSubjects, sources: readonly string[] | undefined): void {
  const stranger = sources?.find((id) => !subjects.isSource(id))
  if (stranger !== undefined) throw unknownSource('source', stranger, subjects.namesOfSources())
}

function idsOf(subjects: FeedSubjects, subsidy: string): readonly string[] {
  const ids = subjects.idsOfSubsidy(subsidy)
  if (ids === null) {
    const meant = didYouMean(subjects.meantSubsidies(subsidy))
    throw invalidParameter('subsidy', `subsidy names no measure: it takes an id or a slug.${meant}`)
  }
  return ids
}
