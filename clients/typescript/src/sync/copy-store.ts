/** Where a local copy of the catalogue is kept. Two ship: this one in memory, and `file-store.ts`; write your own for a database. */
import type { Language, Subsidy } from '../generated/schemas.ts'

/** Of what a copy is, and up to where; kept with the records. */
export type CopyState = {
  /** The place in the change feed up to which everything is in the copy. */
  cursor: string
  lang: Language
  includeWithdrawn: boolean
}

export type CopyChange = { put: Subsidy } | { remove: string }

export interface CopyStore {
  /** Null where there is no copy yet. */
  load(): Promise<CopyState | null>
  /**
   * Puts these records in the place of all that is there, with their state, or nothing where they end with a failure. The
   * old ones are read until then. An id may come twice: the later record counts.
   */
  replace(records: AsyncIterable<Subsidy>, state: CopyState): Promise<void>
  /** Applies the changes and keeps the state: both or neither, whatever happens to the process. */
  apply(changes: readonly CopyChange[], state: CopyState): Promise<void>
  get(id: string): Promise<Subsidy | null>
  /** Of every record, in any order. */
  ids(): Promise<readonly string[]>
  /** Every record, in any order. */
  records(): AsyncIterable<Subsidy>
}

/** A copy that lives as long as the process. */
export class MemoryStore implements CopyStore {
  #state: CopyState | null = null
  #records = new Map<string, Subsidy>()

  async load(): Promise<CopyState | null> {
    return this.#state
  }

  async replace(records: AsyncIterable<Subsidy>, state: CopyState): Promise<void> {
    const fresh = new Map<string, Subsidy>()
    for await (const record of records) fresh.set(record.id, record)
    this.#records = fresh
    this.#state = state
  }

  async apply(changes: readonly CopyChange[], state: CopyState): Promise<void> {
    for (const change of changes) {
      if ('put' in change) this.#records.set(change.put.id, change.put)
      else this.#records.delete(change.remove)
    }
    this.#state = state
  }

  async get(id: string): Promise<Subsidy | null> {
    return this.#records.get(id) ?? null
  }

  async ids(): Promise<readonly string[]> {
    return [...this.#records.keys()]
  }

  async *records(): AsyncGenerator<Subsidy, void> {
    yield* this.#records.values()
  }
}
