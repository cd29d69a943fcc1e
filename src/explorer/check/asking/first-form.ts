/** The first form: few fields, none of them needed by itself, and at least one fact. */
import type { FactsInput } from '../../../matching/request/request-schema.ts'
import type { Instant } from '../../../values/brussels.ts'
import type { AskedProperty } from '../../../values/questions.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { withApplicant } from './applicants.ts'
import type { NaceFound } from './nace-finding.ts'
import { readNumberOrPostcode } from './number-or-postcode.ts'
import { readTyped, type TypedFault } from './typed-value.ts'

/**
 * Its fields, each with the property that it tells. The first takes the number of a company in the place of a postcode; who applies is
 * told by a legal form, by kinds, or by both.
 */
export const firstFields = {
  postcode: 'company.postcode',
  applicant: null,
  nace: 'company.nace',
  employees: 'company.employees',
  topics: 'project.topics',
  budget: 'project.budget_eur',
} as const satisfies Record<string, AskedProperty | null>

export type FirstField = keyof typeof firstFields

/** Every value of each field, as typed. */
export type FirstTyped = Readonly<Partial<Record<FirstField, readonly string[]>>>

/** In a field; or, of the form as a whole, that nothing is told. */
export type FirstFaults = Readonly<Partial<Record<FirstField, TypedFault>>> & { nothing?: true }

export type FirstMeant = Readonly<Partial<Record<FirstField, string>>>

export type FirstRead =
  | { facts: FactsInput }
  | {
      faults: FirstFaults
      /** Codes to choose from, where activities were told in words. */
      found: readonly NaceFound[]
      /** In a field that has a fault, what may be meant. */
      meant: FirstMeant
    }

export function readFirstForm(typed: FirstTyped, means: { language: Language; now: Instant }): FirstRead {
  let facts: FactsInput = {}
  const faults: Partial<Record<FirstField, TypedFault>> = {}
  const meant: Partial<Record<FirstField, string>> = {}
  let found: readonly NaceFound[] = []
  for (const [field, property] of Object.entries(firstFields) as [FirstField, AskedProperty | null][]) {
    const texts = typed[field] ?? []
    if (texts.every((text) => text.trim() === '')) continue
    const read = readField(field, property, texts, facts, means)
    if ('facts' in read) facts = read.facts
    else {
      faults[field] = read.fault
      found = read.found ?? found
      if (read.meant !== undefined) meant[field] = read.meant
    }
  }
  if (Object.keys(faults).length > 0) return { faults, found, meant }
  return Object.keys(facts).length === 0 ? { faults: { nothing: true }, found, meant } : { facts }
}

function readField(
  field: FirstField,
  property: AskedProperty | null,
  texts: readonly string[],
  facts: FactsInput,
  means: { language: Language; now: Instant },
) {
  if (property === null) return readApplicant(texts, facts)
  return field === 'postcode' ? readNumberOrPostcode(texts, facts, means) : readTyped(property, texts, facts, means)
}

function readApplicant(
  texts: readonly string[],
  facts: FactsInput,
): { facts: FactsInput } | { fault: TypedFault; found?: undefined; meant?: undefined } {
  const chosen = texts.filter((text) => text !== '')
  const changed = withApplicant(facts, chosen)
  return changed === null ? { fault: 'one' } : { facts: changed }
}
