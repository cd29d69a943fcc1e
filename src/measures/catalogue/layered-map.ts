/**
 * A map that never changes. Changing it makes another, which shares all that stayed: a layer of what is different over a
 * base that many maps have in common. So a state of the catalogue costs what differs from the one before, and stays whole
 * for as long as anybody reads it.
 */

/** A layer this large, or a quarter of its base, becomes part of a new base. */
const layerMost = 4_096
const layerShare = 1 / 4
/** Entries copied between two turns of others: a fraction of a millisecond. */
const copiedAStep = 4_096

const gone = Symbol('gone')

export class LayeredMap<Value> {
  readonly #sizeOverBase: number
  readonly #base: ReadonlyMap<string, Value>
  readonly #layer: ReadonlyMap<string, Value | typeof gone>

  private constructor(base: ReadonlyMap<string, Value>, layer: ReadonlyMap<string, Value | typeof gone>, size: number) {
    this.#base = base
    this.#layer = layer
    this.#sizeOverBase = size - base.size
  }

  /** Whoever gives the entries may add to them until the map is shown to others, and changes nothing afterwards. */
  static of<Value>(entries: ReadonlyMap<string, Value>): LayeredMap<Value> {
    return new LayeredMap<Value>(entries, new Map(), entries.size)
  }

  get size(): number {
    return this.#base.size + this.#sizeOverBase
  }

  get(key: string): Value | undefined {
    if (this.#layer.size > 0) {
      const over = this.#layer.get(key)
      if (over !== undefined) return over === gone ? undefined : over
    }
    return this.#base.get(key)
  }

  has(key: string): boolean {
    return this.get(key) !== undefined
  }

  /** The values, those that came last at the end. */
  *values(): Generator<Value> {
    for (const [, value] of this.entries()) yield value
  }

  /** The keys with their values, in the same order. */
  *entries(): Generator<[key: string, value: Value]> {
    for (const [key, value] of this.#base) if (!this.#layer.has(key)) yield [key, value]
    for (const [key, value] of this.#layer) if (value !== gone) yield [key, value]
  }

  /** The map with these entries in place of those of their keys; undefined takes one out. In slices. */
  *with(changes: ReadonlyMap<string, Value | undefined>): Generator<number, LayeredMap<Value>> {
    if (changes.size === 0) return this
    let size = this.size
    for (const [key, value] of changes) size += (value === undefined ? 0 : 1) - (this.has(key) ? 1 : 0)
    const layer = new Map(this.#layer)
    for (const [key, value] of changes) layer.set(key, value === undefined ? gone : value)
    if (layer.size <= Math.min(layerMost, this.#base.size * layerShare)) return new LayeredMap(this.#base, layer, size)
    const base = new Map<string, Value>()
    for (const [key, value] of this.#base) {
      base.set(key, value)
      if (base.size % copiedAStep === 0) yield copiedAStep
    }
    for (const [key, value] of layer) {
      if (value === gone) base.delete(key)
      else base.set(key, value)
    }
    return new LayeredMap(base, new Map(), size)
  }
}

/** What is to change of a map, read as though it had. */
export class MapDraft<Value> {
  readonly #before: LayeredMap<Value>
  readonly #changes = new Map<string, Value | undefined>()

  constructor(before: LayeredMap<Value>) {
    this.#before = before
  }

  get(key: string): Value | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : this.#before.get(key)
  }

  set(key: string, value: Value | undefined): void {
    this.#changes.set(key, value)
  }

  /** The map as changed, in slices. */
  done(): Generator<number, LayeredMap<Value>> {
    return this.#before.with(this.#changes)
  }
}
