/**
 * The tables of reference as the record functions see them. They are handed in, so that this folder stays a function of
 * its arguments and a test can name the few facts it needs.
 */
import type { Region } from '../../values/vocabularies.ts'
import type { Authority } from './record.ts'

export type NaceVersion = 2008 | 2025

/** What a NIS (2025) or NUTS code covers. */
export type AreaCover = {
  /** The regions that it lies in or covers; all three for the whole country. */
  regions: readonly Region[]
  /** Whether it is exactly these regions, e.g. NUTS `BE2` or NIS `04000`. */
  whole: boolean
  /** NIS codes (2025) of the municipalities within it. */
  municipalities: readonly string[]
}

export type ReferenceLookups = {
  /** The authority of that id, alias or name; null: not in our table. */
  authorityOf(idOrAlias: string): Authority | null
  /** Whether NACE-BEL of that version has the code (digits, no dots). */
  naceExists(code: string, version: NaceVersion): boolean
  /** Whether the Crossroads Bank's table has the legal form, forms since replaced included. */
  legalFormExists(code: string): boolean
  /** Whether a municipality of 2025 has that NIS code. */
  municipalityExists(nis: string): boolean
  /** Whether the table of points has it, retired ones included. */
  pointExists(id: string): boolean
  /** Null: no NIS (2025) or NUTS code of Belgium. */
  areaCovers(code: string): AreaCover | null
}
