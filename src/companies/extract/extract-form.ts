/** What an extract of the register's open data has in it, as it is read here (KBO Open Data cookbook R018.00). */
import type { Day } from '../../values/brussels.ts'

/** The columns that are read of each table, taken by name; others are left aside. The first one names the entity. */
export const readColumns = {
  enterprise: ['EnterpriseNumber', 'Status', 'TypeOfEnterprise', 'JuridicalForm', 'JuridicalFormCAC', 'StartDate'],
  establishment: ['EstablishmentNumber', 'StartDate', 'EnterpriseNumber'],
  denomination: ['EntityNumber', 'Language', 'TypeOfDenomination', 'Denomination'],
  address: [
    'EntityNumber',
    'TypeOfAddress',
    'CountryNL',
    'CountryFR',
    'Zipcode',
    'MunicipalityNL',
    'MunicipalityFR',
    'DateStrikingOff',
  ],
  activity: ['EntityNumber', 'ActivityGroup', 'NaceVersion', 'NaceCode', 'Classification'],
} as const

export type Table = keyof typeof readColumns
export const tableNames = Object.keys(readColumns) as Table[]

/** `number` rises by one with each extract; `day` is that of the snapshot. */
export type ExtractHeader = { number: number; day: Day; kind: 'full' | 'update' }

/** One row: the columns of its table, in their order; `line` counts rows from 2, since the header is the first. */
export type ExtractRow = { cells: readonly string[]; line: number }
