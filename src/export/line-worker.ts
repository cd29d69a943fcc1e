/** The thread of `line-thread.ts`. A fault is told once, and what comes of the same work after it is passed over. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { shownMeasure } from '../measures/catalogue/known-measure.ts'
import { recordIn } from '../measures/catalogue/state.ts'
import { referenceLookups } from '../measures/record/reference-lookups.ts'
import { instantTexts, type RenderContext, renderFull } from '../measures/record/render.ts'
import { resolve } from '../measures/record/resolve.ts'
import { keepingCompressor } from '../platform/http/answering/compression.ts'
import type { LineAnswer, LineBatch, LineQuestion, LinesBeginning, Packing, Written } from './line-thread.ts'

/** Throws where the disk is full; then some of them may stand there. */
function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(file, bytes, written, bytes.length - written, position + written)
}

/** What a compressor is given at once. */
const readBytes = 1024 * 1024
/** Most bytes of one unit of a text in UTF-8. */
const utf8BytesMost = 3

const port = parentPort
if (port === null) throw new Error('this file is a thread that writes lines')
const textOf = instantTexts()
const answer = (said: LineAnswer): void => port.postMessage(said)

class Lines {
  readonly #beginning: LinesBeginning
  readonly #digest: Hash = createHash('sha256')
  /** Kept from one batch to the next. */
  #bytes = Buffer.alloc(0)
  #length = 0

  constructor(beginning: LinesBeginning) {
    this.#beginning = beginning
  }

  write({ records, lines }: LineBatch): void {
    const bytes = Buffer.from(records.buffer)
    let at = 0
    let text = ''
    for (const { standing, sourceId, recordBytes } of lines) {
      const record = recordIn(bytes.subarray(at, at + recordBytes))
      at += recordBytes
      const context = this.#contextOf(sourceId)
      const resolved = resolve(record, context.source, referenceLookups)
      const measure = shownMeasure(standing, record, resolved, context.source)
      text += `${JSON.stringify(renderFull(measure, this.#beginning.language, context))}\n`
    }
    this.#put(text)
  }

  end(): Written {
    return { length: this.#length, digest: this.#digest.digest('base64url') }
  }

  #put(text: string): void {
    const room = text.length * utf8BytesMost
    if (room > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(room)
    const bytes = this.#bytes.subarray(0, this.#bytes.write(text))
    writeAll(this.#beginning.file, bytes, this.#length)
    this.#digest.update(bytes)
    this.#length += bytes.length
  }

  #contextOf(sourceId: string): RenderContext {
    const { sources, baseUrl, at } = this.#beginning
    const source = sources.get(sourceId)
    if (source === undefined) throw new Error(`a line is of the unknown source ${sourceId}`)
    return { source, baseUrl, at, textOf }
  }
}

async function pack({ from, length, into, coding }: Packing): Promise<Written> {
  const digest = createHash('sha256')
  let written = 0
  const put = (bytes: Buffer): void => {
    writeAll(into, bytes, written)
    digest.update(bytes)
    written += bytes.length
  }
  const packer = keepingCompressor(coding)
  if (length === 0) packer.end()
  else
    createReadStream('', { fd: from, autoClose: false, start: 0, end: length - 1, highWaterMark: readBytes })
      .on('error', (fault) => packer.destroy(fault))
      .pipe(packer)
  for await (const bytes of packer) put(bytes)
  return { length: written, digest: digest.digest('base64url') }
}

/** What is being written; null between two exports, and after a fault. */
let lines: Lines | null = null

async function heed(question: LineQuestion): Promise<void> {
  if ('begin' in question) lines = new Lines(question.begin)
  else if ('pack' in question) answer({ written: await pack(question.pack) })
  else if ('end' in question) {
    if (lines !== null) answer({ written: lines.end() })
    lines = null
  } else {
    lines?.write(question.batch)
    const { buffer } = question.batch.records
    port?.postMessage({ read: buffer } satisfies LineAnswer, [buffer])
  }
}

port.on('message', (question: LineQuestion) => {
  heed(question).catch((fault: unknown) => {
    lines = null
    answer({ failure: fault instanceof Error ? fault.message : String(fault) })
  })
})
