/** One connection to SQLite files: its prepared statements, and its errors in the store's words. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Parameter, Row, StatementsAtOnce } from '../database.ts'
import { checkParameters, onlyReads } from '../statements.ts'
import { DiskFull, StoreError } from '../store-error.ts'

/** Begins a write transaction, or finds that another connection has one. */
export const beginText = 'begin immediate'
/** Prepared statements kept per connection, of each kind; the one used longest ago goes first. */
const statementsMax = 256

/** `used`: when it was asked for last, in uses of the connection. */
type Prepared = { statement: StatementSync; parameters: number; used: number }

export class SqliteConnection {
  readonly #handle: DatabaseSync
  readonly #prepared = new Map<string, Prepared>()
  /** Statements whose rows are lists. */
  readonly #listing = new Map<string, Prepared>()
  #uses = 0
  readonly #atOnce: StatementsAtOnce = {
    rows: <R extends readonly Row[string][]>(text: string, parameters: readonly Parameter[]) => {
      const statement = this.#prepare(text, parameters, this.#listing)
      return statement.all(...bound(parameters)) as unknown as R[]
    },
    run: (text, parameters) => {
      this.#prepare(text, parameters).run(...bound(parameters))
    },
  }

  constructor(handle: DatabaseSync) {
    this.#handle = handle
  }

  all<R extends Row>(text: string, parameters: readonly Parameter[]): R[] {
    return this.#guard(() => this.#prepare(text, parameters).all(...bound(parameters)) as R[])
  }

  run(text: string, parameters: readonly Parameter[]): number {
    return this.#guard(() => Number(this.#prepare(text, parameters).run(...bound(parameters)).changes))
  }

  /** Runs a statement once for each row. */
  runEach(text: string, rows: readonly (readonly Parameter[])[]): void {
    for (const row of rows) this.run(text, row)
  }

  /** Takes back what is not committed. A full disk, for one, has the engine do so by itself. */
  rollBack(): void {
    if (this.#handle.isTransaction) this.run('rollback', [])
  }

  /** `work` in a write transaction that begins at once, or finds the file busy. Whatever it throws takes all of it back. */
  atOnce<T>(work: (statements: StatementsAtOnce) => T): T {
    return this.#guard(() => {
      this.#prepare(beginText, []).run()
      try {
        const result = work(this.#atOnce)
        this.#prepare('commit', []).run()
        return result
      } catch (error) {
        if (this.#handle.isTransaction) this.#prepare('rollback', []).run()
        throw error
      }
    })
  }

  /** Runs several statements without parameters. */
  exec(text: string): void {
    this.#guard(() => this.#handle.exec(text))
  }

  /** Of the reader: whether it has the text already, or may have it. The engine would refuse a write here. */
  reads(text: string): boolean {
    if (this.#prepared.has(text)) return true
    return onlyReads(text)
  }

  get isOpen(): boolean {
    return this.#handle.isOpen
  }

  close(): void {
    if (this.#handle.isOpen) this.#handle.close()
  }

  #prepare(text: string, parameters: readonly Parameter[], kept = this.#prepared): StatementSync {
    checkParameters(text, parameters)
    const prepared = kept.get(text) ?? this.#prepareAnew(text, kept)
    this.#uses += 1
    prepared.used = this.#uses
    if (prepared.parameters !== parameters.length)
      throw new StoreError('statement', `${parameters.length} parameters for ${prepared.parameters}: ${text}`)
    return prepared.statement
  }

  #prepareAnew(text: string, kept: Map<string, Prepared>): Prepared {
    // `?1` binds by position; `$1` would be a name, twice as slow to bind.
    const statement = this.#handle.prepare(text.replaceAll(/\$(\d+)/g, '?$1'))
    const numbers = [...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1]))
    statement.setReturnArrays(kept === this.#listing)
    const prepared = { statement, parameters: Math.max(0, ...numbers), used: 0 }
    if (kept.size >= statementsMax) forgetLongestUnused(kept)
    kept.set(text, prepared)
    return prepared
  }

  /** Busy is left as it is, for the caller who may try again. */
  #guard<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw isBusy(error) ? error : faultOf(error)
    }
  }
}

// Looked for where one more is prepared, which is rare: to keep them in the order of their use cost more than using them.
function forgetLongestUnused(kept: Map<string, Prepared>): void {
  let longest: { text: string; used: number } | null = null
  for (const [text, { used }] of kept) if (longest === null || used < longest.used) longest = { text, used }
  if (longest !== null) kept.delete(longest.text)
}

// A JavaScript number is bound as REAL: an integer would be stored in a text column as `3.0`, and divide as a real.
function bound(parameters: readonly Parameter[]): (string | number | bigint | null)[] {
  return parameters.map((value) => (typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value))
}

/** Primary result codes of SQLite (sqlite3.h); the extended ones add higher bits. */
const resultCodes = { busy: 5, ioError: 10, corrupt: 11, full: 13, cantOpen: 14, constraint: 19 }
const wrongTypeCode = 3091
const failedWriteCode = 778
const storageCodes = [resultCodes.ioError, resultCodes.corrupt, resultCodes.cantOpen]

/** Whether another connection holds the lock that was needed. */
export function isBusy(error: unknown): boolean {
  return resultCodeOf(error) === resultCodes.busy
}

/** The error in the store's words; what is no error of the engine stays as it is. */
export function faultOf(error: unknown): unknown {
  const code = resultCodeOf(error)
  if (code === null || !(error instanceof Error)) return error
  // A value of the wrong type is a mistake of ours, as it is on PostgreSQL, and no conflict.
  if (code === resultCodes.constraint && !hasWrongType(error)) return new StoreError('constraint', error.message, error)
  // A quota or a bound on the size of files comes as a write that failed.
  if (code === resultCodes.full || isFailedWrite(error)) return new DiskFull(error.message, error)
  if (code === resultCodes.busy || storageCodes.includes(code))
    return new StoreError('unavailable', error.message, error)
  return new StoreError('statement', error.message, error)
}

function hasWrongType(error: Error): boolean {
  return 'errcode' in error && error.errcode === wrongTypeCode
}

function isFailedWrite(error: Error): boolean {
  return 'errcode' in error && error.errcode === failedWriteCode
}

function resultCodeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return error.errcode & 0xff
}
