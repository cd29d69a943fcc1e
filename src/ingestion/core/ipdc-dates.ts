/**
 * Dates of Flemish sources. They are timestamps that mostly mean a day: noon or midnight UTC is that calendar day, every
 * other time is the instant it says.
 */
import { type Day, isDay, parseInstant } from '../../values/brussels.ts'

/** As the input record writes it: a day `YYYY-MM-DD`, or a timestamp. Null when the text is neither. */
export function dateOf(text: string): { written: Day | string; isDay: boolean } | null {
  if (isDay(text)) return { written: text, isDay: true }
  const instant = parseInstant(text)
  if (instant === null) return null
  const utc = new Date(instant).toISOString()
  return /T(?:12|00):00:00\.000Z$/.test(utc)
    ? { written: utc.slice(0, 10), isDay: true }
    : { written: utc.replace('.000Z', 'Z'), isDay: false }
}

/** Whether the first of two written dates comes after the second; a day counts as its start there, as its end here. */
export function isAfter(from: string, to: string): boolean {
  return from.slice(0, 10) > to.slice(0, 10) || (from.length > 10 && to.length > 10 && Date.parse(from) > Date.parse(to))
}
