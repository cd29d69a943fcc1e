/**
 * Which measures changed since when, for whoever keeps something made of measures beside the catalogue (the matcher):
 * it remembers a mark, and asks later what came after it.
 */

/** Beyond so many entries the log begins anew, and whoever is further behind takes everything anew. */
const entriesMax = 100_000

export class ChangeLog {
  #ids: string[] = []
  /** Mark of the first entry kept. */
  #first = 0

  /** The mark of now: nothing has changed since. */
  get mark(): number {
    return this.#first + this.#ids.length
  }

  note(id: string): void {
    if (this.#ids.length >= entriesMax) {
      this.#first += this.#ids.length
      this.#ids = []
    }
    this.#ids.push(id)
  }

  /** Ids of the measures that changed, came or went since the mark, each once; null when that is not known any more. */
  since(mark: number): Set<string> | null {
    return mark < this.#first ? null : new Set(this.#ids.slice(mark - this.#first))
  }
}
