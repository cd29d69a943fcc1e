/**
 * Status and deadline of a measure at an instant (contract 3). The same rule holds at read time, at ingestion and in the
 * clock job, so nothing here is stored: what the source said and its dates are, and the rest follows.
 *
 * A deadline has passed when the clock is later than it; an opening has passed at its instant.
 */
import type { Instant } from '../../values/brussels.ts'
import type { Status } from '../../values/vocabularies.ts'
import type { ApplicationWindow, MeasureRecord } from './record.ts'

type Dates = Pick<ApplicationWindow, 'opens_at' | 'deadlines'>

/** The status at an instant; `word` is the source's own, null when it gives none. The first rule that holds decides. */
export function statusAt(word: Status | null, window: Dates, at: Instant): Status {
  const last = window.deadlines.at(-1)
  if (last !== undefined && at > last) return 'closed'
  const opened = window.opens_at === null ? null : at >= window.opens_at
  if (opened === false) return 'forthcoming'
  if (word === 'forthcoming' && opened === true) return 'open'
  if (word !== null) return word
  // Without a known opening nobody knows whether it is open: a missing deadline is never read as closed either.
  return opened === true ? 'open' : 'unknown'
}

/** The deadline served at an instant: the first that has not passed, else the last; null where none is known. */
export function servedDeadline(window: Pick<Dates, 'deadlines'>, at: Instant): Instant | null {
  return window.deadlines.find((deadline) => at <= deadline) ?? window.deadlines.at(-1) ?? null
}

/** The next instant after `after` at which the status or the served deadline becomes another; null: never again. */
export function nextClockChange(
  record: Pick<MeasureRecord, 'status'> & { application_window: Dates },
  after: Instant,
): Instant | null {
  const { status: word, application_window: window } = record
  const status = statusAt(word, window, after)
  const deadline = servedDeadline(window, after)
  // A deadline has passed from the millisecond after it.
  const turns = window.deadlines.map((end) => end + 1)
  if (window.opens_at !== null) turns.push(window.opens_at)
  const changes = turns.filter(
    (turn) => turn > after && (statusAt(word, window, turn) !== status || servedDeadline(window, turn) !== deadline),
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
