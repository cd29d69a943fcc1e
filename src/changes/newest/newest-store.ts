/** SQL of reading the feed backwards: the last places of some kinds of events. */
import type { Sql } from '../../platform/database/database.ts'
import type { Stretch } from '../feed-store.ts'

/** Kinds that one statement names. */
const kindsPerStatement = 500

/** The last `limit` places of events of these kinds in the stretch, newest first. */
export async function lastSeqsOfKinds(
  sql: Sql,
  kindIds: readonly number[],
  { after, upTo }: Stretch,
  limit: number,
): Promise<number[]> {
  return lastOfEach(kindIds, limit, (some) =>
    sql.all<{ seq: number }>(
      `select seq from change_event where seq > $1 and seq <= $2 and kind_id in (${places(some, 4)})
       order by seq desc limit $3`,
      [after, upTo, limit, ...some],
    ),
  )
}

/** The place of the last event of these kinds in the stretch: one look into the index a kind. Null: there is none. */
export async function lastSeqOfKinds(
  sql: Sql,
  kindIds: readonly number[],
  { after, upTo }: Stretch,
): Promise<number | null> {
  const [last = null] = await lastOfEach(kindIds, 1, (some) =>
    sql.all<{ seq: number }>(
      `select last as seq from (
         select (select max(seq) from change_event
                 where change_event.kind_id = event_kind.id and seq > $1 and seq <= $2) as last
         from event_kind where id in (${places(some, 3)})
       ) as each_kind
       where last is not null order by last desc limit 1`,
      [after, upTo, ...some],
    ),
  )
  return last
}

/** The last `limit` places of what `ask` answers for kinds, asked for in statements of a bounded size. */
async function lastOfEach(
  kindIds: readonly number[],
  limit: number,
  ask: (some: readonly number[]) => Promise<{ seq: number }[]>,
): Promise<number[]> {
  const seqs: number[] = []
  for (let from = 0; from < kindIds.length; from += kindsPerStatement) {
    seqs.push(...(await ask(kindIds.slice(from, from + kindsPerStatement))).map((row) => row.seq))
  }
  return seqs.sort((left, right) => right - left).slice(0, limit)
}

function places(values: readonly unknown[], first: number): string {
  return values.map((_, index) => `$${first + index}`).join(', ')
}
