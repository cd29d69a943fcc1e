/** Why an attempt at a mail failed, and what follows from it. */

/**
 * `bounced`: the receiving side refuses the address or the message for good. `deferred`: it does so for now. `sign_in`: our own
 * server does not let us send. `unready`: the mail could not be put into words. `lost`: its process ended in the midst of it.
 * `late`: its time was over. `off`: this service has no mail server.
 */
export type MailError =
  | 'bounced'
  | 'deferred'
  | 'sign_in'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'unready'
  | 'lost'
  | 'late'
  | 'off'

/** What is told of a conversation with a mail server that went wrong. */
export type SmtpFault = {
  /** The client's word for it, e.g. `EAUTH`. */
  code?: string | undefined
  /** The command that was answered, e.g. `RCPT TO`. */
  command?: string | undefined
  /** The code that the server answered. */
  responseCode?: number | undefined
}

/** Replies about who we are, whatever command they answer (RFC 4954 section 6). */
const signInReplies = [530, 534, 535, 538]
/** Commands that are about this mail: what is refused there for good is refused for this address, or this message. */
const aboutTheMail = /^(?:MAIL FROM|RCPT TO|DATA|BDAT)/
const permanentFrom = 500

/** Which error a fault is. Only a permanent reply about the mail itself is a bounce: all else may be another on the next day. */
export function errorOf({ code, command = '', responseCode }: SmtpFault): MailError {
  if (code === 'EAUTH' || (responseCode !== undefined && signInReplies.includes(responseCode))) return 'sign_in'
  if (code === 'ETLS') return 'tls'
  if (code === 'ETIMEDOUT') return 'timeout'
  if (responseCode === undefined) return 'connection'
  return responseCode >= permanentFrom && aboutTheMail.test(command) ? 'bounced' : 'deferred'
}
