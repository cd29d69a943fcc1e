/** A store whose uses are told: in which way it was used, how long that took with the wait for a turn, and what came of it. */
import type { Counters, Database, Reads, Sql } from '../database/database.ts'
import { onlyReads } from '../database/statements.ts'
import { StoreError } from '../database/store-error.ts'
import { type Observer, type OccurrenceOf, type StoreUse, secondsSince } from '../observer.ts'

/** The same store. A statement within a transaction is told with the transaction. */
export function observedStore(database: Database, observer: Observer): Database {
  const observed = async <T>(use: StoreUse, work: () => Promise<T>): Promise<T> => {
    const startedMs = performance.now()
    let outcome: ReturnType<typeof outcomeOf> = 'done'
    try {
      return await work()
    } catch (fault) {
      outcome = outcomeOf(fault)
      if (fault instanceof StoreError && fault.fault === 'clock')
        observer.tell({ name: 'clock_refusal', labels: { of: 'append' } })
      throw fault
    } finally {
      observer.tell({ name: 'store_use', labels: { use, outcome }, seconds: secondsSince(startedMs) })
    }
  }
  const { countersAtOnce } = database
  return {
    ...database,
    ...readsOf(database, 'read', observed),
    run: (text, parameters) => observed(onlyReads(text) ? 'read' : 'write', () => database.run(text, parameters)),
    insertMany: (...given) => observed('write', () => database.insertMany(...given)),
    counters: countersOf(database.counters, observed),
    countersAtOnce: countersAtOnce === null ? null : (work) => observed('counters', () => countersAtOnce(work)),
    transaction: (work) => observed('transaction', () => database.transaction(work)),
    requestTransaction: (work) => observed('transaction', () => database.requestTransaction(work)),
    longTransaction: (work) => observed('long_transaction', () => database.longTransaction(work)),
    behindTransaction: (work) => observed('behind_transaction', () => database.behindTransaction(work)),
    snapshot: (work) => observed('snapshot', () => database.snapshot(work)),
    withSignal: (signal) => observedStore(database.withSignal(signal), observer),
    forBulk: () => observedStore(database.forBulk(), observer),
    forTurns: (statementMs) => observedStore(database.forTurns(statementMs), observer),
  }
}

/** A constraint is an answer of the store; what work within a transaction throws by itself is no failure of it either. */
function outcomeOf(fault: unknown): OccurrenceOf<'store_use'>['labels']['outcome'] {
  if (!(fault instanceof StoreError)) return 'given_up'
  return fault.fault === 'constraint' ? 'done' : 'failed'
}

type Observed = <T>(use: StoreUse, work: () => Promise<T>) => Promise<T>

function readsOf(sql: Sql, use: StoreUse, observed: Observed): Reads {
  const of = (text: string): StoreUse => (use === 'read' && !onlyReads(text) ? 'write' : use)
  return {
    all: (text, parameters) => observed(of(text), () => sql.all(text, parameters)),
    one: (text, parameters) => observed(of(text), () => sql.one(text, parameters)),
  }
}

function countersOf(counters: Counters, observed: Observed): Counters {
  return {
    ...readsOf(counters, 'counters', observed),
    run: (text, parameters) => observed('counters', () => counters.run(text, parameters)),
    insertMany: (...given) => observed('counters', () => counters.insertMany(...given)),
  }
}
