/** What the numbers of a file come to: how many rows the register fills and with what, and of which it knows nothing, or no place. */
import type { LoadedExtract } from '../../companies/registered-company.ts'
import { filledProperties, isNotInRegister } from '../../matching/request/filling.ts'
import type { CompanyFile, CompanyRow, LookedRow } from './company-rows.ts'

/** What a number may fill, as a list of rows tells it: a municipality follows from the postcode. */
export const filledFields = filledProperties.filter((property) => property !== 'company.municipality')
export type FilledField = (typeof filledFields)[number]

export type RegisterOutlook = {
  /** Which extract is loaded; null: none. */
  loaded: LoadedExtract | null
  /** Accepted rows that give a number, and of them those of which something is filled. */
  numbers: number
  filled: number
  /** By what is filled; facts that no row is filled with are left out. */
  fields: { field: FilledField; companies: number }[]
  /** Rows without a place, because the enterprise has several establishments. */
  severalPlaces: number
  /** Rows whose enterprise or establishment the register lacks. */
  notInRegister: number
  notActive: number
}

export type RowStanding = 'several_places' | 'not_in_register' | 'not_active'

/** What is to be known of a row by its number, beside what fills it. */
function standingsOf({ warnings, hasSeveralPlaces }: LookedRow): RowStanding[] {
  return [
    ...(hasSeveralPlaces ? (['several_places'] as const) : []),
    ...(isNotInRegister(warnings) ? (['not_in_register'] as const) : []),
    ...(warnings.includes('company_not_active') ? (['not_active'] as const) : []),
  ]
}

/** Null: no accepted row gives a number. */
export function registerOutlook({ rows, register }: CompanyFile): RegisterOutlook | null {
  const looked = rows.flatMap((row) => row.looked ?? [])
  if (looked.length === 0) return null
  const standings = looked.flatMap(standingsOf)
  const count = (standing: RowStanding): number => standings.filter((one) => one === standing).length
  const fields = filledFields.map((field) => ({
    field,
    companies: looked.filter(({ filled }) => filled[field.slice('company.'.length)] !== undefined).length,
  }))
  return {
    loaded: register,
    numbers: looked.length,
    filled: looked.filter(({ filled }) => Object.keys(filled).length > 0).length,
    fields: fields.filter(({ companies }) => companies > 0),
    severalPlaces: count('several_places'),
    notInRegister: count('not_in_register'),
    notActive: count('not_active'),
  }
}

/** The accepted rows that stand so, in their order. */
export function rowsStanding({ rows }: CompanyFile, standing: RowStanding): CompanyRow[] {
  return rows.filter(({ looked }) => looked !== null && standingsOf(looked).includes(standing))
}
