/**
 * The score of a match, 0 to 100 with one decimal (contract 5, score). The weights stand in one table, so that the
 * figures can be held against the contract's.
 */
import type { MatchStatus, Region, ReviewReason, Scope, Status } from '../../values/vocabularies.ts'

export const weights = { status: 40, topics: 25, confidence: 15, standing: 12, closeness: 8, question: 1 } as const

/** Open questions that cost something; more of them cost no more. */
export const questionsMax = 10

/** What stands in where there is nothing to go by: topics that nobody named, no rule, a place that is not known. */
const neutral = 0.5

/** All parts 0 to 1, but for the number of open questions. */
export type ScoreParts = {
  status: number
  topics: number
  confidence: number
  standing: number
  closeness: number
  questions: number
}

export function scoreOf(parts: ScoreParts): number {
  const sum =
    weights.status * parts.status +
    weights.topics * parts.topics +
    weights.confidence * parts.confidence +
    weights.standing * parts.standing +
    weights.closeness * parts.closeness -
    weights.question * Math.min(parts.questions, questionsMax)
  return shownScore(sum)
}

/**
 * A weighted sum as it is shown: one decimal, halves up, never below 0. Sums of such figures are off by a few units of
 * 1e-14, in whatever order they are added up, so a sum that is within 1e-9 of a half is that half.
 */
export function shownScore(sum: number): number {
  return Math.max(0, Math.floor(sum * 10 + 0.5 + 1e-9) / 10)
}

export function statusPart(status: MatchStatus, reviewReasons: readonly ReviewReason[]): number {
  switch (status) {
    case 'likely_eligible':
      return 1
    case 'possibly_eligible':
      return 0.6
    case 'needs_review':
      return reviewReasons.length === 1 && reviewReasons[0] === 'conditions' ? 0.7 : 0.4
    case 'not_eligible':
      return 0
  }
}

/** `common`: topics that project and measure share; the counts are of distinct topics, 0 where none is named. */
export function topicsPart(common: number, ofProject: number, ofMeasure: number): number {
  if (ofProject === 0 || ofMeasure === 0) return neutral
  return common === 0 ? 0 : 0.5 + (0.5 * common) / Math.min(ofProject, ofMeasure)
}

/** The mean confidence of the top-level rules, `application_window` left out. */
export function confidencePart(sum: number, count: number): number {
  return count === 0 ? neutral : sum / count
}

/** The generated rule that says nothing about how sure the others are. */
export const ruleWithoutWeight = 'application_window'

export function standingPart(standing: Status): number {
  switch (standing) {
    case 'open':
    case 'continuous':
      return 1
    case 'forthcoming':
      return 0.5
    case 'unknown':
      return 0.25
    default:
      return 0
  }
}

/** How close to the company it is decided; `region`: the company's, null where unknown. */
export function closenessPart(scope: Scope, regions: readonly Region[], region: Region | null): number {
  if (scope === 'eu') return 0.3
  if (scope === 'national') return 0.6
  if (regions.length === 0) return 1
  if (region === null) return neutral
  return regions.includes(region) ? 1 : 0
}
