/**
 * The rows that were not accepted, as a CSV: each as it stood, with its line and what is wrong, so that it can be put right and
 * sent again.
 */
import type { Language } from '../../values/vocabularies.ts'
import { shownCell } from './cell-values.ts'
import type { CompanyFile } from './company-rows.ts'
import { faultHeaders, rowFaultText } from './fault-words.ts'
import { harmless } from './formulas.ts'

/** By it spreadsheets know that the text is UTF-8. */
const byteOrderMark = '\ufeff'
/** What spreadsheets here part cells by. */
const delimiter = ';'

/** Null where every row was accepted. */
export function faultsFile({ found, columns, rows }: CompanyFile, language: Language): string | null {
  const rejected = rows.filter(({ faults }) => faults.length > 0)
  if (rejected.length === 0) return null
  const from1904 = found.format === 'xlsx' && found.from1904
  const kept = columns.filter((column) => column.use !== 'left_aside' || column.reason !== 'ours')
  const width = Math.max(columns.length, ...rejected.map(({ cells }) => cells.length))
  const places = [...kept.map(({ index }) => index), ...beyond(columns.length, width)]
  const header = [
    faultHeaders.line[language],
    faultHeaders.fault[language],
    ...places.map((place) => columns[place]?.header ?? ''),
  ]
  const lines = rejected.map(({ line, cells, faults }) => {
    const said = faults.map((fault) => rowFaultText(fault, language)).join('; ')
    const given = places.map((place) => cells[place] ?? null)
    return [String(line), said, ...given.map((cell) => (cell === null ? '' : shownCell(cell, from1904)))]
  })
  return `${byteOrderMark}${[header, ...lines].map(rowText).join('')}`
}

function beyond(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

function rowText(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(harmless(cell))).join(delimiter)}\r\n`
}

function quoted(cell: string): string {
  return /[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
