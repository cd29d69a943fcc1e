/** SQL of appending to the feed: `feed_head` (one row), `change_event` and `event_kind`; of keeping it for its time. */

import type { Parameter, Reads, Sql } from '../platform/database/database.ts'
import { valuesIn } from '../platform/database/lists.ts'
import { takesHead } from '../platform/database/lock-order.ts'
import { aheadText, processTime, refuseWrongClock } from '../platform/database/transaction-clock.ts'
import type { Instant } from '../values/brussels.ts'
import { type EventDraft, kindOf, kindText, subsidyIdOf } from './event/event.ts'

/**
 * Locks the head of the feed until the transaction ends, and moves its time (never back) and, by `publicationsBy`, its
 * publication. Who has locked it is the only one to append, so the order of `seq` is the order of the commits.
 *
 * The time never goes back, so one wrong clock would stamp everything after it. It is therefore that of the store's clock: `now`, put
 * right by how far this process's clock is from it. A process that is more than a minute off is refused (`StoreError`, `clock`).
 */
export async function takeHead(transaction: Sql, now: Instant, publicationsBy: 0 | 1): Promise<Head> {
  takesHead(transaction)
  const ahead = aheadText(transaction, '$3')
  const at = `(cast($1 as bigint) + ${ahead})`
  const row = await transaction.one<{
    last_seq: number
    last_created_at: number
    publication: number
    ahead: number
  }>(
    `update feed_head
     set last_created_at = case when last_created_at > ${at} then last_created_at else ${at} end,
         publication = publication + $2
     returning last_seq, last_created_at, publication, ${ahead} as ahead`,
    [now, publicationsBy, processTime()],
  )
  if (row === null) throw new Error('feed_head has no row: the store has not been migrated')
  refuseWrongClock(row.ahead)
  return { lastSeq: row.last_seq, createdAt: row.last_created_at, publication: row.publication }
}

/** The time of the newest event. */
export async function headTime(sql: Reads): Promise<Instant> {
  const row = await sql.one<{ last_created_at: number }>('select last_created_at from feed_head')
  return row?.last_created_at ?? 0
}

export type Head = { lastSeq: number; createdAt: Instant; publication: number }

/** Says how far the feed reaches; only whoever took the head in this transaction may call it. */
export async function setLastSeq(transaction: Sql, lastSeq: number): Promise<void> {
  await transaction.run('update feed_head set last_seq = $1', [lastSeq])
}

const eventColumns = [
  'seq',
  'id',
  'event',
  'created_at',
  'subject',
  'subject_id',
  'version',
  'source_id',
  'account_id',
  'categories',
  'regions',
  'topics',
  'diff',
  'summary',
  'links',
  'kind_id',
  'subsidy_id',
  'caused_by',
] as const

/** Ids of kinds by their text, as far as this transaction has met them. */
export type MetKinds = Map<string, number>

/**
 * Writes events at consecutive places, the first at `firstSeq`, all with one time. Only whoever took the head in this
 * transaction may call it: it also gives ids to kinds that are new.
 */
export async function insertEvents(
  transaction: Sql,
  firstSeq: number,
  createdAt: Instant,
  events: readonly EventDraft[],
  met: MetKinds,
): Promise<void> {
  const kinds = await meetKinds(transaction, events, met)
  const rows = events.map((event, index): Parameter[] => [
    firstSeq + index,
    event.id,
    event.event,
    createdAt,
    event.subject,
    event.subjectId,
    event.version,
    event.sourceId,
    event.accountId,
    JSON.stringify(event.categories),
    JSON.stringify(event.regions),
    JSON.stringify(event.topics),
    JSON.stringify(event.diff),
    JSON.stringify(event.summary),
    event.links === null ? null : JSON.stringify(event.links),
    met.get(kinds[index] ?? '') ?? null,
    subsidyIdOf(event),
    event.causedBy,
  ])
  await transaction.insertMany('change_event', eventColumns, rows)
}

/** Kinds that one statement names. */
const kindsPerStatement = 100

/**
 * Fills `met` with the ids of the events' kinds, and answers the kind of each event; one that is met for the first time is
 * given the next id. Only whoever took the head in this transaction may call it.
 */
export async function meetKinds(
  transaction: Sql,
  events: readonly EventDraft[],
  met: MetKinds,
): Promise<readonly string[]> {
  const kinds = events.map((event) => kindText(kindOf(event)))
  const accounts = new Map(kinds.map((kind, index) => [kind, events[index]?.accountId ?? null]))
  const asked = [...accounts.keys()].filter((kind) => !met.has(kind))
  for (let from = 0; from < asked.length; from += kindsPerStatement) {
    const some = asked.slice(from, from + kindsPerStatement)
    const { places, values } = valuesIn(some, 1)
    const rows = await transaction.all<{ id: number; facts: string }>(
      `select id, facts from event_kind where facts in (${places})`,
      values,
    )
    for (const { id, facts } of rows) met.set(facts, id)
  }
  const born = asked.filter((kind) => !met.has(kind))
  if (born.length === 0) return kinds
  const newest = await transaction.one<{ id: number | null }>('select max(id) as id from event_kind')
  const firstId = (newest?.id ?? 0) + 1
  for (const [index, kind] of born.entries()) met.set(kind, firstId + index)
  await transaction.insertMany(
    'event_kind',
    ['id', 'account_id', 'facts'],
    born.map((kind, index) => [firstId + index, accounts.get(kind) ?? null, kind]),
  )
  return kinds
}

/** The place of the last of the oldest `limit` events, as far as they are older than `before`; null: none is. */
export async function lastSeqBefore(sql: Sql, before: Instant, limit: number): Promise<number | null> {
  const row = await sql.one<{ seq: number | null }>(
    `select max(seq) as seq from
       (select seq from change_event where created_at < $1 order by created_at, seq limit $2) as oldest`,
    [before, limit],
  )
  return row?.seq ?? null
}

/** Deletes the events up to and with `seq`, and says that the feed begins after it. Takes the head of the feed, last. */
export async function deleteEventsUpTo(transaction: Sql, seq: number): Promise<number> {
  const deleted = await transaction.run('delete from change_event where seq <= $1', [seq])
  await transaction.run('update feed_head set first_seq = $1 where first_seq <= $2', [seq + 1, seq])
  return deleted
}

/**
 * Deletes the first `count` of an account's own events after a place, and answers the last one's; null: there were none.
 * Places that so become empty are as those that another account's events have.
 */
export async function deleteEventsOf(
  transaction: Sql,
  accountId: string,
  after: number,
  count: number,
): Promise<number | null> {
  const row = await transaction.one<{ last: number | null }>(
    `select max(seq) as last from (
       select seq from change_event where account_id = $1 and seq > $2 order by seq limit $3
     ) as first_ones`,
    [accountId, after, count],
  )
  const last = row?.last ?? null
  if (last === null) return null
  await transaction.run('delete from change_event where account_id = $1 and seq > $2 and seq <= $3', [
    accountId,
    after,
    last,
  ])
  return last
}

/** Deletes the kinds of an account that has no events any more, and what was prepared for it. */
export async function deleteKindsOf(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from event_kind where account_id = $1', [accountId])
  await sql.run('delete from prepared_event where account_id = $1', [accountId])
}
