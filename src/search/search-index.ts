/**
 * A search index in memory: filters, words, sorts, pages and exact totals over entries of one shape. It does no I/O and
 * knows no clock. One thread: a call is atomic, and what it changes is seen by the next call. README.md says how it is built.
 */

import { SegmentBuilder } from './build.ts'
import { compacted } from './compaction.ts'
import { Counts, talliesOf } from './counts.ts'
import { hitsOf, narrowedHits } from './hits.ts'
import { meaningOf, mostMeant, rowsMeant } from './meaning/most-meant.ts'
import {
  type Answer,
  byRelevance,
  type Entry,
  type Query,
  type Restrictions,
  type Shape,
  type Tally,
  type TallyAsked,
  type WordSearch,
} from './query.ts'
import { mostRelevant } from './relevance.ts'
import type { Segment } from './segment.ts'
import { type Bits, countBits, hasBit } from './sets/bitset.ts'
import type { TextReader } from './texts.ts'
import { type Favoured, WordLookup } from './words/lookup.ts'
import { knownPartsOf, spellingsOf } from './words/spelling.ts'

/** An entry taken in and not yet shown. */
export type Staged = { entry: Entry; segment: Segment; ordinal: number }

/** Entries as they come, that the last has come, and the index; sliced work (`slices.ts`). */
export type IndexBuilder = {
  add(entry: Entry): void
  /** To be gone through after each `add` (see `TextReader`). */
  catchUp(): Iterable<number>
  end(): void
  finish(): Generator<number, SearchIndex>
}

export class SearchIndex {
  #segment: Segment
  #isCompacting = false

  private constructor(segment: Segment) {
    this.#segment = segment
  }

  /**
   * An index of at most `countMost` entries as they come, in any order. Of two entries of one id the later counts. They are
   * read once and not kept. `texts`: who reads their texts.
   */
  static builder(shape: Shape, countMost: number, texts: TextReader): IndexBuilder {
    const segment = new SegmentBuilder(shape, countMost, texts)
    return {
      add: (entry) => segment.add(entry),
      catchUp: () => segment.catchUp(),
      end: () => segment.end(),
      *finish() {
        return new SearchIndex(yield* segment.finish())
      },
    }
  }

  /** Entries held, and how many of them are hidden. */
  get size(): { total: number; hidden: number } {
    const { aliveCount, visibleCount } = this.#segment.rows
    return { total: aliveCount, hidden: aliveCount - visibleCount }
  }

  has(id: string): boolean {
    return this.#segment.rows.has(id)
  }

  /**
   * Takes in an entry that no search finds until it is shown: the long part of a change, which so can be done in slices
   * for many before all of them are shown at once. `makeRoom` first. One that is never shown costs its room, no more.
   */
  stage(entry: Entry): Staged {
    const segment = this.#changing()
    if (segment.roomLeft === 0) throw new Error('the index has no room: makeRoom was not called')
    return { entry, segment, ordinal: segment.stage(entry) }
  }

  /** Shows a staged entry in place of the one of its id, if there is one. */
  show(staged: Staged): void {
    // A compaction in between took along only what was shown.
    const { entry, segment, ordinal } = staged.segment === this.#segment ? staged : this.stage(staged.entry)
    segment.rows.show(ordinal, entry.hidden)
  }

  /** Takes out an entry; says whether it was there. */
  hide(id: string): boolean {
    return this.#changing().rows.remove(id)
  }

  /**
   * Makes room for that many to be staged, in slices: by a compaction, where there is not enough or one is due anyway. The
   * index answers meanwhile, and must not be changed.
   */
  *makeRoom(count: number): Generator<number, void> {
    const segment = this.#changing()
    if (segment.roomLeft >= count && !segment.compactionIsDue) return
    this.#isCompacting = true
    try {
      this.#segment = yield* compacted(segment, count)
    } finally {
      this.#isCompacting = false
    }
  }

  /** The page of the entries that meet the query, with their exact number. */
  search(query: Query): Answer {
    const segment = this.#segment
    const isRanked = query.sort === byRelevance
    const limit = Math.min(query.limit, segment.rows.capacity)
    if (query.meant != null) {
      const { alive, visible } = segment.rows
      const meaning = meaningOf(segment, query, query.withHidden ? alive : visible)
      const met = hitsOf(segment, query, [rowsMeant(segment, meaning, query.isUnweighed)])
      const { hits, narrowed } = narrowedHits(segment, query, met)
      const total = countBits(hits)
      const answer = isRanked
        ? mostMeant(segment, { ...query, limit }, meaning, hits, total)
        : inOrder(segment, { ...query, limit }, hits, total)
      return { ...answer, narrowed, weights: meaning.weights }
    }
    const lookup = new WordLookup(segment.words, isRanked ? favouredBy(segment, query) : undefined)
    const words = lookup.matches(query)
    const hits = hitsOf(segment, query, lookup.rowsFound(query, words))
    const total = countBits(hits)
    return isRanked
      ? mostRelevant(segment, { ...query, limit }, words, hits, total)
      : inOrder(segment, { ...query, limit }, hits, total)
  }

  /** How many entries meet the restrictions with any search for words that `work` asks about: for less than each by itself. */
  counting<Result>(restrictions: Restrictions, work: (counts: Pick<Counts, 'total' | 'of'>) => Result): Result {
    return work(new Counts(this.#segment, restrictions))
  }

  /** How many entries of a search carry each token of facets, each facet under restrictions of its own. */
  tallies(search: WordSearch, asked: readonly TallyAsked[]): Tally[] {
    return talliesOf(this.#segment, search, asked)
  }

  /** The ids of the visible entries with that token of a facet, `most` of them; null where more have it. */
  idsWith(facet: string, token: string, most: number): string[] | null {
    const { facets, visible, ids } = this.#segment.rows
    const found: string[] = []
    for (const ordinal of facets.ordinalsWith(facet, token)) {
      if (!hasBit(visible, ordinal)) continue
      if (found.length === most) return null
      found.push(ids[ordinal] ?? '')
    }
    return found
  }

  /** Whether any entry has that folded word. */
  hasWord(word: string): boolean {
    return this.#segment.words.postings.numberOf(word) !== null
  }

  /** How entries spell a word that none of them has (`spelling.ts`). */
  spellingsOf(word: string): string[] {
    return spellingsOf(this.#segment.words, word)
  }

  /** The words that entries have, of which a word is made that none has; null where it is of none. */
  partsOf(word: string): string[] | null {
    return knownPartsOf(this.#segment.words, word)
  }

  #changing(): Segment {
    if (this.#isCompacting) throw new Error('the index was changed while it was compacted')
    return this.#segment
  }
}

/** The rows that are favoured for a word of the query. */
function favouredBy({ rows: { facets } }: Segment, { favoured }: Query): (word: string) => Favoured | null {
  return (word) => {
    const asked = favoured.find((one) => one.word === word)
    if (asked === undefined) return null
    return { near: facets.rowsWith(asked.facet, asked.near), far: facets.rowsWith(asked.facet, asked.far) }
  }
}

/** The page of the hits, of which there are `total`, by a number or a text. */
function inOrder(segment: Segment, { after, sort, limit }: Query, hits: Bits, total: number): Answer {
  const order = segment.orderBy(sort)
  const from = after === null ? 0 : order.after(after.sortValue, after.id)
  // One more than the page: it tells that there is more.
  const ordinals = order.placesOf(hits, total, from, limit + 1).map((place) => order.ordinals[place] ?? 0)
  const last = ordinals[limit - 1] ?? 0
  const sortValue = ordinals.length > limit ? (order.column?.values[last] ?? '') : null
  return segment.pageOf(total, ordinals.subarray(0, limit), sortValue)
}
