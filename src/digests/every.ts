/** How often a digest is sent, and when (contract 10). */
import { addDays, atTimeOfDay, type Day, dayOf, daysBetween, type Instant } from '../values/brussels.ts'

/** How often; `none`: never. */
export const digestChoices = ['none', 'daily', 'weekly'] as const
export type DigestChoice = (typeof digestChoices)[number]
export type Every = Exclude<DigestChoice, 'none'>

/** In Brussels. */
const hour = 7
const aMonday: Day = '2026-01-05'
const daysInWeek = 7

/** The first instant after `after` at which a digest is due: 07:00 in Brussels, of a weekly one on Monday. */
export function nextDue(every: Every, after: Instant): Instant {
  // Within eight days there is one of either kind.
  for (let day = dayOf(after); ; day = addDays(day, 1)) {
    const due = atTimeOfDay(day, hour)
    if (due > after && (every === 'daily' || daysBetween(aMonday, day) % daysInWeek === 0)) return due
  }
}
