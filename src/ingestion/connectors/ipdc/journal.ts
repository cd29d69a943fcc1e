/**
 * What was read of the catalogue's stream, kept between runs in a file of its own: the newest version of every product and
 * the page the reading had come to. The stream has every version of every product since it began, so it is read whole
 * once, and then from its last page on. A run hands out all that the journal lists; a journal that is lost, or that
 * another machine does not have, costs a whole reading and nothing else.
 *
 * The file is NDJSON: a head, then versions as they were read, and after those of each page a mark. What stands behind
 * the last mark is of a page that was not finished, and is cut off. Memory holds ids, times and places in the file.
 */
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { ConnectorFailure } from '../connector.ts'
import type { IpdcReading } from './product.ts'
import { type IpdcVersion, replaces } from './versions.ts'

/** How far the stream was read. */
export type StreamMark = {
  /** The page read last, and what it is recognised and asked for by. */
  page: string
  firstId: string | null
  etag: string | null
  lastModified: string | null
  /** Pages that follow and were not read yet; empty at the end of the stream. */
  ahead: string[]
}

type Line = { head: string } | { version: IpdcVersion } | { mark: StreamMark }
type Place = { offset: number; length: number }
type Known = Place & { at: string | null; isListed: boolean }

/** Lines of another form are not read: the stream is read anew. */
const form = 1
const newline = 0x0a
const readBytes = 1_048_576
/** The longest line; no product comes near it. */
const lineBytesMax = 16_777_216
/** A journal of this size, of which most is out of date, is written anew. */
const compactFromBytes = 16_777_216
const compactFactor = 3

export class StreamJournal {
  readonly #file: string
  readonly #head: string
  #handle: FileHandle
  #known = new Map<string, Known>()
  #mark: StreamMark | null = null
  #bytes = 0

  private constructor(file: string, head: string, handle: FileHandle) {
    this.#file = file
    this.#head = head
    this.#handle = handle
  }

  /** Opens the journal of a stream; one of another stream, or that cannot be read, is begun anew. */
  static async open(file: string, stream: string): Promise<StreamJournal> {
    return writing(file, async () => {
      await mkdir(path.dirname(file), { recursive: true })
      const handle = await open(file, 'a+')
      const journal = new StreamJournal(file, `${form} ${stream}`, handle)
      await journal.#load()
      await journal.#compact()
      return journal
    })
  }

  get mark(): StreamMark | null {
    return this.#mark
  }

  /** How many products the catalogue lists, those that cannot be read included. */
  get listed(): number {
    return [...this.#known.values()].filter(({ isListed }) => isListed).length
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }

  /** Forgets everything. */
  async clear(): Promise<void> {
    await writing(this.#file, async () => {
      await this.#handle.truncate(0)
      this.#known = new Map()
      this.#mark = null
      this.#bytes = 0
      await this.#append([{ head: this.#head }])
    })
  }

  /** Adds what a page holds, and that it was read. */
  async turnPage(versions: readonly IpdcVersion[], mark: StreamMark): Promise<void> {
    const newest = new Map<string, IpdcVersion>()
    for (const version of versions) {
      const known = newest.get(version.localId) ?? this.#known.get(version.localId)
      if (replaces(version, known)) newest.set(version.localId, version)
    }
    const lines = [...newest.values()].map((version) => ({ version }))
    await writing(this.#file, () => this.#append([...lines, { mark }]))
  }

  /** The newest version of every product that the catalogue lists, in the order in which the products first came. */
  async *products(): AsyncGenerator<Exclude<IpdcReading, { kind: 'unlisted' }>> {
    for (const place of this.#known.values()) {
      if (!place.isListed) continue
      const line = parsed(await this.#read(place))
      if (line === null || !('version' in line)) throw new ConnectorFailure('the state of the stream was changed')
      const { reading } = line.version
      if (reading.kind !== 'unlisted') yield reading
    }
  }

  async #append(lines: readonly Line[]): Promise<void> {
    const written = lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`))
    await this.#handle.appendFile(Buffer.concat(written))
    for (const [index, line] of lines.entries()) this.#take(line, written[index]?.length ?? 0)
  }

  /** Takes note of a line that stands at the end of what is known of the file. */
  #take(line: Line, length: number): void {
    if ('mark' in line) this.#mark = line.mark
    if ('version' in line) {
      const { localId, at, reading } = line.version
      this.#known.set(localId, { at, isListed: reading.kind !== 'unlisted', offset: this.#bytes, length })
    }
    this.#bytes += length
  }

  async #read({ offset, length }: Place): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }

  /** Reads the file up to its last mark, and begins it anew where it is no journal of this stream. */
  async #load(): Promise<void> {
    let unmarked: { line: Line; length: number }[] = []
    for await (const bytes of linesOf(this.#handle)) {
      const line = bytes === null ? null : parsed(bytes)
      if (line === null || bytes === null || (this.#bytes === 0 && unmarked.length === 0 && !this.#isHead(line))) break
      unmarked.push({ line, length: bytes.length + 1 })
      if ('version' in line) continue
      for (const { line: whole, length } of unmarked) this.#take(whole, length)
      unmarked = []
    }
    if (this.#mark === null) await this.clear()
    else await this.#handle.truncate(this.#bytes)
  }

  #isHead(line: Line): boolean {
    return 'head' in line && line.head === this.#head
  }

  /** Writes the newest versions alone into a file of their own, which takes the place of this one. */
  async #compact(): Promise<void> {
    const needed = [...this.#known.values()].reduce((sum, { length }) => sum + length, 0)
    const mark = this.#mark
    if (mark === null || this.#bytes < compactFromBytes || this.#bytes < compactFactor * needed) return
    await rm(`${this.#file}.new`, { force: true })
    // For appending, as the other: a handle that writes where it stands would leave a hole when the file is cleared.
    const handle = await open(`${this.#file}.new`, 'a+')
    const journal = new StreamJournal(this.#file, this.#head, handle)
    await journal.#append([{ head: this.#head }])
    for (const place of this.#known.values()) {
      const line = parsed(await this.#read(place))
      if (line !== null) await journal.#append([line])
    }
    await journal.#append([{ mark }])
    await rename(`${this.#file}.new`, this.#file)
    await this.#handle.close()
    this.#handle = handle
    this.#known = journal.#known
    this.#bytes = journal.#bytes
  }
}

/** The lines of a file without their ends; a last line without an end is none, one that is too long ends them with null. */
async function* linesOf(handle: FileHandle): AsyncGenerator<Buffer | null> {
  let held = Buffer.alloc(0)
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(readBytes), 0, readBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    held = Buffer.concat([held, buffer.subarray(0, bytesRead)])
    let from = 0
    for (let at = held.indexOf(newline); at >= 0; at = held.indexOf(newline, from)) {
      yield held.subarray(from, at)
      from = at + 1
    }
    held = held.subarray(from)
    if (held.length > lineBytesMax) return yield null
  }
}

/** Our own lines: what has one of the three keys was written here; anything else is null. */
function parsed(bytes: Buffer): Line | null {
  try {
    const line: unknown = JSON.parse(bytes.toString('utf8'))
    const isOurs = typeof line === 'object' && line !== null && ['head', 'version', 'mark'].some((key) => key in line)
    return isOurs ? (line as Line) : null
  } catch {
    return null
  }
}

async function writing<T>(file: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof ConnectorFailure) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new ConnectorFailure(`settings.state_file: ${path.basename(file)} cannot be kept: ${why}`, { cause: error })
  }
}
