/**
 * What is known of each ordinal beside its sets: id, sort values and titles. The first `baseCount` ordinals are in the
 * order of their ids, so that an id is found by halving and the order by id costs nothing.
 */
import { type Language, languages } from '../../../values/vocabularies.ts'
import { firstPlace } from './halving.ts'
import type { Entry, IndexSort } from './query.ts'

/** An order that rows can stand in; `id` is the order within one score. */
export const orderKeys = ['id', 'deadline', 'updated', 'title:nl', 'title:fr', 'title:en'] as const
export type OrderKey = (typeof orderKeys)[number]

// Primary strength alone: neither case nor accents decide (contract 3). Comparing keys made of the letters' weights
// instead was tried: it saves nothing, the strings have to be fetched from memory all the same.
const collators: Record<Language, Intl.Collator> = {
  nl: new Intl.Collator('nl', { sensitivity: 'base' }),
  fr: new Intl.Collator('fr', { sensitivity: 'base' }),
  en: new Intl.Collator('en', { sensitivity: 'base' }),
}

/** Order of two ids. Their form (contract 2) is ASCII, for which the order of units is the order of code points. */
export function compareIds(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

function compareTitles(language: Language, left: string, right: string): number {
  return left === right ? 0 : collators[language].compare(left, right)
}

export class Columns {
  readonly baseCount: number
  count = 0
  readonly ids: string[] = []
  /** Epoch ms; Infinity without a deadline, which so stands last. */
  readonly closesAt: Float64Array
  /** Epoch ms, negated: the newest first. */
  readonly changedAt: Float64Array
  readonly titles: Record<Language, string[]> = { nl: [], fr: [], en: [] }
  readonly #recent = new Map<string, number>()

  constructor(baseCount: number, capacity: number) {
    this.baseCount = baseCount
    this.closesAt = new Float64Array(capacity)
    this.changedAt = new Float64Array(capacity)
  }

  /** Takes in an entry under the next ordinal; the first `baseCount` must come in the order of their ids. */
  add(entry: Pick<Entry, 'id' | 'closes_at' | 'updated_at' | 'titles'>): number {
    return this.#place(entry.id, entry.closes_at ?? Infinity, -entry.updated_at, entry.titles)
  }

  /** Takes over row `ordinal` of other columns under the next ordinal. */
  take(other: Columns, ordinal: number): number {
    const [nl, fr, en] = [other.titles.nl[ordinal], other.titles.fr[ordinal], other.titles.en[ordinal]]
    const titles = { nl: nl ?? '', fr: fr ?? '', en: en ?? '' }
    return this.#place(other.idOf(ordinal), other.closesAt[ordinal] ?? 0, other.changedAt[ordinal] ?? 0, titles)
  }

  idOf(ordinal: number): string {
    return this.ids[ordinal] ?? ''
  }

  /** From now on its id means this ordinal, which was added after the base. */
  name(ordinal: number): void {
    this.#recent.set(this.idOf(ordinal), ordinal)
  }

  /** The newest ordinal that `id` was named to mean, dead or alive; -1 when there is none. */
  find(id: string): number {
    const recent = this.#recent.get(id)
    if (recent !== undefined) return recent
    const low = firstPlace(0, this.baseCount, (ordinal) => this.idOf(ordinal) < id)
    return low < this.baseCount && this.ids[low] === id ? low : -1
  }

  /** The value that `sort` orders by, as a position carries it. */
  valueOf(sort: Exclude<IndexSort, 'relevance'>, ordinal: number): number | string | null {
    if (sort === 'deadline') {
      const closesAt = this.closesAt[ordinal] ?? Infinity
      return closesAt === Infinity ? null : closesAt
    }
    if (sort === 'updated') return -(this.changedAt[ordinal] ?? 0)
    return this.titleOf(sort, ordinal)
  }

  /** How row `ordinal` stands to a row of that value and id, in the order `key`: below 0 before it, 0 at it. */
  compareTo(key: OrderKey, ordinal: number, value: number | string | null, id: string): number {
    return this.#compareValue(key, ordinal, value) || compareIds(this.idOf(ordinal), id)
  }

  /** How two rows stand to one another in the order `key`. */
  compare(key: OrderKey, left: number, right: number): number {
    return this.compareRows(key, left, right) || compareIds(this.idOf(left), this.idOf(right))
  }

  titleOf(key: OrderKey, ordinal: number): string {
    return this.titles[languageOf(key)][ordinal] ?? ''
  }

  #compareValue(key: OrderKey, ordinal: number, value: number | string | null): number {
    if (key === 'id') return 0
    if (key === 'deadline')
      return compareNumbers(this.closesAt[ordinal] ?? 0, value === null ? Infinity : Number(value))
    if (key === 'updated') return compareNumbers(this.changedAt[ordinal] ?? 0, -Number(value))
    return compareTitles(languageOf(key), this.titleOf(key, ordinal), String(value))
  }

  /** How the values of two rows stand to one another in the order `key`, their ids left aside. */
  compareRows(key: OrderKey, left: number, right: number): number {
    if (key === 'id') return 0
    if (key === 'deadline') return compareNumbers(this.closesAt[left] ?? 0, this.closesAt[right] ?? 0)
    if (key === 'updated') return compareNumbers(this.changedAt[left] ?? 0, this.changedAt[right] ?? 0)
    return compareTitles(languageOf(key), this.titleOf(key, left), this.titleOf(key, right))
  }

  #place(id: string, closesAt: number, changedAt: number, titles: Record<Language, string>): number {
    const ordinal = this.count
    this.ids.push(id)
    this.closesAt[ordinal] = closesAt
    this.changedAt[ordinal] = changedAt
    for (const language of languages) this.titles[language].push(titles[language])
    this.count += 1
    return ordinal
  }
}

function languageOf(key: OrderKey): Language {
  if (key === 'title:nl') return 'nl'
  return key === 'title:fr' ? 'fr' : 'en'
}

// Not a subtraction: two rows without a deadline are equal, and Infinity - Infinity is not a number.
function compareNumbers(left: number, right: number): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
