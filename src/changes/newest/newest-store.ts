/** SQL of reading the feed backwards: the last places of some kinds of events. */
import type { Sql } from '../../platform/database/database.ts'
import { places, type Stretch, seqsOfEach } from '../feed-store.ts'

/** The last `limit` places of events of these kinds in the stretch, newest first. */
export async function lastSeqsOfKinds(
  sql: Sql,
  kindIds: readonly number[],
  { after, upTo }: Stretch,
  limit: number,
): Promise<number[]> {
  return seqsOfEach(
    kindIds,
    limit,
    (some) =>
      sql.all<{ seq: number }>(
        `select seq from change_event where seq > $1 and seq <= $2 and kind_id in (${places(some, 4)})
       order by seq desc limit $3`,
        [after, upTo, limit, ...some],
      ),
    'last',
  )
}

/** The place of the last event of these kinds in the stretch: one look into the index a kind. Null: there is none. */
export async function lastSeqOfKinds(
  sql: Sql,
  kindIds: readonly number[],
  { after, upTo }: Stretch,
): Promise<number | null> {
  const [last = null] = await seqsOfEach(
    kindIds,
    1,
    (some) =>
      sql.all<{ seq: number }>(
        `select last as seq from (
         select (select max(seq) from change_event
                 where change_event.kind_id = event_kind.id and seq > $1 and seq <= $2) as last
         from event_kind where id in (${places(some, 3)})
       ) as each_kind
       where last is not null order by last desc limit 1`,
        [after, upTo, ...some],
      ),
    'last',
  )
  return last
}
