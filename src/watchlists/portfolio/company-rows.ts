/**
 * The watched companies of all lists as rows of numbers, in chunks. A column of a chunk is there once a company of the chunk
 * has something in it: most lists say nothing of households, buildings or whom they hire.
 *
 * One table for all lists, because most lists are small: a list costs what its companies do, and judging costs by the
 * company, however they are spread. A row stays where it is as long as its company is watched; its number is then given
 * again.
 */
import { notKnown } from './fact-pool.ts'
import { notKnownNumber } from './number-facts.ts'

const chunkBits = 12
export const rowsPerChunk = 1 << chunkBits

/** Owner of a row that has no company. */
export const nobody = 0

export type Chunk = {
  /** Rows ever used: those after them have no owner. */
  used: number
  /** The list of each row. */
  owners: Int32Array
  places: Float64Array
  addedSeqs: Float64Array
  /** By column: the number of the value of each row; undefined where all are `notKnown`. */
  values: (Int32Array | undefined)[]
  /** By column: the number itself; undefined where none is known. */
  numbers: (Float64Array | undefined)[]
}

export class CompanyRows {
  readonly chunks: Chunk[] = []
  readonly #free: number[] = []

  /** A row for a company of that owner, in which nothing is known yet. */
  add(owner: number, place: number): number {
    const row = this.#free.pop() ?? this.#next()
    const [chunk, at] = [this.#chunkOf(row), offsetOf(row)]
    chunk.owners[at] = owner
    chunk.places[at] = place
    return row
  }

  /** Empties a row, whose number is free from here on. */
  remove(row: number): void {
    const [chunk, at] = [this.#chunkOf(row), offsetOf(row)]
    chunk.owners[at] = nobody
    for (const column of chunk.values) if (column !== undefined) column[at] = notKnown
    for (const column of chunk.numbers) if (column !== undefined) column[at] = notKnownNumber
    this.#free.push(row)
  }

  placeOf(row: number): number {
    return this.#chunkOf(row).places[offsetOf(row)] ?? 0
  }

  addedSeqOf(row: number): number {
    return this.#chunkOf(row).addedSeqs[offsetOf(row)] ?? 0
  }

  setAddedSeq(row: number, addedSeq: number): void {
    this.#chunkOf(row).addedSeqs[offsetOf(row)] = addedSeq
  }

  valueOf(row: number, column: number): number {
    return this.#chunkOf(row).values[column]?.[offsetOf(row)] ?? notKnown
  }

  setValue(row: number, column: number, value: number): void {
    const { values } = this.#chunkOf(row)
    if (values[column] === undefined && value === notKnown) return
    values[column] ??= new Int32Array(rowsPerChunk).fill(notKnown)
    values[column][offsetOf(row)] = value
  }

  numberOf(row: number, column: number): number {
    return this.#chunkOf(row).numbers[column]?.[offsetOf(row)] ?? notKnownNumber
  }

  setNumber(row: number, column: number, number: number): void {
    const { numbers } = this.#chunkOf(row)
    if (numbers[column] === undefined && Number.isNaN(number)) return
    numbers[column] ??= new Float64Array(rowsPerChunk).fill(notKnownNumber)
    numbers[column][offsetOf(row)] = number
  }

  #next(): number {
    const last = this.chunks.at(-1)
    if (last === undefined || last.used === rowsPerChunk) {
      this.chunks.push(emptyChunk())
      return this.#next()
    }
    last.used += 1
    return (this.chunks.length - 1) * rowsPerChunk + last.used - 1
  }

  #chunkOf(row: number): Chunk {
    const chunk = this.chunks[row >>> chunkBits]
    if (chunk === undefined) throw new Error(`there is no row ${row}`)
    return chunk
  }
}

function offsetOf(row: number): number {
  return row & (rowsPerChunk - 1)
}

function emptyChunk(): Chunk {
  return {
    used: 0,
    owners: new Int32Array(rowsPerChunk).fill(nobody),
    places: new Float64Array(rowsPerChunk),
    addedSeqs: new Float64Array(rowsPerChunk),
    values: [],
    numbers: [],
  }
}
