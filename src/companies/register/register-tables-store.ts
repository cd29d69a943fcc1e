/** The tables of the register on both engines, and the statements that read companies from them. */
import type { Parameter, Row } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'
import { placeOf } from '../../reference/geography.ts'
import { codesKept } from '../activity-codes.ts'
import { registerLicence, registerSource } from '../company-document.ts'
import { firstEstablishment, tenDigits } from '../extract/register-text.ts'
import {
  type Establishment,
  establishmentsMax,
  establishmentsOfActivitiesMax,
  type Found,
  type FoundFor,
  type LoadedExtract,
  type RegisteredCompany,
  type RegisteredPlace,
} from '../registered-company.ts'
import { type KeptTable, kindCodes } from './kept-rows.ts'
import type { RegisterStanding } from './register-store.ts'

/** Numbers are kept as whole numbers, days as texts (`2015-06-01`). `codes`: see `activity-codes.ts`. */
export const columns: Readonly<Record<KeptTable, readonly string[]>> = {
  enterprise: ['number', 'kind', 'form', 'is_active', 'started'],
  establishment: ['number', 'enterprise', 'started'],
  name: ['enterprise', 'language', 'name'],
  place: ['entity', 'postcode', 'municipality'],
  activity: ['entity', 'part', 'codes'],
}
export const keptTables = Object.keys(columns) as KeptTable[]
export const headerColumns = ['extract', 'day', 'kind', 'file', 'loaded_at', 'enterprises', 'establishments'] as const

/** What a load records of the extract's source and licence. A register that was loaded before loads did has no such columns. */
export const recordedColumns = ['source', 'licence'] as const
export const recorded = [registerSource, registerLicence] as const

/** The statement that reads the header, whether it has `recordedColumns` or not. */
export function headerText(naming: Naming): string {
  return `select ${headerColumns.join(', ')}, h.* from ${naming('header')} h`
}

/** By which rows of a table are taken out. */
export const entityColumn: Readonly<Record<KeptTable, string>> = {
  enterprise: 'number',
  establishment: 'number',
  name: 'enterprise',
  place: 'entity',
  activity: 'entity',
}

/** What makes a row of each table one; rows are met twice where an extract has them twice. */
export const keys: Readonly<Record<KeptTable, string>> = {
  enterprise: 'number',
  establishment: 'number',
  name: 'enterprise, language',
  place: 'entity',
  activity: 'entity, part',
}

type Naming = (table: KeptTable | 'header') => string

/** How each engine names its tables, and says what SQL does not say alike. */
export type Saying = {
  table: Naming
  /** The rows of a question, each as a JSON list, as one JSON text. */
  listOf(expressions: string): string
  joined(expression: string): string
}

/** Which register a row was read from. */
type RowOfRegister = Row & { extract: number; day: string }

export type EstablishmentRow = RowOfRegister & {
  number: number
  enterprise: number
  started: string | null
  postcode: string | null
  municipality: string | null
  codes: string | null
}

export type EnterpriseRow = RowOfRegister & {
  number: number
  kind: number
  form: string | null
  is_active: number
  started: string | null
  names: string | null
  postcode: string | null
  municipality: string | null
  total: number
  items: string | null
  codes: string | null
  establishment_codes: string | null
}

/** A statement; all that one of them reads is of one register. */
export type Look = { text: string; values: readonly Parameter[] }

/** Reads establishments, each with the number of its enterprise. A load bounds the codes of one entity. */
export function lookForEstablishments({ table, joined }: Saying, numbers: readonly number[]): Look {
  const { places, values } = valuesIn(numbers, 1)
  const text = `select x.number, x.enterprise, x.started, p.postcode, p.municipality, h.extract, h.day,
      (select ${joined('a.codes')} from ${table('activity')} a where a.entity = x.number) as codes
    from ${table('establishment')} x left join ${table('place')} p on p.entity = x.number cross join ${table('header')} h
    where x.number in (${places})`
  return { text, values }
}

/** Reads enterprises with the first of their establishments, and where they have no activities of their own those of establishments. */
export function lookForEnterprises(
  { table, listOf, joined }: Saying,
  numbers: readonly number[],
  reader: FoundFor,
): Look {
  const { places, values } = valuesIn(numbers, 1)
  const first = (count: number): string =>
    `select number, started from ${table('establishment')} where enterprise = e.number order by number limit ${count}`
  // Two are enough to know that there are several, of which a match takes nothing.
  const speaking =
    reader === 'match'
      ? `select min(number) as number from (${first(2)}) f having count(*) = 1`
      : first(establishmentsOfActivitiesMax)
  const text = `select e.number, e.kind, e.form, e.is_active, e.started, p.postcode, p.municipality, h.extract, h.day,
      (select ${listOf('n.language, n.name')} from ${table('name')} n where n.enterprise = e.number) as names,
      (select count(*) from ${table('establishment')} c where c.enterprise = e.number) as total,
      (select ${listOf('s.number, s.started, q.postcode, q.municipality')} from (${first(establishmentsMax)}) s
        left join ${table('place')} q on q.entity = s.number) as items,
      (select ${joined('a.codes')} from ${table('activity')} a where a.entity = e.number) as codes,
      case when exists (select 1 from ${table('activity')} a where a.entity = e.number) then null else
        (select ${joined('a.codes')} from (${speaking}) s join ${table('activity')} a on a.entity = s.number)
        end as establishment_codes
    from ${table('enterprise')} e left join ${table('place')} p on p.entity = e.number cross join ${table('header')} h
    where e.number in (${places})`
  return { text, values }
}

/** The statements that take out the rows of an establishment or an enterprise that is no more. */
export function leftovers(naming: Naming): string[] {
  const [enterprise, establishment] = [naming('enterprise'), naming('establishment')]
  const without = (table: string, condition: string): string => `not exists (select 1 from ${table} where ${condition})`
  return [
    `delete from ${establishment} as s where ${without(`${enterprise} e`, 'e.number = s.enterprise')}`,
    ...(['place', 'activity'] as const).map(
      (table) => `delete from ${naming(table)} as t
        where (t.entity < ${firstEstablishment} and ${without(`${enterprise} e`, 'e.number = t.entity')})
          or (t.entity >= ${firstEstablishment} and ${without(`${establishment} s`, 's.number = t.entity')})`,
    ),
    `delete from ${naming('name')} as n
      where ${without(`${enterprise} e`, `e.number = n.enterprise and e.kind = ${kindCodes.legal_person}`)}`,
  ]
}

/** The statement that counts what a register has, in one row of `enterprises` and `establishments`. */
export function countsOf(naming: Naming): string {
  return `select (select count(*) from ${naming('enterprise')}) as enterprises,
    (select count(*) from ${naming('establishment')}) as establishments`
}

/** What a row of the header says. */
export function standingIn(row: Row): RegisterStanding {
  return {
    extract: Number(row.extract),
    day: String(row.day),
    kind: row.kind === 'update' ? 'update' : 'full',
    fileName: String(row.file),
    loadedAt: Number(row.loaded_at),
    enterprises: Number(row.enterprises),
    establishments: Number(row.establishments),
    source: recordedIn(row.source),
    licence: recordedIn(row.licence),
  }
}

function recordedIn(value: Row[string] | undefined): string | null {
  return typeof value === 'string' ? value : null
}

type Item = [number: number, started: string | null, postcode: string | null, municipality: string | null]

/** A company as its row tells. */
export function companyIn(row: EnterpriseRow): RegisteredCompany {
  const office = placeIn(row.postcode, row.municipality)
  const isPerson = row.kind === kindCodes.natural_person
  return {
    number: tenDigits(row.number),
    kind: isPerson ? 'natural_person' : row.kind === kindCodes.legal_person ? 'legal_person' : null,
    legalForm: row.form,
    foundedOn: row.started,
    isActive: row.is_active === 1,
    name: nameAmong(JSON.parse(row.names ?? '[]'), office),
    office,
    establishments: { total: row.total, items: itemsIn(row.items) },
    nace: codesKept(row.codes ?? row.establishment_codes ?? ''),
    hasOwnActivities: row.codes !== null,
  }
}

/** An establishment as its row tells, and what it does itself. */
export function establishmentIn(row: EstablishmentRow): Pick<Found, 'establishment' | 'establishmentNace'> {
  const place = placeIn(row.postcode, row.municipality)
  return {
    establishment: { number: tenDigits(row.number), place, foundedOn: row.started },
    establishmentNace: codesKept(row.codes ?? ''),
  }
}

export function loadedIn({ extract, day }: RowOfRegister): LoadedExtract {
  return { extract, day }
}

function itemsIn(text: string | null): Establishment[] {
  return (JSON.parse(text ?? '[]') as Item[])
    .sort(([left], [right]) => left - right)
    .map(([number, foundedOn, postcode, municipality]) => ({
      number: tenDigits(number),
      place: placeIn(postcode, municipality),
      foundedOn,
    }))
}

function placeIn(postcode: string | null, municipality: string | null): RegisteredPlace | null {
  return postcode === null ? null : { postcode, municipality }
}

/** Codes of the register's list `Language`. */
const [unknown, french, dutch, german, english] = ['0', '1', '2', '3', '4']

/** Of a company with a name in several languages the one of its office's region; in Brussels, and without an office, the French one first. */
function nameAmong(
  names: readonly (readonly [language: string, name: string])[],
  office: RegisteredPlace | null,
): string | null {
  const region = office === null ? null : (placeOf(office.postcode)?.region ?? null)
  const order = region === 'flanders' ? [dutch, french] : [french, dutch]
  const ranked = [...order, german, english, unknown]
  const rankOf = (language: string): number => (ranked.includes(language) ? ranked.indexOf(language) : ranked.length)
  const [first] = [...names].sort(
    (left, right) => rankOf(left[0]) - rankOf(right[0]) || left[1].localeCompare(right[1]),
  )
  return first?.[1] ?? null
}
