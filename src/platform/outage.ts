/** Tells of a fault that lasts: when it begins, at growing intervals with a count, and when it is over. */
import { faultFields, type Log } from './log.ts'

/** Between the first line and the second; each interval is twice the one before, up to the longest. */
const firstIntervalMs = 10_000
const longestIntervalMs = 600_000

export class Outage {
  readonly #log: Pick<Log, 'error' | 'info'>
  readonly #what: string
  readonly #elapsedMs: () => number
  #count = 0
  #toldAtMs = 0
  #intervalMs = firstIntervalMs

  /** `what` cannot be done, as the line says it; `elapsedMs` is any clock that never goes back. */
  constructor(log: Pick<Log, 'error' | 'info'>, what: string, elapsedMs: () => number = () => performance.now()) {
    this.#log = log
    this.#what = what
    this.#elapsedMs = elapsedMs
  }

  failed(fault: unknown): void {
    this.#count += 1
    const now = this.#elapsedMs()
    if (this.#count > 1) {
      if (now - this.#toldAtMs < this.#intervalMs) return
      this.#intervalMs = Math.min(this.#intervalMs * 2, longestIntervalMs)
    }
    this.#toldAtMs = now
    this.#log.error({ ...faultFields(fault), failures: this.#count }, `${this.#what} cannot be done`)
  }

  worked(): void {
    if (this.#count === 0) return
    this.#log.info({ failures: this.#count }, `${this.#what} is done again`)
    this.#count = 0
    this.#intervalMs = firstIntervalMs
  }
}
