/**
 * Status and deadline of a measure at an instant (contract 3). The same rule holds at read time, at ingestion and in the
 * clock job, so nothing here is stored: what the source said and its dates are, and the rest follows.
 *
 * A deadline has passed when the clock is later than it; an opening has passed at its instant.
 */
import { type Instant, monthsAfter } from '../../values/brussels.ts'
import type { Status } from '../../values/vocabularies.ts'
import { checkedAt } from './checked.ts'
import type { ApplicationWindow, MeasureRecord, SourceSettings } from './record.ts'

type Dates = Pick<ApplicationWindow, 'opens_at' | 'deadlines'>

/** What a source says of whether one can apply: its word (null when it gives none), and the dates. */
type Said = Pick<MeasureRecord, 'status'> & { application_window: Dates }

/** The status at an instant; `agesAt` as the function of that name says. The first rule that holds decides. */
export function statusAt({ status, application_window: window }: Said, agesAt: Instant | null, at: Instant): Status {
  const word = agesAt !== null && at >= agesAt ? 'unknown' : status
  const last = window.deadlines.at(-1)
  if (last !== undefined && at > last) return 'closed'
  const opened = window.opens_at === null ? null : at >= window.opens_at
  if (opened === false) return 'forthcoming'
  if (word === 'forthcoming' && opened === true) return 'open'
  if (word !== null) return word
  // Without a known opening nobody knows whether it is open: a missing deadline is never read as closed either.
  return opened === true ? 'open' : 'unknown'
}

/** Words that nobody stands for any more when they were read long ago. A word that says "no" may stand. */
const ageing: readonly (Status | null)[] = ['open', 'continuous', 'forthcoming', 'paused']
const monthsUntilAged = 36

/**
 * From when the word of a curated record is read as a stated `unknown` (contract 3, ageing): 36 months after it was read, or
 * after we first saw it where it does not say when. Null: never. A record with deadlines does not age: while one lies ahead it counts,
 * and after the last it is closed.
 */
export function agesAt(
  record: Pick<MeasureRecord, 'status' | 'application_window' | 'checked' | 'checked_at'>,
  source: Pick<SourceSettings, 'method'>,
  firstSeenAt: Instant,
): Instant | null {
  if (source.method !== 'curated' || !ageing.includes(record.status)) return null
  if (record.application_window.deadlines.length > 0) return null
  return monthsAfter(checkedAt(record) ?? firstSeenAt, monthsUntilAged)
}

/**
 * The same of a version, which has the status that it was given at its first instant: it does not age by itself later, and
 * one that was made when its word had aged stays so.
 */
export function versionAgesAt(record: Said, given: Status, validFrom: Instant): Instant | null {
  return given === 'unknown' && statusAt(record, null, validFrom) !== 'unknown' ? validFrom : null
}

/** The deadline served at an instant: the first that has not passed, else the last; null where none is known. */
export function servedDeadline(window: Pick<Dates, 'deadlines'>, at: Instant): Instant | null {
  return window.deadlines.find((deadline) => at <= deadline) ?? window.deadlines.at(-1) ?? null
}

/** The next instant after `after` at which the status or the served deadline becomes another; null: never again. */
export function nextClockChange(record: Said, agesAt: Instant | null, after: Instant): Instant | null {
  const { application_window: window } = record
  const status = statusAt(record, agesAt, after)
  const deadline = servedDeadline(window, after)
  // A deadline has passed from the millisecond after it.
  const turns = window.deadlines.map((end) => end + 1)
  if (window.opens_at !== null) turns.push(window.opens_at)
  if (agesAt !== null) turns.push(agesAt)
  const changes = turns.filter(
    (turn) => turn > after && (statusAt(record, agesAt, turn) !== status || servedDeadline(window, turn) !== deadline),
  )
  return changes.length === 0 ? null : changes.reduce((first, turn) => Math.min(first, turn))
}

/** Words that answer by themselves whether one can apply, with or without a date. */
const settling: readonly (Status | null)[] = ['continuous', 'paused', 'budget_exhausted', 'closed']

/**
 * The record as it is to be kept after `before`. A source that changes its form often drops its dates first, and goes on to
 * say "open" of calls that ended long ago; so a measure whose only known deadline has vanished is never read as open on the
 * word of its source (contract 4). Where the deadlines of `before` are gone and nothing else says whether one
 * can apply, its status is `unknown` and `doubted_word` has the source's own word. The doubt lasts over later readings,
 * until the source gives a deadline again, or one of the words `continuous`, `paused`, `budget_exhausted` and `closed`.
 */
export function withDoubt(record: MeasureRecord, before: MeasureRecord): MeasureRecord {
  const { status: word, application_window: window } = record
  if (window.deadlines.length > 0 || settling.includes(word)) return record
  if (before.application_window.deadlines.length === 0 && before.doubted_word === undefined) return record
  // Without an opening date `forthcoming` never turns into `open`, so that word can stand.
  const isSafe = word === 'forthcoming' && window.opens_at === null
  return { ...record, status: isSafe ? word : 'unknown', doubted_word: word }
}
