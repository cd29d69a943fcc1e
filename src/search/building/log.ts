/** What is noted of entries while an index is made of them. */

/** Lists of numbers, one an entry, one after another. */
export class Log {
  #numbers = new Int32Array(1024)
  #length = 0
  readonly #ends: number[] = [0]

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const wider = new Int32Array(this.#length * 2)
      wider.set(this.#numbers)
      this.#numbers = wider
    }
    this.#numbers[this.#length] = number
    this.#length += 1
  }

  endOfEntry(): void {
    this.#ends.push(this.#length)
  }

  of(entry: number): Int32Array {
    return this.#numbers.subarray(this.#ends[entry], this.#ends[entry + 1])
  }
}
