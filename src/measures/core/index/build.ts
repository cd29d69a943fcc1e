/**
 * Makes a segment from all its entries at once. Entries come in any order and are not kept: only numbers of their words
 * and tokens are, until the last has come and ordinals can be given in the order of the ids.
 */

import { addBit, bitsFor } from './bitset.ts'
import { Columns, compareIds, eachOrder, type OrderKey } from './columns.ts'
import { Extent } from './extent.ts'
import { eachToken, type FacetName, Facets, facetNames } from './facets.ts'
import { HeavyPrefixes } from './heavy-prefixes.ts'
import { Lexicon } from './lexicon.ts'
import { Order } from './order.ts'
import { Postings, WordReader } from './postings.ts'
import type { Entry, NaceCover } from './query.ts'
import { firstOrdinals, roomFor, Segment } from './segment.ts'

type Kept = Pick<Entry, 'id' | 'closes_at' | 'updated_at' | 'titles' | 'withdrawn'>

export function buildSegment(entries: Iterable<Entry>, covers: NaceCover): Segment {
  const kept: Kept[] = []
  const words = new Log()
  const tokens = new Log()
  const tokenList: { facet: FacetName; token: string }[] = []
  const tokenNumbers = new Map<FacetName, Map<string, number>>(facetNames.map((facet) => [facet, new Map()]))
  const lexicon = new Lexicon()
  const reader = new WordReader(lexicon)
  for (const entry of entries) {
    const { id, closes_at, updated_at, titles, withdrawn } = entry
    kept.push({ id, closes_at, updated_at, titles, withdrawn })
    reader.read(entry, (word, inTitle) => words.push(word * 2 + inTitle))
    words.endOfEntry()
    eachToken(entry, (facet, token) => {
      const numbers = tokenNumbers.get(facet)
      let number = numbers?.get(token)
      if (number === undefined) {
        number = tokenList.push({ facet, token }) - 1
        numbers?.set(token, number)
      }
      tokens.push(number)
    })
    tokens.endOfEntry()
  }
  const arrivals = inIdOrder(kept)
  const count = arrivals.length
  const capacity = count + roomFor(count)
  const extent = new Extent(capacity)
  const columns = new Columns(count, capacity)
  const facets = new Facets(extent, covers)
  const visible = bitsFor(capacity)
  let visibleCount = 0
  for (const arrival of arrivals) {
    const entry = kept[arrival]
    if (entry === undefined) continue
    const ordinal = columns.add(entry)
    if (!entry.withdrawn) {
      addBit(visible, ordinal)
      visibleCount += 1
    }
    for (const number of tokens.of(arrival)) {
      const named = tokenList[number]
      if (named !== undefined) facets.open(named.facet, named.token).add(ordinal)
    }
  }
  const postings = makePostings(lexicon, words, arrivals)
  return new Segment(
    {
      extent,
      columns,
      alive: firstOrdinals(count, capacity),
      visible,
      orders: sortedOrders(columns),
      facets,
      postings,
      heavy: finished(HeavyPrefixes.find(postings, extent)),
    },
    { alive: count, visible: visibleCount },
  )
}

/** Runs a piece of sliced work to its end. */
export function finished<Result>(work: Generator<number, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Arrival numbers in the order of the ids; of two entries of one id only the later. */
function inIdOrder(kept: readonly Kept[]): Int32Array {
  const arrivals = Int32Array.from(kept.keys())
  const idOf = (arrival: number | undefined): string => kept[arrival ?? 0]?.id ?? ''
  arrivals.sort((left, right) => compareIds(idOf(left), idOf(right)) || left - right)
  return arrivals.filter(
    (arrival, place) => place + 1 === arrivals.length || idOf(arrival) !== idOf(arrivals[place + 1]),
  )
}

function sortedOrders(columns: Columns): Segment['orders'] {
  const order = (key: OrderKey): Order => {
    const base = new Int32Array(columns.baseCount)
    for (let ordinal = 0; ordinal < base.length; ordinal += 1) base[ordinal] = ordinal
    if (key !== 'id') base.sort((left, right) => columns.compareRows(key, left, right) || left - right)
    return new Order(key, columns, base, roomFor(base.length))
  }
  return eachOrder(order)
}

function makePostings(lexicon: Lexicon, words: Log, arrivals: Int32Array): Postings {
  const texts = Array.from({ length: lexicon.count }, (_, word) => lexicon.textOf(word))
  const sorted = Int32Array.from(texts.keys()).sort((left, right) =>
    (texts[left] ?? '') < (texts[right] ?? '') ? -1 : 1,
  )
  const renumbered = new Int32Array(sorted.length)
  const ordered = new Lexicon(sorted.length)
  for (const word of sorted) renumbered[word] = ordered.take(lexicon, word)
  const starts = new Uint32Array(sorted.length + 1)
  for (const arrival of arrivals) {
    for (const row of words.of(arrival)) {
      const word = renumbered[row >> 1] ?? 0
      starts[word + 1] = (starts[word + 1] ?? 0) + 1
    }
  }
  for (let word = 0; word < sorted.length; word += 1) starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0)
  const rows = new Int32Array(starts[sorted.length] ?? 0)
  const next = starts.slice()
  arrivals.forEach((arrival, ordinal) => {
    for (const row of words.of(arrival)) {
      const word = renumbered[row >> 1] ?? 0
      const place = next[word] ?? 0
      rows[place] = ordinal * 2 + (row & 1)
      next[word] = place + 1
    }
  })
  return new Postings(ordered, starts, rows)
}

/** Lists of numbers, one an entry, one after another. */
class Log {
  #numbers = new Int32Array(1024)
  #length = 0
  readonly #ends: number[] = [0]

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const wider = new Int32Array(this.#length * 2)
      wider.set(this.#numbers)
      this.#numbers = wider
    }
    this.#numbers[this.#length] = number
    this.#length += 1
  }

  endOfEntry(): void {
    this.#ends.push(this.#length)
  }

  of(entry: number): Int32Array {
    return this.#numbers.subarray(this.#ends[entry], this.#ends[entry + 1])
  }
}
