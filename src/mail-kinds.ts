/** Every kind of mail, by the name that its causes queue it under. */
import { digestMailKind } from './digests/letter/digest-kind.ts'
import { digestMail } from './digests/queue-digests.ts'
import { unsubscribeKeys } from './digests/unsubscribe-token.ts'
import { quotaMailKind } from './limits/quota-mail/quota-letter.ts'
import { quotaMail } from './limits/quota-mail/tell-quotas.ts'
import type { MailKinds } from './mail/mail-kind.ts'
import type { MailOutlet } from './mail/outlet.ts'
import { securityMailKind } from './mail/security/security-letter.ts'
import { securityMail } from './mail/security/tell-security.ts'
import type { ReferenceLookups } from './measures/record/lookups.ts'
import { emailChangeKind, signInLinkKind } from './sign_in/links/link-mails.ts'
import { linkTokens } from './sign_in/links/links.ts'
import { emailChangeMail, signInLinkMail } from './sign_in/links/request-link.ts'
import { endpointMailKind } from './webhooks/mails/endpoint-letter.ts'
import { failingMail, switchedOffMail } from './webhooks/mails/tell-failures.ts'

type KindMeans = {
  secretKey: Buffer
  secretKeyPrevious: Buffer | null
  lookups: ReferenceLookups
  outlet: MailOutlet
}

export function mailKindsOf({ secretKey, secretKeyPrevious, lookups, outlet }: KindMeans): MailKinds {
  return {
    [quotaMail]: quotaMailKind,
    [failingMail]: endpointMailKind,
    [switchedOffMail]: endpointMailKind,
    [digestMail]: digestMailKind({ keys: unsubscribeKeys(secretKey, secretKeyPrevious), lookups }),
    [signInLinkMail]: signInLinkKind(linkTokens(secretKey), { isFiled: outlet.kind === 'files' }),
    [emailChangeMail]: emailChangeKind,
    [securityMail]: securityMailKind,
  }
}
