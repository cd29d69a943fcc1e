/**
 * What an applicant is (contract 5, `company.applicant_types`): a set, of what is stated and what follows from the legal
 * form. `starter` and `farmer` only describe, and are read as company and self-employed in requests and rules alike.
 */
import { applicantTypeOfForm } from '../../reference/legal-forms.ts'
import { type ApplicantType, applicantTypes } from '../../values/vocabularies.ts'
import { type Faults, fault } from './content-fault.ts'
import type { CompanyInput } from './request-schema.ts'

/** `mayBeHousehold`: a natural person who states no type is self-employed, and may be a household beside it. */
export type Applicants = { types: readonly ApplicantType[]; mayBeHousehold: boolean }

const describing: readonly ApplicantType[] = ['starter', 'farmer']

/** The types as they are compared, in the vocabulary's order. */
export function applicantTypesReadAs(types: readonly ApplicantType[]): ApplicantType[] {
  const read = new Set(types.flatMap((type) => (describing.includes(type) ? ['company', 'self_employed'] : [type])))
  return applicantTypes.filter((type) => read.has(type))
}

/** The types that are stated, each once, in one property or the other; both may be given where they say the same. */
export function statedTypes(
  { applicant_type: one, applicant_types: several }: CompanyInput,
  faults: Faults,
): ApplicantType[] {
  const stated = applicantTypes.filter((type) => several?.includes(type))
  if (one === null || one === undefined) return stated
  if (stated.length > 0 && (stated.length > 1 || stated[0] !== one))
    fault(
      faults,
      'company.applicant_type',
      `is ${one}, and company.applicant_types says otherwise: give one of the two.`,
    )
  return [one]
}

/**
 * The set of what the applicant is; null where nothing is known. Who is more than a household can join a consortium.
 * `legalForm` is a code of the table. Of households only what is stated decides: one that states nothing else is nothing else.
 */
export function applicantsOf(stated: readonly ApplicantType[], legalForm: string | null): Applicants | null {
  if (isHouseholdAlone(stated)) return { types: ['household'], mayBeHousehold: false }
  const follows = legalForm === null ? null : applicantTypeOfForm(legalForm)
  const known = follows === null ? stated : [...stated, follows]
  if (known.length === 0) return null
  const mayBeHousehold = stated.length === 0 && follows === 'self_employed'
  return { types: applicantTypesReadAs([...known, 'consortium']), mayBeHousehold }
}

/** Whether an applicant of these types is a household and nothing else: of an enterprise it then has nothing. */
export function isHouseholdAlone(types: readonly ApplicantType[]): boolean {
  return types.length === 1 && types[0] === 'household'
}
