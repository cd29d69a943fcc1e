/**
 * Digests of the keys that were just sent: who sends one, sends it again and again, and its checksum and its digest are what
 * they were. Kept are keys that were well formed, whether or not anybody has them; nothing that is decided about one is. A
 * key stands here in plain for a minute at most, about as long as it does in the memory of the connection that brought it.
 */
import { digestOf, isWellFormedKey } from '../accounts/api-key.ts'

const keptMs = 60_000
/** Keys kept. */
const keysMax = 2_000

export class SeenKeys {
  readonly #digestOf = new Map<string, string>()
  #timer: NodeJS.Timeout | null = null

  isWellFormed(text: string): boolean {
    return this.#digestOf.has(text) || isWellFormedKey(text)
  }

  /** Of a key that is well formed. */
  digestOf(key: string): string {
    const known = this.#digestOf.get(key)
    if (known !== undefined) return known
    if (this.#digestOf.size >= keysMax) this.#forget()
    const digest = digestOf(key)
    this.#digestOf.set(key, digest)
    this.#timer ??= setTimeout(() => this.#forget(), keptMs).unref()
    return digest
  }

  /** Keys that are kept now. */
  get size(): number {
    return this.#digestOf.size
  }

  #forget(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#digestOf.clear()
  }
}
