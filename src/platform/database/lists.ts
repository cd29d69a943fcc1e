/**
 * Lists of values in a statement's text. A statement is kept ready under its text (SQLite keeps 256 of them), so a list of every length
 * would be a statement of its own each, and drive all others out. Lists are therefore padded to a power of two: a statement that takes
 * up to 500 values has ten texts.
 */
import type { Parameter } from './database.ts'

/** `places`: as they stand in the text, with commas. `values`: what is bound to them, the padding among it. */
export type StatementList = { places: string; values: readonly Parameter[] }

/**
 * The values of an `in (...)`, the first of them `$<from>`. The last value is repeated as padding, which an `in` and a `not in` do not
 * notice. Throws where there are none: `in ()` is no statement, and `in (null)` means something else under a `not`.
 */
export function valuesIn(values: readonly Parameter[], from: number): StatementList {
  const last = values.at(-1)
  if (last === undefined) throw new Error('a list in a statement has a value')
  return placed(padded(values, last), from)
}

/** The type that a column of such rows is cast to; the engines take a value's type from nowhere else. */
export type ColumnCast = 'text' | 'integer' | 'bigint'

/**
 * Rows of a `values ...`, the first value `$<from>`, each column cast to its type. They are padded with `filler`, a row that changes and
 * finds nothing; without one with the last row, for statements that notice no row twice (`update ... from`).
 */
export function rowsOf(
  casts: readonly ColumnCast[],
  rows: readonly (readonly Parameter[])[],
  from: number,
  filler: readonly Parameter[] | undefined = rows.at(-1),
): StatementList {
  if (filler === undefined) throw new Error('a list in a statement has a row')
  const all = padded(rows, filler)
  const texts = all.map((_, row) => {
    const first = from + row * casts.length
    return `(${casts.map((cast, column) => `cast($${first + column} as ${cast})`).join(', ')})`
  })
  return { places: texts.join(', '), values: all.flat() }
}

/** How many of a list there are once it is padded: 1, 2, 4, 8 ... */
export function paddedLength(length: number): number {
  return length <= 1 ? 1 : 2 ** Math.ceil(Math.log2(length))
}

function padded<Value>(values: readonly Value[], filler: Value): Value[] {
  return [...values, ...Array<Value>(paddedLength(values.length) - values.length).fill(filler)]
}

function placed(values: readonly Parameter[], from: number): StatementList {
  return { places: values.map((_, index) => `$${index + from}`).join(', '), values }
}
