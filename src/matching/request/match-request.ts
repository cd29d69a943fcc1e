/** A whole match request, or one entry of a bulk, as matching takes it; or why its content cannot be right (contract 5). */

import type { Instant } from '../../values/brussels.ts'
import { characterCount } from '../../values/texts/character-count.ts'
import type { Language, View } from '../../values/vocabularies.ts'
import { type ContentFault, fault } from './content-fault.ts'
import { type Facts, type FactWarning, readGivenFacts } from './facts.ts'
import type { LookedUp } from './filling.ts'
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

/** `lookedUp`: what is known of the company beside what is given; null: nothing was looked up. */
export function readMatchRequest(
  input: MatchInput,
  evaluatedAt: Instant,
  lookedUp: LookedUp | null = null,
): MatchRequest | ContentFault {
  const textFault = faultOfText(input.project?.text ?? '')
  if (textFault !== null) return textFault
  const outcome = readGivenFacts(input, evaluatedAt, lookedUp)
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
  const length = characterCount(reference)
  if (length === 0 || length > referenceMax)
    return { field, message: `reference must have 1 to ${referenceMax} characters.` }
  if (/\p{Cc}/u.test(reference)) return { field, message: 'reference must not hold control characters.' }
  if (!reference.isWellFormed()) return { field, message: 'reference must not hold half of a character.' }
  return reference === '.' || reference === '..' ? { field, message: 'reference must not be . or ..' } : null
}

/** Told where a reference stands in an earlier entry of `companies` too; null: each stands once. */
export function faultOfRepeated(entries: readonly { reference?: string | null }[]): ContentFault | null {
  const seen = new Map<string, number>()
  for (const [index, { reference }] of entries.entries()) {
    if (typeof reference !== 'string') continue
    const earlier = seen.get(reference)
    if (earlier === undefined) seen.set(reference, index)
    else return repeatedAt(`companies[${index}].reference`, earlier)
  }
  return null
}

function repeatedAt(field: string, earlier: number): ContentFault {
  const told = `stands in the request already, at companies[${earlier}]. Give each company a reference of its own.`
  return { field, message: `${field} ${told}` }
}

function faultOfText(text: string): ContentFault | null {
  const { projectTextMax } = requestBounds
  const field = 'project.text'
  if (characterCount(text) <= projectTextMax) return null
  return { field, message: `${field} must have at most ${projectTextMax} characters, not ${characterCount(text)}.` }
}

function faultOfLimit(limit: number): ContentFault | null {
  const { limitMin, limitMax } = requestBounds
  if (limit >= limitMin && limit <= limitMax) return null
  const faults: ContentFault[] = []
  fault(faults, 'limit', `must be from ${limitMin} to ${limitMax}, not ${limit}.`)
  return faults[0] ?? null
}
