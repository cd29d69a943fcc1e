/** Another process on a test's store that sends what is in the outbox, without end, to a mail server on this machine. */
import type { ChildProcess } from 'node:child_process'
import type { DatabaseSettings } from '../../src/platform/database/open.ts'
import type { SmtpServer } from '../../src/values/mail-settings.ts'
import { forked, killed, nextMessage } from './child-process.ts'

export type MailProcess = {
  /** SIGKILL, and its end. */
  kill(): Promise<void>
}

/** Resolves when it has begun. `claimMs`: how long its claims hold. */
export async function startMailProcess(
  settings: DatabaseSettings,
  server: SmtpServer,
  claimMs: number,
): Promise<MailProcess> {
  const child: ChildProcess = forked('mail-process-child.ts', { settings, server, claimMs })
  await nextMessage<{ error: string | null }>(child)
  return { kill: () => killed(child) }
}
