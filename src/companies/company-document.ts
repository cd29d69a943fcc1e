/** A company as it is answered (contract 13), and whose data those are. */
import type { Found, LoadedExtract } from './registered-company.ts'
import { applicantTypesOf, isShownWhole, type RegisteredPlace } from './registered-company.ts'

/** Whose data a register is. */
export const registerSource = 'Crossroads Bank for Enterprises (FPS Economy), open data'

/** Under what an operator has the register's open data: what is agreed to at the registration for it. */
export const registerLicence = 'KBO Open Data'

/** What an answer says of whose data it has. */
export function registerAttribution({ extract, day }: LoadedExtract): string {
  return `${registerSource}, extract ${extract} of ${day}. Use for advertising is forbidden.`
}

/** Of whoever is no legal person only what their enterprise does is told: no name, no day, no place, no establishment. */
export function companyDocument({ company, loaded }: Found) {
  const isWhole = isShownWhole(company)
  const { total, items } = company.establishments
  return {
    number: company.number,
    name: isWhole ? company.name : null,
    kind: company.kind,
    legal_form: company.legalForm,
    applicant_types: applicantTypesOf(company),
    founded_on: isWhole ? company.foundedOn : null,
    active: company.isActive,
    office: isWhole && company.office !== null ? placeDocument(company.office) : null,
    establishments: {
      total: isWhole ? total : null,
      items: isWhole
        ? items.map(({ number, place, foundedOn }) => ({
            number,
            ...(place === null ? { postcode: null, municipality: null } : placeDocument(place)),
            founded_on: foundedOn,
          }))
        : [],
    },
    nace: company.nace.map(({ code, version, main }) => ({ code, version, main })),
    register: registerDocument(loaded),
  }
}

function registerDocument({ extract, day }: LoadedExtract) {
  return { extract, date: day }
}

function placeDocument({ postcode, municipality }: RegisteredPlace) {
  return { postcode, municipality }
}
