/**
 * What meets a search for concepts, and in which order. Each concept counts its weight (the rarer it is, the more) times what a
 * row has of it; what the row is otherwise (over, of another region) multiplies the sum. A row is found when it has something
 * sought that weighs at least half of what weighs the most: a common word finds nothing beside a rare one.
 */

import type { Answer, Concept, Query, WordSearch } from '../query.ts'
import { pageByScore, scoreLimit } from '../relevance.ts'
import type { Segment } from '../segment.ts'
import { addBit, type Bits, bitsFor, countBits, hasBit, subtract } from '../sets/bitset.ts'
import { ConceptLookup, type Gains } from './concept-gains.ts'

/** A row with less of a concept does not have it, and one with less than the other is not about it. */
const gainLeast = 40
const gainAbout = 100
const weightScale = 8
const weightMost = 8 * 31
/** Concepts of one search: of more the rest is left aside. */
const conceptsMost = 12
const factorScale = 256

/** The concepts of a search over the rows of a segment. */
export type Meaning = { concepts: readonly Concept[]; gains: readonly Gains[]; weights: readonly number[] }

const positionForm = /^\d{1,7}$/
/** What every row is worth, so that rows without a concept stand in the order of what they are otherwise. */
const ownScore = 1_000

/** Looks the concepts up, those that count the most where there are too many. `shown`: the rows by which it is told what is rare. */
export function meaningOf(segment: Segment, { meant, weights = null }: WordSearch, shown: Bits): Meaning {
  const { rows, words } = segment
  const lookup = new ConceptLookup(words, rows.facets, rows.capacity)
  const concepts = (meant ?? []).toSorted((left, right) => right.importance - left.importance).slice(0, conceptsMost)
  const gains = concepts.map((concept) => lookup.gainsOf(concept))
  const isKept = weights !== null && weights.length === concepts.length
  const count = countBits(shown)
  return {
    concepts,
    gains,
    weights: isKept
      ? weights
      : concepts.map(({ importance }, place) => weightOf(importance, gains[place], shown, count)),
  }
}

/** What a concept counts: the more, the fewer of the rows have it; nothing where none has. */
function weightOf(importance: number, gains: Gains | undefined, shown: Bits, count: number): number {
  if (gains === undefined) return 0
  let [having, about] = [0, 0]
  for (let ordinal = 0; ordinal < gains.length; ordinal += 1) {
    const gain = gains[ordinal] ?? 0
    if (gain < gainLeast || !hasBit(shown, ordinal)) continue
    having += 1
    if (gain >= gainAbout) about += 1
  }
  if (having === 0) return 0
  return Math.min(weightMost, Math.round(weightScale * importance * Math.log2(1 + count / Math.max(1, about))))
}

/** The rows that are found: all where nothing is sought. */
export function rowsMeant(segment: Segment, { concepts, gains, weights }: Meaning, isUnweighed = false): Bits {
  const { alive, capacity } = segment.rows
  const sought = concepts.flatMap(({ isSought }, place) => (isSought ? [place] : []))
  if (sought.length === 0) return alive
  const most = isUnweighed ? 0 : Math.max(...sought.map((place) => weights[place] ?? 0))
  const found = bitsFor(capacity)
  for (const place of sought) {
    const weight = weights[place] ?? 0
    const its = gains[place]
    if (weight === 0 || weight * 2 < most || its === undefined) continue
    for (let ordinal = 0; ordinal < capacity; ordinal += 1) if ((its[ordinal] ?? 0) >= gainLeast) addBit(found, ordinal)
  }
  return found
}

/** The page of the hits, of which there are `total`, what is meant the most first. */
export function mostMeant(segment: Segment, query: Query, meaning: Meaning, hits: Bits, total: number): Answer {
  const { byId } = segment
  const places = byId.placesOf(hits, total)
  const ordinals = places.map((place) => byId.ordinals[place] ?? 0)
  const scores = scoresOf(segment, query, meaning, ordinals)
  return pageByScore(segment, query, { places, scores, shownScore: scoreIn(query.after?.sortValue), write: String })
}

function scoreIn(value: unknown): number {
  return typeof value === 'string' && positionForm.test(value) ? Number(value) : 0
}

/** Whole numbers from 0 to before `scoreLimit`. */
function scoresOf(
  { rows: { facets } }: Segment,
  { favours = [], exempt = null }: Query,
  { gains, weights }: Meaning,
  ordinals: Int32Array,
): Int32Array {
  const scores = new Int32Array(ordinals.length).fill(ownScore)
  for (const [place, its] of gains.entries()) {
    const weight = weights[place] ?? 0
    if (weight === 0) continue
    for (let hit = 0; hit < scores.length; hit += 1)
      scores[hit] = (scores[hit] ?? 0) + weight * (its[ordinals[hit] ?? 0] ?? 0)
  }
  for (const { facet, tokens, unless = [], factor } of favours) {
    const rows = facets.rowsWith(facet, tokens).slice()
    subtract(rows, facets.rowsWith(facet, unless))
    if (exempt !== null) subtract(rows, facets.rowsWith(exempt.facet, exempt.tokens))
    const scaled = Math.round(factor * factorScale)
    for (let hit = 0; hit < scores.length; hit += 1)
      if (hasBit(rows, ordinals[hit] ?? 0))
        scores[hit] = Math.min(scoreLimit - 1, Math.floor(((scores[hit] ?? 0) * scaled) / factorScale))
  }
  return scores
}
