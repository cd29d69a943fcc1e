/** Every kind of mail, by the name that its causes queue it under. */
import type { MailKinds } from './mail/mail-kind.ts'

export const mailKinds: MailKinds = {}
