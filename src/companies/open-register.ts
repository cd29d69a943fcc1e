/** Which engine's register the settings mean, and the turn that whoever changes it has to itself. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { claimLease, keepLease, leaseMs, newHolder, releaseLease, renewEveryMs } from '../platform/leases.ts'
import type { Instant } from '../values/brussels.ts'
import { RegisterBusy } from './register/register-faults.ts'
import { registerInFolder } from './register/register-file.ts'
import type { RegisterPlace } from './register/register-store.ts'

export async function openRegister(
  database: Database,
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  now: () => Instant,
): Promise<RegisterPlace> {
  if (databaseUrl === null) return registerInFolder(dataDir, now)
  const { registerOnServer } = await import('./register/register-server.ts')
  return registerOnServer(database, databaseUrl)
}

const turn = 'company-register'

/** A turn of one that was killed ends by itself; how often that is looked for. */
const turnWaitMs = leaseMs + 1_000
const turnLookMs = 500

/**
 * `work` while nobody else changes the register. Its signal aborts when the turn is lost, and `confirm` throws then, having asked the
 * store. Waits for the turn of a command that was killed, and throws `RegisterBusy` where one is at work.
 */
export async function inRegisterTurn<T>(
  database: Database,
  clock: Clock,
  ended: AbortSignal,
  work: (signal: AbortSignal, confirm: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const holder = newHolder()
  const until = performance.now() + turnWaitMs
  while (!(await claimLease(database, clock, turn, holder))) {
    if (performance.now() > until) throw new RegisterBusy()
    await pause(turnLookMs, undefined, { signal: ended })
  }
  const lost = new AbortController()
  const lease = keepLease(database, clock, {
    ...{ name: turn, holder },
    onLost: () => lost.abort(new RegisterBusy()),
    // What cannot be renewed in time is lost, and told as that.
    onTrouble: () => {},
  })
  const timer = setInterval(() => void lease.renew(), renewEveryMs)
  const confirm = async (): Promise<void> => {
    await lease.renew()
    lost.signal.throwIfAborted()
  }
  try {
    return await work(AbortSignal.any([ended, lost.signal]), confirm)
  } finally {
    clearInterval(timer)
    await lease.end()
    await releaseLease(database, clock, { name: turn, holder }, 0).catch(() => {})
  }
}
