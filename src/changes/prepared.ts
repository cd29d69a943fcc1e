/**
 * Events that are made ready before the transaction that appends them, so that it only moves them: see
 * `measures/publishing/preparation.ts`. They lie in the store, in the order of their positions.
 */
import type { Sql } from '../platform/database/database.ts'
import { type EventDraft, kindOf, kindText } from './event/event.ts'
import {
  deletePreparedEvents,
  insertPreparedEvents,
  type PreparedEvent,
  sweepPreparedEvents,
} from './prepared-store.ts'

export type { PreparedEvent }

export class PreparedEvents {
  readonly preparationId: string
  /** One event of each kind that was prepared: few, however many events there are. */
  readonly #kinds = new Map<string, EventDraft>()

  constructor(preparationId: string) {
    this.preparationId = preparationId
  }

  /** An event of every kind among those that were prepared. */
  get ofEachKind(): readonly EventDraft[] {
    return [...this.#kinds.values()]
  }

  async add(transaction: Sql, prepared: readonly PreparedEvent[]): Promise<void> {
    for (const { event } of prepared) this.#kinds.set(kindText(kindOf(event)), event)
    await insertPreparedEvents(transaction, this.preparationId, prepared)
  }

  /** Takes back those at these positions. */
  async remove(transaction: Sql, positions: readonly number[]): Promise<void> {
    await deletePreparedEvents(transaction, this.preparationId, positions)
  }
}

/** Deletes at most `limit` events of a preparation that is done; answers how many there were. */
export function forgetPreparedEvents(sql: Sql, preparationId: string, limit: number): Promise<number> {
  return sweepPreparedEvents(sql, preparationId, limit)
}
