/**
 * Words and their numbers, without a string per word: the letters of all words lie one after another in one array, and
 * a word is found by the hash of its letters. The words of the base are numbered in their sorted order, later ones as
 * they come.
 */

const noWord = -1
const hashStart = 0x811c9dc5
/** All that a lexicon is, to be handed from thread to thread. */
export type LexiconParts = {
  count: number
  letters: Uint16Array<ArrayBuffer>
  starts: Uint32Array<ArrayBuffer>
  slots: Int32Array<ArrayBuffer>
}

export class Lexicon {
  count = 0
  #letters: Uint16Array<ArrayBuffer>
  #starts: Uint32Array<ArrayBuffer>
  #slots: Int32Array<ArrayBuffer>

  /** `expected`: how many words it will hold about, so that it need not grow on the way. */
  constructor(expected = 0) {
    const room = Math.max(expected, 256)
    this.#letters = new Uint16Array(room * 8)
    this.#starts = new Uint32Array(room + 1)
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(room * 2))).fill(noWord)
  }

  /** The lexicon of those parts, which are its own from then on. */
  static of({ count, letters, starts, slots }: LexiconParts): Lexicon {
    const lexicon = new Lexicon()
    lexicon.count = count
    lexicon.#letters = letters
    lexicon.#starts = starts
    lexicon.#slots = slots
    return lexicon
  }

  get parts(): LexiconParts {
    return {
      count: this.count,
      letters: this.#letters,
      starts: this.#starts,
      slots: this.#slots,
    }
  }

  /**
   * The number of the word in the first `length` units of `letters`; -1 where it has none. `begun`: what `beginHash` gives
   * for the first `from` of them, for whoever looks for many words that begin alike.
   */
  find(letters: Uint16Array, length: number, begun = hashStart, from = 0): number {
    const mask = this.#slots.length - 1
    let slot = endHash(beginHash(letters, from, length, begun)) & mask
    for (;;) {
      const word = this.#slots[slot] ?? noWord
      if (word === noWord || this.#equals(word, letters, length)) return word
      slot = (slot + 1) & mask
    }
  }

  /** The same; a new word gets the next number. */
  intern(letters: Uint16Array, length: number): number {
    const mask = this.#slots.length - 1
    let slot = hash(letters, 0, length) & mask
    for (;;) {
      const word = this.#slots[slot] ?? noWord
      if (word === noWord) break
      if (this.#equals(word, letters, length)) return word
      slot = (slot + 1) & mask
    }
    this.#slots[slot] = this.count
    return this.#append(letters, 0, length)
  }

  /** Takes over a word of another lexicon, which must not stand in this one, under the next number. */
  take(other: Lexicon, word: number): number {
    const start = other.#starts[word] ?? 0
    const end = other.#starts[word + 1] ?? 0
    const mask = this.#slots.length - 1
    let slot = hash(other.#letters, start, end) & mask
    while ((this.#slots[slot] ?? noWord) !== noWord) slot = (slot + 1) & mask
    this.#slots[slot] = this.count
    return this.#append(other.#letters, start, end)
  }

  textOf(word: number): string {
    return String.fromCharCode(...this.#letters.subarray(this.#starts[word] ?? 0, this.#starts[word + 1] ?? 0))
  }

  lengthOf(word: number): number {
    return (this.#starts[word + 1] ?? 0) - (this.#starts[word] ?? 0)
  }

  /** Letter number `at` of a word; -1 behind its end. */
  letterOf(word: number, at: number): number {
    const place = (this.#starts[word] ?? 0) + at
    return place < (this.#starts[word + 1] ?? 0) ? (this.#letters[place] ?? -1) : -1
  }

  /** How a word stands to `text` in the order of units: below 0 before it; 0 when it begins with it. */
  comparePrefix(word: number, text: string): number {
    const start = this.#starts[word] ?? 0
    const length = (this.#starts[word + 1] ?? 0) - start
    for (let at = 0; at < text.length; at += 1) {
      if (at === length) return -1
      const difference = (this.#letters[start + at] ?? 0) - text.charCodeAt(at)
      if (difference !== 0) return difference
    }
    return 0
  }

  /** How two words stand to one another in the order of units. */
  compare(left: number, right: number): number {
    const [start, other] = [this.#starts[left] ?? 0, this.#starts[right] ?? 0]
    const [length, otherLength] = [(this.#starts[left + 1] ?? 0) - start, (this.#starts[right + 1] ?? 0) - other]
    for (let at = 0; at < length && at < otherLength; at += 1) {
      const difference = (this.#letters[start + at] ?? 0) - (this.#letters[other + at] ?? 0)
      if (difference !== 0) return difference
    }
    return length - otherLength
  }

  /** How a word stands to `text` where both are read from their last letter on; 0 when it ends with it. */
  compareSuffix(word: number, text: string): number {
    const start = this.#starts[word] ?? 0
    const end = this.#starts[word + 1] ?? 0
    for (let back = 1; back <= text.length; back += 1) {
      if (end - back < start) return -1
      const difference = (this.#letters[end - back] ?? 0) - text.charCodeAt(text.length - back)
      if (difference !== 0) return difference
    }
    return 0
  }

  /** How two words stand to one another where both are read from their last letter on. */
  compareEndings(left: number, right: number): number {
    const [start, other] = [this.#starts[left] ?? 0, this.#starts[right] ?? 0]
    const [end, otherEnd] = [this.#starts[left + 1] ?? 0, this.#starts[right + 1] ?? 0]
    const [length, otherLength] = [end - start, otherEnd - other]
    for (let back = 1; back <= length && back <= otherLength; back += 1) {
      const difference = (this.#letters[end - back] ?? 0) - (this.#letters[otherEnd - back] ?? 0)
      if (difference !== 0) return difference
    }
    return length - otherLength
  }

  #equals(word: number, letters: Uint16Array, length: number): boolean {
    const start = this.#starts[word] ?? 0
    if ((this.#starts[word + 1] ?? 0) - start !== length) return false
    for (let at = 0; at < length; at += 1) if (this.#letters[start + at] !== letters[at]) return false
    return true
  }

  #append(letters: Uint16Array, start: number, end: number): number {
    const word = this.count
    const from = this.#starts[word] ?? 0
    const to = from + end - start
    while (to > this.#letters.length) this.#letters = widen(this.#letters)
    if (word + 1 === this.#starts.length) {
      const wider = new Uint32Array(this.#starts.length * 2)
      wider.set(this.#starts)
      this.#starts = wider
    }
    for (let at = start; at < end; at += 1) this.#letters[from + at - start] = letters[at] ?? 0
    this.#starts[word + 1] = to
    this.count += 1
    if (this.count * 2 > this.#slots.length) this.#rehash()
    return word
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(noWord)
    const mask = slots.length - 1
    for (let word = 0; word < this.count; word += 1) {
      let slot = hash(this.#letters, this.#starts[word] ?? 0, this.#starts[word + 1] ?? 0) & mask
      while ((slots[slot] ?? noWord) !== noWord) slot = (slot + 1) & mask
      slots[slot] = word
    }
    this.#slots = slots
  }
}

function hash(letters: Uint16Array, start: number, end: number): number {
  return endHash(beginHash(letters, start, end, hashStart))
}

/** Takes the letters from `start` to `end` into a hash of those before them. */
export function beginHash(letters: Uint16Array, start: number, end: number, before = hashStart): number {
  let value = before
  for (let at = start; at < end; at += 1) value = Math.imul(value ^ (letters[at] ?? 0), 0x01000193)
  return value
}

function endHash(value: number): number {
  return value ^ (value >>> 15)
}

function widen(letters: Uint16Array): Uint16Array<ArrayBuffer> {
  const wider = new Uint16Array(letters.length * 2)
  wider.set(letters)
  return wider
}
