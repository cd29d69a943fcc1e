/**
 * Switching digests on and off. From the moment that one is switched on its place in the feed is held: what happens after it is
 * told, what happened before is not.
 */
import { noteAudit } from '../accounts/audit/audit.ts'
import type { Actor } from '../accounts/audit/audit-entry.ts'
import { holdAccount } from '../accounts/operations.ts'
import { feedPosition } from '../changes/append.ts'
import type { Database, Dialect, Sql } from '../platform/database/database.ts'
import { storeTime } from '../platform/database/transaction-clock.ts'
import type { Instant } from '../values/brussels.ts'
import { watchlistNamed } from '../watchlists/lists.ts'
import { type DigestKind, deleteDigest, everyOf, insertDigest, lockDigest, updateEvery } from './digest-store.ts'
import { type DigestChoice, nextDue } from './every.ts'
import { openUnsubscribe, type UnsubscribeKeys, type Unsubscribing } from './unsubscribe-token.ts'

export type DigestOf = { accountId: string; actor: Actor; now: Instant; kind: DigestKind; subject: string }

/** Sets how often a digest is sent, in a transaction that holds what it is of. */
export async function setDigest(
  transaction: Sql,
  dialect: Dialect,
  { accountId, actor, now, kind, subject }: DigestOf,
  choice: DigestChoice,
): Promise<void> {
  const known = await lockDigest(transaction, dialect, accountId, subject)
  if ((known?.every ?? 'none') === choice) return
  if (choice === 'none') await deleteDigest(transaction, accountId, subject)
  else if (known !== null)
    await updateEvery(transaction, subject, choice, nextDue(choice, await storeTime(transaction, now)))
  else {
    const seq = await feedPosition(transaction, now)
    await insertDigest(transaction, {
      ...{ subject, accountId, kind, every: choice, seq, sinceAt: now, dueAt: nextDue(choice, now) },
    })
  }
  await noteAudit(transaction, now, { accountId, actor, action: 'digest_changed', subject, about: { digest: choice } })
}

/** Sets how often the digest of a watchlist is sent. Refuses `watchlist_not_found`. */
export async function setWatchlistDigest(
  database: Database,
  { accountId, actor, now }: Pick<DigestOf, 'accountId' | 'actor' | 'now'>,
  watchlistId: string,
  choice: DigestChoice,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await holdAccount(transaction, database.dialect, accountId)
    await watchlistNamed(transaction, accountId, watchlistId)
    const asked: DigestOf = { accountId, actor, now, kind: 'watchlist', subject: watchlistId }
    await setDigest(transaction, database.dialect, asked, choice)
  })
}

/** How often the digest of each of an account's watchlists and searches is sent; of what is not there, never. */
export async function digestsOf(sql: Sql, accountId: string): Promise<(subject: string) => DigestChoice> {
  const every = await everyOf(sql, accountId)
  return (subject) => every.get(subject) ?? 'none'
}

/** What a link for ending a digest is of; null: it is none of ours. */
export function readUnsubscribe(keys: UnsubscribeKeys, token: string): Unsubscribing | null {
  return openUnsubscribe(keys, token)
}

/** Ends the digest that a link is of, by whoever has it; one that has ended stays so. Null: the link is none of ours. */
export async function endDigest(
  database: Database,
  keys: UnsubscribeKeys,
  token: string,
  now: Instant,
): Promise<Unsubscribing | null> {
  const ending = openUnsubscribe(keys, token)
  if (ending === null) return null
  const { accountId, subject } = ending
  await database.transaction(async (transaction) => {
    if (!(await deleteDigest(transaction, accountId, subject))) return
    // By the link in a mail, whoever pressed it.
    const about = { digest: 'none', by: 'mail' }
    const actor = { kind: 'service' } as const
    await noteAudit(transaction, now, { accountId, actor, action: 'digest_changed', subject, about })
  })
  return ending
}
