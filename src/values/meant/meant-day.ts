/** A day that was written in another form than ours, for who is told how to write it. */
import { type Day, isDay } from '../brussels.ts'

/** As people write days: the year first or last, one or two digits for the others, and one sign between. */
const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/
const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/
const compact = /^(\d{4})(\d{2})(\d{2})$/

/** The day that the text means beyond doubt; null where it means none, or may be one of two (05/06/2026). */
function meantDay(text: string): Day | null {
  const [, year = '', month = '', day = ''] = yearFirst.exec(text) ?? compact.exec(text) ?? []
  if (year !== '') return dayFrom(year, month, day)
  const [, first = '', second = '', last = ''] = yearLast.exec(text) ?? []
  if (last === '') return null
  const [dayFirst, monthFirst] = [dayFrom(last, second, first), dayFrom(last, first, second)]
  return dayFirst === null || monthFirst === null || dayFirst === monthFirst ? (dayFirst ?? monthFirst) : null
}

function dayFrom(year: string, month: string, day: string): Day | null {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(written) ? written : null
}

const timestamp = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:/

/**
 * What to tell who gave the text where a day belongs; it goes on behind the name of the place, and speaks of the text as
 * `shown`.
 */
export function notADay(text: string, shown: string): string {
  const meant = meantDay(text) ?? dayOf(text)
  if (meant !== null) return `${shown} is not a date as it is taken here (YYYY-MM-DD). Write ${meant}.`
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${shown} is no day of the calendar. Dates are YYYY-MM-DD.`
  return `${shown} is not a date. Write YYYY-MM-DD, for example 2026-12-31.`
}

function dayOf(text: string): Day | null {
  const [, day = ''] = timestamp.exec(text) ?? []
  return isDay(day) ? day : null
}
