/** The facts as an answer shows them back (contract 5, facts): null where unknown or known to be none. */
import { municipality, municipalityName } from '../../reference/geography.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { Facts } from '../request/facts.ts'
import type { CompanyFacts } from './answer-schema.ts'

export function shownFacts(facts: Facts, language: Language): CompanyFacts {
  const { place } = facts
  const town = place.municipality === null ? null : municipality(place.municipality)
  return {
    postcode: facts.postcode,
    region: place.region,
    province: place.province === 'none' ? null : place.province,
    municipality: place.municipality,
    municipality_name: town === null ? null : municipalityName(town, language),
    place_from: place.from,
    applicant_types: facts.applicants === null ? null : [...facts.applicants.types],
    size: facts.size.size,
    size_basis: facts.size.basis,
    employees: facts.employees,
    turnover_eur: facts.turnoverEur,
    balance_total_eur: facts.balanceTotalEur,
    legal_form: facts.legalForm,
    nace: facts.nace?.map(({ shown }) => shown) ?? null,
    age_months: facts.ageMonths,
    founded_on: facts.foundedOn,
    joint_committees: facts.jointCommittees === null ? null : [...facts.jointCommittees],
    enterprise_number: facts.enterpriseNumber,
    establishment_number: facts.establishmentNumber,
    filled: { ...facts.filled },
    de_minimis_eur: facts.deMinimisEur,
  }
}
