/** A mail server for tests: speaks SMTP on this machine, keeps what it takes, and refuses what it is told to. */
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { SmtpServer } from '../../src/values/mail-settings.ts'

export type TakenMail = { from: string; to: string; raw: string; mail: Email }

export type MailServer = {
  /** As settings name it. */
  server: SmtpServer
  url: string
  /** In the order in which they were taken. */
  taken: TakenMail[]
  /** What is answered to the next recipients: a code, or null for yes. */
  answer(how: (to: string) => number | null): void
  /** Called when a message is here whole, before it is answered. */
  onMessage(work: (mail: TakenMail) => Promise<void> | void): void
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const refusal = (code: number): Error =>
  Object.assign(new Error(code < 500 ? 'Try again later' : 'No such user here'), { responseCode: code })

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const taken: TakenMail[] = []
  let how: (to: string) => number | null = () => null
  let whenHere: (mail: TakenMail) => Promise<void> | void = () => {}
  const smtp = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false },
    onRcptTo(address, _session, done) {
      const code = how(address.address)
      done(code === null ? null : refusal(code))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        const mail = { from, to: rcptTo.map(({ address }) => address).join(), raw: raw.toString() }
        const whole = { ...mail, mail: await PostalMime.parse(raw) }
        taken.push(whole)
        await whenHere(whole)
        done()
      })
    },
    ...options,
  })
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const stop = (): Promise<void> => new Promise((resolve) => smtp.close(() => resolve()))
  return {
    server: { host: '127.0.0.1', port, secure: false, isLoopback: true, user: null },
    url: `smtp://127.0.0.1:${port}`,
    taken,
    answer: (given) => {
      how = given
    },
    onMessage: (work) => {
      whenHere = work
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** The value of a header as it was sent, unfolded; null: it has none. */
export function headerOf({ mail }: TakenMail, name: string): string | null {
  return mail.headers.find(({ key }) => key === name.toLowerCase())?.value ?? null
}
