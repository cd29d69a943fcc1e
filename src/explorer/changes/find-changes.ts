/** The newest changes of measures as they are shown to everybody: when, which, and what kind; never from what to what. */
import type { NewestEvent } from '../../changes/event/render-event.ts'
import type { NewestAsked, NewestEvents } from '../../changes/newest/newest.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import type { MeasureSummary } from '../../measures/diff/event-summary.ts'
import type { CompactSubsidy } from '../../measures/record/record-schema.ts'
import type { Database } from '../../platform/database/database.ts'
import { inTurns } from '../../platform/in-turns.ts'
import { settlesWithin } from '../../platform/settles-within.ts'
import type { Instant } from '../../values/brussels.ts'
import { servedLanguage, textIn } from '../../values/localized-text.ts'
import { type EventType, eventTypes, type Language, type TextLanguage } from '../../values/vocabularies.ts'

/** How long a page waits for the store; then it shows what was read before. */
const readWithinMs = 1_000

export type ChangeShown = {
  /** Of the event. */
  id: string
  at: Instant
  type: EventType
  /** Beside the type, the most significant first. */
  others: readonly EventType[]
  title: string
  titleLanguage: TextLanguage | null
  issuer: string
  /** The slug of the measure that answers for it now, or its id where the catalogue does not know it. */
  measure: string
}

export type ChangesNeeds = { catalogue: FollowedCatalogue; newest: NewestEvents; database: Database }

/** The same list until another event comes; null where the store has not answered, now or before. */
export async function newestChanges(
  { catalogue, newest, database }: ChangesNeeds,
  asked: NewestAsked,
  now: Instant,
): Promise<readonly NewestEvent[] | null> {
  const publication = await catalogue.read(({ state }) => state.publication)
  const reading = newest.read(database, asked, { publication, now })
  let events: readonly NewestEvent[] | null = null
  await settlesWithin(
    reading.then((read) => {
      events = read
    }),
    readWithinMs,
  )
  return events ?? newest.last(asked)
}

/** Newest first; null where the store has not answered, now or before. */
export async function findChanges(
  needs: ChangesNeeds,
  asked: NewestAsked,
  language: Language,
  now: Instant,
): Promise<readonly ChangeShown[] | null> {
  const shown = await newestChanges(needs, asked, now)
  if (shown === null) return null
  using held = await needs.catalogue.pin()
  const { state } = held
  const ids = shown.map(({ subjectId }) => state.resolveId(subjectId))
  const rows = await inTurns(held.rows('compact', [...new Set(ids.filter((id) => id !== null))], language))
  const rowOf = new Map(
    rows.map(({ json }) => {
      const row: CompactSubsidy = JSON.parse(json.toString('utf8'))
      return [row.id, row]
    }),
  )
  return shown.map((event, place) => changeOf(event, rowOf.get(ids[place] ?? '') ?? null, language))
}

/** `row`: the measure that answers for it now; null where the catalogue does not know it. */
function changeOf(event: NewestEvent, row: CompactSubsidy | null, language: Language): ChangeShown {
  // The summaries of measure events are written by `measureSummary` alone.
  const summary = event.summary as unknown as MeasureSummary
  return {
    id: event.id,
    at: event.createdAt,
    type: event.event,
    others: eventTypes.filter((type) => type !== event.event && event.categories.includes(type)),
    title: textIn(summary.title, language) ?? event.subjectId,
    titleLanguage: servedLanguage(summary.title, language),
    issuer: row?.issuer.name ?? summary.issuer.name,
    measure: row?.slug ?? event.subjectId,
  }
}
