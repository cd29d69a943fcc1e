/** When the page of each measure was last really seen. */
import type { Instant } from '../../../values/brussels.ts'
import type { MadeCheck } from '../../links/link-check-store.ts'
import { wasSeen } from '../../links/seen-address.ts'

/** Of the measures whose page ever was. */
export function pagesSeen(checks: readonly MadeCheck[]): Map<string, Instant> {
  const seen = new Map<string, Instant>()
  for (const { measureId, outcome, checkedAt } of checks) if (wasSeen(outcome)) seen.set(measureId, checkedAt)
  return seen
}
