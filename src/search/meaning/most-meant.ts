/**
 * What meets a search for concepts, and in which order. Each concept counts its weight (the rarer it is, the more) times what a
 * row has of it; what the row is otherwise (over, of another region) multiplies the sum. A row is found when it has something
 * sought that weighs at least half of what weighs the most: a common word finds nothing beside a rare one.
 */

import type { Answer, Concept, Favour, Query } from '../query.ts'
import { Lowest, placeLimit, scoreLimit } from '../relevance.ts'
import type { Segment } from '../segment.ts'
import { addBit, type Bits, bitsFor, hasBit, subtract } from '../sets/bitset.ts'
import { ConceptLookup, type Gains } from './concept-gains.ts'

/** A row with less of a concept does not have it, and one with less than the other is not about it. */
const gainLeast = 40
const gainAbout = 100
const weightScale = 8
const weightMost = 8 * 31
/** Concepts of one search: of more the rest is left aside. */
const conceptsMost = 24
const factorScale = 256

/** The concepts of a search over the rows of a segment. */
export type Meaning = { concepts: readonly Concept[]; gains: readonly Gains[]; weights: readonly number[] }

const positionForm = /^(\d{1,7})\/(\d{1,4}(?:,\d{1,4})*)?$/

/** Looks the concepts up. `weights`: those of the page before, for a list that goes on. */
export function meaningOf(segment: Segment, asked: readonly Concept[], weights: readonly number[] | null): Meaning {
  const { rows, words } = segment
  const lookup = new ConceptLookup(words, rows.facets, rows.capacity)
  const concepts = asked.slice(0, conceptsMost)
  const gains = concepts.map((concept) => lookup.gainsOf(concept))
  return {
    concepts,
    gains,
    weights: weights ?? concepts.map((concept, place) => weightOf(segment, concept, gains[place])),
  }
}

/** What a concept counts: the more, the fewer rows have it; nothing where none has. */
function weightOf({ rows: { alive, aliveCount } }: Segment, { importance }: Concept, gains: Gains | undefined): number {
  if (gains === undefined) return 0
  let [having, about] = [0, 0]
  for (let ordinal = 0; ordinal < gains.length; ordinal += 1) {
    const gain = gains[ordinal] ?? 0
    if (gain < gainLeast || !hasBit(alive, ordinal)) continue
    having += 1
    if (gain >= gainAbout) about += 1
  }
  if (having === 0) return 0
  const share = aliveCount / Math.max(1, about)
  return Math.min(weightMost, Math.round(weightScale * importance * Math.log2(1 + share)))
}

/** The rows that are found: all where nothing is sought. */
export function rowsMeant(segment: Segment, { concepts, gains, weights }: Meaning): Bits {
  const { alive, capacity } = segment.rows
  const sought = concepts.flatMap(({ isSought }, place) => (isSought ? [place] : []))
  if (sought.length === 0) return alive
  const most = Math.max(...sought.map((place) => weights[place] ?? 0))
  const found = bitsFor(capacity)
  for (const place of sought) {
    const weight = weights[place] ?? 0
    const its = gains[place]
    if (weight === 0 || weight * 2 < most || its === undefined) continue
    for (let ordinal = 0; ordinal < capacity; ordinal += 1) if ((its[ordinal] ?? 0) >= gainLeast) addBit(found, ordinal)
  }
  return found
}

/** The weights that a position carries; null where it is none of this order. */
export function weightsIn(value: unknown): number[] | null {
  const parts = typeof value === 'string' ? positionForm.exec(value) : null
  return parts === null ? null : (parts[2] ?? '').split(',').map(Number)
}

/** The page of the hits, of which there are `total`, what is meant the most first. */
export function mostMeant(segment: Segment, query: Query, meaning: Meaning, hits: Bits, total: number): Answer {
  const { after, limit } = query
  const { byId } = segment
  const places = byId.placesOf(hits, total)
  const ordinals = places.map((place) => byId.ordinals[place] ?? 0)
  const scores = scoresOf(segment, query.favours ?? [], meaning, ordinals)
  const shownScore = after === null ? scoreLimit : Number(positionForm.exec(String(after.sortValue))?.[1] ?? 0)
  const shownPlace = after === null ? 0 : byId.after('', after.id)
  // One more than the page: it tells that there is more.
  const best = new Lowest(limit + 1)
  for (let hit = 0; hit < total; hit += 1) {
    const score = scores[hit] ?? 0
    const place = places[hit] ?? 0
    if (score < shownScore || (score === shownScore && place >= shownPlace))
      best.offer((scoreLimit - score) * placeLimit + place)
  }
  const { keys } = best
  const page = keys.subarray(0, limit).map((key) => byId.ordinals[key % placeLimit] ?? 0)
  if (keys.length <= limit) return segment.pageOf(total, page, null)
  const score = scoreLimit - Math.floor((keys[limit - 1] ?? 0) / placeLimit)
  return segment.pageOf(total, page, `${score}/${meaning.weights.join(',')}`)
}

/** Whole numbers from 0 to before `scoreLimit`. */
function scoresOf(
  { rows: { facets } }: Segment,
  favours: readonly Favour[],
  { gains, weights }: Meaning,
  ordinals: Int32Array,
): Int32Array {
  const scores = new Int32Array(ordinals.length)
  for (const [place, its] of gains.entries()) {
    const weight = weights[place] ?? 0
    if (weight === 0) continue
    for (let hit = 0; hit < scores.length; hit += 1)
      scores[hit] = (scores[hit] ?? 0) + weight * (its[ordinals[hit] ?? 0] ?? 0)
  }
  for (const { facet, tokens, unless = [], factor } of favours) {
    const rows = facets.rowsWith(facet, tokens).slice()
    subtract(rows, facets.rowsWith(facet, unless))
    const scaled = Math.round(factor * factorScale)
    for (let hit = 0; hit < scores.length; hit += 1)
      if (hasBit(rows, ordinals[hit] ?? 0))
        scores[hit] = Math.min(scoreLimit - 1, Math.floor(((scores[hit] ?? 0) * scaled) / factorScale))
  }
  return scores
}
