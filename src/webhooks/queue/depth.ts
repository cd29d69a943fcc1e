/** How much waits to be sent to customers, for whoever runs the service. */
import type { Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { waitingDeliveries } from './delivery-store.ts'

const depthCountMax = 10_000

/** `waiting`: up to `depthCountMax`; `dueSince`: of the oldest of them, null where none waits. */
export function deliveriesWaiting(sql: Sql): Promise<{ waiting: number; dueSince: Instant | null }> {
  return waitingDeliveries(sql, depthCountMax)
}
