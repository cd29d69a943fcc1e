/**
 * Served rows as bytes: rendered when first asked for, kept until something they show changes. Compact rows are small and
 * all kept; full records are kept up to a bound of bytes, the oldest going first.
 */
import type { Language } from '../../values/vocabularies.ts'

/** Bytes of full records kept at most: some 60,000 records in one language. */
const fullBytesMax = 256 * 1024 * 1024

type Key = `${Language} ${string}`

export class RowCache {
  readonly #compact = new Map<Key, Buffer>()
  /** In the order in which they came. */
  readonly #full = new Map<Key, Buffer>()
  #fullBytes = 0

  compact(id: string, language: Language, render: () => object): Buffer {
    const key: Key = `${language} ${id}`
    const known = this.#compact.get(key)
    if (known !== undefined) return known
    const row = Buffer.from(JSON.stringify(render()))
    this.#compact.set(key, row)
    return row
  }

  full(id: string, language: Language, render: () => object): Buffer {
    const key: Key = `${language} ${id}`
    const known = this.#full.get(key)
    if (known !== undefined) return known
    const row = Buffer.from(JSON.stringify(render()))
    this.#full.set(key, row)
    this.#fullBytes += row.length
    for (const [oldest, bytes] of this.#full) {
      if (this.#fullBytes <= fullBytesMax) break
      this.#full.delete(oldest)
      this.#fullBytes -= bytes.length
    }
    return row
  }

  /** Forgets what was rendered of a measure. */
  forget(id: string): void {
    for (const language of ['nl', 'fr', 'en'] as const) {
      this.#compact.delete(`${language} ${id}`)
      this.#forgetFull(`${language} ${id}`)
    }
  }

  /** Forgets the full records of everybody for whom `concerns` holds. */
  forgetFullOf(concerns: (id: string) => boolean): void {
    for (const key of [...this.#full.keys()]) if (concerns(key.slice(3))) this.#forgetFull(key)
  }

  #forgetFull(key: Key): void {
    this.#fullBytes -= this.#full.get(key)?.length ?? 0
    this.#full.delete(key)
  }
}
