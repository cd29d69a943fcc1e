/** Every kind of mail, by the name that its causes queue it under. */
import { quotaMailKind } from './limits/quota-mail/quota-letter.ts'
import { quotaMail } from './limits/quota-mail/tell-quotas.ts'
import type { MailKinds } from './mail/mail-kind.ts'
import { emailChangeKind, signInLinkKind } from './sign_in/links/link-mails.ts'
import { emailChangeMail, signInLinkMail } from './sign_in/links/request-link.ts'
import { endpointMailKind } from './webhooks/mails/endpoint-letter.ts'
import { failingMail, switchedOffMail } from './webhooks/mails/tell-failures.ts'

export const mailKinds: MailKinds = {
  [quotaMail]: quotaMailKind,
  [failingMail]: endpointMailKind,
  [switchedOffMail]: endpointMailKind,
  [signInLinkMail]: signInLinkKind,
  [emailChangeMail]: emailChangeKind,
}
