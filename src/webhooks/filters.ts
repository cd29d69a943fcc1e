/**
 * Which events an endpoint is sent: reading, keeping and judging its filters (specification, Filters; contract 8).
 *
 * An event is judged for thousands of endpoints. So what can be known of a filter is made ready once (`judgeOf`), what can be
 * known of an event once (`filteredEvent`), and what is left for each endpoint is a look into a few small sets.
 */
import { type EventDraft, type EventSubject, subsidyIdOf } from '../changes/event/event.ts'
import { isMeasureId } from '../values/ids.ts'
import { notAMember, quoted } from '../values/meant/hints.ts'
import { type EventType, eventTypes, type Region, regions, type Topic, topics } from '../values/vocabularies.ts'

/** An empty list is no restriction. */
export type Filters = {
  event_types: EventType[]
  /** Ids, of sources that may be gone since. */
  sources: string[]
  regions: Region[]
  topics: Topic[]
  /** Ids of measures, which nobody may ever have heard of. */
  subsidy_ids: string[]
  /** Ids of the account's own lists, which may be gone since. */
  watchlists: string[]
}

/** In the order in which they are shown. */
const filterNames = ['event_types', 'sources', 'regions', 'topics', 'subsidy_ids', 'watchlists'] as const
export type FilterName = (typeof filterNames)[number]

/** As a caller sent them. */
export type GivenFilters = Partial<Record<FilterName, unknown>>

export type FilterFault = { name: FilterName; message: string }

export const filterBounds = {
  /** Of each filter, when what is empty or repeated has been dropped. */
  entriesMax: 1_000,
  /** Before: of each filter, however little is in them. */
  givenMax: 10_000,
  /** Characters of an entry: longer than any id. */
  entryMax: 400,
} as const

/**
 * Reads every filter, or says what is wrong with the first one that cannot be read. What is known of an id alone (that there
 * is such a source or list) is not judged here.
 */
export function readFilters(given: GivenFilters): { filters: Filters } | { fault: FilterFault } {
  const read: Partial<Record<FilterName, string[]>> = {}
  for (const name of filterNames) {
    const entries = entriesOf(given[name])
    const known = typeof entries === 'string' ? entries : spelled(name, entries)
    if (typeof known === 'string') return { fault: { name, message: `filters.${name} ${known}` } }
    read[name] = known
  }
  // Every name was given its list above, of the values that belong there.
  return { filters: read as Filters }
}

/** The entries of a filter as sent, without what is empty or repeated; or what is wrong with it. */
function entriesOf(given: unknown): string[] | string {
  if (given === undefined || given === null) return []
  const { entriesMax, givenMax, entryMax } = filterBounds
  const parts: unknown = typeof given === 'string' ? given.split(',', givenMax + 1) : given
  if (!Array.isArray(parts)) return 'must be a list of texts, or one text with commas between.'
  if (parts.length > givenMax) return `must hold at most ${entriesMax} values.`
  const entries = new Map<string, string>()
  for (const part of parts) {
    if (typeof part !== 'string') return 'must be a list of texts, or one text with commas between.'
    const entry = part.trim()
    if (entry.length > entryMax) return `holds a value of more than ${entryMax} characters.`
    if (entry !== '' && !entries.has(folded(entry))) entries.set(folded(entry), entry)
  }
  return entries.size > entriesMax ? `must hold at most ${entriesMax} values.` : [...entries.values()]
}

const folded = (text: string): string => text.toLowerCase()

const spellings = (words: readonly string[]): ReadonlyMap<string, string> =>
  new Map(words.map((word) => [folded(word), word]))
const vocabularies: Partial<Record<FilterName, ReadonlyMap<string, string>>> = {
  event_types: spellings(eventTypes),
  regions: spellings(regions),
  topics: spellings(topics),
}

/** The entries in the spelling that is kept; or what is wrong with them. */
function spelled(name: FilterName, entries: readonly string[]): string[] | string {
  const vocabulary = vocabularies[name]
  if (vocabulary !== undefined) {
    const stranger = entries.find((entry) => !vocabulary.has(folded(entry)))
    if (stranger === undefined) return entries.map((entry) => vocabulary.get(folded(entry)) ?? entry)
    return notAMember(stranger, [...vocabulary.values()])
  }
  const wrong = name === 'subsidy_ids' ? entries.find((entry) => !isMeasureId(entry)) : undefined
  if (wrong === undefined) return [...entries]
  return `holds ${quoted(wrong)}, which is no id of a measure: those are <prefix>:<local id>, and no slugs.`
}

/**
 * Entries that name things by id, in the spelling of the ids that there are; where there is no such id, the first entry of
 * which that is so.
 */
export function knownIds(entries: readonly string[], ids: readonly string[]): { ids: string[] } | { unknown: string } {
  const known = spellings(ids)
  const unknown = entries.find((entry) => !known.has(folded(entry)))
  return unknown === undefined ? { ids: entries.map((entry) => known.get(folded(entry)) ?? entry) } : { unknown }
}

/** As they are kept and shown: every filter by name, in their order. */
export function filtersText(filters: Filters): string {
  return JSON.stringify(Object.fromEntries(filterNames.map((name) => [name, filters[name]])))
}

/** Reads what `filtersText` wrote. */
export function parseFilters(text: string): Filters {
  return JSON.parse(text) as Filters
}

/** What filters can tell of an event; ids are folded. */
export type FilteredEvent = {
  readonly subject: EventSubject
  /** Its own type among them. */
  readonly categories: readonly EventType[]
  readonly regions: readonly Region[]
  readonly topics: readonly Topic[]
  readonly sourceId: string | null
  /** Every id by which the measure is known that the event is about. */
  readonly subsidyIds: readonly string[]
  readonly watchlistId: string | null
}

/** What filters look at. */
export type Told = Pick<
  EventDraft,
  'event' | 'subject' | 'subjectId' | 'sourceId' | 'categories' | 'regions' | 'topics'
>

/**
 * Makes an event ready to be judged, once for all endpoints. `idsOfSubsidy`: every id whose events are events of that
 * measure, those merged into it and the one that it was merged into included; null where it is not known.
 */
export function filteredEvent(event: Told, idsOfSubsidy: (id: string) => readonly string[] | null): FilteredEvent {
  const { subject, subjectId, sourceId } = event
  const subsidyId = subsidyIdOf(event)
  return {
    subject,
    categories: [event.event, ...event.categories],
    regions: event.regions,
    topics: event.topics,
    sourceId: sourceId === null ? null : folded(sourceId),
    subsidyIds: subsidyId === null ? [] : [subsidyId, ...(idsOfSubsidy(subsidyId) ?? [])].map(folded),
    watchlistId: subject === 'match' ? folded(subjectId.slice(0, subjectId.indexOf(':'))) : null,
  }
}

/** Whether an event passes; an event must pass every filter given, and passes one by any of its entries. */
export type Judge = (event: FilteredEvent) => boolean

/** Made once for all endpoints that filter alike. A ping is not judged: it passes everything. */
export function judgeOf(filters: Filters): Judge {
  const judges = filterNames.filter((name) => filters[name].length > 0).map((name) => judgeMakers[name](filters))
  const [only] = judges
  if (only === undefined) return () => true
  return judges.length === 1 ? only : (event) => judges.every((judge) => judge(event))
}

const judgeMakers: Record<FilterName, (filters: Filters) => Judge> = {
  event_types: ({ event_types }) => {
    const wanted = new Set(event_types)
    return ({ categories }) => categories.some((category) => wanted.has(category))
  },
  // Measure events of these sources, and these sources' own; a match has no source and does not pass.
  sources: ({ sources }) => {
    const wanted = new Set(sources.map(folded))
    return ({ sourceId }) => sourceId !== null && wanted.has(sourceId)
  },
  // Of a match its measure's, of a source's event the source's; where there is no restriction, it passes.
  regions: ({ regions: places }) => {
    const wanted = new Set(places)
    return ({ regions: told }) => told.length === 0 || told.some((region) => wanted.has(region))
  },
  topics: ({ topics: kinds }) => {
    const wanted = new Set(kinds)
    return ({ subject, topics: told }) => subject === 'subsidy' && told.some((topic) => wanted.has(topic))
  },
  subsidy_ids: ({ subsidy_ids }) => {
    const wanted = new Set(subsidy_ids.map(folded))
    return ({ subsidyIds }) => subsidyIds.some((id) => wanted.has(id))
  },
  watchlists: ({ watchlists }) => {
    const wanted = new Set(watchlists.map(folded))
    return ({ watchlistId }) => watchlistId !== null && wanted.has(watchlistId)
  },
}
