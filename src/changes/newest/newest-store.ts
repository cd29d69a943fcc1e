/** SQL of reading the feed backwards: the last places of some kinds of events, and what is told of the last ones. */

import type { Row, Sql } from '../../platform/database/database.ts'
import { valuesIn } from '../../platform/database/lists.ts'
import type { EventType, Region, Topic } from '../../values/vocabularies.ts'
import type { EventSubject } from '../event/event.ts'
import type { NewestEvent } from '../event/render-event.ts'
import { type EventRow, type Stretch, seqsOfEach } from '../feed-store.ts'

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
        `select seq from change_event where seq > $1 and seq <= $2 and kind_id in (${valuesIn(some, 4).places})
       order by seq desc limit $3`,
        [after, upTo, limit, ...valuesIn(some, 4).values],
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
         from event_kind where id in (${valuesIn(some, 3).places})
       ) as each_kind
       where last is not null order by last desc limit 1`,
        [after, upTo, ...valuesIn(some, 3).values],
      ),
    'last',
  )
  return last
}

type NewestRow = Row & Pick<EventRow, 'seq' | 'id' | 'event' | 'created_at' | 'subject_id' | 'categories' | 'summary'>

/** The events at these places, newest first. */
export async function newestEventsAt(sql: Sql, seqs: readonly number[]): Promise<NewestEvent[]> {
  if (seqs.length === 0) return []
  const { places, values } = valuesIn(seqs, 1)
  const rows = await sql.all<NewestRow>(
    `select seq, id, event, created_at, subject_id, categories, summary from change_event
     where seq in (${places}) order by seq desc`,
    values,
  )
  return rows.map((row) => ({
    seq: row.seq,
    id: row.id,
    event: row.event,
    createdAt: row.created_at,
    subjectId: row.subject_id,
    // The JSON of these columns is written by `insertEvents` alone.
    categories: JSON.parse(row.categories) as EventType[],
    summary: JSON.parse(row.summary) as Record<string, unknown>,
  }))
}

/** Of an event what decides who is told of it, without its texts. */
export type ToldEvent = {
  seq: number
  id: string
  event: EventType
  subject: EventSubject
  subjectId: string
  sourceId: string | null
  categories: readonly EventType[]
  regions: readonly Region[]
  topics: readonly Topic[]
}

type ToldRow = Row & {
  seq: number
  id: string
  event: EventType
  subject: EventSubject
  subject_id: string
  source_id: string | null
  categories: string
  regions: string
  topics: string
}

/** Everybody's events, and the account's own, in the stretch, newest first: every place of it is looked at. */
export async function toldIn(sql: Sql, accountId: string, { after, upTo }: Stretch): Promise<ToldEvent[]> {
  const rows = await sql.all<ToldRow>(
    `select seq, id, event, subject, subject_id, source_id, categories, regions, topics from change_event
     where seq > $1 and seq <= $2 and (account_id is null or account_id = $3) order by seq desc`,
    [after, upTo, accountId],
  )
  return rows.map((row) => ({
    seq: row.seq,
    id: row.id,
    event: row.event,
    subject: row.subject,
    subjectId: row.subject_id,
    sourceId: row.source_id,
    // The JSON of these columns is written by `insertEvents` alone.
    categories: JSON.parse(row.categories) as EventType[],
    regions: JSON.parse(row.regions) as Region[],
    topics: JSON.parse(row.topics) as Topic[],
  }))
}
