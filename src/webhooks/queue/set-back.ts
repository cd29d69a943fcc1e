/** What a store's clock that was set back left in the queue: when it is looked for, and that it is put right. */
import { wobbleMs } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import { dueAgain, isAnyAhead } from './endpoint-store.ts'

/** After the store's clock was set back: by then nobody writes by a time that was read before it. */
const writtenByOldTimeMs = 20_000
/** For each statement of a repair, which may go through a long queue. */
const repairMs = 60_000

export class SetBack {
  readonly #database: Database
  readonly #claimMs: number
  /** When what the clock of before left is put right: at once, and when nothing more of it can come. */
  #repairsAtMs: readonly number[] = []
  #hasLookedAhead = false

  constructor(database: Database, claimMs: number) {
    this.#database = database
    this.#claimMs = claimMs
  }

  /** The clock was seen to go back. */
  seen(): void {
    this.#repairsAtMs = [performance.now(), performance.now() + writtenByOldTimeMs]
  }

  get isRepairDue(): boolean {
    return (this.#repairsAtMs[0] ?? Number.POSITIVE_INFINITY) <= performance.now()
  }

  /** Puts right what is due to be. A process that began later cannot have seen the clock go back: it sees what was left, once. */
  async follow(nowIn: (sql: Sql | Database) => Promise<Instant>): Promise<void> {
    if (!this.#hasLookedAhead) {
      const now = await nowIn(this.#database)
      if (await isAnyAhead(this.#database, now + this.#claimMs + wobbleMs, now + wobbleMs)) this.seen()
      this.#hasLookedAhead = true
    }
    if (!this.isRepairDue) return
    const repairs = this.#repairsAtMs
    const { dialect } = this.#database
    await this.#database
      .forTurns(repairMs)
      .longTransaction(async (sql) => dueAgain(sql, dialect, await nowIn(sql), this.#claimMs))
    // It may have been set back once more meanwhile.
    if (this.#repairsAtMs === repairs) this.#repairsAtMs = repairs.slice(1)
  }
}
