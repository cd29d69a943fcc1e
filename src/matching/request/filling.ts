/**
 * What the register of companies and filed accounts know of the applicant, put in where the caller gave nothing (contract 13). What is
 * given wins; what our tables do not know is left unknown, and refuses nothing.
 */
import type { RegisteredCode } from '../../companies/activity-codes.ts'
import type { FiledFigures } from '../../companies/filed-accounts/filing-figures.ts'
import type { Found, LoadedExtract } from '../../companies/registered-company.ts'
import {
  type Establishment,
  knownLegalForm,
  type RegisteredCompany,
  type RegisteredPlace,
} from '../../companies/registered-company.ts'
import { readEnterpriseNumber, readEstablishmentNumber } from '../../reference/enterprise-number.ts'
import { placeOf } from '../../reference/geography.ts'
import { type NaceVersion, naceExists } from '../../reference/nace.ts'
import { type Day, isDay } from '../../values/brussels.ts'
import { isHouseholdAlone } from './applicant-types.ts'
import { type Faults, fault } from './content-fault.ts'
import { requestBounds } from './request-bounds.ts'
import type { CompanyInput } from './request-schema.ts'

/** What was looked up for one request. `found`: null where the register has no company of its number, or none is loaded. */
export type LookedUp = { found: Found | null; figures: FiledFigures | null }

/** By property of the request: `register`, or `accounts <closing day>`. */
export type FilledFrom = Readonly<Record<string, string>>

/** An establishment of which one is to be chosen: where the applicant's is, the caller alone can tell. */
export type EstablishmentChoice = { number: string; place: RegisteredPlace }

export type FillWarning = 'company_not_in_register' | 'company_not_active'

export type Filling = {
  filled: FilledFrom
  warnings: FillWarning[]
  /** Of which the postcode is one; empty where it is known, or where there is nothing to choose from. */
  choices: readonly EstablishmentChoice[]
  /** What it was filled from; null: nothing was. */
  register: LoadedExtract | null
}

export const nothingFilled: Filling = { filled: {}, warnings: [], choices: [], register: null }

/** Establishments that a question offers (contract 13). */
const choicesMax = 20
/** The first day that a match takes for a founding. */
const firstFounding: Day = '1800-01-01'
const digitsOfCode = 5

/**
 * The number (ten digits) that is looked up for a request, of an establishment where one is given; null: none is to be. A household
 * alone has no enterprise.
 */
export function numberToLookUp(
  company: CompanyInput | null | undefined,
  fill: boolean | null | undefined,
): string | null {
  if (fill === false || company === null || company === undefined || isHouseholdAlone(statedIn(company))) return null
  const establishment = readEstablishmentNumber(company.establishment_number ?? '')
  return establishment ?? readEnterpriseNumber(company.enterprise_number ?? '')
}

function statedIn({ applicant_types: several, applicant_type: one }: CompanyInput) {
  return several ?? (one === null || one === undefined ? [] : [one])
}

/**
 * The company with what is known of it beside what was given. A fault where the establishment is another enterprise's.
 * `projectPostcode`: the one that decides the place where it is given.
 */
export function fillCompany(
  given: CompanyInput,
  { found, figures }: LookedUp,
  today: Day,
  faults: Faults,
  projectPostcode: string | null = null,
): { company: CompanyInput; filling: Filling } {
  if (found === null) return { company: given, filling: { ...nothingFilled, warnings: ['company_not_in_register'] } }
  const { company: known, establishment, establishmentNace, loaded } = found
  const number = readEnterpriseNumber(given.enterprise_number ?? '')
  if (number !== null && number !== known.number) {
    fault(
      faults,
      'company.establishment_number',
      'is of another enterprise than company.enterprise_number. Give the establishment alone, or the number of its enterprise.',
    )
    return { company: given, filling: nothingFilled }
  }
  const put = new Putting({ ...given, enterprise_number: known.number })
  put.fill('legal_form', knownLegalForm(known), 'register')
  put.fill('founded_on', foundingOf(known, today), 'register')
  put.fill('nace', naceOf(known.nace) ?? naceOf(establishmentNace), 'register')
  fillPlace(put, establishment === null ? onlyPlaceOf(known) : establishment.place, projectPostcode)
  if (figures !== null) {
    const from = `accounts ${figures.closingDay}`
    put.fill('employees', figures.employees, from)
    put.fill('turnover_eur', figures.turnoverEur, from)
    put.fill('balance_total_eur', figures.balanceTotalEur, from)
  }
  const isChosen = !isNotGiven(put.company.postcode) || establishment !== null
  return {
    company: put.company,
    filling: {
      filled: put.filled,
      warnings: known.isActive ? [] : ['company_not_active'],
      choices: isChosen ? [] : choicesOf(known.establishments.items),
      register: loaded,
    },
  }
}

/** A place that contradicts a municipality that was given is left out. A project elsewhere has a municipality of its own. */
function fillPlace(put: Putting, place: RegisteredPlace | null, projectPostcode: string | null): void {
  const { postcode, municipality } = put.company
  if (place === null || !isNotGiven(postcode)) return
  const municipalities = placeOf(place.postcode)?.municipalities ?? []
  if (!isNotGiven(municipality) && !municipalities.includes(municipality ?? '') && projectPostcode === null) return
  put.fill('postcode', place.postcode, 'register')
  // Only where the postcode alone does not tell.
  if (municipalities.length > 1 && projectPostcode === null) put.fill('municipality', place.municipality, 'register')
}

class Putting {
  company: CompanyInput
  filled: Record<string, string> = {}

  constructor(company: CompanyInput) {
    this.company = company
  }

  fill<Name extends keyof CompanyInput>(name: Name, value: CompanyInput[Name] | null, from: string): void {
    if (value === null || value === undefined || !isNotGiven(this.company[name])) return
    this.company = { ...this.company, [name]: value }
    this.filled[name] = from
  }
}

/** An empty list reads as not given. */
function isNotGiven(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** The place of the one establishment, or of the office where there is none; null: there are several, or it is not known. */
function onlyPlaceOf({ establishments: { total, items }, office }: RegisteredCompany): RegisteredPlace | null {
  if (total === 0) return office
  return total === 1 ? (items[0]?.place ?? null) : null
}

/** The first of the establishments of which the place is known, to choose from. */
export function choicesOf(items: readonly Establishment[]): EstablishmentChoice[] {
  return items.flatMap(({ number, place }) => (place === null ? [] : [{ number, place }])).slice(0, choicesMax)
}

function foundingOf({ foundedOn }: RegisteredCompany, today: Day): Day | null {
  return foundedOn !== null && isDay(foundedOn) && foundedOn >= firstFounding && foundedOn <= today ? foundedOn : null
}

/**
 * The codes of the newest version in which the register tells the main activity, each with its version, the main one first; those of
 * 2003 are left out. The register gives one activity in each version in which it was ever registered. Null: it gives several and does
 * not say which is the main one, or says it of several. A match takes the first code for the main one, so that nothing is guessed.
 */
function naceOf(registered: readonly RegisteredCode[]): string[] | null {
  for (const version of [2025, 2008] as const satisfies readonly NaceVersion[]) {
    const known = registered
      .filter((one) => one.version === String(version))
      .map(({ code, main }) => ({ code: code.slice(0, digitsOfCode), main }))
      .filter(({ code }) => naceExists(code, version))
    const codes = [...new Set(known.map(({ code }) => code))]
    const mains = new Set(known.filter(({ main }) => main).map(({ code }) => code))
    if (codes.length === 1 || mains.size === 1)
      return codes.slice(0, requestBounds.naceMax).map((code) => `${code} (${version})`)
  }
  return null
}
