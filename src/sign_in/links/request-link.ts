/** Asking for one-time links by mail: whoever asks is told the same, and the mail goes to whom it may. */
import { isEmail } from '../../accounts/email.ts'
import { invalidBody, Refusal } from '../../contract/refusals.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { Database } from '../../platform/database/database.ts'
import { storeTime } from '../../platform/database/transaction-clock.ts'
import { newId } from '../../platform/new-id.ts'
import type { Instant } from '../../values/brussels.ts'
import type { SignedIn } from '../session.ts'
import { requireRecent } from '../sessions.ts'
import type { SubjectDigest } from '../subjects.ts'
import { linkBounds } from './link-bounds.ts'
import { countRequest } from './link-store.ts'
import { accountForLink } from './links.ts'

/** Kinds of mail. */
export const signInLinkMail = 'sign_in_link'
export const emailChangeMail = 'email_change'
const hourMs = 3_600_000

/** A link into the account of that address, if there is one that may have it. */
export async function requestLink(
  database: Database,
  now: Instant,
  asked: { email: string; address: string },
  digest: SubjectDigest,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const at = await storeTime(transaction, now)
    const account = await accountForLink(transaction, at, asked, digest)
    if (account === null) return
    await queueMail(transaction, at, {
      accountId: account.id,
      kind: signInLinkMail,
      // Each time that one is asked for is a cause of its own; one that is sent again is one, however often it is asked for meanwhile.
      cause: account.again ? `${account.id} ${Math.floor(at / linkBounds.againEveryMs)}` : newId('mail', at),
      parameters: { again: account.again ? 1 : 0 },
      until: at + linkBounds.attemptsMs,
    })
  })
}

/** Refuses what no new address may be, as `requestEmailChange` does, and sends nothing. */
export function requireNewEmail(who: SignedIn, email: string): void {
  requireRecent(who)
  if (!isEmail(email)) throw invalidBody('email', 'This is not an e-mail address.')
}

/**
 * A link to another address, which becomes the account's when it is pressed in this browser; 3 an hour.
 * `invalid_body` for what is no address, `unauthorized` where the sign-in is not of lately.
 */
export async function requestEmailChange(
  database: Database,
  who: SignedIn,
  email: string,
  digest: SubjectDigest,
): Promise<void> {
  requireNewEmail(who, email)
  const { accountId } = who
  await database.transaction(async (transaction) => {
    const at = await storeTime(transaction, who.at)
    const asked = await countRequest(transaction, digest('account', `${accountId} address`), at, hourMs)
    if (asked > linkBounds.emailChangesPerHour) {
      const message = 'Links to other addresses were asked for too often this hour. Try again in an hour.'
      throw new Refusal('rate_limit_exceeded', message, {}, { 'retry-after': String(hourMs / 1_000) })
    }
    await queueMail(transaction, at, {
      ...{ accountId, kind: emailChangeMail, cause: newId('mail', at), parameters: { email } },
      until: at + linkBounds.attemptsMs,
    })
  })
}
