/** The application window of an input record: dates, deadlines and precision (contract 2 and 3). */
import type { ApplicationWindow } from '../record/record.ts'
import type { Given } from './input-schema.ts'
import { dateOf, entriesOf, localized, type ReadDate, type Reading } from './reading.ts'

const beforeOpening = 'lies before the opening (opens_at)'

/**
 * `closes_at` and `cut_offs` together are the deadlines, earliest first, each once. A plain day is its start in
 * `opens_at` and its last millisecond in the other two. An absent window has no dates and the precision `unknown`.
 */
export function windowOf(given: Given['application_window'], path: string, reading: Reading): ApplicationWindow {
  const opening = dateOf(given?.opens_at ?? null, 'start')
  const closing = dateOf(given?.closes_at ?? null, 'end')
  const isEarly = (end: ReadDate): boolean => opening !== null && end.instant < opening.instant
  const ends: ReadDate[] = closing === null ? [] : [closing]
  for (const [text, entryPath] of entriesOf(given?.cut_offs ?? null, `${path}.cut_offs`)) {
    const cutOff = dateOf(text, 'end')
    if (cutOff === null) continue
    if (isEarly(cutOff)) reading.faults.add(entryPath, beforeOpening)
    ends.push(cutOff)
  }
  if (closing !== null && isEarly(closing)) reading.faults.add(`${path}.closes_at`, beforeOpening)
  return {
    opens_at: opening?.instant ?? null,
    deadlines: [...new Set(ends.map((end) => end.instant))].sort((a, b) => a - b),
    precision: given?.precision ?? precisionOf(ends.length > 0 || opening === null ? ends : [opening]),
    recurrence: given?.recurrence ?? null,
    note: localized(given?.note ?? null, reading),
  }
}

/** The precision that the dates show by themselves; where they differ, the coarser one: nothing is told too exactly. */
function precisionOf(dates: readonly ReadDate[]): ApplicationWindow['precision'] {
  if (dates.length === 0) return 'unknown'
  return dates.some((date) => date.plain) ? 'day' : 'instant'
}
