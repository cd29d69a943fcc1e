/** SQL of `webhook_delivery` as a queue: rows put in, claimed, and ended. Whoever claims or ends holds their endpoint. */
import type { Dialect, Parameter, Row, Sql } from '../../platform/database/database.ts'
import { rowsOf, valuesIn } from '../../platform/database/lists.ts'
import type { Instant } from '../../values/brussels.ts'
import { attemptsMax } from '../../values/retry-steps.ts'
import type { EventType } from '../../values/vocabularies.ts'

/** An event of the feed for an endpoint. */
export type QueuedEvent = {
  id: string
  webhookId: string
  accountId: string
  eventId: string
  eventType: EventType
  /** The event's place in the feed: of what is queued at one instant the order. */
  seq: number
}

/** Puts events in the queue of their endpoints; one that an endpoint has been given already is given no second time. */
export async function insertDeliveries(transaction: Sql, events: readonly QueuedEvent[], now: Instant): Promise<void> {
  await transaction.insertMany(
    'webhook_delivery',
    ['id', 'webhook_id', 'account_id', 'event_id', 'event_type', 'seq', 'lane', 'status', 'created_at', 'due_at'],
    events.map(({ id, webhookId, accountId, eventId, eventType, seq }) => [
      ...[id, webhookId, accountId, eventId, eventType, seq],
      ...[1, 'pending', now, now],
    ]),
    'on conflict (webhook_id, event_id) do nothing',
  )
}

/** Of each endpoint that has any: how many claims hold, and how many have run out. */
export async function claimsOf(
  sql: Sql,
  webhookIds: readonly string[],
  now: Instant,
): Promise<ReadonlyMap<string, { underWay: number; lost: number }>> {
  if (webhookIds.length === 0) return new Map()
  const { places, values } = valuesIn(webhookIds, 2)
  const rows = await sql.all<{ webhook_id: string; claims: number; under_way: number }>(
    `select webhook_id, count(*) as claims, sum(case when claimed_until > $1 then 1 else 0 end) as under_way
     from webhook_delivery where webhook_id in (${places}) and claimed_until is not null
     group by webhook_id`,
    [now, ...values],
  )
  return new Map(
    rows.map(({ webhook_id, claims, under_way }) => [webhook_id, { underWay: under_way, lost: claims - under_way }]),
  )
}

/** Ends deliveries whose last attempt, the sixth or one that was made the last, was lost with its process. */
export async function failLostLasts(transaction: Sql, webhookIds: readonly string[], now: Instant): Promise<void> {
  if (webhookIds.length === 0) return
  const { places, values } = valuesIn(webhookIds, 3)
  await transaction.run(
    `update webhook_delivery set status = 'failed', due_at = null, claim_token = null, claimed_until = null,
       last_error = coalesce(last_error, 'connection')
     where webhook_id in (${places}) and claimed_until <= $1
       and (attempts >= $2 or is_last = 1)`,
    [now, attemptsMax, ...values],
  )
}

/** A delivery that may be claimed; `bodyBytes`: of what it sends, null where that has not been put into words. */
export type Candidate = { id: string; webhookId: string; eventId: string; lane: 0 | 1; bodyBytes: number | null }

/** What is asked of an endpoint's queue. */
type AskedOf = { id: string; most: number; pingsAlone: boolean }

/** The first deliveries of each endpoint that are due and that nobody has, at most so many of each; pings before all others. */
export async function firstDue(
  sql: Sql,
  dialect: Dialect,
  endpoints: readonly AskedOf[],
  now: Instant,
): Promise<Candidate[]> {
  if (endpoints.length === 0) return []
  type CandidateRow = Row & { id: string; webhook_id: string; event_id: string; lane: 0 | 1; body_bytes: number | null }
  const asked = endpoints.map(({ id, most, pingsAlone }) => [id, pingsAlone ? 0 : 1, most])
  // No endpoint has the id of the padding.
  const { places, values } = rowsOf(['text', 'integer', 'integer'], asked, 2, [null, 0, 0])
  const rows = await sql.all<CandidateRow>(firstDueText(dialect, places, values.length / askedColumns), [
    now,
    ...values,
  ])
  return rows.map(({ id, webhook_id, event_id, lane, body_bytes }) => ({
    ...{ id, webhookId: webhook_id, eventId: event_id, lane, bodyBytes: body_bytes },
  }))
}

/** Of each endpoint its id, the highest lane and how many. */
const askedColumns = 3

/** $1: now; then what is asked of each endpoint, as `rows`. */
function firstDueText({ eachOf }: Dialect, rows: string, endpoints: number): string {
  // Of the text its length alone, which neither engine reads the text for.
  const wanted = 'id, webhook_id, event_id, lane, due_at, seq, octet_length(body) as body_bytes'
  // A lane at a time: so what is due later is behind the end of the search, and not walked over.
  const ofLane = (id: string, lane: 0 | 1, asked: string, most: string): string =>
    `select * from (select ${wanted} from webhook_delivery
       where webhook_id = ${id} and lane = ${lane} ${asked} and due_at <= $1
         and (claimed_until is null or claimed_until <= $1)
       order by due_at, seq limit ${most}) as lane_${lane}`
  const firstOf = (id: string, highest: string, most: string): string =>
    `select * from (${ofLane(id, 0, '', most)} union all ${ofLane(id, 1, `and ${highest} = 1`, most)}) as of_lanes
     order by lane, due_at, seq limit ${most}`
  const places = Array.from({ length: endpoints }, (_, index) => askedColumns * index + 2)
  if (eachOf === null) {
    return places
      .map((at) => `select * from (${firstOf(`$${at}`, `$${at + 1}`, `$${at + 2}`)}) as of_${at}`)
      .join(' union all ')
  }
  return `with asked (webhook, highest, most) as (values ${rows})
    select first_ones.* from asked ${eachOf} (${firstOf('asked.webhook', 'asked.highest', 'asked.most')}) as first_ones`
}

/** A claimed delivery; `attempt` is the number of the one that is to be made now. `body` null: none has been made yet. */
export type ClaimedDelivery = {
  id: string
  webhookId: string
  eventId: string
  eventType: EventType
  attempt: number
  body: string | null
}

/**
 * Claims the deliveries until then, and counts an attempt of each. `body` is kept where it is given, so that every attempt sends
 * the same.
 */
export async function claim(
  transaction: Sql,
  deliveries: readonly { id: string; body: string | null }[],
  token: string,
  until: Instant,
): Promise<ClaimedDelivery[]> {
  type ClaimedRow = Row & {
    id: string
    webhook_id: string
    event_id: string
    event_type: EventType
    attempts: number
    body: string | null
  }
  if (deliveries.length === 0) return []
  const pairs = deliveries.map(({ id, body }) => [id, body])
  const { places, values } = rowsOf(['text', 'text'], pairs, 3, [null, null])
  const rows = await transaction.all<ClaimedRow>(
    `with chosen (id, body) as (values ${places})
     update webhook_delivery set attempts = attempts + 1, claim_token = $1, claimed_until = $2,
       body = coalesce(webhook_delivery.body, chosen.body)
     from chosen where webhook_delivery.id = chosen.id
     returning webhook_delivery.id as id, webhook_id, event_id, event_type, attempts, webhook_delivery.body as body`,
    [token, until, ...values],
  )
  return rows.map((row) => ({
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    eventType: row.event_type,
    attempt: row.attempts,
    body: row.body,
  }))
}

/** What becomes of a claimed delivery. `dueAt` null: it is over. */
export type Ended = {
  id: string
  token: string
  status: 'pending' | 'delivered' | 'failed'
  lastStatus: number | null
  lastError: string | null
  deliveredAt: Instant | null
  dueAt: Instant | null
  /** What is added to its log of attempts. */
  logged: string
}

/** Ends claims with what came of them; answers the deliveries whose claims were still held by whoever ends them. */
export async function endClaims(transaction: Sql, ended: readonly Ended[]): Promise<ReadonlySet<string>> {
  if (ended.length === 0) return new Set()
  const rows = ended.map(({ id, token, status, lastStatus, lastError, deliveredAt, dueAt, logged }): Parameter[] => [
    ...[id, token, status, lastStatus, lastError, deliveredAt, dueAt, logged],
  ])
  const casts = ['text', 'text', 'text', 'integer', 'text', 'bigint', 'bigint', 'text'] as const
  const { places, values } = rowsOf(
    casts,
    rows,
    1,
    rows[0]?.map(() => null),
  )
  const done = await transaction.all<{ id: string }>(
    `with ended (id, token, status, last_status, last_error, delivered_at, due_at, logged) as (values ${places})
     update webhook_delivery set status = ended.status, last_status = ended.last_status, last_error = ended.last_error,
       delivered_at = ended.delivered_at, due_at = ended.due_at, claim_token = null, claimed_until = null,
       attempt_log = coalesce(webhook_delivery.attempt_log, '') || ended.logged
     from ended where webhook_delivery.id = ended.id and webhook_delivery.claim_token = ended.token
     returning webhook_delivery.id as id`,
    values,
  )
  return new Set(done.map(({ id }) => id))
}

/** Has deliveries that nobody has claimed tried later, though no attempt was made. */
export async function postpone(transaction: Sql, ids: readonly string[], until: Instant): Promise<void> {
  if (ids.length === 0) return
  const { places, values } = valuesIn(ids, 2)
  await transaction.run(`update webhook_delivery set due_at = $1 where id in (${places})`, [until, ...values])
}

/** Fails what is queued for an endpoint; what is under way to it ends by itself. */
export async function failQueued(transaction: Sql, webhookId: string, now: Instant): Promise<void> {
  await transaction.run(
    `update webhook_delivery set status = 'failed', due_at = null, claim_token = null, claimed_until = null
     where webhook_id = $1 and due_at is not null and (claimed_until is null or claimed_until <= $2)`,
    [webhookId, now],
  )
}

/** Deliveries that wait: how many, up to `countMax`, and since when the oldest of them is due. */
export async function waitingDeliveries(
  sql: Sql,
  countMax: number,
): Promise<{ waiting: number; dueSince: Instant | null }> {
  const row = await sql.one<Row & { waiting: number; due_since: number | null }>(
    `select count(*) as waiting, min(due_at) as due_since
     from (select due_at from webhook_delivery where due_at is not null limit $1) as rows_waiting`,
    [countMax],
  )
  return { waiting: row?.waiting ?? 0, dueSince: row?.due_since ?? null }
}

/**
 * `due`: deliveries that may be sent now and that nobody is at, up to `countMax`, of the `endpointsMax` endpoints that wait longest.
 * `oldestMs`: for how many milliseconds of the store's clock the first of the endpoints waits to be looked at; null: none does.
 * That is the service's own delay: an endpoint that is slow, in the gap after failures, or without a plan for it is due later.
 */
export async function dueDeliveries(
  sql: Sql,
  { now }: Dialect,
  bounds: { endpointsMax: number; countMax: number },
): Promise<{ due: number; oldestMs: number | null }> {
  const row = await sql.one<Row & { due: number; oldest: number | null }>(
    `with waiting as materialized (
       select id, due_at from webhook where due_at <= ${now} and deleted_at is null order by due_at, id limit $1
     )
     select ${now} - (select min(due_at) from waiting) as oldest, (
       select count(*) from (
         select d.id from waiting w join webhook_delivery d on d.webhook_id = w.id
         where d.due_at <= ${now} and (d.claimed_until is null or d.claimed_until <= ${now}) limit $2
       ) as rows_due
     ) as due`,
    [bounds.endpointsMax, bounds.countMax],
  )
  return { due: row?.due ?? 0, oldestMs: row?.oldest ?? null }
}
