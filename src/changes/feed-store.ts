/** SQL of reading the feed: how far it reaches, the kinds of its events, the places of those asked for, and the events. */

import type { Reads, Row, Sql } from '../platform/database/database.ts'
import { valuesIn } from '../platform/database/lists.ts'
import type { Instant } from '../values/brussels.ts'
import type { EventType } from '../values/vocabularies.ts'
import { type Diff, type EventKind, type EventSubject, parseKind } from './event/event.ts'
import type { StoredEvent } from './event/render-event.ts'
import type { Extent } from './event/retention.ts'

/**
 * How far the feed reaches, and the publication of the same commit. What is read afterwards up to `lastSeq` is complete
 * and does not change: places are given in the order of the commits. Events before `oldestServed` count as gone.
 */
export async function extentOf(sql: Sql, oldestServed: Instant): Promise<Extent & { publication: number }> {
  const row = await sql.one<{ last_seq: number; publication: number; first_seq: number; aged: number | null }>(
    `select last_seq, publication, first_seq,
       (select seq from change_event where created_at < $1 order by created_at desc, seq desc limit 1) as aged
     from feed_head where id = 1`,
    [oldestServed],
  )
  if (row === null) throw new Error('feed_head has no row: the store has not been migrated')
  return {
    lastSeq: row.last_seq,
    goneSeq: Math.max(row.first_seq - 1, row.aged ?? 0),
    publication: row.publication,
  }
}

/** The place of the first event at or after `since`; null where there is none. `created_at` never decreases along it. */
export async function firstSeqSince(sql: Sql, since: Instant): Promise<number | null> {
  const row = await sql.one<{ seq: number }>(
    'select seq from change_event where created_at >= $1 order by created_at, seq limit 1',
    [since],
  )
  return row?.seq ?? null
}

export type KnownKind = { id: number; kind: EventKind }

/** Kinds of events for everybody, newer than `afterId`, oldest first. */
export async function publicKindsAfter(sql: Sql, afterId: number): Promise<KnownKind[]> {
  const rows = await sql.all<KindRow>(
    'select id, facts from event_kind where account_id is null and id > $1 order by id',
    [afterId],
  )
  return rows.map(kindOfRow)
}

/** Kinds of an account's own events: a few, by type and regions. */
export async function kindsOfAccount(sql: Sql, accountId: string): Promise<KnownKind[]> {
  return (await sql.all<KindRow>('select id, facts from event_kind where account_id = $1', [accountId])).map(kindOfRow)
}

type KindRow = Row & { id: number; facts: string }

function kindOfRow(row: KindRow): KnownKind {
  return { id: row.id, kind: parseKind(row.facts) }
}

/** After `after`, up to and with `upTo`. */
export type Stretch = { after: number; upTo: number }

/** The first `limit` places of everybody's events, and the account's own, in the stretch: every place of it is looked at. */
export async function seqsSeenBy(
  sql: Sql,
  accountId: string,
  { after, upTo }: Stretch,
  limit: number,
): Promise<number[]> {
  const rows = await sql.all<{ seq: number }>(
    `select seq from change_event where seq > $1 and seq <= $2 and (account_id is null or account_id = $3)
     order by seq limit $4`,
    [after, upTo, accountId, limit],
  )
  return rows.map((row) => row.seq)
}

/** Kinds that one statement names. */
const kindsPerStatement = 500

/** The first `limit` places of events of these kinds in the stretch, in order. */
export async function seqsOfKinds(
  sql: Sql,
  kindIds: readonly number[],
  { after, upTo }: Stretch,
  limit: number,
): Promise<number[]> {
  return seqsOfEach(kindIds, limit, (some) =>
    sql.all<{ seq: number }>(
      `select seq from change_event where seq > $1 and seq <= $2 and kind_id in (${valuesIn(some, 4).places})
       order by seq limit $3`,
      [after, upTo, limit, ...valuesIn(some, 4).values],
    ),
  )
}

/**
 * As above, of events about these measures. Of one measure there are thousands of events at most, so all that are left
 * are put in order: the order by an expression keeps the planner from walking the whole feed for them instead.
 */
export async function seqsOfSubsidies(
  sql: Sql,
  subsidyIds: readonly string[],
  kindIds: readonly number[],
  { after, upTo }: Stretch,
  limit: number,
): Promise<number[]> {
  const subsidies = valuesIn(subsidyIds, 4)
  return seqsOfEach(kindIds, limit, (some) => {
    const kinds = valuesIn(some, 4 + subsidies.values.length)
    return sql.all<{ seq: number }>(
      `select seq from change_event where subsidy_id in (${subsidies.places})
         and kind_id in (${kinds.places}) and seq > $1 and seq <= $2
       order by seq + 0 limit $3`,
      [after, upTo, limit, ...subsidies.values, ...kinds.values],
    )
  })
}

/** The place of the next event of these kinds in the stretch: one look into the index a kind. Null: there is none. */
export async function nextSeqOfKinds(
  sql: Sql,
  kindIds: readonly number[],
  { after, upTo }: Stretch,
): Promise<number | null> {
  const [next = null] = await seqsOfEach(kindIds, 1, (some) =>
    sql.all<{ seq: number }>(
      `select next as seq from (
         select (select min(seq) from change_event
                 where change_event.kind_id = event_kind.id and seq > $1 and seq <= $2) as next
         from event_kind where id in (${valuesIn(some, 3).places})
       ) as each_kind
       where next is not null order by next limit 1`,
      [after, upTo, ...valuesIn(some, 3).values],
    ),
  )
  return next
}

/**
 * The first `limit` places of what `ask` answers for kinds (`last`: the last ones, the newest first), asked for in statements
 * of a bounded size, each of which answers in that order.
 */
export async function seqsOfEach(
  kindIds: readonly number[],
  limit: number,
  ask: (some: readonly number[]) => Promise<{ seq: number }[]>,
  end: 'first' | 'last' = 'first',
): Promise<number[]> {
  const seqs: number[] = []
  for (let from = 0; from < kindIds.length; from += kindsPerStatement) {
    seqs.push(...(await ask(kindIds.slice(from, from + kindsPerStatement))).map((row) => row.seq))
  }
  const sign = end === 'first' ? 1 : -1
  if (kindIds.length > kindsPerStatement) seqs.sort((left, right) => sign * (left - right))
  return seqs.slice(0, limit)
}

export type EventRow = Row & {
  seq: number
  id: string
  event: EventType
  created_at: number
  subject: EventSubject
  subject_id: string
  version: number | null
  categories: string
  diff: string
  summary: string
  links: string | null
}

/** What a statement reads of an event, for `eventOf`. */
export const eventColumns = 'seq, id, event, created_at, subject, subject_id, version, categories, diff, summary, links'

export function eventOf(row: EventRow): StoredEvent {
  return {
    seq: row.seq,
    id: row.id,
    event: row.event,
    createdAt: row.created_at,
    subject: row.subject,
    subjectId: row.subject_id,
    version: row.version,
    // The JSON of these columns is written by `insertEvents` alone.
    categories: JSON.parse(row.categories) as EventType[],
    diff: JSON.parse(row.diff) as Diff,
    summary: JSON.parse(row.summary) as Record<string, unknown>,
    links: row.links === null ? null : (JSON.parse(row.links) as StoredEvent['links']),
  }
}

/** The events at these places, in order. */
export async function eventsAt(sql: Sql, seqs: readonly number[]): Promise<StoredEvent[]> {
  if (seqs.length === 0) return []
  const { places, values } = valuesIn(seqs, 1)
  const rows = await sql.all<EventRow>(
    `select ${eventColumns} from change_event where seq in (${places}) order by seq`,
    values,
  )
  return rows.map(eventOf)
}

/** Those of the events that are there, in no order. */
export async function eventsOfIds(sql: Sql, ids: readonly string[]): Promise<StoredEvent[]> {
  if (ids.length === 0) return []
  const { places, values } = valuesIn(ids, 1)
  const rows = await sql.all<EventRow>(`select ${eventColumns} from change_event where id in (${places})`, values)
  return rows.map(eventOf)
}

/**
 * Where the feed stands, the id of its newest event, and the id of the event at a position; each null where there is none, or
 * none any more.
 */
export async function headWithEvents(
  sql: Reads,
  position: number,
): Promise<{ publication: number; position: number; eventId: string | null; eventIdThere: string | null }> {
  const row = await sql.one<{
    publication: number
    last_seq: number
    newest_id: string | null
    id_there: string | null
  }>(
    `select publication, last_seq, (select id from change_event where seq = feed_head.last_seq) as newest_id,
       (select id from change_event where seq = $1) as id_there
     from feed_head where id = 1`,
    [position],
  )
  return {
    ...{ publication: row?.publication ?? 0, position: row?.last_seq ?? 0 },
    ...{ eventId: row?.newest_id ?? null, eventIdThere: row?.id_there ?? null },
  }
}
