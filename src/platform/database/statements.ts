/** What both engines do with a statement's text and parameters before they run it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { LateParameters, Parameter } from './database.ts'
import { StoreError } from './store-error.ts'

/** Rows of one insert: SQLite then yields to the event loop, PostgreSQL stays far below its 65,535 parameters. */
export const rowsPerInsert = 100

/**
 * Refuses what one engine would take and the other not, or what would be stored as something else: `undefined`,
 * objects, NaN, infinities, integers that a number no longer holds exactly, and text with a zero character.
 */
export function checkParameters(text: string, parameters: readonly Parameter[]): void {
  for (let index = 0; index < parameters.length; index += 1) {
    const value = parameters[index]
    if (value === null || (typeof value === 'string' && !value.includes('\0'))) continue
    if (
      typeof value !== 'number' ||
      !Number.isFinite(value) ||
      (Number.isInteger(value) && !Number.isSafeInteger(value))
    )
      throw new StoreError(
        'statement',
        `Parameter $${index + 1} cannot be stored (${typeof value === 'string' ? 'text with a zero character' : String(value)}): ${text}`,
      )
  }
}

/** `insert into <table> (<columns>) values ($1, ...), ... <suffix>` for that many rows. */
export function insertText(table: string, columns: readonly string[], rows: number, suffix: string): string {
  const tuple = (row: number): string =>
    `(${columns.map((_, index) => `$${row * columns.length + index + 1}`).join(', ')})`
  const tuples = Array.from({ length: rows }, (_, row) => tuple(row))
  return `insert into ${table} (${columns.join(', ')}) values ${tuples.join(', ')} ${suffix}`
}

/** Refuses rows that do not have a value for every column, before anything is written. */
export function checkRows(table: string, columns: readonly string[], rows: readonly (readonly Parameter[])[]): void {
  for (const row of rows)
    if (row.length !== columns.length)
      throw new StoreError('statement', `${table}: a row of ${row.length} values for ${columns.length} columns`)
}

/** Whether the text only reads. When in doubt it writes, which is the careful way to treat it. */
export function onlyReads(text: string): boolean {
  return /^\s*(?:select|with|values)\b/i.test(text) && !/\b(?:insert|update|delete)\b/i.test(text)
}

/** The only row of an answer, or null. */
export function onlyRow<R>(text: string, rows: readonly R[]): R | null {
  if (rows.length > 1) throw new StoreError('statement', `${rows.length} rows where one was expected: ${text}`)
  return rows[0] ?? null
}

/**
 * Remembers, along the asynchronous call, that a transaction is open. Asking the database itself for anything inside
 * one would wait for ever for the only writer (SQLite), or read and write beside the transaction (PostgreSQL), so both
 * engines refuse it at once.
 */
export class OpenTransactions {
  readonly #current = new AsyncLocalStorage<{ open: boolean }>()

  async within<T>(work: () => Promise<T>): Promise<T> {
    const mark = { open: true }
    try {
      return await this.#current.run(mark, work)
    } finally {
      mark.open = false
    }
  }

  refuseInside(): void {
    if (this.#current.getStore()?.open === true)
      throw new StoreError(
        'statement',
        'A transaction is open here: its statements go through the handle it was given.',
      )
  }
}

/** The parameters of now. */
export function given(parameters: LateParameters): readonly Parameter[] {
  return typeof parameters === 'function' ? parameters() : parameters
}
