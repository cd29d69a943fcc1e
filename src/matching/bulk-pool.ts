/**
 * Threads that judge slices of bulks, so that the thread that answers requests never does. Each follows the store like a
 * process of its own. They are started by the first bulk, or when one is to be expected, and kept once there was one; one that
 * dies is replaced, and its slice fails.
 */
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { DatabaseSettings } from '../platform/database/open.ts'
import { startThread } from '../platform/threads/thread.ts'
import type { Instant } from '../values/brussels.ts'
import type { UnderstoodEntry } from './bulk-entry.ts'

/** `between`: what stands between the texts of its entries. */
export type Slice = { entries: readonly UnderstoodEntry[]; now: Instant; publication: number; between: ',' | '\n' }
/** The entries' texts, joined. */
export type JudgedSlice = { bytes: Buffer; attribution: string[] }

export type BulkPool = {
  judge(slice: Slice, signal: AbortSignal): Promise<JudgedSlice>
  /**
   * Says that a bulk may come: the threads are made ready, one after the other, unless they are. Where none comes they are
   * given up, and the next bulk starts them as though nobody had said anything.
   */
  expect(): void
  /** Ends the threads; what they were doing fails. */
  stop(): Promise<void>
}

export type BulkPoolSettings = {
  database: DatabaseSettings
  baseUrl: string
  /** Where each thread keeps the records of its catalogue. */
  slabFolder: string
  /** Threads at most. */
  threads: number
}

/** What a thread is started with, asked and answers. */
export type WorkerStart = Omit<BulkPoolSettings, 'threads'>
export type WorkerQuestion = { id: number; slice: Slice }
export type WorkerAnswer =
  | { id: number; bytes: Uint8Array<ArrayBuffer>; attribution: string[] }
  | { id: number; failure: string }

/** One core is left to the thread that answers requests. */
const threadsMax = 4
/** Slices that a thread is given at once: while it makes one, the next is already there. */
const slicesPerThread = 2
/** Slices of all bulks that wait for a thread; bulks keep only a few each, so this many bulks run at once. */
const waitingMax = 1_000

/** How long threads that were made ready wait for a bulk. */
const expectedMs = 10 * 60_000
/** What a thread is made ready by: it is answered when the thread has a catalogue. */
const nothing: Slice = { entries: [], now: 0, publication: 0, between: ',' }

type Pending = { slice: Slice; signal: AbortSignal; resolve(judged: JudgedSlice): void; reject(fault: Error): void }
type Thread = { worker: Worker; asked: Map<number, Pending> }

/** How many threads judge bulks, and how many of the process's connections are left to requests: each thread takes one. */
export function shareConnections(databasePool: number): { threads: number; requests: number } {
  const threads = Math.max(1, Math.min(threadsMax, availableParallelism() - 1, Math.floor(databasePool / 2)))
  return { threads, requests: Math.max(1, databasePool - threads) }
}

export function makeBulkPool({ threads: threadCount, ...start }: BulkPoolSettings): BulkPool {
  const threads: Thread[] = []
  const waiting: Pending[] = []
  let lastId = 0
  let isStopped = false
  let isExpected = false
  let hasJudged = false
  let givingUp: NodeJS.Timeout | undefined
  /** That the threads which were given up have ended. */
  let givenUp: Promise<unknown> = Promise.resolve()

  function addThread(): Thread {
    const worker = startThread(new URL('./bulk-worker.ts', import.meta.url), start satisfies WorkerStart)
    const thread: Thread = { worker, asked: new Map() }
    worker.on('message', (answer: WorkerAnswer) => {
      const pending = thread.asked.get(answer.id)
      thread.asked.delete(answer.id)
      if ('failure' in answer) pending?.reject(new Error(answer.failure))
      else pending?.resolve({ bytes: bufferOver(answer.bytes), attribution: answer.attribution })
      handOut()
    })
    const end = (fault: Error): void => {
      const place = threads.indexOf(thread)
      if (place >= 0) threads.splice(place, 1)
      for (const pending of thread.asked.values()) pending.reject(fault)
      thread.asked.clear()
      if (!isStopped) handOut()
    }
    worker.on('error', (error: unknown) => end(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => end(new Error('a thread that judges bulks has ended')))
    threads.push(thread)
    return thread
  }

  function freeThread(): Thread | null {
    const idlest = threads.toSorted((a, b) => a.asked.size - b.asked.size)[0]
    if (idlest !== undefined && idlest.asked.size === 0) return idlest
    if (threads.length < threadCount) return addThread()
    return idlest !== undefined && idlest.asked.size < slicesPerThread ? idlest : null
  }

  function ask(thread: Thread, pending: Pending): void {
    lastId += 1
    thread.asked.set(lastId, pending)
    thread.worker.postMessage({ id: lastId, slice: pending.slice } satisfies WorkerQuestion)
  }

  /** One after the other, so that they take one core from the others and not all. */
  async function makeReady(): Promise<void> {
    const { signal } = new AbortController()
    while (!isStopped && !hasJudged && threads.length < threadCount) {
      const thread = addThread()
      await new Promise<JudgedSlice>((resolve, reject) => ask(thread, { slice: nothing, signal, resolve, reject }))
    }
  }

  function giveUp(): void {
    if (hasJudged) return
    givenUp = Promise.all(threads.splice(0).map(({ worker }) => worker.terminate()))
  }

  function handOut(): void {
    while (waiting.length > 0) {
      const thread = freeThread()
      if (thread === null) return
      const pending = waiting.shift()
      if (pending === undefined) return
      if (pending.signal.aborted) {
        pending.reject(new Error('nobody waits for this bulk any more'))
        continue
      }
      ask(thread, pending)
    }
  }

  return {
    judge: (slice, signal) =>
      new Promise((resolve, reject) => {
        if (isStopped || waiting.length >= waitingMax) {
          reject(new Error(isStopped ? 'the service is stopping' : 'too many bulks at once'))
          return
        }
        hasJudged = true
        waiting.push({ slice, signal, resolve, reject })
        handOut()
      }),
    expect() {
      if (isExpected || hasJudged || isStopped) return
      isExpected = true
      givingUp = setTimeout(giveUp, expectedMs).unref()
      // A thread that could not be made ready is a matter of the bulk that needs one.
      makeReady().catch(() => {})
    },
    async stop() {
      isStopped = true
      clearTimeout(givingUp)
      for (const pending of waiting.splice(0)) pending.reject(new Error('the service is stopping'))
      await Promise.all([givenUp, ...threads.map(({ worker }) => worker.terminate())])
    },
  }
}

/** The bytes as they came, without a copy. */
function bufferOver({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
