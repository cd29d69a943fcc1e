/**
 * Rows of a CSV (RFC 4180, and what spreadsheets make of it): cells in quotes may hold marks, quotes and lines; a quote inside a
 * cell that does not begin with one is a character. What parts the cells is the mark that parts the first row into the most.
 *
 * Written here because a fault is told by its line: the reader that we tried counts a line of Windows twice inside quotes.
 */
import { fileBounds } from '../file-bounds.ts'
import { type CellRow, type Delimiter, delimiters, FaultyFile } from './cells.ts'

/** The first line of some spreadsheets' files, which names the mark and is no row. */
const namedDelimiter = /^sep=([;,\t|])(?:\r\n|\n|\r|$)/i

/** The rows that hold anything; one more than there may be, at most. Throws `FaultyFile`. */
export function rowsOf(text: string): { delimiter: Delimiter; rows: CellRow[] } {
  const named = namedDelimiter.exec(text)
  const [line = '', mark] = named ?? []
  const delimiter = delimiters.find((one) => one === mark) ?? delimiterOf(text)
  const rows: CellRow[] = []
  for (const row of scanned(text, delimiter, line)) {
    // The header is one more.
    if (rows.push(row) > fileBounds.rowsMax + 1) break
  }
  return { delimiter, rows }
}

/** Of marks that part the header alike, the one that stands first in `delimiters`. */
function delimiterOf(text: string): Delimiter {
  const counts = delimiters.map((delimiter) => ({ delimiter, cells: headerCells(text, delimiter) }))
  return counts.reduce((best, one) => (one.cells > best.cells ? one : best)).delimiter
}

function headerCells(text: string, delimiter: Delimiter): number {
  try {
    return scanned(text, delimiter, '').next().value?.cells.length ?? 0
  } catch (fault) {
    if (!(fault instanceof FaultyFile)) throw fault
    if (fault.fault.code === 'too_many_columns') return fileBounds.columnsMax + 1
    // Quotes stand wrongly where this mark parts the cells: another one does.
    return 0
  }
}

/** The rows after `skipped`, the beginning of the text, a line or nothing. */
function* scanned(text: string, delimiter: Delimiter, skipped: string): Generator<CellRow, undefined> {
  let at = skipped.length
  let line = skipped === '' ? 1 : 2
  while (at < text.length) {
    const row = rowAt(text, at, line, delimiter)
    if (row.cells.some((cell) => cell !== null)) yield { line, cells: row.cells }
    at = row.end
    line = row.lineAfter
  }
}

type ScannedRow = { cells: (string | null)[]; end: number; lineAfter: number }

function rowAt(text: string, from: number, line: number, delimiter: Delimiter): ScannedRow {
  const cells: (string | null)[] = []
  let [at, lineNow] = [from, line]
  for (;;) {
    const quoted = text[at] === '"'
    const cell = quoted ? quotedAt(text, at, lineNow) : plainAt(text, at, delimiter)
    lineNow += quoted ? breaksIn(cell.text) : 0
    cells.push(cell.text.trim() === '' ? null : cell.text)
    at = cell.end
    if (cells.length > fileBounds.columnsMax && cells.at(-1) !== null)
      throw new FaultyFile({ code: 'too_many_columns', max: fileBounds.columnsMax })
    if (text[at] === delimiter) {
      at += 1
      continue
    }
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n')
      throw new FaultyFile({ code: 'stray_quote', line: lineNow })
    const end = text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : Math.min(at + 1, text.length)
    return { cells, end, lineAfter: lineNow + 1 }
  }
}

function plainAt(text: string, from: number, delimiter: Delimiter): { text: string; end: number } {
  let at = from
  while (at < text.length && text[at] !== delimiter && text[at] !== '\r' && text[at] !== '\n') at += 1
  return { text: text.slice(from, at), end: at }
}

/** The cell whose quote opens at `from`; its end is behind the quote that closes it. */
function quotedAt(text: string, from: number, line: number): { text: string; end: number } {
  let inside = ''
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw new FaultyFile({ code: 'open_quote', line })
    inside += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { text: inside, end: quote + 1 }
    inside += '"'
    at = quote + 2
  }
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}
