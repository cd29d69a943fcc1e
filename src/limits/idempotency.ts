/**
 * `Idempotency-Key` (contract 11): the same request again, under the same key, within 24 hours, creates nothing twice and
 * counts no evaluation twice. What it was is remembered by the digest of its bytes, in the transaction that counts: a
 * request that is refused is not remembered, and of two at once the second waits for the first.
 */
import { Refusal } from '../contract/refusals.ts'
import type { Idempotency } from '../contract/route.ts'
import type { Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { forgetBefore, insertMark, markOf } from './idempotency-store.ts'

const rememberedMs = 24 * 60 * 60 * 1000

/**
 * Remembers a request. Answers whether it is new; false: the same was answered before, and counts nothing again. Refuses
 * `conflict` when the key was used for other bytes.
 */
export async function rememberRequest(
  transaction: Sql,
  accountId: string,
  mark: Idempotency,
  now: Instant,
): Promise<boolean> {
  await forgetBefore(transaction, accountId, now - rememberedMs)
  if (await insertMark(transaction, accountId, mark, now)) return true
  if ((await markOf(transaction, accountId, mark)) === mark.digest) return false
  throw new Refusal(
    'conflict',
    'This Idempotency-Key was used for another request in the last 24 hours. Use a new one.',
  )
}
