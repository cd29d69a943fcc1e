/**
 * The measures of an evaluator by ordinal: what a score needs of each as plain numbers, and the sets that do not depend
 * on any company. A measure has its ordinal before it is shown, and what it is shown in place of keeps its own until all
 * of that has been taken away; then the ordinal is given to the next one.
 */

import { addBit, type Bits, bitsFor, dropBit, markBit } from '../../search/sets/bitset.ts'
import { relatedTopics } from '../../values/related-topics.ts'
import { type Region, regions, type Topic, topics } from '../../values/vocabularies.ts'
import { isNotOpen } from '../verdict/match-status.ts'
import type { MatchRule, PreparedMeasure } from '../verdict/prepared-measure.ts'
import { closenessPart, confidencePart, ruleWithoutWeight, standingPart, weights } from '../verdict/score.ts'
import { emptySet, longer, ordinalsPerWord, wordsFor } from './sets/measure-sets.ts'

/** Sets of measures that only a change of the measure changes. */
export type Masks = {
  /** Measures that are shown: of others no set says anything to anybody. */
  live: Bits
  /** No rule looks at more of the applicant than the place. */
  blind: Bits
  notOpen: Bits
  namesTopics: Bits
  /** By the version of NACE-BEL that the measure names. */
  nace2008: Bits
  nace2025: Bits
  /** Measures with rules that no column took. */
  complex: Bits
}

const firstCapacity = 1024
/** Words of topics by ordinal: its own, and those that are related to them. */
export const topicSetWords = 4
const regionCases = [...regions, null] as const

/** No deadline sorts after every deadline. */
const noDeadline = Number.MAX_VALUE

export class MeasureTable {
  readonly measures: (PreparedMeasure | undefined)[] = []
  /** The id of each, by which ties are broken: a measure is not touched for it. */
  readonly ids: string[] = []
  masks: Masks
  /** The part of the score that the rules' confidence makes, 0 to 1, by ordinal. */
  confidence = new Float64Array(firstCapacity)
  /** Two words of topics by ordinal (see `topicWords`), then two of those that are related to any of them. */
  topicSets: Bits
  closesAt = new Float64Array(firstCapacity)
  #fixed: readonly Float64Array[]
  readonly #ordinals = new Map<string, number>()
  readonly #free: number[] = []

  constructor() {
    this.masks = emptyMasks(firstCapacity)
    this.topicSets = emptySet(firstCapacity * topicSetWords)
    this.#fixed = regionCases.map(() => new Float64Array(firstCapacity))
  }

  /** Measures shown. */
  get size(): number {
    return this.#ordinals.size
  }

  /** Words that a set of all ordinals takes; the masks are longer, for measures to come. */
  get words(): number {
    return wordsFor(this.measures.length)
  }

  /** The measure of that ordinal, which must have been taken in. */
  at(ordinal: number): PreparedMeasure {
    const measure = this.measures[ordinal]
    if (measure === undefined) throw new Error(`no measure has the ordinal ${ordinal}`)
    return measure
  }

  /** Of the measure that is shown under that id. */
  ordinalOf(id: string): number | undefined {
    return this.#ordinals.get(id)
  }

  /** What of the weighted sum is fixed for every company in that region (null: not known), by ordinal. */
  fixedScore(region: Region | null): Float64Array {
    const found = this.#fixed[regionCases.indexOf(region)]
    if (found === undefined) throw new Error(`${region} is no region`)
    return found
  }

  /** Takes in a measure that is not shown yet; answers its ordinal. */
  insert(measure: PreparedMeasure): number {
    const ordinal = this.#free.pop() ?? this.measures.length
    if (ordinal >= this.masks.live.length * ordinalsPerWord) this.#grow()
    this.describe(ordinal, measure)
    return ordinal
  }

  /** Shows a measure that was taken in. Answers the ordinal of the one that was shown under its id, which no longer is. */
  show(ordinal: number): number | undefined {
    const { id } = this.at(ordinal)
    const before = this.hide(id)
    this.#ordinals.set(id, ordinal)
    addBit(this.masks.live, ordinal)
    return before
  }

  /** Shows the measure of that id no longer. Answers its ordinal; undefined where none was shown. */
  hide(id: string): number | undefined {
    const ordinal = this.#ordinals.get(id)
    if (ordinal === undefined) return undefined
    this.#ordinals.delete(id)
    dropBit(this.masks.live, ordinal)
    return ordinal
  }

  /** Says what a measure is, anew where its status or deadline changed. */
  describe(ordinal: number, measure: PreparedMeasure): void {
    const { masks } = this
    this.measures[ordinal] = measure
    this.ids[ordinal] = measure.id
    markBit(masks.blind, ordinal, !measure.looksAtApplicant)
    markBit(masks.notOpen, ordinal, isNotOpen(measure))
    markBit(masks.namesTopics, ordinal, measure.topics.length > 0)
    markBit(masks.nace2008, ordinal, measure.naceVersion === 2008)
    markBit(masks.nace2025, ordinal, measure.naceVersion === 2025)
    const confidence = staticConfidence(measure.rules)
    this.confidence[ordinal] = confidence
    this.topicSets.set(topicWords(measure.topics), ordinal * topicSetWords)
    this.topicSets.set(topicWords(measure.topics.flatMap(relatedTopics)), ordinal * topicSetWords + 2)
    this.closesAt[ordinal] = measure.closesAt ?? noDeadline
    const anywhere = weights.confidence * confidence + weights.standing * standingPart(measure.status)
    this.#fixed.forEach((column, index) => {
      const closeness = closenessPart(measure.scope, measure.regions, measure.issuerRegions, regionCases[index] ?? null)
      column[ordinal] = anywhere + weights.closeness * closeness
    })
  }

  /** Takes away what is known of a measure that is not shown; its ordinal is free from here on. */
  remove(ordinal: number): void {
    this.measures[ordinal] = undefined
    this.ids[ordinal] = ''
    for (const bits of Object.values(this.masks)) dropBit(bits, ordinal)
    this.#free.push(ordinal)
  }

  #grow(): void {
    const capacity = this.masks.live.length * ordinalsPerWord * 2
    const { live, blind, notOpen, namesTopics, nace2008, nace2025, complex } = this.masks
    const words = wordsFor(capacity)
    this.masks = {
      live: longer(live, words),
      blind: longer(blind, words),
      notOpen: longer(notOpen, words),
      namesTopics: longer(namesTopics, words),
      nace2008: longer(nace2008, words),
      nace2025: longer(nace2025, words),
      complex: longer(complex, words),
    }
    this.confidence = copied(this.confidence, new Float64Array(capacity))
    this.closesAt = copied(this.closesAt, new Float64Array(capacity))
    this.topicSets = longer(this.topicSets, capacity * topicSetWords)
    this.#fixed = this.#fixed.map((column) => copied(column, new Float64Array(capacity)))
  }
}

/** Topics as two words of bits. */
export function topicWords(named: readonly Topic[]): [low: number, high: number] {
  const words: [number, number] = [0, 0]
  for (const topic of named) {
    const at = topics.indexOf(topic)
    words[at < ordinalsPerWord ? 0 : 1] |= 1 << (at % ordinalsPerWord)
  }
  return words
}

function emptyMasks(capacity: number): Masks {
  const empty = () => bitsFor(capacity)
  return {
    live: empty(),
    blind: empty(),
    notOpen: empty(),
    namesTopics: empty(),
    nace2008: empty(),
    nace2025: empty(),
    complex: empty(),
  }
}

/** The part of the score that the rules' confidence makes, while no fact makes one of them doubtful. */
function staticConfidence(rules: readonly MatchRule[]): number {
  const weighed = rules.filter((rule) => rule.id !== ruleWithoutWeight)
  return confidencePart(
    weighed.reduce((sum, rule) => sum + rule.confidence, 0),
    weighed.length,
  )
}

function copied(from: Float64Array, into: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  into.set(from)
  return into
}
