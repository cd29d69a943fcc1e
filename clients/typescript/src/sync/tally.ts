/** What a synchronisation came to, measure by measure: one that came and went in it was neither. */

type Fate = 'added' | 'changed' | 'removed'

/** What two changes one after the other come to; null: to nothing. */
const together: { [first in Fate]: { [second in Fate]: Fate | null } } = {
  added: { added: 'added', changed: 'added', removed: null },
  changed: { added: 'changed', changed: 'changed', removed: 'removed' },
  removed: { added: 'changed', changed: 'changed', removed: 'removed' },
}

export class Tally {
  readonly #fates = new Map<string, Fate>()

  note(id: string, fate: Fate): void {
    const before = this.#fates.get(id)
    const after = before === undefined ? fate : together[before][fate]
    if (after === null) this.#fates.delete(id)
    else this.#fates.set(id, after)
  }

  take(other: Tally): void {
    for (const [id, fate] of other.#fates) this.note(id, fate)
  }

  get figures(): { added: number; changed: number; removed: number } {
    const figures = { added: 0, changed: 0, removed: 0 }
    for (const fate of this.#fates.values()) figures[fate] += 1
    return figures
  }
}
