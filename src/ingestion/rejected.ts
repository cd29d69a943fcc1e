/** What a source's newest run could not take, for the operator to look at. */
import type { Database } from '../platform/database/database.ts'
import type { RejectedRecord } from './runs/run.ts'
import { rejectedOf } from './runs/run-store.ts'

/** At most `limit` rejected records, in the order read. */
export function rejectedRecords(database: Database, sourceId: string, limit: number): Promise<RejectedRecord[]> {
  return rejectedOf(database, sourceId, limit)
}
