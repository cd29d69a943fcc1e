/** A CSV that spreadsheets here open as it is meant: with a mark of UTF-8, semicolons, and nothing that they take for a formula. */
import { withoutDirectionMarks } from '../../values/direction-marks.ts'
import { harmless } from './formulas.ts'

/** By it spreadsheets know that the text is UTF-8. */
const byteOrderMark = '\ufeff'
/** What spreadsheets here part cells by. */
const delimiter = ';'

export function csvText(rows: readonly (readonly string[])[]): string {
  return `${byteOrderMark}${rows.map(rowText).join('')}`
}

/** The same in slices of a row. */
export function* csvTexts(rows: Iterable<readonly string[]>): Generator<number, string> {
  let text = byteOrderMark
  for (const row of rows) {
    text += rowText(row)
    yield 1
  }
  return text
}

function rowText(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(harmless(withoutDirectionMarks(cell)))).join(delimiter)}\r\n`
}

function quoted(cell: string): string {
  return /[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
