/** Announces deadlines that come near: once each, whoever looks and however often the service starts. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { withFeed } from '../../changes/append.ts'
import type { EventDraft } from '../../changes/event/event.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { ItemFaults } from '../../platform/faults/item-faults.ts'
import { lockSource } from '../../sources/registry.ts'
import { sourceSettings } from '../../sources/source/source-settings.ts'
import type { Instant } from '../../values/brussels.ts'
import { byCodePoint } from '../../values/ids.ts'
import { newestPublication } from '../catalogue/catalogue-store.ts'
import { measureSummary } from '../diff/event-summary.ts'
import { measuresPerStep } from '../publishing/transitions.ts'
import { contentAt, type Settings } from '../record/content.ts'
import { measureLinks } from '../record/render.ts'
import { openRegions } from '../rules/open-regions.ts'
import { measuresByIds, type StoredMeasure } from '../versions/store.ts'
import type { VersionMeans } from '../versions/versions.ts'
import {
  deleteRemindersBefore,
  insertReminders,
  type MeasureReminder,
  measuresClosingBefore,
  remindersOf,
} from './reminder-store.ts'
import { dueReminders, nextThreshold, type Reminder } from './reminder-times.ts'

export type ReminderMeans = VersionMeans & {
  database: Database
  clock: Clock
  signal?: AbortSignal
  /** Thresholds in Brussels calendar days, each above 0. */
  daysBefore: readonly number[]
}

/**
 * What a look has settled: every reminder that was due then, of the measures as of that publication. Until `nextAt` only
 * measures that changed since can be worth another.
 */
export type Look = { publication: number; nextAt: Instant }

const measuresPerPage = 200
const dayMs = 24 * 3_600_000
/** Looked at before their time by this much, so that a day's length and a slow look matter nothing. */
const horizonSlackMs = 2 * dayMs
/** The longest that a look holds for measures that did not change. */
const lookHoldsMs = dayMs
/** Reminders are forgotten so long after their deadline, well beyond any correction of a clock. */
const rememberedMs = 30 * dayMs

/**
 * Makes the reminders that are due. `last` is what an earlier look answered (null: everything is looked at); a look that
 * was cut short answers null. Two processes at once make each reminder once. Throws `ItemsFailed` when every source was tried and some
 * failed: nothing is settled then, and the next look is at everything.
 */
export async function remindOfDeadlines(
  means: ReminderMeans,
  last: Look | null,
): Promise<{ made: number; look: Look | null }> {
  const { database, clock, daysBefore } = means
  const now = clock.now()
  const publication = await newestPublication(database)
  const isWhole = last === null || now >= last.nextAt
  if (!isWhole && publication === last.publication) return { made: 0, look: last }
  if (isWhole) await deleteRemindersBefore(database, now - rememberedMs)

  const horizon = now + Math.max(...daysBefore) * dayMs + horizonSlackMs
  const since = isWhole ? -1 : last.publication
  let nextAt = isWhole ? now + lookHoldsMs : last.nextAt
  const faults = new ItemFaults()
  let made = 0
  for (let after = ''; ; ) {
    if (means.signal?.aborted) return { made, look: null }
    const page = await measuresClosingBefore(database, horizon, since, after, measuresPerPage)
    for (const { record } of page) {
      nextAt = Math.min(nextAt, nextThreshold(record.application_window, daysBefore, now) ?? nextAt)
    }
    made += await remindOf(means, faults, page, now)
    const end = page.at(-1)
    if (end === undefined || page.length < measuresPerPage) {
      faults.throwIfAny()
      return { made, look: { publication, nextAt } }
    }
    after = end.id
    await nextTurn()
  }
}

/** Of a page of measures, looks first, and locks only the sources of those that are owed something. */
async function remindOf(
  means: ReminderMeans,
  faults: ItemFaults,
  page: readonly StoredMeasure[],
  now: Instant,
): Promise<number> {
  const ready = page.filter((measure) => isReady(measure, now))
  const owed = await owedTo(means.database, ready, means.daysBefore, now)
  const bySource = Map.groupBy(
    ready.filter(({ id }) => owed.some(({ measureId }) => measureId === id)),
    ({ sourceId }) => sourceId,
  )
  let made = 0
  for (const [sourceId, measures] of [...bySource].sort(([left], [right]) => byCodePoint(left, right))) {
    for (let from = 0; from < measures.length; from += measuresPerStep) {
      const ids = measures.slice(from, from + measuresPerStep).map(({ id }) => id)
      made += (await faults.attempt(sourceId, () => remindOfSome(means, sourceId, ids), means.signal)) ?? 0
    }
  }
  return made
}

/** One transaction, for measures of one source: judged anew, for they may have changed since they were looked at. */
async function remindOfSome(means: ReminderMeans, sourceId: string, ids: readonly string[]): Promise<number> {
  const { database, clock, daysBefore } = means
  return database.transaction(async (transaction) => {
    const source = sourceSettings((await lockSource(transaction, database, sourceId)).definition)
    const now = clock.now()
    const measures = (await measuresByIds(transaction, ids)).filter((measure) => isReady(measure, now))
    const owed = await owedTo(transaction, measures, daysBefore, now)
    if (owed.length === 0) return 0
    await insertReminders(transaction, now, owed)
    const measureOf = new Map(measures.map((measure) => [measure.id, measure]))
    await withFeed(transaction, now, { publication: false }, async (feed) => {
      const events = owed.flatMap((reminder) => {
        const measure = measureOf.get(reminder.measureId)
        if (measure === undefined) return []
        const settings = { source, lookups: means.lookups }
        return [eventOf(feed.newEventId(), measure, reminder, settings, now, means.baseUrl)]
      })
      await feed.append(events)
    })
    return owed.length
  })
}

/** A change of the clock that is due comes first, so that the reminder says what the newest version says. */
function isReady({ withdrawnAt, mergedInto, nextClockAt }: StoredMeasure, now: Instant): boolean {
  return withdrawnAt === null && mergedInto === null && (nextClockAt === null || nextClockAt > now)
}

/** The due reminders of these measures that were not made yet, in the order of the ids and deadlines. */
async function owedTo(
  sql: Sql,
  measures: readonly StoredMeasure[],
  daysBefore: readonly number[],
  now: Instant,
): Promise<MeasureReminder[]> {
  const due = measures.flatMap(({ id, record }) =>
    dueReminders(record, daysBefore, now).map((reminder) => ({ measureId: id, ...reminder })),
  )
  const made = new Set((await remindersOf(sql, [...new Set(due.map(({ measureId }) => measureId))])).map(keyOf))
  return due
    .filter((reminder) => !made.has(keyOf(reminder)))
    .sort((left, right) => byCodePoint(left.measureId, right.measureId) || left.deadline - right.deadline)
}

const keyOf = ({ measureId, deadline, days }: MeasureReminder): string => `${measureId} ${deadline} ${days}`

function eventOf(
  id: string,
  measure: StoredMeasure,
  { deadline }: Reminder,
  settings: Settings,
  now: Instant,
  baseUrl: string,
): EventDraft {
  const content = contentAt(measure.record, settings, now, {
    withdrawn_at: null,
    merged_from: measure.mergedFrom,
    firstSeenAt: measure.createdAt,
  })
  return {
    id,
    event: 'subsidy.closing_soon',
    subject: 'subsidy',
    subjectId: measure.id,
    version: null,
    sourceId: settings.source.id,
    accountId: null,
    causedBy: null,
    categories: ['subsidy.closing_soon'],
    regions: openRegions(content.record),
    topics: content.record.topics,
    diff: {},
    summary: measureSummary(content, settings.source, deadline),
    links: measureLinks(baseUrl, measure.id),
  }
}
