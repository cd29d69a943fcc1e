/** Days in workbooks: numbers that are shown as dates, counted from the end of 1899 or from 1904 (ECMA-376, 18.17.4). */
import { addDays, type Day } from '../../../values/brussels.ts'

/** Formats that are not spelled out (18.8.30), those of East Asian dates among them. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** What of a format says nothing of dates: texts in quotes, escaped and padding characters, colours and conditions. */
const noPattern = /"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi

/** Whether numbers of that format are shown as a date or a time. `code`: the format spelled out; null: it is built in. */
export function isDateFormat(id: number, code: string | null): boolean {
  if (code === null) return builtInDates.some(([from, to]) => id >= from && id <= to)
  const [forPositive = ''] = code.replace(noPattern, '').split(';')
  return !/general/i.test(forPositive) && /[dmyhs]/i.test(forPositive)
}

/** The first day that both ways of counting agree on how to read: before it, one of them knows a 29 February 1900. */
const firstSerial = 61
const epoch1900 = '1899-12-30'
const epoch1904 = '1904-01-01'
/** 31 December 9999, counted from 1900. */
const lastSerial = 2_958_465

/** The day of a number that counts days; null where it counts none that is sure, or a time of day beside. */
export function dayOfSerial(serial: number, from1904: boolean): Day | null {
  if (!Number.isInteger(serial) || serial < firstSerial || serial > lastSerial) return null
  return addDays(from1904 ? epoch1904 : epoch1900, serial)
}
