/**
 * The score of a match, 0 to 100 with one decimal (contract 5, score). The weights stand in one table, so that the
 * figures can be held against the contract's.
 */
import type { MatchStatus, Region, Scope, Status } from '../../values/vocabularies.ts'

export const weights = { status: 40, topics: 25, confidence: 15, standing: 12, closeness: 8, question: 1 } as const

/** Open questions that cost something; more of them cost no more. */
export const questionsMax = 10

/** What stands in for the confidence of rules where there are none. */
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
  return scoreTenths(sum) / 10
}

/** The same in tenths, which are whole. */
export function scoreTenths(sum: number): number {
  return Math.max(0, Math.floor(sum * 10 + 0.5 + 1e-9))
}

export const statusPart: Readonly<Record<MatchStatus, number>> = {
  likely_eligible: 1,
  possibly_eligible: 0.7,
  needs_review: 0.4,
  not_eligible: 0,
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
      return 0.4
    default:
      return 0
  }
}

/**
 * How close to the company it is decided. `regions`: to which the measure restricts itself; `ofIssuer`: those in which its
 * issuer acts, both empty for everywhere; `region`: the company's, null where unknown.
 */
export function closenessPart(
  scope: Scope,
  regions: readonly Region[],
  ofIssuer: readonly Region[],
  region: Region | null,
): number {
  if (scope === 'eu') return 0.3
  if (scope === 'national') return 0.6
  if (region === null) return unsureCloseness
  if (regions.length > 0 && !regions.includes(region)) return 0
  return ofIssuer.length > 0 && !ofIssuer.includes(region) ? unsureCloseness : 1
}

/** Of a measure that may be another region's. */
const unsureCloseness = 0.25
