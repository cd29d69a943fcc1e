/** SQL of `former_life`: until when it is known of each earlier life of the store what must not be undone. */
import type { Reads, Sql } from '../../platform/database/database.ts'
import { changedByEach, type LastingRow, lastingPerPage, lastingRows } from '../../platform/database/lasting.ts'

/** By generation: the lives before this one, each with until when it is known. */
export async function livesAfter(reads: Reads, after: LastingRow | null): Promise<LastingRow[]> {
  const rows = await reads.all<{ generation: string; known_until: number }>(
    `select generation, known_until from former_life where generation > $1 order by generation limit ${lastingPerPage}`,
    [after?.[0] ?? ''],
  )
  return lastingRows(rows, ['generation', 'known_until'])
}

/** Notes them; of a life that was noted before the later moment stays. */
export function noteLives(sql: Sql, rows: readonly LastingRow[]): Promise<number> {
  return changedByEach(
    sql,
    `insert into former_life (generation, known_until) values ($1, $2)
     on conflict (generation) do update set known_until = excluded.known_until
       where former_life.known_until < excluded.known_until`,
    rows,
  )
}
