/** Who can apply, as the first form offers it: the forms that most applicants have by name, all others by kind. */

import { type FactsInput, factOf } from '../../../matching/request/request-schema.ts'
import { applicantTypeOfForm, legalForm } from '../../../reference/legal-forms.ts'
import { applicantTypeLabels } from '../../../values/labels.ts'
import type { ApplicantType, CompanySize, Language } from '../../../values/vocabularies.ts'
import { withFact } from './facts-given.ts'

/** Codes of the KBO, the most frequent first. */
const forms = ['natural_person', '610', '014', '706', '011', '612', '702', '017', '029']

const types: readonly ApplicantType[] = [
  'household',
  'starter',
  'farmer',
  'company',
  'self_employed',
  'non_profit',
  'public_body',
  'research_organisation',
  'education_institution',
]

/** `value` as the form sends it: `form:<code>` or `type:<id>`. */
export type ApplicantChoice = { value: string; label: string }

/** A form's name with its abbreviation before it; in English with the abbreviations of both languages. */
export function legalFormSaid(code: string, language: Language): string {
  const form = legalForm(code)
  if (form === null) return code
  const { nl, fr } = form.abbreviation
  const short = language === 'nl' ? nl : language === 'fr' ? fr : nl === fr ? nl : [nl, fr].filter(Boolean).join('/')
  const name = form.name[language]
  return short === null || short === '' ? name : `${short} (${name.slice(0, 1).toLowerCase()}${name.slice(1)})`
}

export function formChoices(language: Language): ApplicantChoice[] {
  return forms.map((code) => ({ value: `form:${code}`, label: legalFormSaid(code, language) }))
}

export function typeChoices(language: Language): ApplicantChoice[] {
  return types.map((type) => ({ value: `type:${type}`, label: applicantTypeLabels[type][language] }))
}

/** Whether the first form offers that kind of applicant, or size. */
export function isTypeChoice(type: ApplicantType | CompanySize): type is ApplicantType {
  return (types as readonly string[]).includes(type)
}

/**
 * The facts with all that the applicant is: one legal form at most, and any kinds (a person may be self-employed and a
 * household at once). Who chooses a form and, beside it, a household is both: stated alone, a household is nothing else.
 * Null where one of the values is no choice, or a second form.
 */
export function withApplicant(facts: FactsInput, values: readonly string[]): FactsInput | null {
  const formIds = forms.filter((id) => values.includes(`form:${id}`))
  const typeIds = types.filter((type) => values.includes(`type:${type}`))
  if (formIds.length > 1 || formIds.length + typeIds.length < new Set(values).size) return null
  let told = facts
  for (const id of formIds) told = withFact(told, 'company.legal_form', id)
  if (typeIds.length === 0) return told
  const ofForm = typeIds.includes('household') ? formIds.flatMap((id) => applicantTypeOfForm(id) ?? []) : []
  return withFact(told, 'company.applicant_types', [...new Set([...typeIds, ...ofForm])])
}

/** Of two ways to say who applies one is shown: the form tells more. */
export function applicantProperty(facts: FactsInput): 'company.legal_form' | 'company.applicant_types' {
  const isForm = factOf(facts, 'company.legal_form') !== undefined
  return isForm ? 'company.legal_form' : 'company.applicant_types'
}
