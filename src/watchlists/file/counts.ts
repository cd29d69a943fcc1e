/**
 * Numbers of people as payrolls give them: full-time equivalents, which have decimals. They are rounded down. A mark with three
 * digits behind it may group thousands or be the decimal mark; what the column shows decides, and where it shows nothing the
 * number is not read.
 */
import { numberIn } from './numbers.ts'

export type DecimalMark = ',' | '.'

/** A mark with a number of digits behind it that groups nothing, or behind a zero. */
const surelyDecimal = /^(?:\d+([.,])(?:\d{1,2}|\d{4,15})|0([.,])\d{3})$/
const eitherWay = /^([1-9]\d{0,2})([.,])(\d{3})$/
const decimal = /^(\d{1,15})[.,]\d{1,15}$/
/** One mark that groups, and another before the decimals. */
const bothMarks = /^\d{1,3}(?:(?:\.\d{3}){1,4}(,)|(?:,\d{3}){1,4}(\.))\d{1,2}$/
const wholeNumber = /^[1-9]\d*$/

/** How a column writes its counts. */
export type CountForms = {
  /** What begins decimals; null: no cell shows it. */
  mark: DecimalMark | null
  /** The header names full-time equivalents. */
  isEquivalents: boolean
  /** Some count has no mark: a program that writes three decimals writes them in every cell. */
  hasWhole: boolean
}

/** Takes what one cell shows of its column into account. */
export function noteCount(text: string, forms: CountForms): void {
  const [, comma, dot] = bothMarks.exec(text) ?? []
  forms.mark ??= comma === ',' ? ',' : dot === '.' ? '.' : decimalMarkIn(text)
  forms.hasWhole ||= wholeNumber.test(text)
}

/** The mark that surely begins the decimals of a cell; null where none does. */
function decimalMarkIn(text: string): DecimalMark | null {
  const [, mark, behindZero] = surelyDecimal.exec(text) ?? []
  const found = mark ?? behindZero
  return found === ',' || found === '.' ? found : null
}

export type ReadCount = { count: number; isRounded: boolean } | { fault: 'not_whole' | 'thousands_or_not' }

export function countIn(text: string, { mark, isEquivalents, hasWhole }: CountForms): ReadCount {
  const [, , either] = eitherWay.exec(text) ?? []
  const isOpen = either !== undefined && mark === null
  if (isOpen && (!isEquivalents || hasWhole)) return { fault: 'thousands_or_not' }
  const isDecimal = either === undefined ? decimalMarkIn(text) !== null : isOpen || either === mark
  if (isDecimal) {
    const [, whole = ''] = decimal.exec(text) ?? []
    return counted(Number(whole), Number(text.replace(',', '.')))
  }
  const number = numberIn(text)
  return number === null ? { fault: 'not_whole' } : counted(Math.floor(number), number)
}

/** Of a number that a workbook holds. */
export function countOf(number: number): ReadCount {
  return Number.isSafeInteger(Math.floor(number)) ? counted(Math.floor(number), number) : { fault: 'not_whole' }
}

function counted(count: number, given: number): ReadCount {
  return { count, isRounded: count !== given }
}
