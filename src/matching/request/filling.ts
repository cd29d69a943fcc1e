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
import { type CompanyInput, isGivenValue } from './request-schema.ts'

/** What was looked up for one request. `found`: null where the register has no company of its number, or none is loaded. */
export type LookedUp = { found: Found | null; figures: FiledFigures | null }

/** By property of the request: `register`, or `accounts <closing day>`. */
export type FilledFrom = Readonly<Record<string, string>>

const beforeClosingDay = 'accounts '

/** The closing day of the accounts that a value was filled from; null: it was filled from the register. */
export function closingDayIn(from: string): Day | null {
  const day = from.slice(beforeClosingDay.length)
  return from.startsWith(beforeClosingDay) && isDay(day) ? day : null
}

/** An establishment of which one is to be chosen: where the applicant's is, the caller alone can tell. */
export type EstablishmentChoice = { number: string; place: RegisteredPlace }

/** `establishment_not_in_register`: its enterprise is there, and fills all but the place. */
export type FillWarning = 'company_not_in_register' | 'establishment_not_in_register' | 'company_not_active'

/**
 * What is to be known of a company on a list by its number. `establishment_of_another`: by the register its establishment is another
 * enterprise's by now, so that nothing is filled.
 */
export type NumberWarning = FillWarning | 'establishment_of_another'

const notInRegister: ReadonlySet<string> = new Set<NumberWarning>([
  'company_not_in_register',
  'establishment_not_in_register',
  'establishment_of_another',
])

/** Whether the register lacks the enterprise, or the establishment in it. */
export function isNotInRegister(warnings: readonly string[]): boolean {
  return warnings.some((one) => notInRegister.has(one))
}

export type Filling = {
  filled: FilledFrom
  warnings: FillWarning[]
  /** Of which the postcode is one; empty where it is known, or where there is nothing to choose from. */
  choices: readonly EstablishmentChoice[]
  /** What it was filled from; null: nothing was. */
  register: LoadedExtract | null
}

export const nothingFilled: Filling = { filled: {}, warnings: [], choices: [], register: null }

/** What a number may fill, in the order in which it is said. */
export const filledProperties = [
  'company.postcode',
  'company.municipality',
  'company.legal_form',
  'company.nace',
  'company.founded_on',
  'company.employees',
  'company.turnover_eur',
  'company.balance_total_eur',
] as const satisfies readonly `company.${keyof CompanyInput}`[]
export type FilledProperty = (typeof filledProperties)[number]

/** Establishments that a question offers (contract 13). */
const choicesMax = 20
/** The first day that a match takes for a founding. */
const firstFounding: Day = '1800-01-01'
const digitsOfCode = 5

/**
 * The numbers (ten digits) that are looked up for a request: of an establishment where one is given, then of its enterprise. A household
 * alone has no enterprise.
 */
export function numbersToLookUp(company: CompanyInput | null | undefined, fill: boolean | null | undefined): string[] {
  if (fill === false || company === null || company === undefined || isHouseholdAlone(statedIn(company))) return []
  const establishment = readEstablishmentNumber(company.establishment_number ?? '')
  const enterprise = readEnterpriseNumber(company.enterprise_number ?? '')
  return [establishment, enterprise].filter((number) => number !== null)
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
  faults: Faults,
  projectPostcode: string | null = null,
): { company: CompanyInput; filling: Filling } {
  if (found === null) return { company: given, filling: { ...nothingFilled, warnings: ['company_not_in_register'] } }
  const { company: known, establishment, loaded } = found
  const number = readEnterpriseNumber(given.enterprise_number ?? '')
  if (number !== null && number !== known.number) {
    fault(
      faults,
      'company.establishment_number',
      'is of another enterprise than company.enterprise_number. Give the establishment alone, or the number of its enterprise.',
    )
    return { company: given, filling: nothingFilled }
  }
  // One that the register does not have (any more) says where the applicant is, and nobody knows where that is.
  const isElsewhere = establishment === null && isGivenValue(given.establishment_number)
  const put = new Putting({ ...given, enterprise_number: known.number })
  put.fill('legal_form', knownLegalForm(known), 'register')
  put.fill('founded_on', foundingOf(known, loaded), 'register')
  put.fill('nace', naceOf(activitiesOf(found)), 'register')
  const place = establishment === null ? onlyPlaceOf(known) : establishment.place
  fillPlace(put, isElsewhere ? null : place, projectPostcode)
  if (figures !== null) {
    const from = `${beforeClosingDay}${figures.closingDay}`
    put.fill('employees', figures.employees, from)
    put.fill('turnover_eur', figures.turnoverEur, from)
    put.fill('balance_total_eur', figures.balanceTotalEur, from)
  }
  const isChosen = isGivenValue(put.company.postcode) || establishment !== null
  return {
    company: put.company,
    filling: {
      filled: put.filled,
      warnings: [
        ...(isElsewhere ? (['establishment_not_in_register'] as const) : []),
        ...(known.isActive ? [] : (['company_not_active'] as const)),
      ],
      // Of one alone there is nothing to choose, also where another was given that the register does not have.
      choices: isChosen || known.establishments.total < 2 ? [] : choicesOf(known.establishments.items),
      register: loaded,
    },
  }
}

/** A place that contradicts a municipality that was given is left out. A project elsewhere has a municipality of its own. */
function fillPlace(put: Putting, place: RegisteredPlace | null, projectPostcode: string | null): void {
  const { postcode, municipality } = put.company
  if (place === null || isGivenValue(postcode)) return
  const municipalities = placeOf(place.postcode)?.municipalities ?? []
  if (isGivenValue(municipality) && !municipalities.includes(municipality ?? '') && projectPostcode === null) return
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
    if (value === null || value === undefined || isGivenValue(this.company[name])) return
    this.company = { ...this.company, [name]: value }
    this.filled[name] = from
  }
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

/** By the day of the register: facts are read at any instant, and a day that it gives is past for everybody. */
function foundingOf({ foundedOn }: RegisteredCompany, { day }: LoadedExtract): Day | null {
  return foundedOn !== null && isDay(foundedOn) && foundedOn >= firstFounding && foundedOn <= day ? foundedOn : null
}

/**
 * What the applicant does: what the enterprise itself does; where that is not said what the chosen establishment does, or the only one. Of
 * several establishments of which none is chosen nobody knows which applies.
 */
function activitiesOf({ company, establishmentNace }: Found): readonly RegisteredCode[] {
  if (company.hasOwnActivities) return company.nace
  if (establishmentNace.length > 0) return establishmentNace
  return company.establishments.total === 1 ? company.nace : []
}

/**
 * The main activity first, then all others, each code in its version; those of 2003 are left out, and of 2008 those whose digits stand
 * there as of 2025. Null: the register does not say which is the main one, says it of several, or of one that our tables lack. A match
 * takes the first code for the main one, so that nothing is guessed.
 */
function naceOf(registered: readonly RegisteredCode[]): string[] | null {
  const inVersion = (version: NaceVersion) =>
    registered
      .filter((one) => one.version === String(version))
      .map(({ code, main }) => ({ code: code.slice(0, digitsOfCode), main, version }))
  const of2025 = inVersion(2025)
  const of2008 = inVersion(2008).filter(({ code }) => !of2025.some((one) => one.code === code))
  const main = mainOf(of2025, inVersion(2008))
  if (main === null) return null
  const known = [main, ...of2025, ...of2008].filter(({ code, version }) => naceExists(code, version))
  const written = new Set(known.map(({ code, version }) => `${code} (${version})`))
  return [...written].slice(0, requestBounds.naceMax)
}

type VersionedCode = { code: string; main: boolean; version: NaceVersion }

/** The main activity as the newest version has it that our tables have; null: there is none, or there are several in a version. */
function mainOf(...versions: readonly (readonly VersionedCode[])[]): VersionedCode | null {
  for (const codes of versions) {
    const mains = codes.filter(({ main }) => main)
    const [first] = mains
    if (first === undefined) continue
    if (mains.some(({ code }) => code !== first.code)) return null
    if (naceExists(first.code, first.version)) return first
  }
  return null
}
