/**
 * A file of parts while it is written: under a name that nobody looks for. It gets its own in the moment in which all of it
 * is on the disk; its last bytes say what stands where, with the checksum of each part (`file-parts.ts`).
 */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, read as readWith, unlinkSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { endOf, type Part } from './file-parts.ts'
import { beginUnfinished, endUnfinished, takeAwayUnfinished } from './unfinished.ts'
import { writeAll } from './write-all.ts'

type Stretch = Pick<Part, 'offset' | 'length'>

/** Bytes that are read for a checksum between two turns of others: about a millisecond. */
const checkedAtOnce = 1024 * 1024
const ownerOnly = 0o600
const ownersFolder = 0o700

const readAt = promisify(readWith)

export class FileInTheMaking {
  readonly #folder: string
  readonly #path: string
  readonly #parts = new Map<string, Stretch>()
  #file: number | null
  #end = 0

  private constructor(folder: string) {
    this.#folder = folder
    this.#path = beginUnfinished(folder)
    try {
      this.#file = openSync(this.#path, 'wx+', ownerOnly)
    } catch (fault) {
      endUnfinished(this.#path)
      throw fault
    }
  }

  /** Begins one in the folder, which is made where it is not there. Takes away what others began there and left. */
  static async begin(folder: string, now: number): Promise<FileInTheMaking> {
    await mkdir(folder, { recursive: true, mode: ownersFolder })
    await takeAwayUnfinished(folder, now)
    return new FileInTheMaking(folder)
  }

  /** A second opening of the file; whoever asks for it closes it. */
  openAgain(): number {
    return openSync(this.#path, constants.O_RDWR)
  }

  /** Says that somebody else, who opened it again, has put a part at its end. */
  note(part: string, length: number): void {
    this.#parts.set(part, { offset: this.#end, length })
    this.#end += length
  }

  /** Puts bytes at the end of the file, and of a part, which must be the last one. Throws where the disk is full. */
  append(part: string, bytes: Uint8Array): void {
    if (this.#file === null) throw new Error('a file was written on that is none any more')
    const { offset, length } = this.#parts.get(part) ?? { offset: this.#end, length: 0 }
    if (offset + length !== this.#end) throw new Error(`the part ${part} is not the last one any more`)
    writeAll(this.#file, bytes, this.#end)
    this.note(part, bytes.length)
    this.#parts.set(part, { offset, length: length + bytes.length })
  }

  /**
   * Ends the file, waits until it is on the disk, and gives it its name, in place of what has that name. A power cut may take
   * the name back: then the file of before has it, or none.
   */
  async finish(name: string, signal: AbortSignal): Promise<void> {
    if (this.#file === null) throw new Error('a file was to be finished that is none any more')
    const parts = new Map<string, Part>()
    for (const [part, stretch] of this.#parts)
      parts.set(part, { ...stretch, checksum: await checksumOf(this.#file, stretch, signal) })
    writeAll(this.#file, endOf(parts), this.#end)
    const handle = await open(this.#path, constants.O_RDWR)
    await handle.sync().finally(() => handle.close())
    signal.throwIfAborted()
    await rename(this.#path, path.join(this.#folder, name))
    this.#close()
  }

  /**
   * Takes it away, unless it is finished or gone already. Whoever opened it again has its first bytes as long as he keeps it
   * open: `keptBytes` says how many he needs, and the space of the others is the system's again; not said: all stay.
   */
  abandon(keptBytes: number | null = null): void {
    if (this.#file === null) return
    try {
      if (keptBytes !== null && keptBytes < fstatSync(this.#file).size) ftruncateSync(this.#file, keptBytes)
    } catch {
      // Then the space is held as long as somebody has it open.
    }
    this.#close()
    try {
      unlinkSync(this.#path)
    } catch {
      // Somebody took it for abandoned: it is gone, as it should be.
    }
  }

  #close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
    endUnfinished(this.#path)
  }
}

async function checksumOf(file: number, { offset, length }: Stretch, signal: AbortSignal): Promise<number> {
  let checksum = 0
  let [now, next] = [Buffer.alloc(checkedAtOnce), Buffer.alloc(checkedAtOnce)]
  const stretch = (buffer: Buffer, from: number): Buffer => buffer.subarray(0, Math.min(checkedAtOnce, length - from))
  const begin = (buffer: Buffer, from: number): Promise<void> => {
    const reading = fill(file, stretch(buffer, from), offset + from)
    // Where nobody waits for it any more, nobody minds that it fails.
    reading.catch(() => {})
    return reading
  }
  let reading = begin(now, 0)
  for (let from = 0; from < length; from += checkedAtOnce) {
    await reading
    signal.throwIfAborted()
    const after = from + checkedAtOnce
    // The next bytes are read while these are gone through.
    if (after < length) reading = begin(next, after)
    checksum = crc32(stretch(now, from), checksum)
    ;[now, next] = [next, now]
  }
  return checksum
}

async function fill(file: number, into: Buffer, position: number): Promise<void> {
  for (let read = 0; read < into.length; ) {
    const { bytesRead } = await readAt(file, into, read, into.length - read, position + read)
    if (bytesRead === 0) throw new Error('a file has become shorter while it was read')
    read += bytesRead
  }
}
