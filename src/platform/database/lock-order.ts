/**
 * The order in which a transaction takes the locks that others wait for: sources by id, then the head of the feed. Two
 * that took them the other way round would wait for each other; whoever breaks the order here is told at once, on both
 * engines, though SQLite has no such locks. The row of a run is taken with its source in hand. Measures are written only
 * by whoever has the head (their publication is the head's), so their rows need no order.
 */
import { byCodePoint } from '../../values/ids.ts'
import type { Sql } from './database.ts'

type Locks = { sources: Set<string>; hasHead: boolean }

const locksOf = new WeakMap<Sql, Locks>()

/** To be called before the row of a source is locked. A source that is locked already may be taken again. */
export function takesSource(transaction: Sql, id: string): void {
  const locks = of(transaction)
  if (locks.sources.has(id)) return
  if (locks.hasHead) throw new Error(`the source ${id} is taken after the head of the feed`)
  const later = [...locks.sources].find((other) => byCodePoint(other, id) > 0)
  if (later !== undefined) throw new Error(`the source ${id} is taken after the source ${later}`)
  locks.sources.add(id)
}

/** To be called before the head of the feed is locked. */
export function takesHead(transaction: Sql): void {
  of(transaction).hasHead = true
}

function of(transaction: Sql): Locks {
  const locks = locksOf.get(transaction) ?? { sources: new Set(), hasHead: false }
  locksOf.set(transaction, locks)
  return locks
}
