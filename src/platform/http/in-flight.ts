/**
 * Things that come and go all the time, in the order in which they came.
 *
 * A `Set` would do, and costs more than it shows: the table that it has outgrown goes on pointing at what stood in it and
 * at the table that followed, so one that has become old keeps the next alive, and that the one after it. Of a busy
 * server's requests one in seven lived on in that way until the old generation was collected, and copying them there took
 * an eighth of its time.
 */

/** What has a place here; its own affair from then on, and nobody else's. */
export type Placed = { place: number }

/** Holes are closed when there are more of them than things, from so many places on. */
const placesMin = 64

export class InFlight<Thing extends Placed> implements Iterable<Thing> {
  /** Null where one has left. */
  #places: (Thing | null)[] = []
  #holes = 0

  /** It comes, after all that are there. Nothing may come twice. */
  add(thing: Thing): void {
    thing.place = this.#places.push(thing) - 1
  }

  /** It leaves; nothing changes where it has left before. */
  delete(thing: Thing): void {
    if (this.#places[thing.place] !== thing) return
    this.#places[thing.place] = null
    this.#holes += 1
    if (this.#places.length >= placesMin && this.#holes * 2 > this.#places.length) this.#closeHoles()
  }

  /** Those that are there; what comes or leaves meanwhile may be missed or met. */
  *[Symbol.iterator](): Generator<Thing, void> {
    for (const thing of [...this.#places]) if (thing !== null && this.#places[thing.place] === thing) yield thing
  }

  #closeHoles(): void {
    let kept = 0
    for (const thing of this.#places) {
      if (thing === null) continue
      this.#places[kept] = thing
      thing.place = kept
      kept += 1
    }
    this.#places.length = kept
    this.#holes = 0
  }
}
