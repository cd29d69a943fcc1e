/**
 * Values that many companies share, each kept once under a small number, as long as somebody has it: what a hundred
 * thousand companies say in words is a few thousand different things. A number whose value has gone is given again.
 */
export class ValuePool<Value> {
  readonly #numbers = new Map<string, number>()
  /** By number; undefined where nobody has it. */
  readonly #keys: (string | undefined)[] = []
  readonly #values: (Value | undefined)[] = []
  readonly #uses: number[] = []
  readonly #free: number[] = []
  readonly #first: number
  #gone = 0

  /** Numbers below `first` are never given: they stand for something else. */
  constructor(first = 0) {
    this.#first = first
  }

  /** Different values in it. */
  get size(): number {
    return this.#numbers.size
  }

  /** All numbers are below this. */
  get numbersEnd(): number {
    return this.#first + this.#keys.length
  }

  /** How many values have gone so far: who remembers anything by number forgets it when this has moved. */
  get gone(): number {
    return this.#gone
  }

  /** The number of the value that has this key, for one user more; `made` is asked where nobody had it. */
  take(key: string, made: () => Value): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) {
      this.#uses[known - this.#first] = (this.#uses[known - this.#first] ?? 0) + 1
      return known
    }
    const place = this.#free.pop() ?? this.#keys.length
    this.#keys[place] = key
    this.#values[place] = made()
    this.#uses[place] = 1
    this.#numbers.set(key, this.#first + place)
    return this.#first + place
  }

  /** Takes one user off. Answers the value if that was the last, so that it has gone; else undefined. */
  giveBack(number: number): Value | undefined {
    const place = number - this.#first
    const uses = (this.#uses[place] ?? 0) - 1
    this.#uses[place] = uses
    if (uses > 0) return undefined
    const [key, value] = [this.#keys[place], this.#values[place]]
    if (key === undefined) throw new Error(`nobody has the value ${number}`)
    this.#numbers.delete(key)
    this.#keys[place] = undefined
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
}
