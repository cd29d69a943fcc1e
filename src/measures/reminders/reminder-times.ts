/**
 * When a deadline is announced as closing soon (contract 6): so many Brussels calendar days before its day, at 09:00,
 * whatever the clock does in between.
 */
import { addDays, atTimeOfDay, dayOf, type Instant } from '../../values/brussels.ts'
import { liveStatuses } from '../../values/vocabularies.ts'
import type { MeasureRecord } from '../record/record.ts'
import { statusAt } from '../record/status.ts'

const reminderHour = 9

/** A deadline, and how many days before it the reminder is. */
export type Reminder = { deadline: Instant; days: number }

/**
 * The reminders that a measure is worth at `now`: for each deadline still ahead the one of the nearest threshold that has
 * passed; those before it are not made up. Which of them were made is the caller's to know.
 */
export function dueReminders(
  record: Pick<MeasureRecord, 'status' | 'application_window'>,
  daysBefore: readonly number[],
  now: Instant,
): Reminder[] {
  const { application_window: window } = record
  // What has a deadline ahead does not age.
  // Of what can currently be applied for alone one is reminded (specification, Measure status).
  if (!liveStatuses.includes(statusAt(record, null, now))) return []
  return window.deadlines.flatMap((deadline) => {
    const passed = daysBefore.filter((days) => reminderAt(deadline, days) <= now)
    return now > deadline || passed.length === 0 ? [] : [{ deadline, days: Math.min(...passed) }]
  })
}

/** The first instant after `now` at which a deadline's threshold passes; null: none will, as far as is known. */
export function nextThreshold(
  window: Pick<MeasureRecord['application_window'], 'deadlines'>,
  daysBefore: readonly number[],
  now: Instant,
): Instant | null {
  const ahead = window.deadlines
    .flatMap((deadline) => daysBefore.map((days) => reminderAt(deadline, days)))
    .filter((instant) => instant > now)
  return ahead.length === 0 ? null : Math.min(...ahead)
}

export function reminderAt(deadline: Instant, days: number): Instant {
  return atTimeOfDay(addDays(dayOf(deadline), -days), reminderHour)
}
