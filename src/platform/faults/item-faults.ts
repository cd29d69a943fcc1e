/**
 * Work on many items (accounts, sources, endpoints) of which one may fail: the others are done all the same, and what failed is told at
 * the end. Without it one broken row stops the work on every row behind it, at every turn, for ever.
 */
import { StoreError } from '../database/store-error.ts'

/** What went wrong with one item. `item`: its id, which a log may name. */
type ItemFault = { item: string; fault: unknown }

/** Faults that are kept with their cause; further ones are counted. */
const keptMax = 20

/** Thrown when every item was tried and some of them failed. A job tells each of `faults` and goes on at its usual pace. */
export class ItemsFailed extends Error {
  /** At most 20 of those that failed, in their order. */
  readonly faults: readonly ItemFault[]
  /** How many failed. */
  readonly failed: number

  constructor(faults: readonly ItemFault[], failed: number) {
    const [first] = faults
    super(`${failed} of the items failed and the others are done; the first is ${first?.item}: ${first?.fault}`, {
      cause: first?.fault,
    })
    this.name = 'ItemsFailed'
    this.faults = faults
    this.failed = failed
  }
}

/** Collects the faults of one turn. Every item goes through `attempt`; the turn ends with `throwIfAny`. */
export class ItemFaults {
  readonly #faults: ItemFault[] = []
  #failed = 0

  /** How many items have failed until now. */
  get failed(): number {
    return this.#failed
  }

  /**
   * Does the work of one item. Answers null when it failed. A store that does not answer fails every item alike, so that its error is
   * thrown on, and so is whatever is thrown after `signal` has aborted.
   */
  async attempt<T>(item: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T | null> {
    try {
      return await work()
    } catch (fault) {
      if (signal?.aborted || isAway(fault)) throw fault
      if (fault instanceof ItemsFailed) this.#add(fault)
      else this.#note({ item, fault })
      return null
    }
  }

  /**
   * Does the work of all items at once, which costs least, and where that fails the work of each alone. Answers what each round of work
   * answered, without those that failed. `work` writes in one transaction, so that a round that failed left nothing.
   */
  async attemptTogether<Item, T>(
    items: readonly Item[],
    idOf: (item: Item) => string,
    work: (items: readonly Item[]) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T[]> {
    if (items.length === 0) return []
    try {
      return [await work(items)]
    } catch (fault) {
      if (signal?.aborted || isAway(fault)) throw fault
    }
    const done: T[] = []
    for (const item of items) {
      if (signal?.aborted) break
      const one = await this.attempt(idOf(item), () => work([item]), signal)
      if (one !== null) done.push(one)
    }
    return done
  }

  /** Throws `ItemsFailed` where an item has failed. */
  throwIfAny(): void {
    if (this.#failed > 0) throw new ItemsFailed(this.#faults, this.#failed)
  }

  #note(fault: ItemFault): void {
    this.#failed += 1
    if (this.#faults.length < keptMax) this.#faults.push(fault)
  }

  #add({ faults, failed }: ItemsFailed): void {
    for (const fault of faults) this.#note(fault)
    this.#failed += failed - faults.length
  }
}

const isAway = (fault: unknown): boolean => fault instanceof StoreError && fault.fault === 'unavailable'
