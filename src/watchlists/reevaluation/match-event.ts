/** What the change of a verdict is told as (contract 7): the type of its event, how severe it is, and the event itself. */

import type { EventDraft } from '../../changes/event/event.ts'
import { measureSummary } from '../../measures/diff/event-summary.ts'
import type { MeasureContent, SourceSettings } from '../../measures/record/record.ts'
import { openRegions } from '../../measures/rules/open-regions.ts'
import type { MatchStatus, Severity, Status } from '../../values/vocabularies.ts'

/** The verdicts on the version before and on the new one; null: the measure was, or is, not there. */
export type VerdictChange = { before: MatchStatus | null; after: MatchStatus | null }

export type MatchEventType = 'match.created' | 'match.status_changed' | 'match.removed'

/** Statuses of measures that can be applied for, or will be. */
const ahead: readonly Status[] = ['open', 'continuous', 'forthcoming']

function isMatch(status: MatchStatus | null): boolean {
  return status !== null && status !== 'not_eligible'
}

/** Null: nothing that an account is told of, since it had no match and has none, or has the same one. */
export function changeType({ before, after }: VerdictChange): MatchEventType | null {
  if (before === after || (!isMatch(before) && !isMatch(after))) return null
  if (!isMatch(before)) return 'match.created'
  return isMatch(after) ? 'match.status_changed' : 'match.removed'
}

/** `status`: the measure's own in the new version. */
export function changeSeverity(change: VerdictChange, status: Status): Severity {
  if (changeType(change) !== 'match.status_changed') return 'high'
  if (change.before === 'likely_eligible' || change.after === 'likely_eligible') return 'high'
  return ahead.includes(status) ? 'medium' : 'low'
}

/** The measure of which a change is told, and the version that caused it: of a measure merged away, its survivor's. */
export type Told = {
  measureId: string
  content: MeasureContent
  source: SourceSettings
  version: number
  /** Place of that version's event. */
  eventSeq: number
}

export type ToldCompany = VerdictChange & { watchlistId: string; accountId: string; reference: string }

export function matchEvent(id: string, event: MatchEventType, told: Told, company: ToldCompany): EventDraft {
  const { measureId, content, source, version, eventSeq } = told
  const { watchlistId, accountId, reference, before, after } = company
  return {
    id,
    event,
    subject: 'match',
    subjectId: `${watchlistId}:${reference}:${measureId}`,
    version,
    sourceId: null,
    accountId,
    causedBy: eventSeq,
    categories: [event],
    regions: openRegions(content.record),
    topics: content.record.topics,
    diff: {},
    summary: {
      watchlist_id: watchlistId,
      company_reference: reference,
      subsidy_id: measureId,
      match_status: after,
      previous_status: before,
      ...measureSummary(content, source),
    },
    links: null,
  }
}
