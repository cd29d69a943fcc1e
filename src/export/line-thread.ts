/**
 * Writes the lines of an export, and packs them, on a thread of its own: a hundred thousand records are seconds of rendering,
 * and nobody else is to wait meanwhile. Here each measure costs a few microseconds: its record is read, as bytes, and handed
 * over with what stands beside it. The thread is started when it is needed, and ended when it has had nothing to do for a while.
 */
import type { Worker } from 'node:worker_threads'
import type { Coding } from '../contract/call.ts'
import type { Standing } from '../measures/catalogue/known-measure.ts'
import type { CatalogueState } from '../measures/catalogue/state.ts'
import type { SourceSettings } from '../measures/record/record.ts'
import { inTurns } from '../platform/in-turns.ts'
import { startThread } from '../platform/threads/thread.ts'
import type { Instant } from '../values/brussels.ts'
import type { Language } from '../values/vocabularies.ts'

/** What a line is made of beside the record, whose bytes stand with those of others. */
export type LineFacts = { standing: Standing; sourceId: string; recordBytes: number }
export type LineBatch = { records: Uint8Array<ArrayBuffer>; lines: readonly LineFacts[] }
export type LinesBeginning = {
  /** An open, empty file. */
  file: number
  language: Language
  baseUrl: string
  /** Of status and served deadline. */
  at: Instant
  sources: ReadonlyMap<string, SourceSettings>
}
/** Bytes of one open file to be compressed into another, which is empty. */
export type Packing = { from: number; length: number; into: number; coding: Coding }

export type LineQuestion = { begin: LinesBeginning } | { batch: LineBatch } | { end: true } | { pack: Packing }
/** `digest`: of the bytes as they were written, base64url. */
export type Written = { length: number; digest: string }
/** `read`: a batch was, and the memory of its records may be used again. */
export type LineAnswer = { read: ArrayBuffer } | { written: Written } | { failure: string }

/** Measures that are handed over at once: some 300 KB. */
const measuresPerBatch = 64
/** Batches that are handed over and not read yet, at most. */
const batchesAheadMax = 8
/** So much more room than a batch needs, for those after it. */
const spareRoom = 1.5
/** How long a thread without work is kept: it holds some 40 MB, and is started in a tenth of a second. */
const idleMs = 60_000

/** What the thread is at: one thing at a time. */
type Work = {
  unread: number
  /** Memory for the records of the next batches. */
  free: ArrayBuffer[]
  written: Written | null
  fault: Error | null
  news: PromiseWithResolvers<void>
}

export class LineThread {
  #worker: Worker | null = null
  #work: Work | null = null
  #idle: NodeJS.Timeout | undefined
  #isStopped = false

  /** Writes the full records of these measures into the file, a line each. The state is pinned by whoever asks. */
  async write(state: CatalogueState, ids: readonly string[], language: Language, file: number): Promise<Written> {
    const { means, sources } = state.parts
    const settings = new Map([...sources].map(([id, source]) => [id, source.settings]))
    const begin = { file, language, baseUrl: means.baseUrl, at: state.instant, sources: settings }
    return this.#at(async (work, ask) => {
      ask({ begin })
      for (let from = 0; from < ids.length; from += measuresPerBatch) {
        while (work.unread >= batchesAheadMax) await this.#news(work)
        const batch = await inTurns(batchOf(state, ids.slice(from, from + measuresPerBatch), work.free.pop()))
        ask({ batch }, [batch.records.buffer])
        work.unread += 1
      }
      ask({ end: true })
    })
  }

  /** Compresses bytes of one file into another. */
  pack(packing: Packing): Promise<Written> {
    return this.#at(async (_work, ask) => ask({ pack: packing }))
  }

  /** Ends it; what it was doing fails. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#end()
  }

  async #at(
    work: (work: Work, ask: (question: LineQuestion, given?: ArrayBuffer[]) => void) => Promise<void>,
  ): Promise<Written> {
    if (this.#work !== null) throw new Error('the thread that writes lines was given two things at once')
    if (this.#isStopped) throw new Error('the service is stopping')
    clearTimeout(this.#idle)
    const worker = this.#worker ?? this.#start()
    const own: Work = { unread: 0, free: [], written: null, fault: null, news: Promise.withResolvers() }
    this.#work = own
    try {
      await work(own, (question, given = []) => worker.postMessage(question, given))
      for (;;) {
        if (own.written !== null) return own.written
        await this.#news(own)
      }
    } catch (fault) {
      // Whatever it is at, it writes no more to files that are closed now, and what it still says is for nobody.
      await this.#end()
      throw fault
    } finally {
      this.#work = null
      this.#idle = setTimeout(() => this.#end(), idleMs).unref()
    }
  }

  /** Waits until the thread says anything; throws where it failed or went. */
  async #news(work: Work): Promise<void> {
    if (work.fault === null) await work.news.promise
    if (work.fault !== null) throw work.fault
    work.news = Promise.withResolvers()
  }

  #start(): Worker {
    const worker = startThread(new URL('./line-worker.ts', import.meta.url), null)
    const tell = (change: (work: Work) => void): void => {
      if (this.#worker !== worker || this.#work === null) return
      change(this.#work)
      this.#work.news.resolve()
    }
    const end = (fault: unknown): void => {
      tell((work) => {
        work.fault ??= new Error('the thread that writes lines has ended', { cause: fault })
      })
      if (this.#worker === worker) this.#worker = null
    }
    worker.on('message', (answer: LineAnswer) =>
      tell((work) => {
        if ('read' in answer) {
          work.unread -= 1
          work.free.push(answer.read)
        } else if ('written' in answer) work.written = answer.written
        else work.fault ??= new Error(answer.failure)
      }),
    )
    worker.on('error', end)
    worker.on('exit', () => end(null))
    this.#worker = worker
    return worker
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
  }
}

function* batchOf(
  state: CatalogueState,
  ids: readonly string[],
  memory: ArrayBuffer | undefined,
): Generator<number, LineBatch> {
  const known = ids.map((id) => {
    const one = state.known(id)
    if (one === null) throw new Error(`${id} is not in the state that is exported`)
    return one
  })
  yield 1
  const bytes = known.reduce((sum, { place }) => sum + place.length, 0)
  // Handed over and given back: a new piece for each would be the most of what this process throws away.
  const fits = memory !== undefined && memory.byteLength >= bytes
  const records = new Uint8Array(fits ? memory : new ArrayBuffer(Math.ceil(bytes * spareRoom)))
  state.slab.readInto(
    records,
    known.map(({ place }) => place),
  )
  const lines = known.map((one) => ({
    standing: state.standingOf(one),
    sourceId: one.sourceId,
    recordBytes: one.place.length,
  }))
  return { records, lines }
}
