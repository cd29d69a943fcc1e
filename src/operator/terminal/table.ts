/**
 * Tables and lists of facts that fit the screen. What does not fit goes on in the next line of its column, between words;
 * nothing is cut off, because what is left out of an id or an address cannot be copied.
 */
import { oneLine } from '../../values/one-line.ts'
import type { Screen, Text } from './screen.ts'

const gap = '  '

/** Rows under headings. Where not even their longest words fit side by side, each row is a list. No row: `none` says so. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], none: string): Text {
  if (rows.length === 0) return none
  const cells = rows.map((row) => headings.map((_heading, column) => oneLine(row[column] ?? '')))
  return (screen) => {
    const natural = headings.map((heading, column) => widest([heading, ...cells.map((row) => row[column] ?? '')]))
    const narrow = headings.map((heading, column) => widest([heading, ...cells.flatMap((row) => words(row[column]))]))
    const widths = fitted(natural, narrow, screen.columns)
    if (widths === null) return cells.map((row) => listed(headings, row, screen)).join('\n\n')
    const head = lines(headings, widths).map((line) => screen.paint('bold', line))
    return [...head, ...cells.flatMap((row) => lines(row, widths))].join('\n')
  }
}

/** One fact a line, its name before it. */
export function facts(named: readonly (readonly [name: string, value: string])[]): Text {
  return (screen) =>
    listed(
      named.map(([name]) => name),
      named.map(([, value]) => oneLine(value)),
      screen,
    )
}

/** The text in lines of at most so many characters, broken between words; a word that is longer has a line for itself. */
export function wrapped(text: string, columns: number | null): string[] {
  if (columns === null || text.length <= columns) return [text]
  const broken: string[] = []
  let line = ''
  for (const word of words(text)) {
    if (line === '') line = word
    else if (line.length + 1 + word.length <= columns) line += ` ${word}`
    else {
      broken.push(line)
      line = word
    }
  }
  return [...broken, line]
}

/**
 * Widths of columns that stand side by side; null where they can not. A column whose longest word is wider than its share
 * gets that much, one that is narrower its own width, and the others share what that leaves.
 */
function fitted(natural: readonly number[], narrow: readonly number[], columns: number | null): number[] | null {
  if (columns === null) return [...natural]
  let room = columns - gap.length * (natural.length - 1)
  if (sum(natural) <= room) return [...natural]
  if (sum(narrow) > room) return null
  const widths = [...narrow]
  const wanting = new Set(natural.keys())
  while (wanting.size > 0) {
    const share = Math.floor(room / wanting.size)
    const columnsOf = (holds: (own: number, least: number) => boolean): number[] =>
      [...wanting].filter((column) => holds(natural[column] ?? 0, narrow[column] ?? 0))
    const broad = columnsOf((_own, least) => least > share)
    const small = broad.length > 0 ? broad : columnsOf((own) => own <= share)
    for (const column of small.length > 0 ? small : wanting) {
      const width = Math.max(narrow[column] ?? 0, Math.min(natural[column] ?? 0, share))
      widths[column] = width
      room -= width
      wanting.delete(column)
    }
  }
  return widths
}

function lines(cells: readonly string[], widths: readonly number[]): string[] {
  const broken = cells.map((cell, column) => wrapped(cell, widths[column] ?? 0))
  const height = Math.max(...broken.map((cell) => cell.length))
  return Array.from({ length: height }, (_none, row) =>
    broken
      .map((cell, column) => (cell[row] ?? '').padEnd(widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  )
}

function listed(names: readonly string[], values: readonly string[], { columns }: Screen): string {
  const indent = widest(names) + gap.length
  const room = columns === null ? null : Math.max(1, columns - indent)
  return names
    .map((name, place) => `${name.padEnd(indent)}${wrapped(values[place] ?? '', room).join(`\n${' '.repeat(indent)}`)}`)
    .map((line) => line.trimEnd())
    .join('\n')
}

const words = (text = ''): string[] => text.split(' ')
const widest = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length))
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
