/**
 * The one place where instants and Brussels days meet. An instant is epoch milliseconds (UTC); a day is `YYYY-MM-DD`
 * in Brussels. Days are not 24 hours long when the clock changes, so every boundary is asked of the time zone itself.
 */

export type Instant = number
export type Day = string

const zone = 'Europe/Brussels'
const utcDayMs = 86_400_000
const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/
// RFC 3339 section 5.6, with the upper-case T and Z that every client writes; a leap second is read as second 59.
const instantForm =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/

/** Whether the text is a calendar day that exists (`2026-02-30` does not). */
export function isDay(text: string): boolean {
  const parts = dayForm.exec(text)
  if (parts === null) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (month < 1 || month > 12 || day < 1) return false
  return day <= daysIn(year, month)
}

/** Of the calendar in which every year of four digits counts as it does now. */
function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/**
 * Reads an RFC 3339 timestamp with an offset or `Z`; what is finer than a millisecond is cut off.
 * Null when the text is no such timestamp.
 */
export function parseInstant(text: string): Instant | null {
  const parts = instantForm.exec(text)
  if (parts === null || !isDay(parts[1] ?? '')) return null
  const [year, month, day] = (parts[1] ?? '').split('-').map(Number) as [number, number, number]
  const second = Math.min(Number(parts[4]), 59)
  const millisecond = Number((parts[5] ?? '').padEnd(3, '0').slice(0, 3))
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, day)
  wall.setUTCHours(Number(parts[2]), Number(parts[3]), second, millisecond)
  const offsetMinutes = parts[6] === undefined ? 0 : Number(parts[7]) * 60 + Number(parts[8])
  return wall.getTime() - (parts[6] === '-' ? -1 : 1) * offsetMinutes * 60_000
}

/**
 * Days of instants that were asked for lately, and beginnings of days. Asking the time zone takes microseconds, and few instants
 * (beginnings and ends of days, as dates are) stand for most that are asked for.
 */
const knownDays = new Map<Instant, Day>()
const knownStarts = new Map<Day, Instant>()
const knownDaysMax = 4_096

/** First millisecond of a Brussels day. */
export function startOfDay(day: Day): Instant {
  const known = knownStarts.get(day)
  if (known !== undefined) return known
  const start = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds
  if (knownStarts.size === knownDaysMax) knownStarts.clear()
  knownStarts.set(day, start)
  return start
}

/** Last millisecond of a Brussels day (23:59:59.999). */
export function endOfDay(day: Day): Instant {
  return startOfDay(addDays(day, 1)) - 1
}

/** The Brussels day on which an instant falls. */
export function dayOf(instant: Instant): Day {
  const known = knownDays.get(instant)
  if (known !== undefined) return known
  const day = zoned(instant).toPlainDate().toString()
  if (knownDays.size === knownDaysMax) knownDays.clear()
  knownDays.set(instant, day)
  return day
}

/** The day `days` calendar days after `day` (before it, when negative). */
export function addDays(day: Day, days: number): Day {
  return utcDayOf(startOfUtcDay(day) + days * utcDayMs)
}

/** Calendar days from one Brussels day to another; negative where the other lies before it. */
export function daysBetween(from: Day, to: Day): number {
  return (startOfUtcDay(to) - startOfUtcDay(from)) / utcDayMs
}

/** A wall-clock time of a Brussels day as an instant, e.g. 09:00 on the day a reminder is due. */
export function atTimeOfDay(day: Day, hour: number, minute = 0): Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: { hour, minute } }).epochMilliseconds
}

/** Whole calendar months from one Brussels day to a later one; 0 when the first lies ahead. */
export function monthsBetween(from: Day, to: Day): number {
  const [fromYear, fromMonth, fromDay] = partsOf(from)
  const [toYear, toMonth, toDay] = partsOf(to)
  const begun = (toYear - fromYear) * 12 + toMonth - fromMonth
  return Math.max(0, toDay < fromDay ? begun - 1 : begun)
}

function partsOf(day: Day): [year: number, month: number, day: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8))]
}

/** RFC 3339 with the Brussels offset; whole seconds unless the value has a fraction: `2026-11-20T09:30:00+01:00`. */
export function formatInstant(instant: Instant): string {
  return zoned(instant).toString({
    timeZoneName: 'never',
    smallestUnit: instant % 1000 === 0 ? 'second' : 'millisecond',
  })
}

/** The month that was asked for last: every request asks for the one of now, several times. */
let newestMonth = { start: 0, end: 0, text: '' }

/** So many calendar months before an instant, at the same time of the Brussels day (the last day of a shorter month). */
export function monthsBefore(instant: Instant, months: number): Instant {
  return zoned(instant).subtract({ months }).epochMilliseconds
}

/** So many calendar months after an instant, at the same time of the Brussels day (the last day of a shorter month). */
export function monthsAfter(instant: Instant, months: number): Instant {
  return zoned(instant).add({ months }).epochMilliseconds
}

/** First millisecond of a Brussels day, month or year (`2026-03-14`, `2026-03`, `2026`); null when the text is none. */
export function startOfPeriod(text: string): Instant | null {
  const day = `${text}${'-01-01'.slice(text.length - 4)}`
  return isDay(day) ? startOfDay(day) : null
}

/** The UTC day of an instant, `YYYY-MM-DD`: the unit in which use is shown. */
export function utcDayOf(instant: Instant): Day {
  const [day = ''] = new Date(instant).toISOString().split('T')
  return day
}

/** First millisecond of a UTC day, `YYYY-MM-DD`. */
export function startOfUtcDay(day: Day): Instant {
  return Date.parse(`${day}T00:00:00Z`)
}

/** The UTC calendar month of an instant, `YYYY-MM`: the unit in which quotas are counted. */
export function utcMonthOf(instant: Instant): string {
  return monthOf(instant).text
}

/** First millisecond of the UTC month after the one in which `instant` falls. */
export function nextUtcMonth(instant: Instant): Instant {
  return monthOf(instant).end
}

function monthOf(instant: Instant): typeof newestMonth {
  if (instant >= newestMonth.start && instant < newestMonth.end) return newestMonth
  const date = new Date(instant)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  newestMonth = { start: Date.UTC(year, month), end: Date.UTC(year, month + 1), text: date.toISOString().slice(0, 7) }
  return newestMonth
}

function zoned(instant: Instant): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
}
