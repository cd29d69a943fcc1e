/**
 * A table as a file holds it: cells with what the file says of each, and nothing made of them. Text that looks like a number
 * is text; a number that a workbook shows as a date is that number, and known to be shown so.
 */

import type { OtherKind } from './other-kinds.ts'

/** `null`: nothing stands there. A day counts from the workbook's own beginning (see `date-formats.ts`). */
export type Cell = string | number | boolean | null | { date: number } | { error: string }

/** Of a CSV the line on which the row begins, of a workbook the number of its row: both from 1. */
export type CellRow = {
  line: number
  cells: readonly Cell[]
  /** A workbook does not show the row: a filter or a person has hidden it. */
  isHidden?: boolean
}

export type Encoding = 'utf-8' | 'utf-16le' | 'windows-1252'
export const delimiters = [';', ',', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** What was found the file to be. */
export type Found =
  | { format: 'csv'; encoding: Encoding; delimiter: Delimiter }
  /**
   * `others`: the names of the sheets that are not read. `from1904`: days count from 1904. `hiddenRows`: rows below the header
   * that the sheet does not show.
   */
  | { format: 'xlsx'; sheet: string; others: readonly string[]; from1904: boolean; hiddenRows: number }

/** The rows that hold anything, in their order; the first one is the header. */
export type Table = { found: Found; rows: CellRow[] }

/** Why no table can be read from a file. */
export type FileFault =
  | { code: 'empty' | 'not_a_table' | 'old_workbook' | 'protected' | 'no_workbook' | 'no_rows' | 'slow' }
  /** It is something else, which people often send. */
  | { code: 'other_kind'; kind: OtherKind }
  /** It is a workbook, but not one that can be read safely, or at all; `what` names the part. */
  | { code: 'unreadable'; what: string }
  | { code: 'unpacks_too_large' | 'too_large' | 'too_many_rows' | 'too_many_columns' | 'too_long'; max: number }
  | { code: 'cell_too_long' | 'open_quote' | 'stray_quote'; line: number }

/** Thrown while a file is read, and told by whoever began. */
export class FaultyFile extends Error {
  readonly fault: FileFault
  constructor(fault: FileFault) {
    super(fault.code)
    this.name = 'FaultyFile'
    this.fault = fault
  }
}
