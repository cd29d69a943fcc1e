/** How much waits to be sent to customers, for whoever runs the service. */
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { dueDeliveries, waitingDeliveries } from './delivery-store.ts'

const depthCountMax = 10_000
const endpointsMax = 1_000

/** `waiting`: up to `depthCountMax`; `dueSince`: of the oldest of them, null where none waits. */
export function deliveriesWaiting(sql: Sql): Promise<{ waiting: number; dueSince: Instant | null }> {
  return waitingDeliveries(sql, depthCountMax)
}

/** Deliveries that may be sent now: `due` up to `depthCountMax`; `oldestMs`: for how long the first endpoint waits to be looked at. */
export function deliveriesDue(database: Database): Promise<{ due: number; oldestMs: number | null }> {
  return dueDeliveries(database, database.dialect, { endpointsMax, countMax: depthCountMax })
}
