/** What a file holds, told by its bytes and never by its name. */
import { fileBounds } from '../file-bounds.ts'
import { type Cell, FaultyFile, type Table } from './cells.ts'
import { rowsOf } from './delimited.ts'
import { kindOfBytes, kindOfText } from './other-kinds.ts'
import { textOf } from './text-encoding.ts'
import { tableOfWorkbook } from './workbook.ts'
import { isZip } from './zip-parts.ts'

/** Compound files: workbooks of before 2007, and those that ask for a password. */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Reads a file, without a look at what its cells mean. Throws `FaultyFile`. */
export function readTable(bytes: Buffer): Table {
  if (bytes.length === 0) throw new FaultyFile({ code: 'empty' })
  if (bytes.subarray(0, compoundFile.length).equals(compoundFile)) throw new FaultyFile({ code: 'old_workbook' })
  const kind = kindOfBytes(bytes)
  if (kind !== null) throw new FaultyFile({ code: 'other_kind', kind })
  const table = isZip(bytes) ? tableOfWorkbook(bytes) : tableOfText(bytes)
  refuseSize(table)
  return table
}

function tableOfText(bytes: Buffer): Table {
  const { text, encoding } = textOf(bytes)
  const kind = kindOfText(text)
  if (kind !== null) throw new FaultyFile({ code: 'other_kind', kind })
  const { delimiter, rows } = rowsOf(text)
  return { found: { format: 'csv', encoding, delimiter }, rows }
}

function refuseSize({ rows }: Table): void {
  const { rowsMax, cellCharactersMax, charactersMax } = fileBounds
  if (rows.length < 2) throw new FaultyFile({ code: rows.length === 0 ? 'empty' : 'no_rows' })
  if (rows.length > rowsMax + 1) throw new FaultyFile({ code: 'too_many_rows', max: rowsMax })
  let characters = 0
  for (const { line, cells } of rows) {
    for (const cell of cells) {
      const length = lengthOf(cell)
      if (length > cellCharactersMax) throw new FaultyFile({ code: 'cell_too_long', line })
      characters += length
    }
  }
  if (characters > charactersMax) throw new FaultyFile({ code: 'too_long', max: charactersMax })
}

function lengthOf(cell: Cell): number {
  if (typeof cell === 'string') return cell.length
  return typeof cell === 'object' && cell !== null && 'error' in cell ? cell.error.length : 0
}
