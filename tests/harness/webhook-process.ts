/** Another process on a test's store that makes deliveries and sends them, without end, to receivers on this machine. */
import type { ChildProcess } from 'node:child_process'
import type { DatabaseSettings } from '../../src/platform/database/open.ts'
import { forked, killed, nextMessage } from './child-process.ts'

export type WebhookProcess = {
  /** SIGKILL, and its end. */
  kill(): Promise<void>
  /** Stands still until `goOn`, as a process does whose machine is busy with others. */
  standStill(): void
  goOn(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Resolves when it has begun. `claimMs`: how long its claims hold. */
export async function startWebhookProcess(settings: DatabaseSettings, claimMs: number): Promise<WebhookProcess> {
  const child: ChildProcess = forked('webhook-process-child.ts', { settings, claimMs })
  await nextMessage<{ error: string | null }>(child)
  const kill = (): Promise<void> => killed(child)
  return {
    kill,
    standStill: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    [Symbol.asyncDispose]: kill,
  }
}
