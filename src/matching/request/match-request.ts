/** A whole match request, or one entry of a bulk, as matching takes it; or why its content cannot be right (contract 5). */

import { invalidBody } from '../../contract/refusals.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Language, View } from '../../values/vocabularies.ts'
import { type ContentFault, fault } from './content-fault.ts'
import { type Facts, type FactWarning, readFacts } from './facts.ts'
import { requestBounds } from './request-bounds.ts'
import type { MatchInput } from './request-schema.ts'

export type MatchRequest = {
  facts: Facts
  warnings: FactWarning[]
  language: Language
  limit: number
  includeNotEligible: boolean
  topicsOnly: boolean
  view: View
}

export function readMatchRequest(input: MatchInput, evaluatedAt: Instant): MatchRequest | ContentFault {
  const outcome = readFacts(input, evaluatedAt)
  if (!('facts' in outcome)) return outcome
  const limit = input.limit ?? requestBounds.limitDefault
  const limitFault = faultOfLimit(limit)
  if (limitFault !== null) return limitFault
  return {
    facts: outcome.facts,
    warnings: outcome.warnings,
    language: input.language ?? 'en',
    limit,
    includeNotEligible: input.include_not_eligible ?? false,
    topicsOnly: input.topics_only ?? false,
    view: input.view ?? 'full',
  }
}

/**
 * Why a text can be no reference of a company (contract 7): 1 to 200 code points, without control characters and lone
 * surrogates, and neither `.` nor `..`, which no path can hold. Null when it can. Nothing is folded or trimmed.
 */
export function faultOfReference(reference: string | null | undefined): ContentFault | null {
  const field = 'reference'
  if (reference === null || reference === undefined)
    return { field, message: `reference is missing: your own name for the company, for example "client-7".` }
  const { referenceMax } = requestBounds
  const length = [...reference].length
  if (length === 0 || length > referenceMax)
    return { field, message: `reference must have 1 to ${referenceMax} characters.` }
  if (/\p{Cc}/u.test(reference)) return { field, message: 'reference must not hold control characters.' }
  if (!reference.isWellFormed()) return { field, message: 'reference must not hold half of a character.' }
  return reference === '.' || reference === '..' ? { field, message: 'reference must not be . or ..' } : null
}

/** The place of the first entry whose reference stands in an earlier one, and that of the earlier; null: each stands once. */
export function repeatedReference(
  entries: readonly { reference?: string | null }[],
): { index: number; earlier: number } | null {
  const seen = new Map<string, number>()
  for (const [index, { reference }] of entries.entries()) {
    if (typeof reference !== 'string') continue
    const earlier = seen.get(reference)
    if (earlier !== undefined) return { index, earlier }
    seen.set(reference, index)
  }
  return null
}

/** 422 where a reference stands twice among `companies`. */
export function refuseRepeatedReference(entries: readonly { reference?: string | null }[]): void {
  const repeated = repeatedReference(entries)
  if (repeated === null) return
  const field = `companies[${repeated.index}].reference`
  const message = `${field} stands in the request already, at companies[${repeated.earlier}]. Give each company a reference of its own.`
  throw invalidBody(field, message)
}

function faultOfLimit(limit: number): ContentFault | null {
  const { limitMin, limitMax } = requestBounds
  if (limit >= limitMin && limit <= limitMax) return null
  const faults: ContentFault[] = []
  fault(faults, 'limit', `must be from ${limitMin} to ${limitMax}, not ${limit}.`)
  return faults[0] ?? null
}
