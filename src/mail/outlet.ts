/** Where mail goes: to a server, into files, or nowhere. */
import path from 'node:path'
import type { Database } from '../platform/database/database.ts'
import { type Settings, WrongSetting } from '../platform/settings.ts'
import type { Sender, SmtpServer } from '../values/mail-settings.ts'
import type { MailError } from './mail-error.ts'
import { fileMessage } from './mail-folder.ts'
import { handOver } from './smtp.ts'

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>

/** `off`: on PostgreSQL there is no folder that every process has. Mails are queued there all the same, and dropped. */
export type MailOutlet =
  | { kind: 'smtp'; server: SmtpServer; from: Sender }
  | { kind: 'files'; folder: string; from: Sender }
  | { kind: 'off' }

/** What became of a message. `reply`: the code that the server answered. */
export type Handed = { error: null } | { error: MailError; reply: number | null; fault: unknown }

/** Refuses settings with a server and nobody that mail is from, before anything is opened. */
export function requireMailFrom({ smtpUrl, mailFrom }: Pick<Settings, 'smtpUrl' | 'mailFrom'>): void {
  if (smtpUrl === null || mailFrom !== null) return
  throw new WrongSetting('MAIL_FROM must be the address that mail is from when SMTP_URL is set.')
}

export function outletOf(
  { smtpUrl, mailFrom, dataDir }: MailSettings,
  { engine }: Pick<Database, 'engine'>,
  baseUrl: string,
): MailOutlet {
  if (smtpUrl !== null) {
    if (mailFrom === null) throw new Error('SMTP_URL is set without MAIL_FROM')
    return { kind: 'smtp', server: smtpUrl, from: mailFrom }
  }
  if (engine !== 'sqlite') return { kind: 'off' }
  const from = mailFrom ?? { name: 'Subsidy Measures', address: `no-reply@${new URL(baseUrl).hostname}` }
  return { kind: 'files', folder: mailFolderOf(dataDir), from }
}

/** Where mails are written as files. */
export function mailFolderOf(dataDir: string): string {
  return path.join(dataDir, 'mail')
}

/** Gives a message to where mail goes; never throws. */
export async function handTo(
  outlet: Exclude<MailOutlet, { kind: 'off' }>,
  { id, to, message }: { id: string; to: string; message: Buffer },
): Promise<Handed> {
  if (outlet.kind === 'smtp') return handOver(outlet.server, { from: outlet.from.address, to }, message)
  try {
    await fileMessage(outlet.folder, id, message)
    return { error: null }
  } catch (fault) {
    return { error: 'unready', reply: null, fault }
  }
}
