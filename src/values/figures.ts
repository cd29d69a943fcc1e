/**
 * How numbers, money and days are written for people: narrow no-break spaces in thousands, the euro sign where the language
 * has it, days as in `4 Dec 2026`. Days are those of Brussels.
 */
import { type Day, dayOf, daysBetween, type Instant, parseInstant, startOfDay } from './brussels.ts'
import type { Language } from './vocabularies.ts'

/** Narrow no-break space: thousands stay on one line. */
const thin = '\u202f'
const noBreak = '\u00a0'

const months: Record<Language, readonly string[]> = {
  nl: ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'],
  fr: ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin', 'juil.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
}
const monthNames: Record<Language, readonly string[]> = {
  nl: [
    ...['januari', 'februari', 'maart', 'april', 'mei', 'juni'],
    ...['juli', 'augustus', 'september', 'oktober', 'november', 'december'],
  ],
  fr: [
    ...['janvier', 'février', 'mars', 'avril', 'mai', 'juin'],
    ...['juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'],
  ],
  en: [
    ...['January', 'February', 'March', 'April', 'May', 'June'],
    ...['July', 'August', 'September', 'October', 'November', 'December'],
  ],
}

const decimalSigns: Record<Language, string> = { nl: ',', fr: ',', en: '.' }

/** At most two decimals; they stand where the number is not whole. */
export function numberText(value: number, language: Language): string {
  const [whole = '', decimals] = (Number.isInteger(value) ? String(value) : value.toFixed(2)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thin)
  return decimals === undefined ? grouped : `${grouped}${decimalSigns[language]}${decimals}`
}

/** To the tenth, whole numbers too, so that those of a column stand under each other. */
export function tenthsText(value: number, language: Language): string {
  const [whole, tenths] = value.toFixed(1).split('.')
  return `${numberText(Number(whole), language)}${decimalSigns[language]}${tenths}`
}

export function millisecondsText(durationMs: number, language: Language): string {
  return `${tenthsText(durationMs, language)}${noBreak}ms`
}

export function eurosText(value: number, language: Language): string {
  const figure = numberText(value, language)
  return language === 'fr' ? `${figure}${noBreak}€` : `€${noBreak}${figure}`
}

/** A fraction 0..1 as a percentage. */
export function percentText(fraction: number, language: Language): string {
  const figure = Math.round(fraction * 10_000) / 100
  return `${String(figure).replace('.', decimalSigns[language])}${noBreak}%`
}

/** A day, e.g. `4 Dec 2026`. */
export function dayText(day: Day, language: Language): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)}${noBreak}${months[language][Number(month) - 1]}${noBreak}${year}`
}

/** A month, e.g. `December 2026`. */
export function monthText(month: string, language: Language): string {
  const [year = '', number = ''] = month.split('-')
  return `${monthNames[language][Number(number) - 1]} ${year}`
}

/** The Brussels day of a timestamp as it is served; null where there is none. */
export function dayOfText(timestamp: string | null): Day | null {
  const instant = timestamp === null ? null : parseInstant(timestamp)
  return instant === null ? null : dayOf(instant)
}

/** The last Brussels day on which a deadline can be met: one at midnight ends the day before. */
export function lastDayOf(deadline: Instant): Day {
  return dayOf(deadline - 1)
}

/** A deadline as `momentText` says it; one at midnight is the day that it ends, never the one that it begins. */
export function deadlineText(timestamp: string, language: Language): string {
  const instant = parseInstant(timestamp)
  const isMidnight = instant !== null && instant === startOfDay(dayOf(instant))
  return isMidnight ? dayText(lastDayOf(instant), language) : momentText(timestamp, language)
}

/** The day and the hour in Brussels, e.g. `4 Dec 2026, 17:00`; a day that ends at its last minute is the day alone. */
export function momentText(timestamp: string, language: Language): string {
  const day = dayText(timestamp.slice(0, 10), language)
  const hour = timestamp.slice(11, 16)
  return hour === '23:59' || hour === '00:00' ? day : `${day}, ${hour}`
}

/** Brussels days from the day of `now` to that day; negative where it is over. */
export function daysUntil(day: Day, now: Instant): number {
  return daysBetween(dayOf(now), day)
}
