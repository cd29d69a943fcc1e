/**
 * What an applicant is (contract 5, `company.applicant_type`): a set, of what is stated and what follows from the legal
 * form. `starter` and `farmer` only describe, and are read as company and self-employed in requests and rules alike.
 */
import { applicantTypeOfForm } from '../../reference/legal-forms.ts'
import { type ApplicantType, applicantTypes } from '../../values/vocabularies.ts'

const describing: readonly ApplicantType[] = ['starter', 'farmer']

/** The types as they are compared, in the vocabulary's order. */
export function applicantTypesReadAs(types: readonly ApplicantType[]): ApplicantType[] {
  const read = new Set(types.flatMap((type) => (describing.includes(type) ? ['company', 'self_employed'] : [type])))
  return applicantTypes.filter((type) => read.has(type))
}

/**
 * The set of what the applicant is; null where nothing is known. Whoever is no household can join a consortium.
 * `legalForm` is a code of the table.
 */
export function applicantTypesOf(stated: ApplicantType | null, legalForm: string | null): ApplicantType[] | null {
  if (stated === 'household') return ['household']
  const follows = legalForm === null ? null : applicantTypeOfForm(legalForm)
  const known = [stated, follows].filter((type) => type !== null)
  return known.length === 0 ? null : applicantTypesReadAs([...known, 'consortium'])
}
