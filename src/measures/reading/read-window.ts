/** The application window of an input record: dates, deadlines and precision (contract 2 and 3). */
import { recurrences, windowPrecisions } from '../../values/vocabularies.ts'
import type { ApplicationWindow } from '../record/record.ts'
import { inputProperties } from './input-schema.ts'
import { noteAt } from './read-texts.ts'
import type { Place, ReadDate } from './reading.ts'
import { dateAt, fault, listAt, partsOrNone, wordAt } from './reading.ts'

const beforeOpening = 'lies before the opening (opens_at)'

/**
 * `closes_at` and `cut_offs` together are the deadlines, earliest first, each once. A plain day is its start in
 * `opens_at` and its last millisecond in the other two. An absent window has no dates and the precision `unknown`.
 */
export function windowAt(place: Place): ApplicationWindow {
  const part = partsOrNone(place, inputProperties.window)
  const opening = dateAt(part('opens_at'), 'start')
  const closing = dateAt(part('closes_at'), 'end')
  const cutOffs = listAt(part('cut_offs'), (entry) => {
    const cutOff = dateAt(entry, 'end')
    if (cutOff !== null && opening !== null && cutOff.instant < opening.instant) fault(entry, beforeOpening)
    return cutOff
  })
  if (closing !== null && opening !== null && closing.instant < opening.instant) fault(part('closes_at'), beforeOpening)
  const ends = closing === null ? cutOffs : [closing, ...cutOffs]
  const deadlines = [...new Set(ends.map((end) => end.instant))].sort((a, b) => a - b)
  return {
    opens_at: opening?.instant ?? null,
    deadlines,
    precision:
      wordAt(part('precision'), windowPrecisions) ??
      precisionOf(ends.length > 0 || opening === null ? ends : [opening]),
    recurrence: wordAt(part('recurrence'), recurrences),
    note: noteAt(part('note')),
  }
}

/** The precision that the dates show by themselves; where they differ, the coarser one: nothing is told too exactly. */
function precisionOf(dates: readonly ReadDate[]): ApplicationWindow['precision'] {
  if (dates.length === 0) return 'unknown'
  return dates.some((date) => date.plain) ? 'day' : 'instant'
}
