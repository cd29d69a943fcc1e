/** Asking for one-time links by mail: whoever asks is told the same, and the mail goes to whom it may. */
import { isEmail } from '../../accounts/email.ts'
import { invalidBody } from '../../contract/refusals.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import type { SignedIn } from '../session.ts'
import { requireRecent } from '../sessions.ts'
import type { SubjectDigest } from '../subjects.ts'
import { accountForLink } from './links.ts'

/** A link into the account of that address, if there is one that may have it. */
export async function requestLink(
  database: Database,
  now: Instant,
  asked: { email: string; address: string },
  digest: SubjectDigest,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await accountForLink(transaction, now, asked, digest)
  })
}

/** A link to another address, which becomes the account's when the link is pressed in this browser. */
export async function requestEmailChange(_database: Database, who: SignedIn, email: string): Promise<void> {
  requireRecent(who)
  if (!isEmail(email)) throw invalidBody('email', 'This is not an e-mail address.')
}
