/**
 * The log of a file whose commits wait for no disk, synced soon after them. The engine itself would sync it when it copies
 * from it, after a thousand pages: on a quiet service that is hours, and the system writes back what is not synced after
 * half a minute. Counts may be forgotten for less than a second.
 */
import type { LogSync } from './log-sync.ts'

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
