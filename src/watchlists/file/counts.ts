/**
 * Numbers of people as payrolls give them: full-time equivalents, which have decimals. They are rounded down. A mark with three
 * digits behind it may group thousands or be the decimal mark; what the other cells of the column show decides.
 */
import { numberIn } from './numbers.ts'

export type DecimalMark = ',' | '.'

/** A mark with a number of digits behind it that groups nothing, or behind a zero. */
const surelyDecimal = /^(?:\d+([.,])(?:\d{1,2}|\d{4,15})|0([.,])\d{3})$/
const eitherWay = /^([1-9]\d{0,2})([.,])(\d{3})$/
const decimal = /^(\d{1,15})[.,]\d{1,15}$/

/** The mark that surely begins the decimals of a cell; null where none does. */
export function decimalMarkIn(text: string): DecimalMark | null {
  const [, mark, behindZero] = surelyDecimal.exec(text) ?? []
  const found = mark ?? behindZero
  return found === ',' || found === '.' ? found : null
}

export type ReadCount = { count: number; isRounded: boolean } | { fault: 'not_whole' | 'thousands_or_not' }

/** `mark`: the decimal mark of the column; null where no cell shows it, and then a comma alone may be one. */
export function countIn(text: string, mark: DecimalMark | null): ReadCount {
  const [, , either] = eitherWay.exec(text) ?? []
  if (either !== undefined && mark === null && either === ',') return { fault: 'thousands_or_not' }
  const isDecimal = either === undefined ? decimalMarkIn(text) !== null : either === mark
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
