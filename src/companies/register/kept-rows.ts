/**
 * What is kept of each row of an extract (contract 13), and what is left out: names of natural persons, contact data, streets, and all of
 * a company that is to be forgotten. What is left out reaches no store and no file.
 */
import { activityVersions, keptCode, keptCodes } from '../activity-codes.ts'
import { placeOfAddress } from '../extract/address-place.ts'
import { ExtractFault } from '../extract/extract-fault.ts'
import type { ExtractRow, Table } from '../extract/extract-form.ts'
import { dayIn, enterpriseIn, entityIn, establishmentIn, firstEstablishment } from '../extract/register-text.ts'

export type KeptTable = 'enterprise' | 'establishment' | 'name' | 'place' | 'activity'
export type KeptRow = readonly (string | number | null)[]

/** Under which table the rows of each table of the register are kept. */
export const keptAs: Readonly<Record<Table, KeptTable>> = {
  enterprise: 'enterprise',
  establishment: 'establishment',
  denomination: 'name',
  address: 'place',
  activity: 'activity',
}

/** Codes of the register's list `TypeOfEnterprise`. */
export const kindCodes = { natural_person: 1, legal_person: 2 } as const
const unknownKind = 0
/** `TypeOfDenomination`: the name, not an abbreviation or a trade name. */
const officialName = '001'
const [registeredOffice, establishmentAddress] = ['REGO', 'BAET']
const belgium = ['', 'België', 'Belgique', 'Belgien']
/** The register's form of those who are nobody but themselves; it gives natural persons none. */
const formOfPersons = 'natural_person'
/** An enterprise number without its check digits is below this. */
const numbersOfEnterprises = 20_000_000
/** Codes that are put together in one row; an entity with more has several. */
const codesPerRow = 1_000
/** Codes of one entity; nobody has more than some hundred. All of them are read, so that a file with more is refused. */
const codesOfEntityMax = 5_000
/** A number of an entity without its check digits is below this. */
const numbersOfEntities = 100_000_000

/** Which enterprises are legal persons: one byte a number, since nobody else's names are read. */
export class LegalPersons {
  readonly #is = new Uint8Array(numbersOfEnterprises)

  set(enterprise: number, kind: number): void {
    this.#is[Math.floor(enterprise / 100)] = kind === kindCodes.legal_person ? 1 : 0
  }

  has(enterprise: number): boolean {
    return this.#is[Math.floor(enterprise / 100)] === 1
  }
}

/** What decides, beside a row itself, whether it is kept. */
export type Keeping = {
  legalPersons: LegalPersons
  /** Enterprises that are left out. */
  forgotten: ReadonlySet<number>
  /** Their establishments, as far as the extract has told. */
  forgottenEstablishments: Set<number>
}

/** The rows to be kept of a table, in the order of the extract. Throws `ExtractFault` at a row that is not as the register writes it. */
export function keptRows(table: Table, rows: AsyncIterable<ExtractRow>, keeping: Keeping): AsyncGenerator<KeptRow> {
  if (table === 'activity') return activities(rows, keeping)
  return each(rows, (row) => keepers[table](row, keeping))
}

async function* each(
  rows: AsyncIterable<ExtractRow>,
  keep: (row: ExtractRow) => KeptRow | null,
): AsyncGenerator<KeptRow> {
  for await (const row of rows) {
    const kept = keep(row)
    if (kept !== null) yield kept
  }
}

type Keep = (row: ExtractRow, keeping: Keeping) => KeptRow | null

const keepers: Readonly<Record<Exclude<Table, 'activity'>, Keep>> = {
  enterprise: (row, { legalPersons, forgotten }) => {
    const [number, status, type, form, formOf2019, started] = row.cells
    const enterprise = enterpriseOf('enterprise', row, number)
    const kind = type === '1' ? kindCodes.natural_person : type === '2' ? kindCodes.legal_person : unknownKind
    legalPersons.set(enterprise, kind)
    if (forgotten.has(enterprise)) return null
    const isActive = status === 'AC' ? 1 : 0
    return [enterprise, kind, formOf(kind, formOf2019 || form || ''), isActive, dayOf('enterprise', row, started)]
  },
  establishment: (row, { forgotten, forgottenEstablishments }) => {
    const [number, started, owner] = row.cells
    const establishment = establishmentIn(number ?? '')
    if (establishment === null) throw unlike('establishment', row, 'EstablishmentNumber', number)
    const enterprise = enterpriseOf('establishment', row, owner)
    if (forgotten.has(enterprise)) forgottenEstablishments.add(establishment)
    return forgotten.has(enterprise) ? null : [establishment, enterprise, dayOf('establishment', row, started)]
  },
  denomination: (row, { legalPersons, forgotten }) => {
    const [number, language, type, name = ''] = row.cells
    const entity = entityOf('denomination', row, number)
    const isOfPerson = entity >= firstEstablishment || !legalPersons.has(entity)
    if (isOfPerson || type !== officialName || name === '' || forgotten.has(entity)) return null
    return [entity, language ?? '', name]
  },
  address: (row, keeping) => {
    const [number, type, countryNl = '', countryFr = '', postcode = '', nl = '', fr = '', struckOff] = row.cells
    const entity = entityOf('address', row, number)
    const isOffice = type === registeredOffice && entity < firstEstablishment && keeping.legalPersons.has(entity)
    const isOfEstablishment = type === establishmentAddress && entity >= firstEstablishment
    const isAbroad = !belgium.includes(countryNl) || !belgium.includes(countryFr)
    if (!(isOffice || isOfEstablishment) || struckOff !== '' || isAbroad || isForgotten(entity, keeping)) return null
    const place = placeOfAddress(postcode, [nl, fr])
    return place === null ? null : [entity, place.postcode, place.municipality]
  },
}

/**
 * Activities that stand one after another are put into one row; `line` tells rows of one entity apart. Where a file is not sorted by
 * entity there are more rows of one, and nothing else is different.
 */
async function* activities(rows: AsyncIterable<ExtractRow>, keeping: Keeping): AsyncGenerator<KeptRow> {
  let current = null as { number: string; entity: number; line: number } | null
  let codes = new Set<string>()
  // Two bytes a number, of which the machine gives no more than what is written to: some 25 MB for the register.
  const counts = new Uint16Array(numbersOfEntities)
  for await (const row of rows) {
    const [number = '', group = '', version = '', code = '', classification] = row.cells
    if (number !== current?.number || codes.size >= codesPerRow) {
      if (current !== null && codes.size > 0) yield [current.entity, current.line, keptCodes(codes)]
      current = { number, entity: entityOf('activity', row, number), line: row.line }
      codes = new Set()
    }
    const known = activityVersions.find((one) => one === version)
    if (!/^\d{2,9}$/.test(code)) throw unlike('activity', row, 'NaceCode', code)
    // A version that is to come says nothing here: our tables have none of its codes.
    if (known === undefined || isForgotten(current.entity, keeping)) continue
    const kept = keptCode(known, code, group, classification === 'MAIN')
    if (codes.has(kept)) continue
    codes.add(kept)
    const place = Math.floor(current.entity / 100)
    const count = (counts[place] ?? 0) + 1
    if (count > codesOfEntityMax)
      throw new ExtractFault(
        `activity.csv, line ${row.line}: one number has more than ${codesOfEntityMax} activities, which nobody has. Download the file again.`,
      )
    counts[place] = count
  }
  if (current !== null && codes.size > 0) yield [current.entity, current.line, keptCodes(codes)]
}

/** The entities that an update's rows name. */
export async function* deletedEntities(table: Table, rows: AsyncIterable<ExtractRow>): AsyncGenerator<number> {
  for await (const row of rows) yield entityOf(`${table}_delete`, row, row.cells[0])
}

function isForgotten(entity: number, { forgotten, forgottenEstablishments }: Keeping): boolean {
  return forgotten.has(entity) || forgottenEstablishments.has(entity)
}

function formOf(kind: number, code: string): string | null {
  if (kind === kindCodes.natural_person) return formOfPersons
  return code === '' ? null : code
}

function enterpriseOf(table: string, row: ExtractRow, text = ''): number {
  const number = enterpriseIn(text)
  if (number === null) throw unlike(table, row, 'EnterpriseNumber', text)
  return number
}

function entityOf(table: string, row: ExtractRow, text = ''): number {
  const number = entityIn(text)
  if (number === null) throw unlike(table, row, 'number', text)
  return number
}

function dayOf(table: string, row: ExtractRow, text = ''): string | null {
  if (text === '') return null
  const day = dayIn(text)
  if (day === null) throw unlike(table, row, 'StartDate', text)
  return day
}

/** What stands there is not told: it may be somebody's name that slipped into another column. */
function unlike(table: string, row: ExtractRow, column: string, text = ''): ExtractFault {
  return new ExtractFault(
    `${table}.csv, line ${row.line}: its ${column} (${text.length} characters) is not as the register writes it. Download the file again.`,
  )
}
