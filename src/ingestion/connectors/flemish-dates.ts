/**
 * Dates of Flemish sources. They are timestamps that mostly mean a day: noon or midnight UTC is that calendar day, every
 * other time is the instant it says.
 */
import { type Day, endOfDay, type Instant, isDay, parseInstant, startOfDay } from '../../values/brussels.ts'

/** `written` as the input record has it: a day, or a timestamp. `from` and `to` are its first and last millisecond. */
export type FlemishDate = { written: Day | string; from: Instant; to: Instant }

/** Null when the text is neither a day nor an RFC 3339 timestamp. */
export function dateOf(text: string): FlemishDate | null {
  if (isDay(text)) return ofDay(text)
  const instant = parseInstant(text)
  if (instant === null) return null
  const utc = new Date(instant).toISOString()
  if (/T(?:12|00):00:00\.000Z$/.test(utc)) return ofDay(utc.slice(0, utc.indexOf('T')))
  return { written: utc.replace('.000Z', 'Z'), from: instant, to: instant }
}

const ofDay = (day: Day): FlemishDate => ({ written: day, from: startOfDay(day), to: endOfDay(day) })
