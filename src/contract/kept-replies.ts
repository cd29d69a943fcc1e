/**
 * Rendered answers that follow from what the process has in memory: kept until that is another, so that a page, calendar or feed is
 * rendered once however often it is asked for, also by those who ask at the same time. Filters are a stranger's choice: what is
 * kept is bounded in number and bytes, and what was asked for last stays.
 */
import type { Reply } from './call.ts'

/** A calendar is up to 300 kB; those of one filter each, in three languages, are some hundred and fifty. */
const repliesMax = 500
const bytesMax = 48 * 1024 * 1024

type Kept = { of: string; reply: Promise<Reply>; bytes: number }

export class KeptReplies {
  readonly #bounds: { repliesMax: number; bytesMax: number }
  /** The one that was asked for last is last. */
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  /** `bounds`: only tests name others. */
  constructor(bounds = { repliesMax, bytesMax }) {
    this.#bounds = bounds
  }

  /**
   * The answer under that key. It is rendered where none is kept, or where one of the objects that it follows from is not the same
   * any more. What fails is not kept.
   */
  reply(key: string, of: readonly object[], render: () => Promise<Reply>): Promise<Reply> {
    const numbers = of.map(numberOf).join(' ')
    const known = this.#kept.get(key)
    if (known?.of === numbers) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known.reply
    }
    this.#forget(key)
    const kept: Kept = { of: numbers, reply: render(), bytes: 0 }
    this.#kept.set(key, kept)
    kept.reply.then(
      ({ data }) => this.#weigh(key, kept, data instanceof Buffer ? data.length : 0),
      () => this.#forget(key, kept),
    )
    return kept.reply
  }

  #weigh(key: string, kept: Kept, bytes: number): void {
    if (this.#kept.get(key) !== kept) return
    kept.bytes = bytes
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#bounds.repliesMax && this.#bytes <= this.#bounds.bytesMax) return
      this.#forget(oldest)
    }
  }

  /** `only`: where it is still that one. */
  #forget(key: string, only: Kept | null = null): void {
    const kept = this.#kept.get(key)
    if (kept === undefined || (only !== null && kept !== only)) return
    this.#bytes -= kept.bytes
    this.#kept.delete(key)
  }
}

// By number, so that no answer holds a state of the catalogue that nobody reads any more.
const numbers = new WeakMap<object, number>()
let lastNumber = 0

function numberOf(one: object): number {
  const known = numbers.get(one)
  if (known !== undefined) return known
  lastNumber += 1
  numbers.set(one, lastNumber)
  return lastNumber
}
