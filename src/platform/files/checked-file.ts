/**
 * Files that are whole or found out, part by part. A thread of its own looks the parts through in the order in which they
 * are needed, so that whoever opened the file goes on with the first while the last is still being looked at. A part can be
 * read once it was found whole: nothing is ever made of bytes that were torn, cut or rotted. Parts that are wanted at once
 * are handed over as the thread read them.
 */
import { closeSync, openSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../threads/thread.ts'
import { type Part, type Parts, partsOf } from './file-parts.ts'
import type { LookedAt, ToLookAt } from './look-worker.ts'
import { readAll } from './read-all.ts'

/** A part to be looked through; `isHandedOver`: all of it is wanted at once. */
export type Wanted = { part: string; isHandedOver: boolean }

type Finding = PromiseWithResolvers<ArrayBuffer | null>

export class CheckedFile {
  /** Its descriptor. */
  readonly file: number
  readonly #parts: Parts
  readonly #findings = new Map<string, Finding>()
  readonly #whole = new Set<string>()
  #looking: Worker | null = null
  #ended: Promise<void> = Promise.resolve()

  private constructor(file: number, parts: Parts) {
    this.file = file
    this.#parts = parts
  }

  /** Opens the file of that path; null where there is none, or its end says that it is not whole. */
  static open(path: string): CheckedFile | null {
    const file = openedOrNull(path)
    if (file === null) return null
    try {
      const parts = partsOf(file)
      if (parts !== null) return new CheckedFile(file, parts)
    } catch (fault) {
      closeSync(file)
      throw fault
    }
    closeSync(file)
    return null
  }

  /** Names of its parts, in the order of the file. */
  get parts(): string[] {
    return [...this.#parts.keys()]
  }

  /** Bytes of a part. Throws where the file has no part of that name. */
  lengthOf(part: string): number {
    return this.#partOf(part).length
  }

  /** Where in the file a part begins. */
  offsetOf(part: string): number {
    return this.#partOf(part).offset
  }

  /** Has the parts looked through, once, in that order, until the signal aborts. */
  look(wanted: readonly Wanted[], signal: AbortSignal): void {
    if (this.#looking !== null) throw new Error('a file is looked through once')
    const parts = wanted.map(({ part, isHandedOver }) => ({ name: part, ...this.#partOf(part), isHandedOver }))
    for (const { name } of parts) {
      const finding: Finding = Promise.withResolvers()
      // Whoever asks for the part is told.
      finding.promise.catch(() => {})
      this.#findings.set(name, finding)
    }
    const worker = startThread(new URL('./look-worker.ts', import.meta.url), {
      file: this.file,
      parts,
    } satisfies ToLookAt)
    // Whoever waits for a part waits for nothing else.
    worker.ref()
    worker.on('message', ({ name, bytes }: LookedAt) => {
      this.#whole.add(name)
      this.#findings.get(name)?.resolve(bytes)
    })
    worker.on('error', (fault: unknown) => this.#fail(fault))
    const stop = (): void => void worker.terminate()
    this.#ended = new Promise((resolve) => {
      worker.on('exit', () => {
        signal.removeEventListener('abort', stop)
        this.#fail(null)
        resolve()
      })
    })
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    this.#looking = worker
  }

  /** Resolves when the part was found whole; rejects where it is not, or nobody looks any more. */
  async whole(part: string): Promise<void> {
    await this.#findingOf(part)
  }

  /** All of a part that was to be handed over, when it was found whole. */
  async bytesOf(part: string): Promise<ArrayBuffer> {
    const bytes = await this.#findingOf(part)
    if (bytes === null) throw new Error(`the part ${part} was not to be handed over`)
    return bytes
  }

  /** Reads so many bytes of a part from there on; all that is left where `length` is not said. */
  read(part: string, from = 0, length = this.lengthOf(part) - from): Buffer<ArrayBuffer> {
    const { offset, length: whole } = this.#partOf(part)
    if (!this.#whole.has(part)) throw new Error(`the part ${part} was read before it was found whole`)
    if (from < 0 || length < 0 || from + length > whole) throw new Error(`the part ${part} was read beyond its end`)
    const bytes = Buffer.from(new ArrayBuffer(length))
    readAll(this.file, bytes, offset + from)
    return bytes
  }

  /** Nobody looks at the parts any more, and whoever waits for one is told so; the descriptor stays open. */
  async stop(): Promise<void> {
    await this.#looking?.terminate()
    await this.#ended
  }

  /** Closes it, when nobody looks at it any more. Not for one whose descriptor somebody else has taken over. */
  async close(): Promise<void> {
    await this.stop()
    closeSync(this.file)
  }

  #findingOf(part: string): Finding['promise'] {
    const finding = this.#findings.get(part)
    if (finding === undefined) throw new Error(`nobody looks at the part ${part}`)
    return finding.promise
  }

  #fail(cause: unknown): void {
    const fault = cause instanceof Error ? cause : new Error('nobody looks at the file any more', { cause })
    for (const { reject } of this.#findings.values()) reject(fault)
  }

  #partOf(part: string): Part {
    const found = this.#parts.get(part)
    if (found === undefined) throw new Error(`the file has no part ${part}`)
    return found
  }
}

function openedOrNull(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw fault
  }
}
