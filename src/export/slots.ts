/**
 * The places for downloads: two in the whole service, each a lease (`platform/leases.ts`). A process that dies stops renewing
 * its own, and 15 s later they are free. One that has lost a lease hears of it, because another may have the place by then.
 *
 * An account that holds one takes the second only when nobody who holds none was refused in the last 10 s (contract 9): a refusal of that
 * kind is a lease as well, so that every process knows of it. Otherwise one account could hold both again and again.
 */
import { hash } from 'node:crypto'
import { type Clock, elapsedMs } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { claimLease, keepLease, leaseHolder, newHolder, releaseLease, renewEveryMs } from '../platform/leases.ts'
import type { Observer } from '../platform/observer.ts'

/** Downloads at a time, across all processes (specification, Limits 7). */
const slotsMax = 2
const placeNames = Array.from({ length: slotsMax }, (_, index) => `export:${index + 1}`)
/** For so long a refusal keeps those who hold a place from a second one (contract 9). */
const waitingMs = 10_000
/** Held, by nobody in particular, since somebody without a place was refused. */
const waiting = { name: 'export:waiting', holder: 'waiting' }
const accountLetters = 16

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

  /** A place for an account, or null where none is free for it. `onLost` is called when it has it no longer. */
  async claim(accountId: string, onLost: () => void): Promise<Slot | null> {
    const account = hash('sha256', accountId, 'hex').slice(0, accountLetters)
    const slot = await this.#claimAny(account, onLost)
    if (slot !== null || this.#returns.size === 0) return slot
    // A caller who has had his last byte may come again before the place that he had is free.
    await Promise.all(this.#returns)
    return this.#claimAny(account, onLost)
  }

  /** Resolves when no place is being given back. */
  async settled(): Promise<void> {
    await Promise.all(this.#returns)
  }

  async #claimAny(account: string, onLost: () => void): Promise<Slot | null> {
    const { database, clock } = this.#means
    const held = await this.#heldBy(account)
    if (held === 0 || !(await this.#othersWait())) {
      // Each download is a holder of its own: two of one process are two.
      const holder = `${account} ${newHolder()}`
      for (const name of placeNames) {
        const claimedAt = elapsedMs(clock)
        if (!(await claimLease(database, clock, name, holder))) continue
        // Two that ask at once for one account see no place of its own before; the later of them does now.
        if (held > 0 || (await this.#heldBy(account)) < slotsMax || !(await this.#othersWait()))
          return this.#keep({ name, holder, claimedAt }, onLost)
        await releaseLease(database, clock, { name, holder }, 0)
        break
      }
    }
    if (held === 0) await claimLease(database, clock, waiting.name, waiting.holder)
    this.#tell('refused')
    return null
  }

  async #heldBy(account: string): Promise<number> {
    const { database, clock } = this.#means
    const holders = await Promise.all(placeNames.map((name) => leaseHolder(database, clock, name)))
    return holders.filter((holder) => holder?.startsWith(`${account} `) === true).length
  }

  async #othersWait(): Promise<boolean> {
    const { database, clock } = this.#means
    return (await leaseHolder(database, clock, waiting.name, waitingMs)) !== null
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
