/**
 * Mails of security (contract 10): whoever owns an account is told when something changes by which it can be entered. Each is a row of the
 * outbox in the transaction of its cause, and nothing switches it off. An account has one address today; where it has members, a row is
 * queued for each owner and for the person concerned.
 */
import type { Sql } from '../../platform/database/database.ts'
import { newId } from '../../platform/new-id.ts'
import type { Instant } from '../../values/brussels.ts'
import { queueMail } from '../outbox.ts'

/** The kind of the mails. */
export const securityMail = 'security'

/** What has happened. `key_created`: with the key's name and prefix, never the key. */
export type SecurityEvent =
  | { what: 'password_changed' }
  | { what: 'email_changed' }
  | { what: 'key_created'; name: string; prefix: string }

/** `to`: another address than the account's, which has just been taken from it; not given: the account's. */
type Told = { accountId: string; to?: string }

/** Puts the mail into the outbox, in the transaction of what it tells. */
export async function tellSecurity(
  transaction: Sql,
  now: Instant,
  { accountId, to }: Told,
  event: SecurityEvent,
): Promise<void> {
  await queueMail(transaction, now, {
    ...{ accountId, kind: securityMail, cause: newId('mail', now) },
    parameters: { ...event, at: now, ...(to === undefined ? {} : { to }) },
  })
}

/** What making a key writes beside it (`createKey`): its owner is told, with its name and its first characters. */
export function tellingKey(now: Instant) {
  return (
    transaction: Sql,
    { accountId, name, prefix }: { accountId: string; name: string; prefix: string },
  ): Promise<void> => tellSecurity(transaction, now, { accountId }, { what: 'key_created', name, prefix })
}
