/**
 * The places for downloads: two in the whole service, each a lease (`platform/leases.ts`). A process that dies stops renewing
 * its own, and 15 s later they are free. One that has lost a lease hears of it, because another may have the place by then.
 */
import { type Clock, elapsedMs } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { claimLease, keepLease, newHolder, releaseLease, renewEveryMs } from '../platform/leases.ts'
import type { Observer } from '../platform/observer.ts'

/** Downloads at a time, across all processes (specification, Limits 7). */
const slotsMax = 2

export type SlotMeans = {
  /** Bound to no call: a place is given back although its reader has gone. */
  database: Database
  clock: Clock
  observer: Observer
}

export type Slot = {
  /** Renews its lease now; it does so by itself too. Never throws. */
  renew(): Promise<void>
  /** Gives it back, so that it is free at once. Never throws: what could not be given back is free when its lease is over. */
  release(): Promise<void>
}

export class ExportSlots {
  readonly #means: SlotMeans
  /** Those that are being given back. */
  readonly #returns = new Set<Promise<void>>()

  constructor(means: SlotMeans) {
    this.#means = means
  }

  /** A place, or null where none is free. `onLost` is called when it has it no longer. */
  async claim(onLost: () => void): Promise<Slot | null> {
    const slot = await this.#claimAny(onLost)
    if (slot !== null || this.#returns.size === 0) return slot
    // A caller who has had his last byte may come again before the place that he had is free.
    await Promise.all(this.#returns)
    return this.#claimAny(onLost)
  }

  /** Resolves when no place is being given back. */
  async settled(): Promise<void> {
    await Promise.all(this.#returns)
  }

  async #claimAny(onLost: () => void): Promise<Slot | null> {
    const { database, clock } = this.#means
    // Each download is a holder of its own: two of one process are two.
    const holder = newHolder()
    for (let place = 1; place <= slotsMax; place += 1) {
      const name = `export:${place}`
      const claimedAt = elapsedMs(clock)
      if (await claimLease(database, clock, name, holder)) return this.#keep({ name, holder, claimedAt }, onLost)
    }
    this.#tell('refused')
    return null
  }

  #keep(lease: { name: string; holder: string; claimedAt: number }, onLost: () => void): Slot {
    const { database, clock } = this.#means
    const { name, holder } = lease
    const kept = keepLease(database, clock, {
      ...lease,
      onLost: () => {
        this.#tell('lost')
        onLost()
      },
      onTrouble: (fault) => this.#tell('unrenewed', fault),
    })
    const renewals = setInterval(kept.renew, renewEveryMs)
    renewals.unref()
    this.#tell('taken')
    let released: Promise<void> | null = null
    const release = async (): Promise<void> => {
      clearInterval(renewals)
      await kept.end()
      await releaseLease(database, clock, { name, holder }, 0).catch((fault: unknown) =>
        this.#tell('unreturned', fault),
      )
    }
    return {
      renew: kept.renew,
      release: () => {
        if (released === null) {
          const returning = release().finally(() => this.#returns.delete(returning))
          this.#returns.add(returning)
          released = returning
        }
        return released
      },
    }
  }

  #tell(outcome: 'taken' | 'refused' | 'lost' | 'unrenewed' | 'unreturned', fault?: unknown): void {
    this.#means.observer.tell({ name: 'export_slot', labels: { outcome }, fault })
  }
}
