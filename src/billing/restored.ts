/** What is paid, in a restored store: what it says of it is of the backup's day. */
import type { Sql } from '../platform/database/database.ts'
import { makeAllDue } from './billing-store.ts'

/** Has the provider asked anew of every account, at once; whoever spoke with it speaks no more. */
export async function fetchAllAnew(sql: Sql): Promise<void> {
  await makeAllDue(sql)
}
