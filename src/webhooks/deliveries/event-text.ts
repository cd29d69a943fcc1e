/** An event as it is sent: with the licences of the moment at which it is put into words, once for all its attempts. */
import { renderEvent, type StoredEvent } from '../../changes/event/render-event.ts'
import type { Diff } from '../../measures/diff/diff.ts'
import { diffShownNow } from '../../measures/versions/shown-diff.ts'
import type { Sql } from '../../platform/database/database.ts'
import { formatInstant } from '../../values/brussels.ts'

/** The event object, as the feed answers it too. */
export async function shownEvent(sql: Sql, event: StoredEvent) {
  return renderEvent(event, await shownDiff(sql, event), formatInstant)
}

export async function eventText(sql: Sql, event: StoredEvent): Promise<string> {
  return JSON.stringify(await shownEvent(sql, event))
}

async function shownDiff(sql: Sql, { subject, subjectId, diff }: StoredEvent): Promise<StoredEvent['diff']> {
  if (subject !== 'subsidy' || Object.keys(diff).length === 0) return diff
  // The diffs of measure events are written as measures differ.
  return diffShownNow(sql, subjectId, diff as Diff)
}
