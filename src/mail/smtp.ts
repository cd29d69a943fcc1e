/**
 * Handing a message to a mail server: one connection for each, within one deadline over everything, so that no server, however
 * it answers, keeps a claim longer than it holds.
 */
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SmtpServer } from '../values/mail-settings.ts'
import { errorOf, type MailError, type SmtpFault } from './mail-error.ts'

export type Envelope = { from: string; to: string }

/** What came of it: taken, or not, with what was answered. */
export type HandedOver = { error: null } | { error: MailError; reply: number | null; fault: unknown }

/** Of waiting for a connection, for the greeting, for any answer, and of everything together. */
export type SmtpPatience = { connectionMs: number; greetingMs: number; answerMs: number; totalMs: number }
const usualPatience: SmtpPatience = { connectionMs: 5_000, greetingMs: 5_000, answerMs: 10_000, totalMs: 20_000 }
/** Of a look, for which somebody waits. */
const checkPatience: SmtpPatience = { connectionMs: 5_000, greetingMs: 5_000, answerMs: 5_000, totalMs: 10_000 }
/** Of one answer of the server. */
const answerBytesMax = 16_384

/** Hands a message over; never throws. `patience`: only tests name another. */
export function handOver(
  server: SmtpServer,
  { from, to }: Envelope,
  message: Buffer,
  patience: SmtpPatience = usualPatience,
): Promise<HandedOver> {
  return signedIn(server, patience, (connection) =>
    step((done) => connection.send({ from, to: [to], size: message.length }, message, done)),
  )
}

/** Begins as a message does (greeting, TLS, name and password), and leaves without one; never throws. */
export function signIn(server: SmtpServer, patience: SmtpPatience = checkPatience): Promise<HandedOver> {
  return signedIn(server, patience, async () => {})
}

async function signedIn(
  server: SmtpServer,
  patience: SmtpPatience,
  work: (connection: SMTPConnection) => Promise<void>,
): Promise<HandedOver> {
  const connection = new SMTPConnection({
    ...{ host: server.host, port: server.port, secure: server.secure },
    // Said to no server but over TLS; on this machine nobody listens in, and a certificate would be its own.
    ...(server.isLoopback ? { ignoreTLS: true } : { requireTLS: true }),
    ...{ connectionTimeout: patience.connectionMs, dnsTimeout: patience.connectionMs },
    ...{ greetingTimeout: patience.greetingMs, socketTimeout: patience.answerMs },
    ...{ maxResponseSize: answerBytesMax, allowInternalNetworkInterfaces: true },
  })
  try {
    await withinTotal(connection, patience.totalMs, async () => {
      await step((done) => connection.connect(done))
      const { user } = server
      if (user !== null) await step((done) => connection.login({ user: user.name, pass: user.password }, done))
      await work(connection)
    })
    connection.quit()
    return { error: null }
  } catch (fault) {
    connection.close()
    const said = (fault ?? {}) as SmtpFault
    return { error: errorOf(said), reply: said.responseCode ?? null, fault }
  }
}

/** One step of the conversation. */
function step(begin: (done: (fault?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    begin((fault) => (fault == null ? resolve() : reject(fault)))
  })
}

/** The work, or what breaks the connection meanwhile, or the end of the patience: whichever comes first. */
async function withinTotal(connection: SMTPConnection, totalMs: number, work: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const broken = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    connection.once('end', () => reject(Object.assign(new Error('the server left'), { code: 'ECONNECTION' })))
    timer = setTimeout(
      () => reject(Object.assign(new Error(`no end within ${totalMs} ms`), { code: 'ETIMEDOUT' })),
      totalMs,
    )
  })
  // What comes after the end is nobody's concern any more.
  broken.catch(() => {})
  try {
    await Promise.race([work(), broken])
  } finally {
    clearTimeout(timer)
  }
}
