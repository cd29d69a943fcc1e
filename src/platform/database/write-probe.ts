/**
 * Whether the store takes writes, which is what requests need: asked by writing. A full disk, a server that became a
 * read-only standby, a file that may not be written any more answer every read, and take nothing.
 */
import type { Clock } from '../clock.ts'
import { type Observer, secondsSince } from '../observer.ts'
import { settlesWithin } from '../settles-within.ts'
import type { Database } from './database.ts'

/** Between two writes, however many ask. */
const probeEveryMs = 1_000
/** How long one who asks waits for a write. */
const answerMs = 1_000

const probe = (table: string): string =>
  `insert into ${table} (id, written_at) values (1, $1) on conflict (id) do update set written_at = excluded.written_at`

export class WriteProbe {
  readonly #database: Database
  readonly #clock: Clock
  readonly #observer: Observer
  #taken = false
  #probedAt = Number.NEGATIVE_INFINITY
  #probing: Promise<void> | null = null

  constructor(database: Database, clock: Clock, observer: Observer) {
    this.#database = database
    this.#clock = clock
    this.#observer = observer
  }

  /**
   * Whether the store took the newest write. Answers within `answerMs`: where the write is not answered by then, a server
   * is away; on the embedded store another writer has the turn, and what was known before holds until the patience of
   * requests ends.
   */
  async takesWrites(): Promise<boolean> {
    const now = performance.now()
    if (this.#probing === null && now - this.#probedAt >= probeEveryMs) {
      this.#probedAt = now
      this.#probing = this.#probe()
    }
    if (this.#probing === null) return this.#taken
    const isAnswered = await settlesWithin(this.#probing, answerMs)
    return isAnswered || this.#database.engine === 'sqlite' ? this.#taken : false
  }

  async #probe(): Promise<void> {
    const startedMs = performance.now()
    let fault: unknown
    try {
      await this.#database.counters.run(probe('counter_probe'), () => [this.#clock.now()])
      await this.#database.run(probe('write_probe'), [this.#clock.now()])
      this.#taken = true
    } catch (error) {
      fault = error
      this.#taken = false
    } finally {
      this.#probing = null
      const outcome = this.#taken ? 'taken' : 'refused'
      this.#observer.tell({ name: 'store_write_probe', labels: { outcome }, seconds: secondsSince(startedMs), fault })
    }
  }
}
