/** When a source's schedule asks for a run (contract 4). */

import { nextDue } from '../../sources/source/definition.ts'
import { interrupted, type Run, type Source } from '../../sources/source/source.ts'
import type { Instant } from '../../values/brussels.ts'

/** A run that keeps taking its process down is not tried again before its schedule asks. */
export const interruptedInARowMax = 3

/**
 * Whether the source is to be run now; `runs` are its newest, newest first. A source that was never run is due at once,
 * and so is one whose last run was interrupted; any other when its schedule has passed since the last run began.
 */
export function isDue(
  source: Pick<Source, 'enabled'> & { definition: Pick<Source['definition'], 'schedule'> },
  runs: readonly Pick<Run, 'status' | 'startedAt' | 'error'>[],
  now: Instant,
): boolean {
  const { schedule } = source.definition
  const [newest] = runs
  if (!source.enabled || schedule === null) return false
  if (newest === undefined) return true
  if (newest.status === 'running') return false
  const others = runs.findIndex((run) => run.status !== 'failed' || run.error !== interrupted)
  const interruptedInARow = others < 0 ? runs.length : others
  if (interruptedInARow > 0 && interruptedInARow < interruptedInARowMax) return true
  const dueAt = nextDue(schedule, newest.startedAt)
  return dueAt !== null && dueAt <= now
}
