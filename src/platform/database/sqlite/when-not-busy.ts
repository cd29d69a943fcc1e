/** Waiting for a lock that another process has. */
import { setTimeout as pause } from 'node:timers/promises'
import { StoreError } from '../store-error.ts'
import { faultOf, isBusy } from './connection.ts'

/** Between two tries to get a lock that another process holds: grows from the first to the second. */
const pauseMs = { first: 1, longest: 10 }

/**
 * Tries until no other process holds the lock that `attempt` needs. Only for attempts that have done nothing when the
 * engine says busy: beginning a transaction, a statement of its own, opening the files. The first try is made at once,
 * the last one after `until` (of `performance.now()`).
 */
export async function whenNotBusy<T>(
  attempt: () => T | Promise<T>,
  until: number,
  signal: AbortSignal | null,
): Promise<T> {
  for (let waitMs = pauseMs.first; ; waitMs = Math.min(waitMs + 1, pauseMs.longest)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error)) throw faultOf(error)
      if (performance.now() > until)
        throw new StoreError('unavailable', 'Another process held the store for too long.', error)
    }
    await pause(waitMs, undefined, signal === null ? {} : { signal })
  }
}
