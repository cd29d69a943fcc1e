/**
 * A search index in memory: filters, words, sorts, pages and exact totals over entries of one shape. It does no I/O and
 * knows no clock. One thread: a call is atomic, and what it changes is seen by the next call.
 *
 * How it is made, a file each: facet tokens as sets (`facets.ts`, `token-set.ts`), words as sorted postings with sets for
 * heavy prefixes (`postings.ts`, `heavy-prefixes.ts`), an order and its inverse per sort (`order.ts`), boundary sets for
 * numbers (`ranges.ts`), pages (`page.ts`), relevance (`relevance.ts`), changes in place (`segment.ts`)
 * and their compaction (`compaction.ts`).
 */

import { inOrder, mostRelevant } from './answer-page.ts'
import { SegmentBuilder } from './building/build.ts'
import type { TextReader } from './building/texts.ts'
import { compacted, compactionWork } from './compaction.ts'
import { Counts } from './counting/counts.ts'
import { type Tally, type TallyAsked, talliesOf } from './counting/tally.ts'
import { findHits, type Hits } from './hits.ts'
import { MostWords } from './most-words.ts'
import {
  type Answer,
  byRelevance,
  type Entry,
  type Query,
  type Restrictions,
  type Shape,
  type WordSearch,
} from './query.ts'
import { roomFor, type Segment } from './segment.ts'
import { finished } from './sets/slices.ts'
import { matchesOf } from './words/joined/joined-match.ts'
import { looseMatchesOf } from './words/loose-match.ts'
import { knownPartsOf, spellingsOf } from './words/spelling.ts'
import type { RankedWord } from './words/weights.ts'

/** Part of the room that may be used up, or be dead, before compaction is due. */
const dueShare = 1 / 2
/** Part of the room in which a compaction that is due must end, by the work that each change does for it. */
const paceShare = 1 / 4
/** Rows of work that one change put in again after a compaction counts for. */
const replayWork = 4096
/** Rows of compaction done between two turns of others: a millisecond or two. */
const rowsAStep = 100_000

const nothing: Answer = { total: 0, ids: [], next: null }

type Change = { put: Entry } | { remove: string }
/** An entry taken in and not yet shown. */
export type Staged = { entry: Entry; segment: Segment; ordinal: number }
type Compaction = {
  work: Generator<number, Segment>
  made: Segment | null
  later: Change[]
  replayed: number
  pace: number
}

/** Entries as they come, that the last has come, and the index; sliced work (`slices.ts`). */
export type IndexBuilder = {
  add(entry: Entry): void
  /** To be gone through after each `add` (see `TextReader`). */
  catchUp(): Iterable<number>
  end(): Generator<number, void>
  finish(): Generator<number, SearchIndex>
}

export class SearchIndex {
  readonly #shape: Shape
  #segment: Segment
  #compaction: Compaction | null = null

  private constructor(segment: Segment, shape: Shape) {
    this.#segment = segment
    this.#shape = shape
  }

  /**
   * An index of entries as they come, in any order. Of two entries of one id the later counts. They are read once and not
   * kept. `texts`: who reads their texts.
   */
  static builder(shape: Shape, texts: TextReader): IndexBuilder {
    const segment = new SegmentBuilder(shape, texts)
    return {
      add: (entry) => segment.add(entry),
      catchUp: () => segment.catchUp(),
      end: () => segment.end(),
      *finish() {
        return new SearchIndex(yield* segment.finish(), shape)
      },
    }
  }

  /** Entries held, and how many of them are hidden. */
  get size(): { total: number; hidden: number } {
    const { aliveCount, visibleCount } = this.#segment
    return { total: aliveCount, hidden: aliveCount - visibleCount }
  }

  has(id: string): boolean {
    return this.#segment.has(id)
  }

  /** Takes in an entry, in place of the one of that id if there is one. */
  put(entry: Entry): void {
    if (this.#segment.roomLeft === 0) this.compact(Infinity)
    this.#segment.put(entry)
    this.#changed({ put: entry })
  }

  /**
   * Takes in an entry that no search finds until it is shown: the long part of a change, which so can be done in slices
   * for many before all of them are shown at once. `makeRoom` first. One that is never shown costs its room, no more.
   */
  stage(entry: Entry): Staged {
    if (this.#segment.roomLeft === 0) throw new Error('the index has no room: makeRoom was not called')
    return { entry, segment: this.#segment, ordinal: this.#segment.stage(entry) }
  }

  /** Shows a staged entry in place of the one of its id, if there is one. */
  show({ entry, segment, ordinal }: Staged): void {
    // A compaction that ended in between took along only what was shown.
    if (segment === this.#segment) segment.show(ordinal, entry.hidden)
    else {
      if (this.#segment.roomLeft === 0) this.compact(Infinity)
      this.#segment.put(entry)
    }
    this.#compaction?.later.push({ put: entry })
  }

  /** Takes an entry out as `remove` does, and leaves compaction to whoever shows and hides many. */
  hide(id: string): void {
    if (this.#segment.remove(id)) this.#compaction?.later.push({ remove: id })
  }

  /** Makes room for that many to be staged, in slices: by a compaction, where there is not enough or one is due anyway. */
  *makeRoom(count: number): Generator<number, void> {
    const isShort = (): boolean => this.#segment.roomLeft < count
    // One that is under way knew nothing of `count`: it is ended first, and another made if that was too little.
    while (isShort() || this.compactionIsDue) {
      this.#compaction ??= this.#newCompaction(count)
      while (!this.compact(rowsAStep)) yield rowsAStep
    }
  }

  /** Takes out an entry for good. Says whether it was there. */
  remove(id: string): boolean {
    if (!this.#segment.remove(id)) return false
    this.#changed({ remove: id })
    return true
  }

  /** The page of the entries that meet the query, with their exact number. */
  search(query: Query): Answer {
    const segment = this.#segment
    const isRanked = query.sort === byRelevance
    let words: readonly RankedWord[]
    let hits: Hits
    if (query.most && query.words.length > 0) {
      const likes = looseMatchesOf(segment, query, isRanked)
      const had = likes.map((like) => like.had)
      hits = findHits(segment, query, [new MostWords(segment.extent, had)])
      words = likes
    } else {
      const matches = matchesOf(segment, query.words, isRanked)
      hits = findHits(segment, query, matches)
      words = matches
    }
    let answer = nothing
    if (hits.total > 0) answer = isRanked ? mostRelevant(segment, query, words, hits) : inOrder(segment, query, hits)
    segment.extent.takeBack()
    return answer
  }

  /**
   * How many entries meet the restrictions with any search for words that `work` asks about: for less than each would cost
   * by itself. Nothing else is asked of the index meanwhile.
   */
  counting<Result>(restrictions: Restrictions, work: (counts: Pick<Counts, 'total' | 'of'>) => Result): Result {
    try {
      return work(new Counts(this.#segment, restrictions))
    } finally {
      this.#segment.extent.takeBack()
    }
  }

  /** How many entries of a search carry each token of facets, each facet under restrictions of its own. */
  tallies(search: WordSearch, asked: readonly TallyAsked[]): Tally[] {
    try {
      return talliesOf(this.#segment, search, asked)
    } finally {
      this.#segment.extent.takeBack()
    }
  }

  /** How entries spell a word that none of them has (`spelling.ts`). */
  spellingsOf(word: string): string[] {
    return spellingsOf(this.#segment, word)
  }

  /** The words that entries have, of which a word is made that none has; null where it is of none. */
  partsOf(word: string): string[] | null {
    return knownPartsOf(this.#segment, word)
  }

  /** Whether so much has changed that a compaction should run. Changes run it by themselves, a slice each, from then on. */
  get compactionIsDue(): boolean {
    const { columns, deadCount } = this.#segment
    const room = roomFor(columns.baseCount) * dueShare
    return columns.count - columns.baseCount > room || deadCount > Math.max(room, columns.baseCount / 4)
  }

  /**
   * Does about `rows` rows of work (a few nanoseconds each) towards a compact index, beginning with it when none is under
   * way. Answers are the same before, between and after. True when it has ended.
   */
  compact(rows: number): boolean {
    this.#compaction ??= this.#newCompaction(0)
    const compaction = this.#compaction
    let done = 0
    while (compaction.made === null) {
      const step = compaction.work.next()
      if (step.done === true) compaction.made = step.value
      else done += step.value
      if (done >= rows) return false
    }
    return this.#replay(compaction, compaction.made, rows - done)
  }

  #newCompaction(roomLeast: number): Compaction {
    return {
      work: compacted(this.#segment, this.#shape, roomLeast),
      made: null,
      later: [],
      replayed: 0,
      pace: Math.ceil(compactionWork(this.#segment) / (roomFor(this.#segment.columns.baseCount) * paceShare)),
    }
  }

  #changed(change: Change): void {
    this.#compaction?.later.push(change)
    if (this.#compaction === null && !this.compactionIsDue) return
    this.compact(this.#compaction?.pace ?? 1)
  }

  /** Puts in what changed while the new segment was made, then takes it into use. */
  #replay(compaction: Compaction, first: Segment, rows: number): boolean {
    let made = first
    for (let done = 0; compaction.replayed < compaction.later.length; done += replayWork) {
      if (done >= rows) return false
      const change = compaction.later[compaction.replayed]
      compaction.replayed += 1
      if (change === undefined) break
      if ('remove' in change) made.remove(change.remove)
      else {
        // Only after a catalogue shrank to a small part while it was compacted is the new room smaller than the changes.
        if (made.roomLeft === 0) made = finished(compacted(made, this.#shape))
        made.put(change.put)
        compaction.made = made
      }
    }
    this.#segment = made
    this.#compaction = null
    return true
  }
}
