/**
 * A list of numbers as somebody types or pastes it: a company a line. The first number of a line is the company's, whatever else stands on
 * the line (a name, a town) is left aside; the number of an establishment beside it says which one. Nothing is guessed: a line without a
 * number, or with those of several enterprises, is told.
 */
import {
  enterpriseNumberFault,
  readEnterpriseNumber,
  readEstablishmentNumber,
  readNumberOfCompany,
} from '../../reference/enterprise-number.ts'
import { characterCount } from '../../values/texts/character-count.ts'
import type { Column } from './columns.ts'
import { type CompanyRow, withRepeatedNumbers } from './company-rows.ts'
import { fileBounds } from './file-bounds.ts'
import type { FaultCode, RowFault } from './told/fault-words.ts'

export const pastedBounds = {
  /** Of the whole list: some hundred a line. */
  charactersMax: 500_000,
  /** Of one line; a number with a name and an address stays far below. */
  lineCharactersMax: 1_000,
  linesMax: fileBounds.rowsMax,
} as const

/** What the faults file of such a list has for a header: sent as a file, it is a column of numbers. */
const column: Column = {
  index: 0,
  header: 'enterprise_number',
  use: 'taken',
  field: 'company.enterprise_number',
  kind: 'enterprise_number',
  naceVersion: null,
}
export const pastedColumns: readonly Column[] = [column]

export type PastedFault = { code: 'too_many_rows' | 'too_long'; max: number } | { code: 'no_lines' }

/** The lines that hold anything as rows, each with its number as its reference; or why the list cannot be read as a whole. */
export function pastedRows(text: string): { rows: CompanyRow[] } | { fault: PastedFault } {
  const { charactersMax, linesMax } = pastedBounds
  if (characterCount(text) > charactersMax) return { fault: { code: 'too_long', max: charactersMax } }
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((one) => one.text !== '')
  if (lines.length === 0) return { fault: { code: 'no_lines' } }
  if (lines.length > linesMax) return { fault: { code: 'too_many_rows', max: linesMax } }
  return { rows: withRepeatedNumbers(lines.map(rowOf)) }
}

/** Ten digits, or the nine of before 2003, with the marks that people put between them; nothing of a longer number. */
const numberForm =
  /(?<![\d\p{L}.])(?:BE[\s.:-]*)?(\d{4}[ .\-/\u00a0]?\d{3}[ .\-/\u00a0]?\d{3}|\d(?:[ .\-/\u00a0]\d{3}){3}|\d{3}[ .\-/\u00a0]?\d{3}[ .\-/\u00a0]?\d{3})(?!\d|[.\-/]\d)/giu

function rowOf({ line, text }: { line: number; text: string }): CompanyRow {
  const read = numbersIn(text)
  const row = { line, cells: [text], remarks: [], looked: null }
  if ('code' in read) {
    const fault: RowFault = { column: null, field: 'company.enterprise_number', ...read }
    return { ...row, reference: null, given: { company: {} }, faults: [fault] }
  }
  const { enterprise, establishment } = read
  const company = {
    ...(enterprise === null ? {} : { enterprise_number: enterprise }),
    ...(establishment === null ? {} : { establishment_number: establishment }),
  }
  const reference = enterprise ?? establishment ?? ''
  return { ...row, reference, given: { company, reference }, faults: [] }
}

type ReadLine =
  | { enterprise: string | null; establishment: string | null }
  | { code: FaultCode; shown: string; hint?: string }

/** What is wrong with the first number is told; behind a right one, what is none is no more than a part of the rest. */
function numbersIn(text: string): ReadLine {
  if (text.length > pastedBounds.lineCharactersMax) return { code: 'no_number', shown: text }
  const written = [...text.matchAll(numberForm)].map(([, number = '']) => number)
  const [first] = written
  if (first === undefined) return { code: 'no_number', shown: text }
  if (digitsOf(first) === null) return faultOfNumber(first)
  const numbers = [...new Set(written.flatMap((one) => digitsOf(one) ?? []))]
  const enterprises = numbers.filter((number) => readEnterpriseNumber(number) !== null)
  const establishments = numbers.filter((number) => readEstablishmentNumber(number) !== null)
  for (const [one, other] of [enterprises, establishments])
    if (one !== undefined && other !== undefined) return { code: 'several_numbers', shown: one, hint: other }
  return { enterprise: enterprises[0] ?? null, establishment: establishments[0] ?? null }
}

function digitsOf(written: string): string | null {
  return readNumberOfCompany(written.replace(/\D/g, ''))
}

function faultOfNumber(written: string): { code: FaultCode; shown: string; hint?: string } {
  switch (enterpriseNumberFault(written)) {
    case 'nine_digits':
      return { code: 'lost_zero', shown: written, hint: `0${written.replace(/\D/g, '')}` }
    case 'establishment':
      return { code: 'establishment_number', shown: written }
    default:
      return { code: 'enterprise_number', shown: written }
  }
}
