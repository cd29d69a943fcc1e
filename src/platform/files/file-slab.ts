/**
 * Bytes kept outside the process's memory and read back at once: an append-only file that has no name any more (it goes
 * with the process). What was just written is still in the page cache, so a read costs about what a copy does, and
 * 100,000 records of 4 KB hold no memory of ours. Design notes measured 40-70 us for fifty such reads.
 *
 * A slab may stand on the bytes of a file that was there before, which it reads and never writes; what is appended goes to
 * a file of its own, made when the first bytes come.
 *
 * Bytes never change once they are written, so whoever knows a place may read it as long as he keeps the slab. The last
 * one who keeps it closes the file; a read after that is refused here, because the system may have given the descriptor
 * to another file by then, and its bytes would be taken for ours.
 */
import { closeSync, ftruncateSync, readSync, writeSync } from 'node:fs'
import { namelessFileIn } from './nameless-file.ts'

/** What a reader of places that follow one another reads at once: a dozen records. */
const stretchBytes = 65_536

/** Where some bytes stand in a slab. */
export type SlabPlace = { offset: number; length: number }

/** An open file, and how many bytes of it a slab stands on: it closes it in the end. */
export type SlabBase = { file: number; size: number }

export class FileSlab {
  readonly #folder: string
  #base: SlabBase | null
  /** Its own file; null while it stands on another and nothing was appended. */
  #file: number | null
  #end: number
  #keepers = 1

  /** `folder` is where its own file lives; it is made where it is not there. Whoever makes a slab keeps it. */
  constructor(folder: string, base: SlabBase | null = null) {
    this.#folder = folder
    this.#base = base
    this.#file = base === null ? namelessFileIn(folder) : null
    this.#end = base?.size ?? 0
  }

  /** A slab whose own file is that one, empty and open to be read and written, which may keep its name. */
  static into(file: number, folder: string): FileSlab {
    const slab = new FileSlab(folder, { file, size: 0 })
    slab.#base = null
    slab.#file = file
    return slab
  }

  /** From here on its own file is one that it stands on: nothing is written there any more. */
  seal(): void {
    this.#refuseClosed()
    if (this.#base !== null || this.#file === null) throw new Error('a slab that stands on a file was to be sealed')
    this.#base = { file: this.#file, size: this.#end }
    this.#file = null
  }

  /** Bytes in the file. */
  get size(): number {
    return this.#end
  }

  /** Puts pieces at the end in one write (a call of the system for each small one costs more than the bytes), in order. */
  appendAll(pieces: readonly Uint8Array[]): SlabPlace[] {
    let { offset } = this.append(Buffer.concat(pieces))
    return pieces.map(({ length }) => {
      const place = { offset, length }
      offset += length
      return place
    })
  }

  /** Puts bytes at the end. When they do not fit (a full disk) it throws, and the slab is as it was. */
  append(bytes: Uint8Array): SlabPlace {
    this.#refuseClosed()
    const offset = this.#end
    const at = offset - this.#baseSize
    this.#file ??= namelessFileIn(this.#folder)
    try {
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(this.#file, bytes, written, bytes.length - written, at + written)
      }
    } catch (error) {
      ftruncateSync(this.#file, at)
      throw error
    }
    this.#end += bytes.length
    return { offset, length: bytes.length }
  }

  read(place: SlabPlace): Buffer {
    const bytes = Buffer.allocUnsafe(place.length)
    this.#fill(bytes, place)
    return bytes
  }

  /** Reads places one after the other into memory that has room for them; those that stand side by side at once. */
  readInto(memory: Uint8Array, places: readonly SlabPlace[]): void {
    let at = 0
    for (let first = 0; first < places.length; ) {
      const { offset, length: firstLength } = places[first] ?? { offset: 0, length: 0 }
      let length = firstLength
      let next = first + 1
      for (; places[next]?.offset === offset + length && offset + length !== this.#baseSize; next += 1)
        length += places[next]?.length ?? 0
      this.#fill(memory.subarray(at, at + length), { offset, length })
      at += length
      first = next
    }
  }

  #fill(memory: Uint8Array, place: SlabPlace): void {
    this.#refuseClosed()
    const { file, at } = this.#standing(place)
    let read = 0
    while (read < place.length) {
      const got = file === null ? 0 : readSync(file, memory, read, place.length - read, at + read)
      if (got === 0) throw new Error('a slab was read beyond its end')
      read += got
    }
  }

  /**
   * A reader for places that follow one another, or nearly: it reads a stretch of the file at once. What it gives is lent
   * until it is asked again.
   */
  reader(): (place: SlabPlace) => Buffer {
    let stretch: Buffer = Buffer.alloc(0)
    let from = 0
    return ({ offset, length }) => {
      if (offset < from || offset + length > from + stretch.length) {
        const end = offset < this.#baseSize ? this.#baseSize : this.#end
        stretch = this.read({ offset, length: Math.max(length, Math.min(stretchBytes, end - offset)) })
        from = offset
      }
      return stretch.subarray(offset - from, offset - from + length)
    }
  }

  /** Gives back the space of what was appended after the file was `size` bytes long: nobody may know of a place there. */
  cutBack(size: number): void {
    this.#refuseClosed()
    if (size >= this.#end) return
    if (size < this.#baseSize) throw new Error('a slab was to be cut where it stands on a file')
    if (this.#file !== null) ftruncateSync(this.#file, size - this.#baseSize)
    this.#end = size
  }

  /** One more who keeps it, until he lets go. */
  keep(): void {
    this.#refuseClosed()
    this.#keepers += 1
  }

  /** The last to let go closes the file, and its space is the system's again. */
  letGo(): void {
    this.#refuseClosed()
    this.#keepers -= 1
    if (this.#keepers > 0) return
    for (const file of [this.#base?.file ?? null, this.#file]) if (file !== null) closeSync(file)
  }

  get #baseSize(): number {
    return this.#base?.size ?? 0
  }

  #standing({ offset, length }: SlabPlace): { file: number | null; at: number } {
    const size = this.#baseSize
    if (offset >= size) return { file: this.#file, at: offset - size }
    if (offset + length > size) throw new Error('a slab was read across the end of the file that it stands on')
    return { file: this.#base?.file ?? null, at: offset }
  }

  #refuseClosed(): void {
    if (this.#keepers === 0) throw new Error('a slab was used after everybody had let go of it')
  }
}
