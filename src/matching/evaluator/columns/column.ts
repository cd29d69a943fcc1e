/**
 * A column holds the top-level leaves of all measures that look at one field, arranged so that one company is judged
 * against all of them by a few operations on sets. Groups, and leaves that a column cannot take, are judged one by one.
 */
import type { Facts } from '../../request/facts.ts'
import type { MatchLeaf } from '../../verdict/prepared-measure.ts'
import type { Marks } from './marks.ts'

export interface Column {
  /** Takes a leaf of the measure; false: it already holds one that it could not tell from this one. */
  add(ordinal: number, leaf: MatchLeaf): boolean
  /** Gives back a leaf that it took. All leaves of a measure are given back together. */
  drop(ordinal: number, leaf: MatchLeaf): void
  /** Marks every measure by what its leaves say of the facts. */
  mark(facts: Facts, marks: Marks): void
}

/** The sets under a key, made when they are first needed. */
export function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = map.get(key)
  if (before !== undefined) return before
  const made = make()
  map.set(key, made)
  return made
}
