/** SQL of `feed_consumer`, and of reading the feed as consumers do: every event whoever may see it, or versions alone. */
import type { Row, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { Region, Topic } from '../values/vocabularies.ts'
import type { Diff } from './event/event.ts'
import type { StoredEvent } from './event/render-event.ts'
import { type EventRow, eventColumns, eventOf } from './feed-store.ts'

/** An event with what decides who is told of it. */
export type ConsumedEvent = StoredEvent & {
  sourceId: string | null
  /** Whose event it is; null: everybody's. */
  accountId: string | null
  regions: readonly Region[]
  topics: readonly Topic[]
}

/** How far a consumer has come. One that is new begins at the newest event. */
export async function consumerPosition(sql: Sql, name: string): Promise<number> {
  const text = 'select position from feed_consumer where name = $1'
  const known = await sql.one<{ position: number }>(text, [name])
  if (known !== null) return known.position
  await sql.run(
    `insert into feed_consumer (name, position) select cast($1 as text), last_seq from feed_head where id = 1
     on conflict (name) do nothing`,
    [name],
  )
  const born = await sql.one<{ position: number }>(text, [name])
  if (born === null) throw new Error('feed_head has no row: the store has not been migrated')
  return born.position
}

/** Moves a consumer on; false when it does not stand at `from` any more: then another has acted on what follows. */
export async function moveConsumer(transaction: Sql, name: string, from: number, to: number): Promise<boolean> {
  const moved = await transaction.run('update feed_consumer set position = $3 where name = $1 and position = $2', [
    name,
    from,
    to,
  ])
  return moved === 1
}

type ConsumedRow = EventRow & { source_id: string | null; account_id: string | null; regions: string; topics: string }

/** The first `limit` events after that place, in their order. */
export async function eventsAfter(sql: Sql, after: number, limit: number): Promise<ConsumedEvent[]> {
  const rows = await sql.all<ConsumedRow>(
    `select ${eventColumns}, source_id, account_id, regions, topics from change_event where seq > $1
     order by seq limit $2`,
    [after, limit],
  )
  return rows.map((row: ConsumedRow & Row) => ({
    ...eventOf(row),
    sourceId: row.source_id,
    accountId: row.account_id,
    regions: JSON.parse(row.regions) as Region[],
    topics: JSON.parse(row.topics) as Topic[],
  }))
}

/** The place of the newest event. */
export async function newestSeq(sql: Sql): Promise<number> {
  const row = await sql.one<{ last_seq: number }>('select last_seq from feed_head where id = 1')
  if (row === null) throw new Error('feed_head has no row: the store has not been migrated')
  return row.last_seq
}

/** Events that a consumer has not acted on: how many places of the feed, and when the first of them was made. */
export async function eventsBehind(
  sql: Sql,
  name: string,
): Promise<{ events: number; oldestAt: Instant | null } | null> {
  const row = await sql.one<{ events: number; oldest: number | null }>(
    `select f.last_seq - c.position as events,
       (select e.created_at from change_event e where e.seq > c.position order by e.seq limit 1) as oldest
     from feed_consumer c join feed_head f on f.id = 1 where c.name = $1`,
    [name],
  )
  return row === null ? null : { events: row.events, oldestAt: row.oldest }
}

/** Versions that a consumer has not acted on: how many (counted up to a bound), and when the first of them began. */
export type Backlog = { versions: number; oldestAt: Instant | null }

export async function backlogOf(sql: Sql, name: string, countMax: number): Promise<Backlog> {
  const row = await sql.one<{ versions: number; oldest: number | null }>(
    `select count(*) as versions, min(created_at) as oldest from (
       select e.created_at from feed_consumer c join change_event e on e.seq > c.position
       where c.name = $1 and e.account_id is null and e.subject = 'subsidy' and e.version is not null
       order by e.seq limit $2
     ) as waiting`,
    [name, countMax],
  )
  return { versions: row?.versions ?? 0, oldestAt: row?.oldest ?? null }
}

/** A version of a measure, as its event tells it. */
export type VersionEvent = {
  seq: number
  subsidyId: string
  version: number
  /** When the version began. */
  createdAt: Instant
  /** Of a merge: every id that leads to the measure since then, those of measures that had been merged before among them. */
  newlyMergedFrom: readonly string[]
}

type VersionEventRow = Row & {
  seq: number
  subject_id: string
  version: number
  created_at: number
  merge_diff: string | null
}

/** The path in a diff that says which measures lead to another. */
const mergedFromPath = 'related.merged_from'

/** The first `limit` versions whose events stand after one place and up to another, in their order. */
export async function versionEventsBetween(
  sql: Sql,
  after: number,
  upTo: number,
  limit: number,
): Promise<VersionEvent[]> {
  const rows = await sql.all<VersionEventRow>(
    `select seq, subject_id, version, created_at,
       case when categories like '%"subsidy.merged"%' then diff end as merge_diff
     from change_event
     where seq > $1 and seq <= $2 and account_id is null and subject = 'subsidy' and version is not null
     order by seq limit $3`,
    [after, upTo, limit],
  )
  return rows.map((row) => ({
    seq: row.seq,
    subsidyId: row.subject_id,
    version: row.version,
    createdAt: row.created_at,
    newlyMergedFrom: row.merge_diff === null ? [] : idsAdded(JSON.parse(row.merge_diff) as Diff),
  }))
}

/** The ids of these lists are texts: they are written by `diffMeasures` alone. */
function idsAdded(diff: Diff): string[] {
  const { from = [], to = [] } = (diff[mergedFromPath] ?? {}) as { from?: string[] | null; to?: string[] | null }
  return (to ?? []).filter((id) => !(from ?? []).includes(id))
}
