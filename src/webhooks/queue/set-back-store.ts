/**
 * SQL of the queue after the store's clock was set back: what was to be done at once, by the clock of before, is not to wait until
 * the clock has come there again.
 */
import type { Dialect, Reads, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'

/** Whether a claim ends after `claimEnd`, or a delivery that was never attempted is due after `dueEnd`. */
export async function isAnyAhead(reads: Reads, claimEnd: Instant, dueEnd: Instant): Promise<boolean> {
  const row = await reads.one<{ webhook_id: string }>(
    `select webhook_id from webhook_delivery
     where claimed_until is not null and claimed_until > $1
     union all
     select webhook_id from webhook_delivery
     where due_at is not null and due_at > $2 and attempts = 0 and claimed_until is null
     limit 1`,
    [claimEnd, dueEnd],
  )
  return row !== null
}

/**
 * Has deliveries due now that were never attempted, or were due when they were claimed, claims end no later than one of now, and
 * every endpoint looked at. Whoever finds the same does it once more, and nothing is otherwise by it. What waits after a failure
 * waits for as long as the clock went back in addition.
 */
export async function dueAgain(transaction: Sql, { forUpdate }: Dialect, now: Instant, claimMs: number): Promise<void> {
  // Endpoints before their deliveries, in one order for everybody.
  await transaction.all(
    `select id from webhook
     where (due_at > $1 and deleted_at is null)
        or id in (select webhook_id from webhook_delivery where due_at is not null and due_at > $1)
        or id in (select webhook_id from webhook_delivery where claimed_until is not null and claimed_until > $1)
     order by id ${forUpdate}`,
    [now],
  )
  await transaction.run(
    `update webhook_delivery set due_at = $1
     where due_at is not null and due_at > $1 and (attempts = 0 or claimed_until is not null)`,
    [now],
  )
  await transaction.run(
    `update webhook_delivery set claimed_until = $1 where claimed_until is not null and claimed_until > $1`,
    [now + claimMs],
  )
  await transaction.run('update webhook set due_at = $1 where due_at > $1 and deleted_at is null', [now])
}
