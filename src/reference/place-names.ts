/**
 * Names of places that no municipality of today bears: parts of municipalities and municipalities of before a merger, each with
 * the municipalities of today that it lies in. Table: `reference/place-names.tsv`, restated from the names of Statbel and bpost.
 */
import { listIn, readTable } from './table.ts'

export type PlaceName = {
  name: string
  /** NIS codes of 2025, at least one. */
  municipalities: readonly string[]
  /** Whether the name is also a word of one of the languages (`Berg`, `Lot`). */
  isWord: boolean
}

const all: readonly PlaceName[] = readTable('place-names.tsv', ['name', 'nis', 'is_word']).map((cell) => ({
  name: cell('name'),
  municipalities: listIn(cell('nis')),
  isWord: cell('is_word') === '1',
}))

/** Every name of the table. */
export function placeNames(): readonly PlaceName[] {
  return all
}
