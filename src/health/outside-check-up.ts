/**
 * The check-up of what the service leans on outside: each is spoken to as the service does, and nothing is sent or changed. All at once,
 * each within a bound of its own.
 */
import type { MailOutlet } from '../mail/outlet.ts'
import { signIn } from '../mail/smtp.ts'
import { certificateOf } from '../platform/outbound/certificate.ts'
import type { OutboundFetch } from '../platform/outbound/outbound.ts'
import { settlesWithin } from '../platform/settles-within.ts'
import { fetchGoogleKeys } from '../sign_in/google/google-keys.ts'
import { formatInstant, type Instant } from '../values/brussels.ts'
import { oneLine } from '../values/one-line.ts'
import { type Finding, finding } from './finding.ts'

export type Outside = {
  mail: MailOutlet
  /** Throws what is wrong with the payment provider; null: nothing is sold. */
  askProvider: (() => Promise<void>) | null
  /** Where the keys of the identity provider are; null: nobody signs in by it. */
  identityKeysUrl: string | null
  fetch: OutboundFetch
  /** Under which people reach the service; null: not known. */
  baseUrl: string | null
  now: Instant
  /** Whose certificates are trusted; only tests name another. */
  authority?: string
}

/** Of one of them, whatever it does. */
const boundMs = 12_000
const dayMs = 24 * 3_600_000
/** Certificates of 90 days are renewed with 30 left; from here on nobody renews this one. */
const certificateWarningDays = 14
const certificateFaultDays = 3

export function outsideFindings(outside: Outside): Promise<Finding[]> {
  const asked: Promise<Finding | null>[] = [
    within('mail server', mailFinding(outside.mail)),
    within('payment provider', providerFinding(outside.askProvider)),
    within('identity provider', identityFinding(outside)),
    within('certificate', certificateFinding(outside)),
  ]
  return Promise.all(asked).then((findings) => findings.filter((found) => found !== null))
}

async function within(check: string, asking: Promise<Finding | null>): Promise<Finding | null> {
  if (
    await settlesWithin(
      asking.catch(() => null),
      boundMs,
    )
  )
    return asking.catch((fault: unknown) => finding(check, 'warning', `could not be looked at: ${wordsOf(fault)}`))
  return finding(check, 'warning', `it did not answer within ${boundMs / 1_000} s`)
}

async function mailFinding(mail: MailOutlet): Promise<Finding> {
  const check = 'mail server'
  if (mail.kind !== 'smtp') {
    const what =
      mail.kind === 'files'
        ? 'none: mails are written as files, and nobody gets them'
        : 'none: nobody is sent a sign-in link or a digest'
    return finding(check, 'advice', `${what}. Set SMTP_URL and MAIL_FROM, for every process`)
  }
  const { host, port, user } = mail.server
  const { error, ...said } = await signIn(mail.server)
  const done = user === null ? 'takes a connection' : 'takes the name and password of SMTP_URL'
  if (error === null) return finding(check, 'ok', `${host}:${port} answers and ${done}`)
  const reply = 'reply' in said && said.reply !== null ? ` (${said.reply})` : ''
  const why = 'fault' in said ? `: ${wordsOf(said.fault)}` : ''
  const message = `${host}:${port} does not take our mail, ${error}${reply}${why}. Mails wait and are tried again. Look at SMTP_URL, and whether this machine reaches it`
  return finding(check, 'fault', message)
}

async function providerFinding(ask: Outside['askProvider']): Promise<Finding | null> {
  if (ask === null) return null
  const check = 'payment provider'
  try {
    await ask()
    return finding(check, 'ok', 'it answers, and knows the key')
  } catch (fault) {
    const message = `it gives no help: ${wordsOf(fault)}. Nobody can pay, and what is paid is not looked at. Look at STRIPE_SECRET_KEY, and whether this machine reaches it`
    return finding(check, 'fault', message)
  }
}

async function identityFinding({ identityKeysUrl: url, fetch }: Outside): Promise<Finding | null> {
  if (url === null) return null
  const check = 'identity provider'
  try {
    const { keys } = await fetchGoogleKeys(fetch, url)
    return finding(check, 'ok', `its document has ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}`)
  } catch (fault) {
    const message = `its keys cannot be read at ${url}: ${wordsOf(fault)}. Nobody can sign in with Google. Look at GOOGLE_KEYS_URL, and whether this machine reaches it`
    return finding(check, 'fault', message)
  }
}

async function certificateFinding({ baseUrl, now, authority }: Outside): Promise<Finding | null> {
  if (baseUrl === null) return null
  const { protocol, hostname, port } = new URL(baseUrl)
  if (protocol !== 'https:') return null
  const check = 'certificate'
  const renew = 'Renew it where TLS ends (the balancer), and see why it was not renewed by itself'
  const seen = await certificateOf(hostname, port === '' ? 443 : Number(port), boundMs, authority)
  if ('fault' in seen)
    return finding(
      check,
      'warning',
      `none was shown at ${baseUrl}: ${wordsOf(seen.fault)}. Does this machine reach it?`,
    )
  const daysLeft = Math.floor((seen.until - now) / dayMs)
  const until = `is good until ${formatInstant(seen.until)}`
  if (seen.distrust !== null)
    return finding(
      check,
      'fault',
      `that of ${baseUrl} is not trusted (${seen.distrust}), so nobody reaches it. ${renew}`,
    )
  if (daysLeft >= certificateWarningDays) return finding(check, 'ok', `that of ${baseUrl} ${until}, ${daysLeft} days`)
  const level = daysLeft < certificateFaultDays ? 'fault' : 'warning'
  return finding(check, level, `that of ${baseUrl} ${until}, ${daysLeft} days. ${renew}`)
}

const wordsOf = (fault: unknown): string =>
  oneLine(fault instanceof Error ? fault.message || fault.name : String(fault)).slice(0, 200)
