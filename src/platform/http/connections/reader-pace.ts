/**
 * Whether a reader takes enough over every window of a length: he is looked at again and again, and what he had taken at each
 * look is remembered for as long as a window that begins there is not over.
 */

type Look = { atMs: number; takenBytes: number }

export class ReaderPace {
  readonly #bytesMin: number
  readonly #windowMs: number
  /** In their order; the first is the newest from which a whole window has gone by, once there is one. */
  readonly #looks: Look[] = []

  /** `bytesMin`: what he takes at least in any window. */
  constructor(bytesMin: number, windowMs: number) {
    this.#bytesMin = bytesMin
    this.#windowMs = windowMs
  }

  /** A look, at a time of a clock that never goes back: whether he took too little in the window that ends there. */
  isTooSlow(atMs: number, takenBytes: number): boolean {
    const looks = this.#looks
    looks.push({ atMs, takenBytes })
    const from = atMs - this.#windowMs
    while (looks[1] !== undefined && looks[1].atMs <= from) looks.shift()
    const [first] = looks
    return first !== undefined && first.atMs <= from && takenBytes - first.takenBytes < this.#bytesMin
  }

  /** Nothing waited for him: windows begin anew. */
  startAnew(): void {
    this.#looks.length = 0
  }
}
