/** SQL of `prepared_event`: events that lie ready to be appended, and their way into the feed. */
import type { Parameter, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { type EventDraft, kindOf, kindText, subsidyIdOf } from './event/event.ts'

const preparedColumns = [
  'preparation_id',
  'position',
  'id',
  'event',
  'subject',
  'subject_id',
  'version',
  'source_id',
  'account_id',
  'kind',
  'subsidy_id',
  'tells_time',
  'categories',
  'regions',
  'topics',
  'links',
  'summary',
  'diff',
] as const

/** An event at its position among those of a preparation; `tellsTime`: see `appendPreparedEvents`. */
export type PreparedEvent = { position: number; event: EventDraft; tellsTime: boolean }

export async function insertPreparedEvents(
  transaction: Sql,
  preparationId: string,
  prepared: readonly PreparedEvent[],
): Promise<void> {
  const rows = prepared.map(({ position, event, tellsTime }): Parameter[] => [
    preparationId,
    position,
    event.id,
    event.event,
    event.subject,
    event.subjectId,
    event.version,
    event.sourceId,
    event.accountId,
    kindText(kindOf(event)),
    subsidyIdOf(event),
    tellsTime ? 1 : 0,
    JSON.stringify(event.categories),
    JSON.stringify(event.regions),
    JSON.stringify(event.topics),
    event.links === null ? null : JSON.stringify(event.links),
    JSON.stringify(event.summary),
    JSON.stringify(event.diff),
  ])
  await transaction.insertMany('prepared_event', preparedColumns, rows)
}

export type PreparedStretch = { preparationId: string; after: number; upTo: number }

/**
 * Appends the events after one position and up to another, in their order, at consecutive places after `lastSeq`; where
 * one tells the time of its appending, the word `timeWord` of its diff becomes `timeText`. Its kind must be known. Only
 * whoever took the head of the feed in this transaction may call it. Answers how many there were.
 */
export async function appendPreparedEvents(
  transaction: Sql,
  { preparationId, after, upTo }: PreparedStretch,
  at: { lastSeq: number; createdAt: Instant; timeWord: string; timeText: string },
): Promise<number> {
  return transaction.run(
    `insert into change_event (seq, id, event, created_at, subject, subject_id, version, source_id, account_id,
       categories, regions, topics, diff, summary, links, kind_id, subsidy_id)
     select cast($4 as bigint) + row_number() over (order by p.position), p.id, p.event, cast($5 as bigint), p.subject,
       p.subject_id, p.version, p.source_id, p.account_id, p.categories, p.regions, p.topics,
       case when p.tells_time = 1 then replace(p.diff, $6, $7) else p.diff end, p.summary, p.links,
       (select k.id from event_kind k where k.facts = p.kind), p.subsidy_id
     from prepared_event p
     where p.preparation_id = $1 and p.position > $2 and p.position <= $3
     order by p.position`,
    [preparationId, after, upTo, at.lastSeq, at.createdAt, at.timeWord, at.timeText],
  )
}

/** Takes back what was prepared at these positions. */
export async function deletePreparedEvents(
  transaction: Sql,
  preparationId: string,
  positions: readonly number[],
): Promise<void> {
  for (const position of positions)
    await transaction.run('delete from prepared_event where preparation_id = $1 and position = $2', [
      preparationId,
      position,
    ])
}

/** Deletes at most `limit` events of a preparation that is done; answers how many there were. */
export async function sweepPreparedEvents(sql: Sql, preparationId: string, limit: number): Promise<number> {
  return sql.run(
    `delete from prepared_event where preparation_id = $1 and position in (
       select position from prepared_event where preparation_id = $1 order by position limit $2)`,
    [preparationId, limit],
  )
}
