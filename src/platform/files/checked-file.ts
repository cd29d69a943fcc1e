/**
 * Files that are whole or found out. One is written under a name that nobody looks for, and gets its own in the moment in
 * which all of it is on the disk; its last bytes say what stands where, and a checksum over everything before them. Who
 * opens one reads it all first: a file that was torn, cut or rotted is none.
 */
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  read as readWith,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { beginUnfinished, endUnfinished, takeAwayUnfinished } from './unfinished.ts'

/** Where a part of a file stands. */
type Part = { offset: number; length: number }

/** Bytes that are read for the checksum between two turns of others: about a millisecond. */
const checkedAtOnce = 1024 * 1024
/** The longest table of parts that is believed. */
const tableBytesMax = 1024 * 1024
/** The end of a file: the length of the table of parts and the mark; then the checksum of all that stands before it. */
const tailBytes = 16
const checksumAt = 12
const mark = 0x53_4d_43_46_69_6c_65_01n
const ownerOnly = 0o600
const ownersFolder = 0o700

const readAt = promisify(readWith)

/** A file that is being written. */
export class FileInTheMaking {
  readonly #folder: string
  readonly #path: string
  readonly #parts: Record<string, Part> = {}
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
    this.#parts[part] = { offset: this.#end, length }
    this.#end += length
  }

  /** Puts bytes at the end of the file, and of a part, which must be the last one. Throws where the disk is full. */
  append(part: string, bytes: Uint8Array): void {
    if (this.#file === null) throw new Error('a file was written on that is none any more')
    const { offset, length } = this.#parts[part] ?? { offset: this.#end, length: 0 }
    if (offset + length !== this.#end) throw new Error(`the part ${part} is not the last one any more`)
    writeAll(this.#file, bytes, this.#end)
    this.note(part, bytes.length)
    this.#parts[part] = { offset, length: length + bytes.length }
  }

  /**
   * Ends the file, waits until it is on the disk, and gives it its name, in place of what has that name. A power cut may take
   * the name back: then the file of before has it, or none.
   */
  async finish(name: string, signal: AbortSignal): Promise<void> {
    if (this.#file === null) throw new Error('a file was to be finished that is none any more')
    const table = Buffer.from(JSON.stringify(this.#parts))
    writeAll(this.#file, table, this.#end)
    const tail = Buffer.alloc(tailBytes)
    tail.writeUInt32LE(table.length, 0)
    tail.writeBigUInt64LE(mark, 4)
    const end = this.#end + table.length
    tail.writeUInt32LE(crc32(tail.subarray(0, checksumAt), await checksumOf(this.#file, end, signal)), checksumAt)
    writeAll(this.#file, tail, end)
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

/** A file that was found whole. */
export class CheckedFile {
  readonly #parts: Readonly<Record<string, Part>>
  /** Its descriptor. */
  readonly file: number

  private constructor(file: number, parts: Readonly<Record<string, Part>>) {
    this.file = file
    this.#parts = parts
  }

  /** Opens the file of that path and reads it through; null where there is none, or none that is whole. */
  static async open(file: string, signal: AbortSignal): Promise<CheckedFile | null> {
    const opened = openedOrNull(file)
    if (opened === null) return null
    try {
      const parts = await partsOf(opened, signal)
      if (parts !== null) return new CheckedFile(opened, parts)
    } catch (fault) {
      closeSync(opened)
      throw fault
    }
    closeSync(opened)
    return null
  }

  /** Bytes of a part. Throws where the file has no part of that name. */
  lengthOf(part: string): number {
    return this.#partOf(part).length
  }

  /** Where in the file a part begins. */
  offsetOf(part: string): number {
    return this.#partOf(part).offset
  }

  /** Reads so many bytes of a part from there on; all that is left where `length` is not said. */
  read(part: string, from = 0, length = this.lengthOf(part) - from): Buffer<ArrayBuffer> {
    const { offset, length: whole } = this.#partOf(part)
    if (from < 0 || length < 0 || from + length > whole) throw new Error(`the part ${part} was read beyond its end`)
    const bytes = Buffer.from(new ArrayBuffer(length))
    this.#readInto(bytes, offset + from)
    return bytes
  }

  /** Reads all of a part, a megabyte after another. */
  *readInSlices(part: string): Generator<number, ArrayBuffer> {
    const length = this.lengthOf(part)
    const bytes = new Uint8Array(length)
    for (let from = 0; from < length; from += checkedAtOnce) {
      const slice = Math.min(checkedAtOnce, length - from)
      this.#readInto(bytes.subarray(from, from + slice), this.#partOf(part).offset + from)
      yield slice
    }
    return bytes.buffer
  }

  /** Closes it, unless somebody else has taken over its descriptor. */
  close(): void {
    closeSync(this.file)
  }

  #readInto(bytes: Uint8Array, position: number): void {
    for (let read = 0; read < bytes.length; ) {
      const got = readSync(this.file, bytes, read, bytes.length - read, position + read)
      if (got === 0) throw new Error('a checked file has become shorter')
      read += got
    }
  }

  #partOf(part: string): Part {
    const found = this.#parts[part]
    if (found === undefined) throw new Error(`the file has no part ${part}`)
    return found
  }
}

function openedOrNull(file: string): number | null {
  try {
    return openSync(file, 'r')
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw fault
  }
}

/** What stands where in a file; null where the file is not whole. */
async function partsOf(file: number, signal: AbortSignal): Promise<Record<string, Part> | null> {
  const end = fstatSync(file).size - tailBytes
  if (end < 0) return null
  const tail = Buffer.alloc(tailBytes)
  await readAll(file, tail, end)
  const tableBytes = tail.readUInt32LE(0)
  if (tail.readBigUInt64LE(4) !== mark || tableBytes > Math.min(end, tableBytesMax)) return null
  const checksum = crc32(tail.subarray(0, checksumAt), await checksumOf(file, end, signal))
  if (checksum !== tail.readUInt32LE(checksumAt)) return null
  const table = Buffer.alloc(tableBytes)
  await readAll(file, table, end - tableBytes)
  // Our own text: the checksum stands for it.
  return JSON.parse(table.toString()) as Record<string, Part>
}

/** The checksum of the first bytes of a file. */
async function checksumOf(file: number, end: number, signal: AbortSignal): Promise<number> {
  let checksum = 0
  let [now, next] = [Buffer.alloc(checkedAtOnce), Buffer.alloc(checkedAtOnce)]
  const stretch = (buffer: Buffer, from: number): Buffer => buffer.subarray(0, Math.min(checkedAtOnce, end - from))
  const begin = (buffer: Buffer, from: number): Promise<void> => {
    const reading = readAll(file, stretch(buffer, from), from)
    // Where nobody waits for it any more, nobody minds that it fails.
    reading.catch(() => {})
    return reading
  }
  let reading = begin(now, 0)
  for (let from = 0; from < end; from += checkedAtOnce) {
    await reading
    signal.throwIfAborted()
    const after = from + checkedAtOnce
    // The next bytes are read while these are gone through.
    if (after < end) reading = begin(next, after)
    checksum = crc32(stretch(now, from), checksum)
    ;[now, next] = [next, now]
  }
  return checksum
}

async function readAll(file: number, into: Buffer, position: number): Promise<void> {
  for (let read = 0; read < into.length; ) {
    const { bytesRead } = await readAt(file, into, read, into.length - read, position + read)
    if (bytesRead === 0) throw new Error('a file has become shorter while it was read')
    read += bytesRead
  }
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(file, bytes, written, bytes.length - written, position + written)
}
