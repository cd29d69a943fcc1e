/** A change as it is laid ready: the measure as it is to become, its version, and the event that announces it. */
import type { EventDraft } from '../../changes/event/event.ts'
import { newId } from '../../platform/new-id.ts'
import type { Instant } from '../../values/brussels.ts'
import type { SourceSettings } from '../record/record.ts'
import type { NewVersion } from '../versions/store.ts'
import { announcing, touched, type VersionMeans, written } from '../versions/versions.ts'
import type { PreparedMeasure } from './prepared-store.ts'
import type { Change } from './transitions.ts'

/**
 * The change as of `at`, which holds until the clock next changes the measure (`nextClockAt`). Where it is withdrawn, its
 * diff says `timeWord` for the time, which only the publishing knows.
 */
export function preparedOf(
  { outcome, transition }: Change,
  position: number,
  means: VersionMeans,
  source: SourceSettings,
  timeWord: string,
  at: Instant,
): { measure: PreparedMeasure; event: EventDraft | null } {
  const { before, after } = transition
  const plain = { position, outcome, before, isNewlyWithdrawn: false }
  if (before !== null && outcome === 'touched') {
    return { measure: { ...plain, measure: touched(before, after, source, at), version: null }, event: null }
  }
  const { measure, content, version } = written(transition, { source, lookups: means.lookups }, at, () =>
    newId('chg', at),
  )
  if (version === null) return { measure: { ...plain, measure, version }, event: null }
  const isNewlyWithdrawn = measure.withdrawnAt !== null && before?.withdrawnAt === null
  const told = isNewlyWithdrawn ? { ...version, diff: sayingTime(version.diff, timeWord) } : version
  return {
    measure: { ...plain, isNewlyWithdrawn, measure, version: told },
    event: announcing(told, content, source, means.baseUrl),
  }
}

/** The diff of a measure that is withdrawn, with a word in the place of the time that is not known yet. */
function sayingTime(diff: NewVersion['diff'], timeWord: string): NewVersion['diff'] {
  return { ...diff, withdrawn_at: { from: null, to: timeWord } }
}
