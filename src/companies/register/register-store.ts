/**
 * The register of companies: what is kept of the open data of the Crossroads Bank for Enterprises, loaded by the operator (contract 13).
 * A reader sees it as it was before a load or after it, never between.
 */
import type { Reads } from '../../platform/database/database.ts'
import type { Instant } from '../../values/brussels.ts'
import type { ExtractHeader } from '../extract/extract-form.ts'
import type { Found, FoundFor, LoadedExtract } from '../registered-company.ts'
import type { KeptRow, KeptTable, LegalPersons } from './kept-rows.ts'

export type RegisterStanding = LoadedExtract & {
  kind: ExtractHeader['kind']
  /** Of the file that was loaded last, without a folder. */
  fileName: string
  loadedAt: Instant
  enterprises: number
  establishments: number
  /** Whose data they are, and under what the operator has them, as the last load recorded it; null: it was loaded before loads did. */
  source: string | null
  licence: string | null
}

export interface CompanyRegister {
  /** What is loaded; null: nothing. */
  loaded(): Promise<LoadedExtract | null>
  /** The same with counts, which take a moment. Throws `RegisterUnreadable`. */
  standing(): Promise<RegisterStanding | null>
  /**
   * Those of the numbers (ten digits, of enterprises or establishments) that the register has, by the number asked for. Any count.
   * `reads`: of the store beside which the register stands.
   */
  find(numbers: readonly string[], reads: Reads, reader: FoundFor): Promise<ReadonlyMap<string, Found>>
  /** Another one whenever anything of it was changed. */
  mark(): Promise<string>
  close(): void
}

/** A register that is being made beside the one that stands; nobody reads it before `show`. */
export interface RegisterBuilding extends AsyncDisposable {
  /** Which numbers of the register that stands are legal persons; an update goes on from them. */
  markLegalPersons(into: LegalPersons): Promise<void>
  /** Takes out the rows of entities. */
  remove(table: KeptTable, entities: AsyncIterable<number>): Promise<void>
  put(table: KeptTable, rows: AsyncIterable<KeptRow>): Promise<void>
  /** Takes out enterprises with all that is theirs, whatever put it in. */
  forget(enterprises: readonly number[]): Promise<void>
  /** All that is left to do of it, which may take half a minute; the process goes on meanwhile. */
  complete(header: ExtractHeader, fileName: string, at: Instant, signal: AbortSignal): Promise<void>
  /**
   * Puts it in the place of the one that stands, in one step, without those who were forgotten while it was completed. Throws
   * `RegisterBusy` where another one took that place since this one was begun.
   */
  show(forgotten: readonly number[]): Promise<void>
}

/** Where the register of one engine is read, made anew, or changed by an update. */
export interface RegisterPlace {
  register: CompanyRegister
  /** `from`: `empty` for a full extract, `standing` for an update. On a register that cannot be read this one, or the building, throws `RegisterUnreadable`. */
  build(from: 'empty' | 'standing'): Promise<RegisterBuilding>
  /** Takes out what is kept of enterprises at once. `confirm` throws where the turn to change the register is lost. */
  forget(enterprises: readonly number[], confirm: () => Promise<void>): Promise<void>
}
