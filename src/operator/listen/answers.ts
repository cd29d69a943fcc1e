/** Answers of the public API as `webhooks listen` reads them: what has another form is not believed. */
import type { EventDraft } from '../../changes/event/event.ts'
import { oneLine } from '../../values/one-line.ts'

/** An event of the feed. */
export type FeedEvent = {
  id: string
  type: string
  /** The object as the feed has it, which is what is sent. */
  object: unknown
  subject: 'subsidy' | 'source' | 'match'
  subjectId: string
  categories: readonly string[]
  /** Of its measure; of a source's event empty, for the event does not tell. */
  regions: readonly string[]
  topics: readonly string[]
  sourceId: string | null
}

export type FeedPage = { events: FeedEvent[]; hasMore: boolean; cursor: string }

type Dictionary = Record<string, unknown>

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asDictionary = (value: unknown): Dictionary => (isDictionary(value) ? value : {})
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** A page of the feed; null where the body is none. */
export function pageIn(body: unknown): FeedPage | null {
  const { data, pagination } = asDictionary(body)
  const { has_more: hasMore, next_cursor: cursor } = asDictionary(pagination)
  if (!Array.isArray(data) || typeof hasMore !== 'boolean' || typeof cursor !== 'string' || cursor === '') return null
  const events = data.map(eventIn)
  return events.every((event) => event !== null) ? { events, hasMore, cursor } : null
}

const subjects = ['subsidy', 'source', 'match'] as const

function eventIn(value: unknown): FeedEvent | null {
  const { id, event: type, data } = asDictionary(value)
  const { id: subjectId, subject: named, categories, summary } = asDictionary(data)
  const subject = subjects.find((each) => each === named)
  // Both stand in headers.
  if (!isWord(id) || !isWord(type) || subject === undefined || typeof subjectId !== 'string') return null
  const { regions, topics, source_id: sourceId } = asDictionary(summary)
  return {
    id,
    type,
    object: value,
    subject,
    subjectId,
    categories: texts(categories),
    regions: subject === 'source' ? [] : texts(regions),
    topics: subject === 'source' ? [] : texts(topics),
    // A match has no source that a filter could judge.
    sourceId:
      subject === 'subsidy' && typeof sourceId === 'string' ? sourceId : subject === 'source' ? subjectId : null,
  }
}

const isWord = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value)

/** What filters judge it by. Words that this release does not know are in no filter, so they pass none. */
export function toldBy(event: FeedEvent, regions: readonly string[] = event.regions) {
  const { type, subject, subjectId, sourceId, categories, topics } = event
  return { event: type, subject, subjectId, sourceId, categories, regions, topics } as Pick<
    EventDraft,
    'event' | 'subject' | 'subjectId' | 'sourceId' | 'categories' | 'regions' | 'topics'
  >
}

/** Regions by the id of the source, in lower case; null where the body is no list of sources. */
export function sourcesIn(body: unknown): Map<string, { id: string; regions: string[] }> | null {
  const { data } = asDictionary(body)
  if (!Array.isArray(data)) return null
  const sources = data.map(asDictionary).map(({ id, regions }) => ({ id: String(id), regions: texts(regions) }))
  return new Map(sources.map((source) => [source.id.toLowerCase(), source]))
}

/** Every id of the measure in the body, those merged into it included. */
export function idsOfMeasureIn(body: unknown): string[] {
  const { id, related } = asDictionary(asDictionary(body).data)
  return [...texts([id]), ...texts(asDictionary(related).merged_from)]
}

/** Code and message of an answer that is an error; empty where it has none. What would move a terminal's cursor is left out. */
export function errorIn(body: unknown): { code: string; message: string } {
  const { code, message } = asDictionary(asDictionary(body).error)
  return { code: wordsOf(code), message: wordsOf(message) }
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? oneLine(value) : '')
