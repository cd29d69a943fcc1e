/** Errors of PostgreSQL and of the way there, in the store's words. */
import pg from 'pg'
import { DiskFull, HeldByOthers, StoreError } from '../store-error.ts'

/** The connection went while a statement was on it. */
export class LostConnection extends StoreError {
  /** Whether it is certain that the statement took no effect. */
  readonly nothingDone: boolean

  constructor(message: string, nothingDone: boolean, cause: unknown) {
    super('unavailable', message, cause)
    this.name = 'LostConnection'
    this.nothingDone = nothingDone
  }
}

/**
 * Classes and codes of "PostgreSQL Error Codes" (PostgreSQL documentation, appendix A): connection exceptions, want of
 * resources, intervention of the operator, errors of the machine, a standby that takes no writes, deadlock and
 * serialisation, a lock not had in time.
 */
const unavailable = /^(?:080|53|57|58|25006|40001|40P01|55P03)/
const constraint = /^23/
/** After an error of these the connection is closed. Poolers give them codes of all kinds, hence the severity too. */
const closingCode = /^(?:57P0[1-5]|25P03|080)/
const closingSeverities: readonly (string | undefined)[] = ['FATAL', 'PANIC']
/** lock_not_available: `lock_timeout` is over. deadlock_detected: two waited for each other, and this one has to give way. */
const heldByOthers = /^(?:55P03|40P01)$/
const diskFull = '53100'
/** insufficient_privilege. */
const missingRight = '42501'
/** admin_shutdown: a statement that it interrupts has not been committed, by the order in which the server works. */
const adminShutdown = '57P01'

/**
 * What a pooler makes of a prepared statement that it gives another of the server's connections than the one it was prepared
 * on: it is not there, or there already. `outdated`: it was prepared before the schema changed. Nothing was done.
 */
const preparationFaults: Readonly<Record<string, 'gone' | 'there' | 'outdated'>> = {
  '26000': 'gone',
  '42P05': 'there',
  '0A000': 'outdated',
}

/** Null: the failure has to do with no preparation. */
export function preparationFault(error: unknown): 'gone' | 'there' | 'outdated' | null {
  if (!(error instanceof StoreError) || !(error.cause instanceof pg.DatabaseError)) return null
  return preparationFaults[error.cause.code ?? ''] ?? null
}

/** What a statement's failure means. */
export function faultOf(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error
  if (!(error instanceof pg.DatabaseError)) return new LostConnection(error.message, wasNotSent(error), error)
  const code = error.code ?? ''
  if (closingCode.test(code) || closingSeverities.includes(error.severity))
    return new LostConnection(error.message, code === adminShutdown, error)
  if (code === diskFull) return new DiskFull(error.message, error)
  if (heldByOthers.test(code)) return new HeldByOthers(error.message, error)
  if (unavailable.test(code)) return new StoreError('unavailable', error.message, error)
  if (code === missingRight) return new StoreError('rights', rightsMessage(error), error)
  if (constraint.test(code)) return new StoreError('constraint', error.message, error)
  return new StoreError('statement', error.message, error)
}

/** Which part of the server refused temporary tables: it says so in the same word in every language. */
const temporaryTables = 'InitTempTableNamespace'

function rightsMessage({ message: said, routine }: pg.DatabaseError): string {
  if (routine === temporaryTables)
    return `The role of DATABASE_URL may make no temporary tables (${said}). Give it the right to, as the owner of the database: grant temporary on database <its name> to <the role>.`
  return `The role of DATABASE_URL may not do this (${said}). Give it the right to make tables in its schema, and let it own those that are there.`
}

/** The other side had closed before: of a statement, which goes out in one piece, nothing arrived that could commit. */
function wasNotSent(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE'
}

/** What a failure to connect means: whatever it is, nothing was asked yet and there is no store. */
export function connectFaultOf(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error
  const message = `The store cannot be reached: ${error.message}. Does PostgreSQL run, and does DATABASE_URL name it?`
  return new StoreError('unavailable', message, error)
}
