/**
 * The log of a file whose commits wait for no disk, synced soon after them. The engine itself would sync it when it copies
 * from it, after a thousand pages: on a quiet service that is hours, and the system writes back what is not synced after
 * half a minute. Counts may be forgotten for less than a second.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { StoreError } from '../store-error.ts'
import { faultOf, isBusy } from './connection.ts'
import type { LogSync } from './log-sync.ts'

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

/** From the first commit that is not synced to the sync: a few a second cost nothing that can be measured. */
const syncAfterMs = 250

export class SyncSoon {
  readonly #log: LogSync
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(log: LogSync) {
    this.#log = log
  }

  /** Something was committed. */
  note(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      // A disk that keeps nothing is told of where something has to be kept: by the log of the store.
      this.#log.durable().catch(() => undefined)
    }, syncAfterMs).unref()
  }

  /** Resolves when all that was committed before is on the disk; rejects where that cannot be said. */
  async durable(): Promise<void> {
    await this.#log.durable()
  }

  /** Syncs what was not. */
  async close(): Promise<void> {
    if (this.#timer !== null) {
      clearTimeout(this.#timer)
      await this.#log.durable().catch(() => undefined)
    }
    await this.#log.close()
  }
}
