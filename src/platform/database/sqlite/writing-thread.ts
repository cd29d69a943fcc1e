/**
 * A writer of the embedded store on a thread of its own, for transactions of thousands of rows: on the thread that
 * answers requests, their commit (written and synced in one go) and the copying of the log into the store would stand in
 * everybody's way, for as long as the transaction is large.
 *
 * The thread is begun by the first such transaction and kept; while none is under way it holds up no process.
 */
import { Worker } from 'node:worker_threads'
import type { Parameter, Row } from '../database.ts'
import { DiskFull, StoreError, type StoreFault } from '../store-error.ts'
import { beginText } from './connection.ts'
import type { SqliteWriter } from './transaction.ts'

/** What the thread is started with. */
export type ThreadStart = { path: string; settings: string }
/** What it is asked. After `commit` it also copies the log into the store, and then says that it is `rested`. */
export type ThreadOrder =
  | { order: 'all' | 'run'; text: string; parameters: readonly Parameter[] }
  | { order: 'runEach'; text: string; rows: readonly (readonly Parameter[])[] }
  | { order: 'commit' | 'rollBack' | 'close' }
type ThreadFault = { message: string; fault: StoreFault | 'disk_full' | null }
/** Its answers, in the order of what it was asked. `fault` is null where another connection holds the lock. */
export type ThreadAnswer = { answer: unknown } | ThreadFault | { rested: true }

type Pending = { resolve(answer: unknown): void; reject(error: Error): void }

/** The engine's code for a lock that another connection holds (sqlite3.h). */
const busyCode = 5

export class SqliteThread implements SqliteWriter {
  readonly #start: ThreadStart
  #worker: Worker | null = null
  #pending: Pending[] = []
  #rested: PromiseWithResolvers<void> | null = null

  constructor(start: ThreadStart) {
    this.#start = start
  }

  all<R extends Row>(text: string, parameters: readonly Parameter[]): Promise<R[]> {
    return this.#ask({ order: 'all', text, parameters }) as Promise<R[]>
  }

  /** The rows of a statement outside any transaction. */
  allAlone<R extends Row>(text: string): Promise<R[]> {
    this.#worker ??= this.#begun()
    return this.all<R>(text, [])
  }

  run(text: string, parameters: readonly Parameter[]): Promise<number> {
    // Only here, and for what stands alone: a thread begun within a transaction would keep what it is asked, one statement
    // after the other.
    if (text === beginText) this.#worker ??= this.#begun()
    if (text !== 'commit') return this.#ask({ order: 'run', text, parameters }) as Promise<number>
    if (this.#worker !== null) this.#rested = Promise.withResolvers()
    return this.#ask({ order: 'commit' }) as Promise<number>
  }

  runEach(text: string, rows: readonly (readonly Parameter[])[]): Promise<void> {
    return this.#ask({ order: 'runEach', text, rows }) as Promise<void>
  }

  rollBack(): Promise<void> {
    // A thread that has ended took everything back.
    if (this.#worker === null) return Promise.resolve()
    return this.#ask({ order: 'rollBack' }) as Promise<void>
  }

  /** Resolves when the thread has nothing left to do: nobody is to wait for it with the turn to write in hand. */
  async rest(): Promise<void> {
    await this.#rested?.promise
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (worker === null) return
    await this.rest()
    await this.#ask({ order: 'close' }).catch(() => undefined)
    await worker.terminate()
  }

  #ask(order: ThreadOrder): Promise<unknown> {
    const worker = this.#worker
    if (worker === null) return Promise.reject(hasEnded())
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#pending.push({ resolve, reject })
    worker.ref()
    worker.postMessage(order)
    return promise
  }

  #begun(): Worker {
    const worker = new Worker(new URL('./writing-thread-worker.ts', import.meta.url), {
      workerData: this.#start,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    worker.on('message', (told: ThreadAnswer) => {
      if ('rested' in told) this.#rest()
      else {
        const pending = this.#pending.shift()
        if ('answer' in told) pending?.resolve(told.answer)
        else pending?.reject(errorOf(told))
      }
      if (this.#pending.length === 0 && this.#rested === null) worker.unref()
    })
    // What a thread that dies had not committed is taken back by the engine, as for a process.
    const end = (): void => {
      if (this.#worker !== worker) return
      this.#worker = null
      for (const { reject } of this.#pending.splice(0)) reject(hasEnded())
      this.#rest()
    }
    worker.on('error', end)
    worker.on('exit', end)
    return worker
  }

  #rest(): void {
    this.#rested?.resolve()
    this.#rested = null
  }
}

function hasEnded(): StoreError {
  return new StoreError('unavailable', 'The thread that writes to the store has ended.')
}

function errorOf({ message, fault }: ThreadFault): Error {
  if (fault === 'disk_full') return new DiskFull(message, null)
  return fault === null ? Object.assign(new Error(message), { errcode: busyCode }) : new StoreError(fault, message)
}
