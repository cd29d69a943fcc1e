/** UTC months, in which quotas are counted and use is shown. */

import type { Instant } from '../../values/brussels.ts'
import { addDays, type Day, nextUtcMonth, startOfUtcDay, utcDayOf, utcMonthOf } from '../../values/brussels.ts'

/** Months that are kept beside that of now (contract 10). */
export const usageMonths = 25

const monthForm = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** `YYYY-MM` of a month that exists. */
export function isMonth(text: string): boolean {
  return monthForm.test(text)
}

/** First millisecond of a month. */
export function startOfMonth(month: string): Instant {
  return startOfUtcDay(`${month}-01`)
}

/** The month that lies so many before another. */
export function monthBefore(month: string, months: number): string {
  let at = startOfMonth(month)
  for (let back = 0; back < months; back += 1) at = startOfMonth(utcMonthOf(at - 1))
  return utcMonthOf(at)
}

/** The months of which figures are kept, newest first. */
export function keptMonths(now: Instant): string[] {
  const newest = utcMonthOf(now)
  return Array.from({ length: usageMonths + 1 }, (_, back) => monthBefore(newest, back))
}

/** Every day of a month, in order. */
export function daysOf(month: string): Day[] {
  const last = utcDayOf(nextUtcMonth(startOfMonth(month)) - 1)
  const days: Day[] = []
  for (let day = `${month}-01`; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
