/** What is paid, in a restored store: what it says of it is of the backup's day. */
import type { Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { makeAllDue } from './billing-store.ts'
import { seekCustomers } from './lasting-store.ts'

/**
 * Has the provider asked anew of every account, at once; whoever spoke with it speaks no more. `since`: the moment that the backup is of.
 * Who has no customer in it may have begun to pay after it: so the provider is asked first, as after a call without an answer, and nobody
 * is made a second customer.
 */
export async function fetchAllAnew(sql: Sql, since: Instant): Promise<void> {
  await makeAllDue(sql)
  // After those who pay.
  await seekCustomers(sql, since)
}
