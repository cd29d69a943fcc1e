/** At which failures in a row the owner of an endpoint is told (contract 10). */
import type { Instant } from '../../values/brussels.ts'
import { afterAttempts, type Standing } from '../queue/pacing.ts'
import { failuresMax } from '../retry.ts'

/** The last of them switches it off. */
const toldFailures = [5, 15, failuresMax] as const
export type ToldFailures = (typeof toldFailures)[number]

/** Which attempt, by its place among those that ended, made how many failures in a row. */
export type Passed = { place: number; failures: ToldFailures }

/** What attempts on an endpoint brought it to, in their order: `true` for each that succeeded. */
export function passedBy(standing: Standing, successes: readonly boolean[], endedAt: Instant): Passed[] {
  const passed: Passed[] = []
  let before = standing
  for (const [place, isSuccess] of successes.entries()) {
    const after = afterAttempts(before, [isSuccess], endedAt)
    const failures = toldFailures.find((count) => count === after.consecutiveFailures)
    if (failures !== undefined && after.consecutiveFailures > before.consecutiveFailures)
      passed.push({ place, failures })
    before = after
  }
  return passed
}
