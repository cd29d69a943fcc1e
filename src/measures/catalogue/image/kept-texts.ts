/** What an index made of the texts of its entries, as parts of a file. */

import type { ReadTexts, TextReader } from '../../../search/building/texts.ts'
import type { HeavyPrefixes } from '../../../search/words/heavy-prefixes.ts'

const bytesAtOnce = 1024 * 1024
const nothingToDo: readonly number[] = []

type Numbers = { [part: string]: Int32Array | Uint32Array | Uint16Array | Float64Array }

/** All of it as parts, of a megabyte each at most; bytes of one part follow one another. */
function* partsOfTexts({ lexicon, starts, rows, orders }: ReadTexts): Generator<[part: string, bytes: Uint8Array]> {
  const { count, letters, heads, slots } = lexicon
  yield ['texts', Buffer.from(JSON.stringify({ count, orders: orders.length }))]
  const all: Numbers = { letters, wordStarts: lexicon.starts, heads, slots, rowStarts: starts, wordRows: rows }
  for (const [place, order] of orders.entries()) all[`order${place}`] = order
  yield* numbersOf(all)
}

/** The prefixes with many rows that were found in them, as parts too. */
function* partsOfHeavy({ parts }: HeavyPrefixes): Generator<[part: string, bytes: Uint8Array]> {
  const { prefixes, narrowest, texts, levels } = parts
  yield* numbersOf({ prefixes, narrowest })
  const none = new Int32Array()
  yield* numbersOf({ prefixTexts: none })
  for (const prefixTexts of texts) yield* numbersOf({ prefixTexts })
  yield* numbersOf({ prefixLevels: none })
  for (const prefixLevels of levels) yield* numbersOf({ prefixLevels })
}

function* numbersOf(all: Numbers): Generator<[part: string, bytes: Uint8Array]> {
  for (const [part, { buffer, byteOffset, byteLength }] of Object.entries(all)) {
    let from = 0
    do {
      yield [part, new Uint8Array(buffer, byteOffset + from, Math.min(bytesAtOnce, byteLength - from))]
      from += bytesAtOnce
    } while (from < byteLength)
  }
}

/** The same texts, by their parts. */
export async function keptTexts(bytesOf: (part: string) => Promise<ArrayBuffer>): Promise<ReadTexts> {
  // Our own text, in a part that was found whole.
  const text = Buffer.from(await bytesOf('texts')).toString()
  const { count, orders: orderCount } = JSON.parse(text) as { count: number; orders: number }
  const integers = async (part: string): Promise<Int32Array<ArrayBuffer>> => new Int32Array(await bytesOf(part))
  const orders: Int32Array<ArrayBuffer>[] = []
  for (let place = 0; place < orderCount; place += 1) orders.push(await integers(`order${place}`))
  return {
    lexicon: {
      count,
      letters: new Uint16Array(await bytesOf('letters')),
      starts: new Uint32Array(await bytesOf('wordStarts')),
      heads: new Float64Array(await bytesOf('heads')),
      slots: await integers('slots'),
    },
    starts: new Uint32Array(await bytesOf('rowStarts')),
    rows: await integers('wordRows'),
    orders,
    heavy: {
      prefixes: await integers('prefixes'),
      narrowest: await integers('narrowest'),
      texts: await integers('prefixTexts'),
      levels: await integers('prefixLevels'),
    },
  }
}

/** A reader of texts that were read before: of the same entries, in the same order. What was read may come later than they. */
export class TextsOfBefore implements TextReader {
  #read: ReadTexts | null = null

  come(read: ReadTexts): void {
    this.#read = read
  }

  add(): void {}

  catchUp(): Iterable<number> {
    return nothingToDo
  }

  end(): void {}

  *finish(): Generator<number, ReadTexts> {
    const read = this.#read
    if (read === null) throw new Error('texts that were read before have not come')
    yield read.orders.length
    return read
  }
}

/** A reader that does as another does, and shows somebody what came of it. */
export function notedTexts(
  texts: TextReader,
  note: (parts: Generator<[part: string, bytes: Uint8Array]>) => Generator<number, void>,
): TextReader {
  return {
    add: (entry) => texts.add(entry),
    catchUp: () => texts.catchUp(),
    end: (arrivals) => texts.end(arrivals),
    *finish() {
      const read = yield* texts.finish()
      yield* note(partsOfTexts(read))
      return read
    },
    note: (heavy) => note(partsOfHeavy(heavy)),
  }
}
