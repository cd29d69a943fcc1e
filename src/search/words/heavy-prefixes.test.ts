import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from '../../../tests/harness/random-measures.ts'
import { Extent } from '../sets/extent.ts'
import { finished } from '../sets/slices.ts'
import { rowOf } from './grades.ts'
import { type HeavyParts, HeavyPrefixes } from './heavy-prefixes.ts'
import { Lexicon } from './lexicon.ts'
import { Postings } from './postings.ts'

const rows = 2_000
const capacity = 4_096

/** Sorted words of few letters, so that many begin alike, each with some rows by chance. */
function somePostings(): Postings {
  const next = chance(3)
  const letters = ['a', 'b', 'c', 'd']
  const words = ['', ...letters].flatMap((first) =>
    letters.flatMap((second) => ['', ...letters].map((third) => first + second + third)),
  )
  const lexicon = new Lexicon()
  const [starts, all]: [number[], number[]] = [[0], []]
  for (const word of [...new Set(words)].toSorted()) {
    lexicon.intern(
      Uint16Array.from(word, (letter) => letter.charCodeAt(0)),
      word.length,
    )
    const share = next() * 0.1
    for (let ordinal = 0; ordinal < rows; ordinal += 1)
      if (next() < share) all.push(rowOf(ordinal, Math.floor(next() * 8)))
    starts.push(all.length)
  }
  return new Postings(lexicon, Uint32Array.from(starts), Int32Array.from(all))
}

function partsOf({ parts }: HeavyPrefixes): HeavyParts {
  const joined = (pieces: Iterable<Int32Array>) => Int32Array.from([...pieces].flatMap((piece) => [...piece]))
  return { ...parts, texts: joined(parts.texts), levels: joined(parts.levels) }
}

/** What it says of every range of words. */
function sayings(heavy: HeavyPrefixes, words: number): unknown[] {
  const said: unknown[] = []
  for (let from = 0; from < words; from += 1) {
    for (let to = from + 1; to <= words; to += 1) {
      const found = heavy.of({ from, to })
      if (found === null) continue
      const { range, whole, levels, levelsSeen, text, parent } = found
      const ordinals: number[] = []
      text.each((ordinal) => ordinals.push(ordinal))
      said.push({ range, whole, levels: [...levels], levelsSeen, ordinals, parent: parent?.range ?? null })
    }
  }
  return said
}

test('heavy prefixes that were kept as numbers say what was found, and take in rows as they do', () => {
  const postings = somePostings()
  const found = finished(HeavyPrefixes.find(postings, new Extent(capacity)))
  const kept = finished(HeavyPrefixes.of(partsOf(found), postings, new Extent(capacity)))
  assert.ok(kept !== null)
  assert.ok(sayings(found, postings.baseWords).length > 10)
  assert.deepEqual(sayings(kept, postings.baseWords), sayings(found, postings.baseWords))
  for (let ordinal = rows; ordinal < rows + 500; ordinal += 1) {
    for (const heavy of [found, kept]) heavy.add(ordinal, ordinal % postings.baseWords, ordinal % 8)
  }
  assert.deepEqual(sayings(kept, postings.baseWords), sayings(found, postings.baseWords))
})

test('numbers of an index of another size are none', () => {
  const postings = somePostings()
  const parts = partsOf(finished(HeavyPrefixes.find(postings, new Extent(capacity))))
  assert.equal(finished(HeavyPrefixes.of(parts, postings, new Extent(capacity * 2))), null)
  const fewer = { ...parts, narrowest: parts.narrowest.subarray(1) }
  assert.equal(finished(HeavyPrefixes.of(fewer, postings, new Extent(capacity))), null)
})
