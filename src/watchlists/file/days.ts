/** Days as people here write them: the day first, or the year. */
import { type Day, isDay } from '../../values/brussels.ts'

const yearFirst = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/
const marked = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/

const monthsOfYear = 12

/** The day that the text says; null where it says none for sure. A time of day is midnight, or it is no day. */
export function dayIn(text: string): Day | null {
  const [, day] = yearFirst.exec(text) ?? []
  if (day !== undefined) return isDay(day) ? day : null
  const [, first, , second, year] = marked.exec(text) ?? []
  if (first === undefined || second === undefined) return null
  const written = `${year}-${second.padStart(2, '0')}-${first.padStart(2, '0')}`
  return isDay(written) ? written : null
}

/** Whether a day is written with the month first, and can be nothing else. */
export function isMonthFirst(text: string): boolean {
  const [, first, , second] = marked.exec(text) ?? []
  return Number(second) > monthsOfYear && Number(first) <= monthsOfYear
}

/** Whether day and month might be the other way round. */
export function isEitherWay(text: string): boolean {
  const [, first, , second] = marked.exec(text) ?? []
  return first !== second && Number(second) <= monthsOfYear && Number(first) <= monthsOfYear
}
