/** The number of a company among the facts of a check: what it was given by, and what goes when it changes. */
import type { CompanyInput, FactsInput } from '../../../matching/request/request-schema.ts'

/** The numbers that are given, that of an establishment first: it is the one that is looked up. */
export function numbersOf({ company }: FactsInput): string[] {
  return [company?.establishment_number, company?.enterprise_number].filter((number) => number != null)
}

export function withEnterprise(facts: FactsInput, number: string): FactsInput {
  return { ...facts, company: { ...facts.company, enterprise_number: number } }
}

/** The establishment that applies. */
export function withEstablishment(facts: FactsInput, number: string): FactsInput {
  return { ...facts, company: { ...facts.company, establishment_number: number } }
}

/** An establishment is chosen in the place of what was said of the place before. */
export function withChosenEstablishment(facts: FactsInput, number: string): FactsInput {
  const { postcode: _postcode, municipality: _municipality, ...others } = facts.company ?? {}
  return withEstablishment({ ...facts, company: others }, number)
}

/** Without a number, and so without all that would be filled in from it. */
export function withoutNumber(facts: FactsInput): FactsInput {
  const { enterprise_number: _enterprise, establishment_number: _establishment, ...others } = facts.company ?? {}
  const { company: _company, ...rest } = facts
  return Object.keys(others).length === 0 ? rest : { ...rest, company: others satisfies CompanyInput }
}

/** Ten digits with dots, as the register writes them: `0403.019.261`, `2.000.000.339`. */
export function numberSaid(digits: string): string {
  return /^[01]/.test(digits)
    ? digits.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1.$2.$3')
    : digits.replace(/^(\d)(\d{3})(\d{3})(\d{3})$/, '$1.$2.$3.$4')
}
