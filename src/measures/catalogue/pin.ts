/** A state that a reader holds on to across a wait: it stays whole until he lets go. */
import type { Language, View } from '../../values/vocabularies.ts'
import type { ServedRow } from './row-cache.ts'
import type { CatalogueState } from './state.ts'

/** Pins at once on one catalogue: more readers than this are not being served, they are being forgotten. */
export const pinsMax = 10_000
/** A stream may last thirty minutes (contract 11); a pin that lasts longer was lost, and is let go of. */
const pinMsMax = 31 * 60_000

/** What rows cost to render, in the measure of sliced work: most of a millisecond each at worst. */
const rowCost = 1

export type RowOf = (state: CatalogueState, view: View, id: string, language: Language) => ServedRow

export class Pin implements Disposable {
  readonly #state: CatalogueState
  readonly #rowOf: RowOf
  readonly #timer: NodeJS.Timeout
  readonly #onRelease: () => void
  #isHeld = true

  constructor(state: CatalogueState, rowOf: RowOf, onRelease: () => void) {
    this.#state = state
    this.#rowOf = rowOf
    this.#onRelease = onRelease
    state.slab.keep()
    this.#timer = setTimeout(() => this.release(), pinMsMax)
    this.#timer.unref()
  }

  get state(): CatalogueState {
    if (!this.#isHeld) throw new Error('a pinned state was read after it had been let go of')
    return this.#state
  }

  /** A measure's row as JSON, as it is in the pinned state. */
  row(view: View, id: string, language: Language): Buffer {
    return this.#rowOf(this.state, view, id, language).json
  }

  /** The rows of many measures, in slices of a row each. */
  *rows(view: View, ids: readonly string[], language: Language): Generator<number, ServedRow[]> {
    const rows: ServedRow[] = []
    for (const id of ids) {
      rows.push(this.#rowOf(this.state, view, id, language))
      yield rowCost
    }
    return rows
  }

  /** Lets go; calling it again changes nothing. */
  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    clearTimeout(this.#timer)
    this.#state.slab.letGo()
    this.#onRelease()
  }

  [Symbol.dispose](): void {
    this.release()
  }
}
