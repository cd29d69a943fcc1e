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
