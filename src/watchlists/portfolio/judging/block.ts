/** The companies of one chunk that are being judged: as many as no question has settled yet. */
import { type Chunk, nobody, rowsPerChunk } from '../company-rows.ts'

export class Block {
  /** Offsets, within the chunk, of those that are left; the first `count` count. */
  readonly left = new Uint16Array(rowsPerChunk)
  count = 0
  #chunk: Chunk | null = null

  get chunk(): Chunk {
    if (this.#chunk === null) throw new Error('a block is of a chunk')
    return this.#chunk
  }

  /** Begins with the companies of the chunk whose list is wanted (by owner) and that were added before that event. */
  begin(chunk: Chunk, wanted: Uint8Array, beforeSeq: number): void {
    this.#chunk = chunk
    const { owners, addedSeqs, used } = chunk
    const { left } = this
    let count = 0
    for (let at = 0; at < used; at += 1) {
      const owner = owners[at] ?? nobody
      if (wanted[owner] !== 1 || (addedSeqs[at] ?? 0) >= beforeSeq) continue
      left[count] = at
      count += 1
    }
    this.count = count
  }

  /** Begins with those who are left in another block. */
  beginAs(other: Block): this {
    this.#chunk = other.chunk
    this.left.set(other.left.subarray(0, other.count))
    this.count = other.count
    return this
  }

  /** Takes out whoever has that bit at its offset. */
  takeOut(bits: Uint8Array, bit: number): void {
    const { left } = this
    let count = 0
    for (let each = 0; each < this.count; each += 1) {
      const at = left[each] ?? 0
      left[count] = at
      count += ((bits[at] ?? 0) & bit) === 0 ? 1 : 0
    }
    this.count = count
  }
}
