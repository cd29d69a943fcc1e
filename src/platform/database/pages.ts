/** A table without a bound is read in pages, each after the last row of the one before; others have their turn between two. */
import { setImmediate as nextTurn } from 'node:timers/promises'

export type Paging<R, Place> = {
  /** Before every row. */
  first: Place
  /** Rows that `read` answers at most; fewer are the last ones. */
  rowsPerPage: number
  /** The first rows after a place, in the order of places. */
  read(after: Place): Promise<readonly R[]>
  placeOf(row: R): Place
}

/** The rows of a table in its order, a page after the other. */
export async function* pagesOf<R, Place>(paging: Paging<R, Place>): AsyncGenerator<readonly R[]> {
  for (let after = paging.first; ; ) {
    const rows = await paging.read(after)
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < paging.rowsPerPage) return
    after = paging.placeOf(last)
    await nextTurn()
  }
}
