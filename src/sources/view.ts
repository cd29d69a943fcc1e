/**
 * The sources as the open routes show them: read anew for every request (at most one reading at a time, and one waiting),
 * so that what the operator's commands did shows at once; and from memory where the store does not answer.
 */
import type { Clock } from '../platform/clock.ts'
import type { SourcesSnapshot } from './source/source.ts'

/** A reading that takes longer is not waited for: the last one answers. */
const patienceMs = 1_000
/** After a reading that failed or took too long, so long from memory. */
const restMs = 1_000

export class SourcesView {
  readonly #load: () => Promise<SourcesSnapshot>
  readonly #clock: Clock
  #last: SourcesSnapshot | null = null
  #reading: Promise<void> | null = null
  #next: Promise<void> | null = null
  #restUntil = 0

  /** `load` reads the store. Until it has once succeeded, `read` waits for it and throws what it throws. */
  constructor(load: () => Promise<SourcesSnapshot>, clock: Clock) {
    this.#load = load
    this.#clock = clock
  }

  /** The sources as they were when this was called or later; older only where the store does not answer. */
  async read(): Promise<SourcesSnapshot> {
    if (this.#last === null) await this.#readAfresh()
    else if (this.#clock.now() >= this.#restUntil) await this.#atMost(this.#readAfresh().catch(() => this.#rest()))
    if (this.#last === null) throw new Error('the sources have not been read')
    return this.#last
  }

  /** A reading that begins no earlier than now: one under way may have passed what the caller knows of. */
  #readAfresh(): Promise<void> {
    if (this.#reading === null) return this.#begin()
    this.#next ??= this.#reading
      .catch(() => {})
      .then(() => {
        this.#next = null
        return this.#begin()
      })
    return this.#next
  }

  #begin(): Promise<void> {
    this.#reading ??= this.#load()
      .then((snapshot) => {
        this.#last = snapshot
      })
      .finally(() => {
        this.#reading = null
      })
    return this.#reading
  }

  #rest(): void {
    this.#restUntil = this.#clock.now() + restMs
  }

  async #atMost(reading: Promise<void>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#rest()
        resolve()
      }, patienceMs)
    })
    await Promise.race([reading, late])
    clearTimeout(timer)
  }
}
