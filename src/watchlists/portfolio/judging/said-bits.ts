/**
 * What a rule says of a company, as bits: its outcome, and whether it is less sure than what shuts a measure out
 * (`strongConfidence`). Said of the members of a group, the bits are put together by `or`: which outcomes there are among
 * them, and whether any is less sure, is all that a group needs to know of them.
 */
import type { Judgement } from '../../../matching/verdict/judge-predicate.ts'
import { strongConfidence } from '../../../matching/verdict/judge-rule.ts'
import type { MatchGroup } from '../../../matching/verdict/prepared-measure.ts'
import type { Block } from './block.ts'

const passes = 1
export const fails = 2
export const undecided = 4
export const weakly = 8
/** What a judge says of a company is below this, and never 0. */
export const saidEnd = 64

/** Somebody who says something of companies. */
export type Judge = {
  /** About how much asking a company costs, where looking a value up is 1. */
  cost: number
  /**
   * Adds, by `or`, what it says of each company that is left in the block to what stands at its offset; `meaning` tells what
   * each that it may say is added as.
   */
  judge(block: Block, meaning: Uint8Array, into: Uint8Array): void
}

/** What is said, as it is. */
export const asSaid: Uint8Array = Uint8Array.from({ length: saidEnd }, (_, said) => said)

/** What a leaf of that confidence says where its predicate judges so. */
export function saidOf(judgement: Judgement, confidence: number): number {
  const surely = confidence < strongConfidence ? weakly : 0
  switch (judgement) {
    case 'pass':
      return passes | surely
    case 'fail':
      return fails | surely
    case 'weak_fail':
      return fails | weakly
    case 'unknown':
      return undecided | surely
  }
}

/** What a group says, by what its members say together. */
export function groupSays({ operator, ownConfidence, confidence }: MatchGroup): Uint8Array {
  const own = confidence < strongConfidence ? weakly : 0
  return togetherSay(operator).map((says) => (ownConfidence ? (says & ~weakly) | own : says))
}

/** What members say together, by `or` of what each says: one pass settles `any`, one fail settles `all`. */
export function togetherSay(operator: 'any' | 'all'): Uint8Array {
  const [settling, other] = operator === 'any' ? [passes, fails] : [fails, passes]
  return Uint8Array.from({ length: saidEnd }, (_, members) => {
    const unsettled = (members & undecided) === 0 ? other : undecided
    return ((members & settling) === 0 ? unsettled : settling) | (members & weakly)
  })
}
