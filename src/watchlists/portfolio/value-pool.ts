/**
 * Values that many companies share, each kept once under a small number, as long as somebody has it: what a hundred
 * thousand companies say in words is a few thousand different things. A number whose value has gone is given again.
 */
const firstCapacity = 16

export class ValuePool<Value> {
  readonly #numbers = new Map<string, number>()
  readonly #keyOf: (value: Value) => string
  /** By number; undefined where nobody has it. */
  readonly #values: (Value | undefined)[] = []
  #uses = new Int32Array(firstCapacity)
  readonly #free: number[] = []
  readonly #first: number
  #gone = 0

  /**
   * `keyOf`: equal for values that are alike. Numbers below `first` are never given: they stand for something else.
   */
  constructor(keyOf: (value: Value) => string, first = 0) {
    this.#keyOf = keyOf
    this.#first = first
  }

  /** Different values in it. */
  get size(): number {
    return this.#numbers.size
  }

  /** All numbers are below this. */
  get numbersEnd(): number {
    return this.#first + this.#values.length
  }

  /** How many values have gone so far: who remembers anything by number forgets it when this has moved. */
  get gone(): number {
    return this.#gone
  }

  /** The number of the value, for one user more. */
  take(value: Value): number {
    const key = this.#keyOf(value)
    const known = this.#numbers.get(key)
    if (known !== undefined) {
      this.#uses[known - this.#first] = this.#usesAt(known - this.#first) + 1
      return known
    }
    const place = this.#free.pop() ?? this.#values.length
    this.#values[place] = value
    if (place >= this.#uses.length) this.#lengthen()
    this.#uses[place] = 1
    this.#numbers.set(key, this.#first + place)
    return this.#first + place
  }

  /** Takes one user off. Answers the value if that was the last, so that it has gone; else undefined. */
  giveBack(number: number): Value | undefined {
    const value = this.at(number)
    const place = number - this.#first
    const uses = this.#usesAt(place) - 1
    this.#uses[place] = uses
    if (uses > 0) return undefined
    this.#numbers.delete(this.#keyOf(value))
    this.#values[place] = undefined
    this.#free.push(place)
    this.#gone += 1
    return value
  }

  /** Throws where nobody has that number. */
  at(number: number): Value {
    const value = this.#values[number - this.#first]
    if (value === undefined) throw new Error(`nobody has the value ${number}`)
    return value
  }

  #usesAt(place: number): number {
    return this.#uses[place] ?? 0
  }

  #lengthen(): void {
    const longer = new Int32Array(this.#uses.length * 2)
    longer.set(this.#uses)
    this.#uses = longer
  }
}
