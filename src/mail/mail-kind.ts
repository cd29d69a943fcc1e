/** What kinds of mail there are is said by whoever puts the process together: each capability brings its own. */
import type { Account } from '../accounts/operations.ts'
import type { Database } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { Letter } from './letter/letter.ts'
import type { MailParameters } from './mail-store.ts'

export type ComposeContext = {
  database: Database
  /** As it is now, its plan and language among it. */
  account: Account
  parameters: MailParameters
  /** When the mail was put into the outbox, and when this attempt is made. */
  queuedAt: Instant
  now: Instant
  /** Where people reach the service, without a slash at the end. */
  baseUrl: string
}

/** What is sent: to the account's verified address, but where `to` names another (one that is to be verified by it). */
export type Composed = {
  letter: Letter
  to?: string
  /** Ends what the mail is one of, by one request without anything else (RFC 8058). */
  unsubscribeUrl?: string
}

export type MailKind = {
  /** Made anew at each attempt. Null: there is nothing to say any more, and the mail is dropped. */
  compose(context: ComposeContext): Promise<Composed | null> | Composed | null
}

/** By the name under which mails are queued. */
export type MailKinds = Readonly<Record<string, MailKind>>
