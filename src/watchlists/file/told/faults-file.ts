/**
 * The rows that were not accepted, as a CSV: each as it stood, with its line and what is wrong, so that it can be put right and
 * sent again.
 */
import type { Language } from '../../../values/vocabularies.ts'
import { shownCell } from '../cell-values.ts'
import type { CompanyFile, CompanyRow } from '../company-rows.ts'
import { csvTexts } from '../csv-text.ts'
import { faultHeaders, rowFaultText } from './fault-words.ts'

/** In slices of a row; null where every row was accepted. */
export function* faultsFile(file: CompanyFile, language: Language): Generator<number, string | null> {
  const rejected = rejectedRows(file)
  return rejected.length === 0 ? null : yield* csvTexts(lines(file, rejected, language))
}

export function rejectedRows({ rows }: CompanyFile): CompanyRow[] {
  return rows.filter(({ faults }) => faults.length > 0)
}

function* lines(
  { found, columns }: CompanyFile,
  rejected: readonly CompanyRow[],
  language: Language,
): Generator<string[], void> {
  const from1904 = found.format === 'xlsx' && found.from1904
  const kept = columns.filter((column) => column.use !== 'left_aside' || column.reason !== 'ours')
  const width = rejected.reduce((most, { cells }) => Math.max(most, cells.length), columns.length)
  const places = [...kept.map(({ index }) => index), ...beyond(columns.length, width)]
  yield [
    faultHeaders.line[language],
    faultHeaders.fault[language],
    ...places.map((place) => columns[place]?.header ?? ''),
  ]
  for (const { line, cells, faults } of rejected) {
    const said = faults.map((fault) => rowFaultText(fault, language)).join('; ')
    const given = places.map((place) => cells[place] ?? null)
    yield [String(line), said, ...given.map((cell) => (cell === null ? '' : shownCell(cell, from1904)))]
  }
}

function beyond(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
