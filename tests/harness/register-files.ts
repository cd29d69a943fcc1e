/** Files of the register of companies as it publishes them, of our own making: no company in them exists, and no person. */
import { writeFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'

export type RegisterRows = {
  enterprise: string[][]
  establishment: string[][]
  denomination: string[][]
  address: string[][]
  activity: string[][]
}
export type RegisterTable = keyof RegisterRows

const columns: Readonly<Record<RegisterTable, string>> = {
  enterprise: 'EnterpriseNumber,Status,JuridicalSituation,TypeOfEnterprise,JuridicalForm,JuridicalFormCAC,StartDate',
  establishment: 'EstablishmentNumber,StartDate,EnterpriseNumber',
  denomination: 'EntityNumber,Language,TypeOfDenomination,Denomination',
  address:
    'EntityNumber,TypeOfAddress,CountryNL,CountryFR,Zipcode,MunicipalityNL,MunicipalityFR,StreetNL,StreetFR,HouseNumber,Box,ExtraAddressInfo,DateStrikingOff',
  activity: 'EntityNumber,ActivityGroup,NaceVersion,NaceCode,Classification',
}
export const registerTables = Object.keys(columns) as RegisterTable[]

/** The ten digits of the enterprise with these first eight, or of the establishment where the first is 2 to 8. */
export function numberOf(body: number): string {
  const text = String(body).padStart(8, '0')
  return `${text}${String(97 - (body % 97)).padStart(2, '0')}`
}

/** As the register writes it: `0403.019.261`, `2.000.000.339`. */
export function dotted(number: string): string {
  return /^[01]/.test(number)
    ? `${number.slice(0, 4)}.${number.slice(4, 7)}.${number.slice(7)}`
    : `${number.slice(0, 1)}.${number.slice(1, 4)}.${number.slice(4, 7)}.${number.slice(7)}`
}

/** Of the register's list `TypeOfEnterprise`. */
const typeCodes = { natural: '1', legal: '2', unknown: '9' } as const

export type CompanyGiven = {
  number: string
  /** `unknown`: the register gives another code than those two. */
  kind?: 'legal' | 'natural' | 'unknown'
  form?: string
  formOf2019?: string
  started?: string
  status?: string
  names?: [language: string, type: string, name: string][]
  /** `country`: null for Belgium, as the register writes it. */
  office?: [postcode: string, municipality: string, country?: string]
  establishments?: { number: string; postcode: string; municipality: string; started?: string }[]
  /** Of the enterprise, or of the establishment of that number. */
  activities?: [group: string, version: string, code: string, classification: string, of?: string][]
}

export function rowsOf(companies: readonly CompanyGiven[]): RegisterRows {
  const rows: RegisterRows = { enterprise: [], establishment: [], denomination: [], address: [], activity: [] }
  const address = (entity: string, type: string, postcode: string, municipality: string, country = ''): void => {
    rows.address.push([
      dotted(entity),
      type,
      country,
      country,
      postcode,
      municipality,
      municipality,
      'Kerkstraat',
      'Rue',
      '1',
      '',
      '',
      '',
    ])
  }
  for (const company of companies) {
    const { number, kind = 'legal', started = '01-06-2015' } = company
    rows.enterprise.push([
      ...[dotted(number), company.status ?? 'AC', '000', typeCodes[kind]],
      ...[company.form ?? (kind === 'legal' ? '610' : ''), company.formOf2019 ?? '', started],
    ])
    for (const [language, type, name] of company.names ?? [])
      rows.denomination.push([dotted(number), language, type, name])
    if (company.office !== undefined) address(number, 'REGO', ...company.office)
    for (const one of company.establishments ?? []) {
      rows.establishment.push([dotted(one.number), one.started ?? started, dotted(number)])
      address(one.number, 'BAET', one.postcode, one.municipality)
    }
    for (const [group, version, code, classification, of = number] of company.activities ?? [])
      rows.activity.push([dotted(of), group, version, code, classification])
  }
  return rows
}

export type FileGiven = {
  extract?: number
  /** `dd-mm-yyyy`. */
  day?: string
  rows: RegisterRows
  /** Of an update: by table the entities whose rows go. */
  deleted?: Partial<Record<RegisterTable, string[]>>
  /** Rows of contact.csv, which nobody reads. */
  contacts?: string[][]
  /** Changes what is published before it is packed; undefined takes a member out. */
  change?: (members: Record<string, string | undefined>) => void
}

/** Writes a full file, or an update where `deleted` is given. */
export function writeRegisterFile(file: string, given: FileGiven): void {
  const isUpdate = given.deleted !== undefined
  const members: Record<string, string | undefined> = {
    'meta.csv': csv('Variable,Value', [
      ['SnapshotDate', given.day ?? '01-11-2026'],
      ['ExtractTimestamp', `${given.day ?? '01-11-2026'} 09:00:00`],
      ['ExtractType', isUpdate ? 'update' : 'full'],
      ['ExtractNumber', String(given.extract ?? 141)],
      ['Version', 'R018.00'],
    ]),
    'code.csv': csv('Category,Code,Language,Description', [['Status', 'AC', 'EN', 'Active']]),
    // Personal data, which nobody here reads.
    'contact.csv': csv('EntityNumber,EntityContact,ContactType,Value', [
      ['0200.065.765', 'ENT', 'EMAIL', 'someone@private.example'],
      ...(given.contacts ?? []),
    ]),
  }
  for (const table of registerTables) {
    members[isUpdate ? `${table}_insert.csv` : `${table}.csv`] = csv(columns[table], given.rows[table])
    if (isUpdate) {
      const [key = ''] = columns[table].split(',')
      members[`${table}_delete.csv`] = csv(
        key,
        (given.deleted?.[table] ?? []).map((number) => [dotted(number)]),
      )
    }
  }
  given.change?.(members)
  const packed = Object.entries(members).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, strToU8(text)] as const],
  )
  writeFileSync(file, zipSync(Object.fromEntries(packed)))
}

export function csv(header: string, rows: readonly (readonly string[])[]): string {
  const named = header.split(',').map(quoted).join(',')
  return `${[named, ...rows.map((row) => row.map((cell) => (cell === '' ? '' : quoted(cell))).join(','))].join('\n')}\n`
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}
