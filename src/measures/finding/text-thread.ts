/**
 * Reads the texts of measures on a thread of its own while the catalogue is built: finding and sorting the words of all
 * texts, and sorting the titles, is half of a build and needs nothing else of the measures. What the thread made is handed
 * over as it stands, without a copy.
 */
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../platform/threads/thread.ts'
import type { EntryTexts, ReadTexts, TextReader } from '../../search/texts.ts'

/** Measures whose texts are sent together; then that all have come. */
export type TextBatch = readonly EntryTexts[]
export type TextQuestion = { batch: TextBatch } | 'end'

/** Measures that are sent at once: some 200 KB. */
const measuresPerBatch = 128
/** Batches that are sent and not read yet, at most. */
const batchesAheadMax = 64
/** Measures from which the thread pays: to start it takes as long as some hundreds. */
const measuresMin = 2_000
/** How long this thread stands still at once while it waits for the other: less than a stretch of long work. */
const standstillMs = 2

/** A thread for so many measures; undefined where it would take longer than reading them here. */
export function textThreadFor(measures: number): TextThread | undefined {
  return measures >= measuresMin && availableParallelism() > 1 ? new TextThread() : undefined
}

export class TextThread implements TextReader {
  readonly #worker: Worker
  /** Batches that the thread has read. */
  readonly #read = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  #batch: EntryTexts[] = []
  #sent = 0
  #made: ReadTexts | null = null
  #fault: Error | null = null

  constructor() {
    this.#worker = startThread(new URL('./text-worker.ts', import.meta.url), this.#read)
    this.#worker.on('message', (made: ReadTexts) => {
      this.#made = made
    })
    this.#worker.on('error', (fault: unknown) => this.#fail(fault))
    this.#worker.on('exit', () => this.#fail(null))
  }

  add({ id, texts, words }: EntryTexts): void {
    if (this.#batch.push({ id, texts, words }) === measuresPerBatch) this.#send()
  }

  *catchUp(): Generator<number, void> {
    while (this.#sent - Atomics.load(this.#read, 0) > batchesAheadMax) yield this.#standStill()
  }

  end(): void {
    this.#send()
    this.#worker.postMessage('end' satisfies TextQuestion)
  }

  /** Takes turns of the event loop: what the thread made comes in one. */
  *finish(): Generator<number, ReadTexts> {
    for (;;) {
      if (this.#made !== null) return this.#made
      yield this.#standStill()
    }
  }

  /** Whether the thread is no longer there, or never came. */
  get hasEnded(): boolean {
    return this.#fault !== null
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  #send(): void {
    this.#worker.postMessage({ batch: this.#batch } satisfies TextQuestion)
    this.#sent += 1
    this.#batch = []
  }

  #standStill(): number {
    if (this.#fault !== null) throw this.#fault
    Atomics.wait(this.#read, 0, Atomics.load(this.#read, 0), standstillMs)
    return 1
  }

  #fail(fault: unknown): void {
    this.#fault ??= new Error('the thread that reads texts has ended', { cause: fault })
  }
}
