/**
 * `Idempotency-Key` (contract 11): the same request again, under the same key, within 24 hours, creates nothing twice and
 * counts no evaluation twice. What it was is remembered by the digest of its bytes, in the transaction that counts: a
 * request that is refused is not remembered, and of two at once the second waits for the first.
 */

import type { Idempotency } from '../contract/call.ts'
import { Refusal } from '../contract/refusals.ts'
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
  return remember(transaction, accountId, mark, null, now)
}

/**
 * What creates is answered as the first time: the answer that `rememberAnswer` kept for this very request; null where there
 * is none. Whoever asks holds the account: of two at once the second then finds what the first was answered.
 */
export async function firstAnswer(
  transaction: Sql,
  accountId: string,
  mark: Idempotency | null,
  now: Instant,
): Promise<string | null> {
  const known = mark === null ? null : await markOf(transaction, accountId, mark)
  if (known === null || known.createdAt < now - rememberedMs || known.digest !== mark?.digest) return null
  return known.answer
}

/** Remembers a request that is new with its answer (JSON). Refuses `conflict` when the key was used for other bytes. */
export async function rememberAnswer(
  transaction: Sql,
  accountId: string,
  mark: Idempotency | null,
  answer: string,
  now: Instant,
): Promise<void> {
  if (mark === null || (await remember(transaction, accountId, mark, answer, now))) return
  throw new Error('a request that was answered is answered anew: its first answer was not asked for')
}

async function remember(
  transaction: Sql,
  accountId: string,
  mark: Idempotency,
  answer: string | null,
  now: Instant,
): Promise<boolean> {
  await forgetBefore(transaction, accountId, now - rememberedMs)
  if (await insertMark(transaction, accountId, mark, answer, now)) return true
  if ((await markOf(transaction, accountId, mark))?.digest === mark.digest) return false
  throw new Refusal(
    'conflict',
    'This Idempotency-Key was sent with another body in the last 24 hours. Use a new one for each new request, and the same one, with the same bytes, only to repeat it.',
  )
}
