/**
 * Reads one table of facts from the top-level `reference/` folder: tab-separated text with a header line, UTF-8, one
 * record a line, an empty cell for "none". Tables are our own files, so a malformed one is a bug and throws at load.
 */
import { readFileSync } from 'node:fs'

/** One record of a table: asked for a column, it answers that cell's text (empty where there is none). */
export type Row<Column extends string> = (column: Column) => string

/**
 * All records of `reference/<file>`, in the file's order. `columns` is the whole header, in order.
 * Throws when the header is another one or a line has another number of cells.
 */
export function readTable<Column extends string>(file: string, columns: readonly Column[]): Row<Column>[] {
  const text = readFileSync(new URL(`../../reference/${file}`, import.meta.url), 'utf8')
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.shift() !== columns.join('\t'))
    throw new Error(`reference/${file}: wrong header or end`)
  return lines.map((line, index) => {
    const cells = line.split('\t')
    if (cells.length !== columns.length)
      throw new Error(
        `reference/${file}, line ${index + 2}: ${columns.length} cells are wanted, ${cells.length} stand there`,
      )
    return (column) => cells[columns.indexOf(column)] ?? ''
  })
}

/** The words of a cell that holds a list separated by `separator`; none for an empty cell. */
export function listIn(cell: string, separator = ' '): string[] {
  return cell === '' ? [] : cell.split(separator)
}

/** The member of a closed vocabulary that a cell names. Throws when it names none: the table is wrong. */
export function memberIn<Member extends string>(vocabulary: readonly Member[], cell: string): Member {
  const member = vocabulary.find((candidate) => candidate === cell)
  if (member === undefined) throw new Error(`reference: ${cell} is not one of ${vocabulary.join(', ')}`)
  return member
}
