/** How fresh a source is (contract 4): a function of its runs and the time, so nothing has to be kept up to date. */
import type { Instant } from '../values/brussels.ts'
import type { SourceFreshness } from '../values/vocabularies.ts'

/** Failed runs in a row that make a source `failing`. */
export const failingAfterRuns = 3
/** A source is stale when its rhythm has passed so many times without a success. */
const rhythmsMissed = 2

const hourMs = 3_600_000

export type FreshnessFacts = {
  expectedEveryHours: number | null
  /** Failed runs since the last succeeded one; held ones count neither way. */
  failedInARow: number
  /** End of the last succeeded run; null: there was none. */
  lastSuccessAt: Instant | null
}

/** `failing` goes before `stale`; a source that has never succeeded has nothing that could grow stale. */
export function freshnessAt(facts: FreshnessFacts, at: Instant): SourceFreshness {
  if (facts.failedInARow >= failingAfterRuns) return 'failing'
  if (facts.lastSuccessAt === null) return 'never'
  if (facts.expectedEveryHours === null) return 'fresh'
  const staleFrom = facts.lastSuccessAt + rhythmsMissed * facts.expectedEveryHours * hourMs
  return at >= staleFrom ? 'stale' : 'fresh'
}

/** The event that a change of freshness is worth; null for none: the first success of a source is no news. */
export function freshnessEvent(
  from: SourceFreshness,
  to: SourceFreshness,
): 'source.fresh' | 'source.stale' | 'source.failing' | null {
  if (from === to || to === 'never') return null
  if (from === 'never' && to === 'fresh') return null
  return `source.${to}`
}
