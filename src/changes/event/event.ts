/** An event of the change feed as a capability hands it over; its place in the feed is given when it is appended. */
import type { EventType, Region, Topic } from '../../values/vocabularies.ts'

export type EventSubject = 'subsidy' | 'source' | 'match' | 'webhook'

/** Field path (contract 6) to what it was and what it became. */
export type Diff = Record<string, { from: unknown; to: unknown }>

export type EventDraft = {
  /** `chg_...`, given by whoever makes the event, so that what it belongs to (a version) can name it. */
  id: string
  event: EventType
  subject: EventSubject
  /** Measure id, source id, `<watchlist>:<reference>:<measure>` or webhook id. */
  subjectId: string
  /** The measure version that it stands for; null when it stands for none. */
  version: number | null
  /** The source that `source` filters judge; null for an event that has none (matches, pings). */
  sourceId: string | null
  /** The only account that sees it; null: everybody. */
  accountId: string | null
  /** The place of the event whose version caused it (of a match, whose account is told of it once); null: none did. */
  causedBy: number | null
  /** Every category that it touched, its own type among them. */
  categories: readonly EventType[]
  /** What region filters judge; empty: no restriction. */
  regions: readonly Region[]
  topics: readonly Topic[]
  diff: Diff
  summary: Readonly<Record<string, unknown>>
  /** Absolute addresses as they were when the event was made; measure events only. */
  links: { api: string; versions: string } | null
}
