/**
 * What watchlists are to be told, worked out by brute force: each version against the one before, for each company that was
 * there, by the plain evaluator on facts read anew. It knows nothing of portfolios, portions and positions.
 */

import { readFacts } from '../../src/matching/request/facts.ts'
import type { FactsInput } from '../../src/matching/request/request-schema.ts'
import { judgeMeasure } from '../../src/matching/verdict/judge-measure.ts'
import { prepare } from '../../src/matching/verdict/prepared-measure.ts'
import type { ReferenceLookups } from '../../src/measures/record/lookups.ts'
import { type VersionContent, versionContent } from '../../src/measures/versions/version-content.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Instant } from '../../src/values/brussels.ts'

export type ExpectedEvent = {
  causedBy: number
  event: string
  id: string
  version: number
  before: string | null
  after: string | null
}

/** Events of all versions after a place of the feed, for the companies as they stand, in order of version, list and place. */
export async function expectedEvents(
  database: Database,
  lookups: ReferenceLookups,
  after = 0,
): Promise<ExpectedEvent[]> {
  const versions = await database.all<{ seq: number; subject_id: string; version: number; created_at: number }>(
    `select seq, subject_id, version, created_at from change_event
     where subject = 'subsidy' and version is not null and seq > $1 order by seq`,
    [after],
  )
  const companies = await database.all<{
    watchlist_id: string
    place: number
    reference: string
    facts: string
    added_seq: number
  }>('select watchlist_id, place, reference, facts, added_seq from watched_company order by watchlist_id, place')
  const expected: ExpectedEvent[] = []
  for (const { seq, subject_id: id, version, created_at: at } of versions) {
    const now = await versionContent(database, lookups, id, version)
    const past = version === 1 ? null : await versionContent(database, lookups, id, version - 1)
    const [old, current] = [past, now].map((one) => (one === null ? null : statusesBy(one)))
    for (const company of companies) {
      if (company.added_seq >= seq) continue
      const facts = JSON.parse(company.facts) as FactsInput
      const before = old?.(facts, at) ?? null
      const after = current?.(facts, at) ?? null
      const event = eventOf(before, after)
      if (event === null) continue
      expected.push({
        causedBy: seq,
        event,
        id: `${company.watchlist_id}:${company.reference}:${id}`,
        version,
        before,
        after,
      })
    }
  }
  return expected
}

function statusesBy({ measureId, content, source, lastCheckedAt }: VersionContent) {
  const { record, status, closes_at: closesAt, withdrawn_at } = content
  const measure = prepare({ id: measureId, record, source, lastCheckedAt, status, closesAt, excludes: [], licence: {} })
  return (input: FactsInput, at: Instant): string | null => {
    if (withdrawn_at !== null) return null
    const outcome = readFacts(input, at)
    return 'facts' in outcome ? judgeMeasure(measure, outcome.facts).status : null
  }
}

function eventOf(before: string | null, after: string | null): string | null {
  const had = before !== null && before !== 'not_eligible'
  const has = after !== null && after !== 'not_eligible'
  if (!had && !has) return null
  if (!had) return 'match.created'
  if (!has) return 'match.removed'
  return before === after ? null : 'match.status_changed'
}
