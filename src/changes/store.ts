/** SQL of the change feed: `feed_head` (one row) and `change_event`. */
import type { Parameter, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { EventDraft } from './core/event.ts'

/**
 * Locks the head of the feed until the transaction ends, and moves its time (never back) and, by `publicationsBy`, its
 * publication. Who holds it is the only one to append, so the order of `seq` is the order of the commits.
 */
export async function takeHead(transaction: Sql, now: Instant, publicationsBy: 0 | 1): Promise<Head> {
  const row = await transaction.one<{ last_seq: number; last_created_at: number; publication: number }>(
    `update feed_head
     set last_created_at = case when last_created_at > $1 then last_created_at else $1 end,
         publication = publication + $2
     returning last_seq, last_created_at, publication`,
    [now, publicationsBy],
  )
  if (row === null) throw new Error('feed_head has no row: the store has not been migrated')
  return { lastSeq: row.last_seq, createdAt: row.last_created_at, publication: row.publication }
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
] as const

/** Writes events at consecutive places, the first at `firstSeq`, all with one time. */
export async function insertEvents(
  transaction: Sql,
  firstSeq: number,
  createdAt: Instant,
  events: readonly EventDraft[],
): Promise<void> {
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
  ])
  await transaction.insertMany('change_event', eventColumns, rows)
}
