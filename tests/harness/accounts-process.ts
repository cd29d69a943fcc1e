/** Another process on a test's store that asks the stand-in for filed accounts, until it is killed. */
import type { DatabaseSettings } from '../../src/platform/database/open.ts'
import { forked, killed, nextMessage } from './child-process.ts'

export type AccountsProcess = {
  /** SIGKILL, and its end. */
  kill(): Promise<void>
}

/** Resolves when it has begun. `claimMs`: how long its claims hold. */
export async function startAccountsProcess(
  settings: DatabaseSettings,
  origin: string,
  claimMs: number,
): Promise<AccountsProcess> {
  const child = forked('accounts-process-child.ts', { settings, origin, claimMs })
  await nextMessage<{ error: string | null }>(child)
  return { kill: () => killed(child) }
}
