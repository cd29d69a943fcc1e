/** An entry of the audit list: who did what to an account. */
import type { Instant } from '../../values/brussels.ts'

/** Who does something to an account. `session`: a person in the dashboard; `key`: a program, by the id of its key. */
export type Actor =
  | { kind: 'session' }
  | { kind: 'key'; id: string }
  | { kind: 'operator' }
  /** The service itself, e.g. that switches an endpoint off. */
  | { kind: 'service' }

/** What is done, in the past tense; each has words in the dashboard. */
export const auditActions = [
  'account_created',
  'account_exported',
  'language_changed',
  'email_changed',
  'password_set',
  'plan_changed',
  'sign_in_link_made',
  'operator_made',
  'operator_unmade',
  'key_created',
  'key_revoked',
  'signed_in',
  'session_ended',
  'sessions_ended',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_enabled',
  'webhook_switched_off',
  'webhook_secret_rotated',
  'watchlist_created',
  'watchlist_changed',
  'watchlist_deleted',
  'companies_uploaded',
  'company_removed',
  'search_created',
  'search_changed',
  'search_deleted',
  'digest_changed',
  'checkout_begun',
  'subscription_changed',
] as const
export type AuditAction = (typeof auditActions)[number]

export type AuditEntry = {
  id: string
  accountId: string
  at: Instant
  actor: Actor['kind']
  /** Id of the key that did it; null where none did. */
  keyId: string | null
  action: AuditAction
  /** Id of what it was done to; null where that is the account itself. */
  subject: string | null
  /** A few short texts that say more (a name, a plan before and after), by name; never a secret, never facts of a company. */
  about: Readonly<Record<string, string>>
}

/** The caller of a route that does something, by key or in the dashboard. */
export function actorOf({ keyId }: { keyId: string | null }): Actor {
  return keyId === null ? { kind: 'session' } : { kind: 'key', id: keyId }
}
