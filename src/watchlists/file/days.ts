/** Days as people here write them: the day first, or the year, with marks between or without; a time of day is midnight. */
import { type Day, isDay } from '../../values/brussels.ts'

const midnight = String.raw`(?:(?:T| +)0?0:00(?::00(?:\.0+)?)?Z?| +12:00(?::00)? ?AM)?`
const yearFirst = new RegExp(String.raw`^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})${midnight}$`, 'i')
const yearLast = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})${midnight}$`, 'i')
/** Years, months and days without a mark between; of years in which companies are founded. */
const compact = /^((?:1[89]|20)\d{2})(\d{2})(\d{2})$/

const monthsOfYear = 12
const daysOfMonth = 31
const century = 100

/** How a column writes its days. */
export type DayForms = {
  /** Some day has the month first, and can be nothing else. */
  isMonthFirst: boolean
  /** Some day has a year of two digits. */
  hasShortYears: boolean
  /** Some day has a year of two digits in front, or one that can be no day: what stands where is not known. */
  isShortYearFirst: boolean
  /** The last year that two digits mean: those above it are of the century before. */
  lastYear: number
}

/** The day that the text says; null where it says none for sure. */
export function dayIn(text: string, lastYear: number): Day | null {
  const [, year = '', , month = '', day = ''] = yearFirst.exec(text) ?? []
  if (year !== '') return dayOf(year, month, day)
  const [, ownYear = '', ownMonth = '', ownDay = ''] = compact.exec(text) ?? []
  if (ownYear !== '') return dayOf(ownYear, ownMonth, ownDay)
  const [, first = '', , second = '', last = ''] = yearLast.exec(text) ?? []
  return last === '' ? null : dayOf(last.length === 2 ? fullYear(last, lastYear) : last, second, first)
}

function dayOf(year: string, month: string, day: string): Day | null {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(written) ? written : null
}

/** The last year that two digits mean in a field: they go up to next year, and those of plans to the end of the century. */
export function lastShortYear(field: string, today: Day): number {
  const year = Number(today.slice(0, 4))
  return field === 'project.planned_start' ? year - (year % century) + century - 1 : year + 1
}

/** A year of two digits: of the century of the last year that may be meant, or of the one before. */
function fullYear(digits: string, lastYear: number): string {
  const year = lastYear - (lastYear % century) + Number(digits)
  return String(year > lastYear ? year - century : year)
}

/** Takes what one cell shows of its column into account. */
export function noteDay(text: string, forms: DayForms): void {
  const [, first = '', , second = '', last = ''] = yearLast.exec(text) ?? []
  if (last === '') return
  forms.isMonthFirst ||= Number(second) > monthsOfYear && Number(first) <= monthsOfYear
  if (last.length !== 2) return
  forms.hasShortYears = true
  forms.isShortYearFirst ||= Number(first) > daysOfMonth || Number(first) === 0
}

export function hasShortYear(text: string): boolean {
  return yearLast.exec(text)?.[4]?.length === 2
}

/** Whether day and month might be the other way round. */
export function isEitherWay(text: string): boolean {
  const [, first, , second] = yearLast.exec(text) ?? []
  return first !== second && Number(second) <= monthsOfYear && Number(first) <= monthsOfYear
}
