/**
 * Whether this process may go by its clock. The store's clock is the second opinion: where the two are too far apart one of them is wrong,
 * and work that deletes what is old, sends what is due or calls something late would do it years too early or too late. Such a process
 * leaves background work to processes whose clock is right.
 */
import { type Clock, systemClock, wobbleMs } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { processAheadMs } from '../database/store-clock.ts'
import { clockOffMaxMs } from '../database/transaction-clock.ts'
import type { Observer } from '../observer.ts'

/** Between two looks at the store's clock, as long as nothing shows that this process's was set. */
const lookEveryMs = 10_000
/** Within it a process answers: what it says of open and closed may be wrong by so much. */
const answersOffMaxMs = 5 * 60_000
const millisecondsPerSecond = 1_000

type Seen = { aheadMs: number; atMs: number; epochMs: number }

/** When the monotonic clock began, as the process's own clock has it: it moves where that clock is set. */
const epochMs = (): number => systemClock.now() - performance.now()

export class ClockWatch {
  readonly #database: Database
  readonly #observer: Observer
  /** A clock that a test moves is compared with nothing. */
  readonly #isWatched: boolean
  #seen: Seen | null = null
  #looking: Promise<Seen> | null = null

  constructor({ database, clock, observer }: { database: Database; clock: Clock; observer: Observer }) {
    this.#database = database
    this.#observer = observer
    this.#isWatched = clock === systemClock
  }

  /** Whether background work may go by this process's clock. Where it may not, the observer is told why. Throws as the store does. */
  async allowsWork(): Promise<boolean> {
    const aheadMs = await this.aheadMs()
    if (Math.abs(aheadMs) <= clockOffMaxMs) return true
    const about = { clock_ahead_seconds: Math.round(aheadMs / millisecondsPerSecond) }
    this.#observer.tell({ name: 'clock_refusal', labels: { of: 'work' }, about })
    return false
  }

  /** Whether requests may be answered by this process's clock. */
  async allowsAnswers(): Promise<boolean> {
    return Math.abs(await this.aheadMs()) <= answersOffMaxMs
  }

  /** How far this process's clock is ahead of the store's (negative: behind), in milliseconds; 0 within what an answer takes. */
  async aheadMs(): Promise<number> {
    if (!this.#isWatched) return 0
    const seen = this.#seen
    const isFresh = seen !== null && performance.now() - seen.atMs < lookEveryMs
    if (isFresh && Math.abs(epochMs() - seen.epochMs) <= wobbleMs) return seen.aheadMs
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
    return (await this.#looking).aheadMs
  }

  async #look(): Promise<Seen> {
    const aheadMs = await processAheadMs(this.#database)
    this.#seen = { aheadMs, atMs: performance.now(), epochMs: epochMs() }
    return this.#seen
  }
}
