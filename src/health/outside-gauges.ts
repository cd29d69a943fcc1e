/** What metrics show of the mail server and of the certificate of the address: both are looked at every few minutes, sent nothing, and waited for by no request. */
import type { MailOutlet } from '../mail/outlet.ts'
import { signIn } from '../mail/smtp.ts'
import type { Clock } from '../platform/clock.ts'
import { kept, type LookPace } from '../platform/metrics/look.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { certificateOf } from '../platform/outbound/certificate.ts'

type Outside = { mail: MailOutlet; baseUrl: string; clock: Clock }

/** Mail servers count who signs in; a certificate changes once in months. */
const pace: LookPace = { everyMs: 5 * 60_000, keptMs: 15 * 60_000 }
/** Of a look at a certificate. */
const certificateMs = 10_000
const defaultPort = 443
const millisecondsPerSecond = 1_000

/** Shows them; where nobody scrapes (null), mail goes to no server or the address has no certificate, that figure is not there. */
export function showOutside(metrics: Metrics | null, { mail, baseUrl, clock }: Outside): void {
  if (metrics === null) return
  const figure = (name: string, help: string, ask: () => Promise<number | null>): void => {
    const look = kept(ask, undefined, pace)
    metrics.beforeScrape(look.refresh)
    metrics.gauge({ name, help }, () => (look.figures === null ? [] : [{ value: look.figures }]))
  }
  if (mail.kind === 'smtp')
    figure(
      'subsidies_mail_server_up',
      '1 while the server of SMTP_URL takes our name and password, 0 while it does not; looked at every five minutes.',
      async () => ((await signIn(mail.server)).error === null ? 1 : 0),
    )
  const { protocol, hostname, port } = new URL(baseUrl)
  if (protocol === 'https:')
    figure(
      'subsidies_certificate_left_seconds',
      'For how long the certificate that BASE_URL shows is still good, 0 where browsers do not trust it; not there where none was shown.',
      async () => {
        const seen = await certificateOf(hostname, port === '' ? defaultPort : Number(port), certificateMs)
        if ('fault' in seen) return null
        const leftMs = seen.distrust === null ? seen.until - clock.now() : 0
        return Math.max(0, leftMs) / millisecondsPerSecond
      },
    )
}
