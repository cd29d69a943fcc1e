/** SQL of the reminders: which measures have a deadline near, and what was announced. */

import type { Sql } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'
import type { Instant } from '../../values/brussels.ts'
import { type MeasureRow, measureList, measureOf, type StoredMeasure } from '../versions/store.ts'
import type { Reminder } from './reminder-times.ts'

/** A reminder of a measure. */
export type MeasureReminder = Reminder & { measureId: string }

/**
 * Measures neither withdrawn nor merged that were open, continuous or forthcoming at their newest version and whose
 * deadline of then lies before `before`, of those that changed after `publication`: by id, after `afterId`. What reads so
 * later without having read so then has a newer version.
 */
export async function measuresClosingBefore(
  sql: Sql,
  before: Instant,
  publication: number,
  afterId: string,
  limit: number,
): Promise<StoredMeasure[]> {
  const rows = await sql.all<MeasureRow>(
    `select ${measureList} from measure
     where withdrawn_at is null and merged_into is null and status in ('forthcoming', 'open', 'continuous')
       and closes_at < $1 and publication > $2 and id > $3
     order by id limit $4`,
    [before, publication, afterId, limit],
  )
  return rows.map(measureOf)
}

/** What was announced of these measures. */
export async function remindersOf(sql: Sql, measureIds: readonly string[]): Promise<MeasureReminder[]> {
  if (measureIds.length === 0) return []
  const { places, values } = valuesIn(measureIds, 1)
  const rows = await sql.all<{ measure_id: string; deadline: number; days: number }>(
    `select measure_id, deadline, days from reminder where measure_id in (${places})`,
    values,
  )
  return rows.map((row) => ({ measureId: row.measure_id, deadline: row.deadline, days: row.days }))
}

/** Says that these were announced; that each is so once, the table holds by itself. */
export async function insertReminders(
  transaction: Sql,
  now: Instant,
  reminders: readonly MeasureReminder[],
): Promise<void> {
  await transaction.insertMany(
    'reminder',
    ['measure_id', 'deadline', 'days', 'created_at'],
    reminders.map(({ measureId, deadline, days }) => [measureId, deadline, days, now]),
  )
}

/** Forgets what was announced of deadlines before `before`: nobody is reminded of those any more. */
export async function deleteRemindersBefore(sql: Sql, before: Instant): Promise<void> {
  await sql.run('delete from reminder where deadline < $1', [before])
}
