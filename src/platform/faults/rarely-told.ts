/** What fails at every turn has one line in the log an hour, not one a turn. */

/** How long after a line about one subject the next one is written. */
const againMs = 60 * 60_000
/** Subjects that are remembered; of more than that those are forgotten, and told again, whose line is the oldest. */
const subjectsMax = 1_000

export class RarelyTold {
  /** When each was last told, by a clock that never goes back, the oldest first. */
  readonly #toldAtMs = new Map<string, number>()
  readonly #nowMs: () => number

  /** `nowMs`: only tests name another. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Whether the subject is to be told now; then it counts as told. */
  isDue(subject: string): boolean {
    const nowMs = this.#nowMs()
    const toldAtMs = this.#toldAtMs.get(subject)
    if (toldAtMs !== undefined && nowMs - toldAtMs < againMs) return false
    this.#toldAtMs.delete(subject)
    this.#toldAtMs.set(subject, nowMs)
    const [oldest] = this.#toldAtMs.keys()
    if (this.#toldAtMs.size > subjectsMax && oldest !== undefined) this.#toldAtMs.delete(oldest)
    return true
  }
}
