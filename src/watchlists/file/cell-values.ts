/** What one cell says of a company: read as its column asks, or the reason why it cannot be. Nothing is made to fit. */
import {
  enterpriseNumberFault,
  enterpriseNumberWithin,
  establishmentNumberWithin,
  readEnterpriseNumber,
} from '../../reference/enterprise-number.ts'
import { legalFormCode } from '../../reference/legal-forms.ts'
import type { Cell } from './cells/cells.ts'
import { dayOfSerial } from './cells/date-formats.ts'
import type { TakenColumn } from './columns.ts'
import { type CountForms, countIn, countOf, type ReadCount } from './counts.ts'
import { type DayForms, dayIn, hasShortYear, isEitherWay } from './days.ts'
import type { FactField } from './header-words.ts'
import { naceOfCell } from './nace-cells.ts'
import { amountIn } from './numbers.ts'
import type { CellFault, FaultCode } from './told/fault-words.ts'
import { answerIn, memberIn, membersIn } from './vocabulary-words.ts'

/** What a file says of all cells of a column together. */
export type ColumnFacts = {
  /** Days count from 1904; null: the file is no workbook, and a number counts none. */
  from1904: boolean | null
  days: DayForms
  counts: CountForms
  /** Whether a column of the file is for numbers of establishments. */
  hasEstablishments: boolean
}

/** What was made of a cell by a rule for its whole column, which is said once. */
export type CellRemark = 'rounded_down' | 'short_year' | 'establishment_taken'

export type CellValue = string | number | boolean | string[]
/** `field`: the property that the cell gives, where that is another than its column's. */
export type ReadCell = { value: CellValue; remark?: CellRemark; field?: FactField } | { fault: CellFault }

/** Reads a cell that holds something. */
export function readCell(cell: Exclude<Cell, null>, column: TakenColumn, facts: ColumnFacts): ReadCell {
  const shown = shownCell(cell)
  if (typeof cell === 'object' && 'error' in cell) return faulty('error_value', shown)
  if (column.kind === 'day') return dayOfCell(cell, shown, facts)
  // Spreadsheets make dates of what only looks like one, such as 1-2 or 62.01.
  if (typeof cell === 'object') return faulty('made_a_date', shown)
  if (column.kind === 'answer') {
    const answer = typeof cell === 'boolean' ? cell : answerIn(shown)
    return answer === null ? faulty('no_answer', shown) : { value: answer }
  }
  if (typeof cell === 'boolean') return faulty('no_text', shown)
  return typeof cell === 'number' ? numberAs(cell, column, facts) : textAs(cell, column, facts)
}

function faulty(code: FaultCode, shown: string, hint?: string): { fault: CellFault } {
  return { fault: hint === undefined ? { code, shown } : { code, shown, hint } }
}

function dayOfCell(cell: Exclude<Cell, null | { error: string }>, shown: string, facts: ColumnFacts): ReadCell {
  if (typeof cell === 'string') {
    return dayOfText(cell.trim(), facts.days)
  }
  if (typeof cell === 'boolean' || facts.from1904 === null) return faulty('no_day', shown)
  const serial = typeof cell === 'number' ? cell : cell.date
  // A number of four digits that is not shown as a date is rather a year.
  if (typeof cell === 'number' && serial < 10_000) return faulty('no_day', shown)
  // More days than a date counts: a date that is written as one number, such as 20190201.
  const day = dayOfSerial(serial, facts.from1904) ?? dayIn(String(serial), facts.days.lastYear)
  return day === null ? faulty('no_day', shown) : { value: day }
}

function dayOfText(text: string, days: DayForms): ReadCell {
  const isShort = hasShortYear(text)
  if (isShort && days.isShortYearFirst) return faulty('short_year_where', text)
  if (days.isMonthFirst && isEitherWay(text)) return faulty('day_or_month', text)
  const day = dayIn(text, days.lastYear)
  if (day === null) return faulty('no_day', text)
  return isShort ? { value: day, remark: 'short_year' } : { value: day }
}

/** Full-time equivalents are rounded down; of other counts decimals are a slip. */
function countAs(read: ReadCount, shown: string, { field }: TakenColumn): ReadCell {
  if ('fault' in read) return faulty(read.fault, shown)
  if (!read.isRounded) return { value: read.count }
  return field === 'company.employees' ? { value: read.count, remark: 'rounded_down' } : faulty('not_whole', shown)
}

/** As many digits as a spreadsheet shows: those behind come of its arithmetic (7.9999999999999991 is shown as 8). */
const digitsShown = 15

/** A cell that a workbook holds as a number. */
function numberAs(held: number, column: TakenColumn, facts: ColumnFacts): ReadCell {
  const number = Number.isInteger(held) ? held : Number(held.toPrecision(digitsShown))
  const shown = String(number)
  switch (column.kind) {
    case 'whole':
      return countAs(countOf(number), shown, column)
    case 'amount':
      return { value: number }
    case 'enterprise_number': {
      // Ten digits are how it is written, whatever zeros a number has no place for; the check digits tell.
      const digits = readEnterpriseNumber(shown.padStart(10, '0'))
      return digits === null ? enterpriseNumberAs(shown, facts) : { value: digits }
    }
    default:
      return textAs(shown, column, facts)
  }
}

function textAs(cell: string, column: TakenColumn, facts: ColumnFacts): ReadCell {
  const { kind, field, naceVersion } = column
  const text = cell.trim()
  switch (kind) {
    // A caller's own name for a company is taken to the letter; what nobody sees in it is told.
    case 'reference':
      return text === cell ? { value: cell } : faulty('spaces', cell)
    case 'digits':
      return { value: text }
    case 'whole':
      return countAs(countIn(text, facts.counts), text, column)
    case 'amount': {
      const amount = amountIn(text)
      return amount === null ? faulty('not_an_amount', text) : { value: amount }
    }
    case 'word': {
      const member = memberIn(field, text)
      return member === null ? faulty('no_word', text) : { value: member }
    }
    case 'words': {
      const read = membersIn(field, text)
      return 'unknown' in read ? faulty('no_word', read.unknown) : { value: read.members }
    }
    case 'legal_form':
      return legalFormAs(text)
    case 'nace':
      return naceOfCell(text, naceVersion)
    case 'committees':
      return { value: listed(text) }
    case 'enterprise_number':
      return enterpriseNumberAs(text, facts)
    case 'establishment_number':
      return establishmentNumberAs(text)
    case 'day':
    case 'answer':
      throw new Error(`a cell of a ${kind} is read before its text is`)
  }
}

function listed(text: string): string[] {
  return text.split(/[\s,;|/]+/).filter((part) => part !== '')
}

function legalFormAs(text: string): ReadCell {
  if (legalFormCode(text) !== null) return { value: text }
  const padded = /^\d{1,2}$/.test(text) ? text.padStart(3, '0') : null
  const isLost = padded !== null && legalFormCode(padded) !== null
  return isLost ? faulty('lost_zero', text, padded) : faulty('legal_form', text)
}

/**
 * With what accounting programs print around it. Nine digits are a number of before 2003, or one whose zero a spreadsheet dropped. The
 * number of an establishment is taken as what it is where the file has no column for those.
 */
function enterpriseNumberAs(text: string, { hasEstablishments }: ColumnFacts): ReadCell {
  if (readEnterpriseNumber(text) !== null) return { value: text }
  const within = enterpriseNumberWithin(text)
  if (within !== null) return { value: within }
  const establishment = establishmentNumberWithin(text)
  if (establishment !== null)
    return hasEstablishments
      ? faulty('establishment', text)
      : { value: establishment, field: 'company.establishment_number', remark: 'establishment_taken' }
  switch (enterpriseNumberFault(text)) {
    case 'nine_digits':
      return faulty('lost_zero', text, `0${text.replace(/\D/g, '')}`)
    case 'establishment':
      return faulty('establishment_number', text)
    default:
      return faulty('enterprise_number', text)
  }
}

function establishmentNumberAs(text: string): ReadCell {
  const digits = establishmentNumberWithin(text)
  if (digits !== null) return { value: digits }
  return faulty(enterpriseNumberWithin(text) === null ? 'establishment_number' : 'enterprise_here', text)
}

/** A cell as people see it; of a day that is sure its date. */
export function shownCell(cell: Exclude<Cell, null>, from1904 = false): string {
  if (typeof cell === 'string') return cell
  if (typeof cell !== 'object') return String(cell)
  return 'error' in cell ? cell.error : (dayOfSerial(cell.date, from1904) ?? String(cell.date))
}
