/** SQL of `webhook` as its queue sees it: which endpoints have something due, how they stand, and when to look again. */
import type { Dialect, Parameter, Reads, Row, Sql } from '../../platform/database/database.ts'
import { rowsOf, valuesIn } from '../../platform/database/lists.ts'
import type { Instant } from '../../values/brussels.ts'
import type { Pace, Standing } from './pacing.ts'

/** An endpoint as whoever sends to it needs it; `secret` is sealed. */
export type DueEndpoint = {
  id: string
  accountId: string
  url: string
  secret: string
  active: boolean
  epoch: number
  consecutiveFailures: number
  heldUntil: Instant
}

type EndpointRow = Row & {
  id: string
  account_id: string
  url: string
  secret: string
  active: number
  epoch: number
  consecutive_failures: number
  held_until: number
}

/** Whether there is any endpoint with something due. */
export async function isAnyDue(sql: Sql, now: Instant): Promise<boolean> {
  const row = await sql.one<{ id: string }>(
    'select id from webhook where due_at <= $1 and deleted_at is null order by due_at, id limit 1',
    [now],
  )
  return row !== null
}

/**
 * The first `limit` endpoints with something due, whoever waits longest first, but for those of some accounts. They are held
 * until the transaction ends; those that another holds are passed over.
 */
export async function dueEndpoints(
  transaction: Sql,
  dialect: Dialect,
  now: Instant,
  limit: number,
  passedAccounts: readonly string[],
): Promise<DueEndpoint[]> {
  const passed = passedAccounts.length === 0 ? null : valuesIn(passedAccounts, 3)
  const others = passed === null ? '' : `and account_id not in (${passed.places})`
  const rows = await transaction.all<EndpointRow>(
    `select id, account_id, url, secret, active, epoch, consecutive_failures, held_until from webhook
     where due_at <= $1 and deleted_at is null ${others}
     order by due_at, id limit $2 ${dialect.forUpdateSkipLocked}`,
    [now, limit, ...(passed?.values ?? [])],
  )
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    secret: row.secret,
    active: row.active === 1,
    epoch: row.epoch,
    consecutiveFailures: row.consecutive_failures,
    heldUntil: row.held_until,
  }))
}

/** How an endpoint stands, and in which of its lives. */
export type HeldEndpoint = Standing & { id: string; epoch: number }

/** Those of the endpoints that are there, held until the transaction ends, in one order for everybody. */
export async function holdEndpoints(
  transaction: Sql,
  dialect: Dialect,
  ids: readonly string[],
): Promise<Map<string, HeldEndpoint>> {
  type HeldRow = Row & {
    id: string
    active: number
    epoch: number
    consecutive_failures: number
    held_until: number
    last_success_at: number | null
  }
  if (ids.length === 0) return new Map()
  const { places, values } = valuesIn(ids, 1)
  const rows = await transaction.all<HeldRow>(
    `select id, active, epoch, consecutive_failures, held_until, last_success_at from webhook
     where id in (${places}) and deleted_at is null order by id ${dialect.forUpdate}`,
    values,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        active: row.active === 1,
        epoch: row.epoch,
        consecutiveFailures: row.consecutive_failures,
        heldUntil: row.held_until,
        lastSuccessAt: row.last_success_at,
      },
    ]),
  )
}

/** Writes how endpoints stand. */
export async function updateStandings(
  transaction: Sql,
  standings: readonly (Standing & { id: string })[],
): Promise<void> {
  if (standings.length === 0) return
  const rows = standings.map(({ id, active, consecutiveFailures, heldUntil, lastSuccessAt }): Parameter[] => [
    ...[id, active ? 1 : 0, consecutiveFailures, heldUntil, lastSuccessAt],
  ])
  const { places, values } = rowsOf(['text', 'integer', 'integer', 'bigint', 'bigint'], rows, 1)
  await transaction.run(
    `with standing (id, active, consecutive_failures, held_until, last_success_at) as (values ${places})
     update webhook set active = standing.active, consecutive_failures = standing.consecutive_failures,
       held_until = standing.held_until, last_success_at = standing.last_success_at
     from standing where webhook.id = standing.id`,
    values,
  )
}

/** What is queued for the endpoints and under way to them. */
export async function pacesOf(sql: Sql, ids: readonly string[], now: Instant): Promise<Map<string, Pace>> {
  type PaceRow = Row & {
    id: string
    consecutive_failures: number
    held_until: number
    under_way: number
    runs_out_at: number | null
    lost_at: number | null
    ping_at: number | null
    event_at: number | null
  }
  const of = (what: string, condition: string): string =>
    `(select ${what} from webhook_delivery d where d.webhook_id = webhook.id and ${condition})`
  const queued = (lane: 0 | 1): string =>
    `(select d.due_at from webhook_delivery d where d.webhook_id = webhook.id and d.lane = ${lane} and d.due_at is not null
        and d.claimed_until is null order by d.due_at limit 1)`
  if (ids.length === 0) return new Map()
  const { places, values } = valuesIn(ids, 2)
  const rows = await sql.all<PaceRow>(
    `select id, consecutive_failures, held_until, ${of('count(*)', 'd.claimed_until > $1')} as under_way,
       ${of('min(d.claimed_until)', 'd.claimed_until > $1')} as runs_out_at,
       ${of('min(d.claimed_until)', 'd.claimed_until <= $1')} as lost_at,
       ${queued(0)} as ping_at, ${queued(1)} as event_at
     from webhook where id in (${places})`,
    [now, ...values],
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        consecutiveFailures: row.consecutive_failures,
        heldUntil: row.held_until,
        underWay: row.under_way,
        runsOutAt: row.runs_out_at,
        lostAt: row.lost_at,
        pingAt: row.ping_at,
        eventAt: row.event_at,
      },
    ]),
  )
}

/**
 * Says when each endpoint is to be looked at again (null: not before something is queued for it), and of some when they last had
 * something.
 */
export async function setDue(
  transaction: Sql,
  dues: ReadonlyMap<string, Instant | null>,
  succeeded: ReadonlyMap<string, Instant>,
): Promise<void> {
  if (dues.size === 0) return
  const rows = [...dues].map(([id, at]) => [id, at, succeeded.get(id) ?? null])
  const { places, values } = rowsOf(['text', 'bigint', 'bigint'], rows, 1)
  await transaction.run(
    `with due (id, at, succeeded_at) as (values ${places})
     update webhook set due_at = due.at, last_success_at = coalesce(due.succeeded_at, webhook.last_success_at)
     from due where webhook.id = due.id and webhook.deleted_at is null`,
    values,
  )
}

/** Has the endpoints looked at then, or earlier where they are to be anyway. */
export async function setDueBy(transaction: Sql, ids: readonly string[], at: Instant): Promise<void> {
  if (ids.length === 0) return
  const { places, values } = valuesIn(ids, 2)
  await transaction.run(
    `update webhook set due_at = case when due_at is null or due_at > $1 then $1 else due_at end
     where id in (${places})`,
    [at, ...values],
  )
}

/** An endpoint that is on, with the place of the feed after which it is to have events; `filters`: as stored. */
export type ListeningEndpoint = { id: string; accountId: string; filters: string; afterSeq: number }

/** The first `limit` endpoints of everybody that are on, after an id, by id. */
export async function activeEndpoints(sql: Sql, after: string, limit: number): Promise<ListeningEndpoint[]> {
  const rows = await sql.all<{ id: string; account_id: string; filters: string; after_seq: number }>(
    `select id, account_id, filters, after_seq from webhook
     where id > $1 and active = 1 and deleted_at is null order by id limit $2`,
    [after, limit],
  )
  return rows.map(({ id, account_id, filters, after_seq }) => ({
    id,
    accountId: account_id,
    filters,
    afterSeq: after_seq,
  }))
}

/** Those of the endpoints that are on, held until the transaction ends, each with the place after which it is to have events. */
export async function placesOf(
  transaction: Sql,
  dialect: Dialect,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const { places, values } = valuesIn(ids, 1)
  const rows = await transaction.all<{ id: string; after_seq: number }>(
    `select id, after_seq from webhook
     where id in (${places}) and active = 1 and deleted_at is null order by id ${dialect.forUpdate}`,
    values,
  )
  return new Map(rows.map(({ id, after_seq }) => [id, after_seq]))
}

/** Whether a claim ends after `claimEnd`, or a delivery that was never attempted is due after `dueEnd`. */
export async function isAnyAhead(reads: Reads, claimEnd: Instant, dueEnd: Instant): Promise<boolean> {
  const row = await reads.one<{ webhook_id: string }>(
    `select webhook_id from webhook_delivery
     where claimed_until is not null and claimed_until > $1
     union all
     select webhook_id from webhook_delivery
     where due_at is not null and due_at > $2 and attempts = 0 and claimed_until is null
     limit 1`,
    [claimEnd, dueEnd],
  )
  return row !== null
}

/**
 * Has deliveries due now that were never attempted, or were due when they were claimed, claims end no later than one of now, and
 * every endpoint looked at. Whoever finds the same does it once more, and nothing is otherwise by it. What waits after a failure
 * waits for as long as the clock went back in addition.
 */
export async function dueAgain(transaction: Sql, { forUpdate }: Dialect, now: Instant, claimMs: number): Promise<void> {
  // Endpoints before their deliveries, in one order for everybody.
  await transaction.all(
    `select id from webhook
     where (due_at > $1 and deleted_at is null)
        or id in (select webhook_id from webhook_delivery where due_at is not null and due_at > $1)
        or id in (select webhook_id from webhook_delivery where claimed_until is not null and claimed_until > $1)
     order by id ${forUpdate}`,
    [now],
  )
  await transaction.run(
    `update webhook_delivery set due_at = $1
     where due_at is not null and due_at > $1 and (attempts = 0 or claimed_until is not null)`,
    [now],
  )
  await transaction.run(
    `update webhook_delivery set claimed_until = $1 where claimed_until is not null and claimed_until > $1`,
    [now + claimMs],
  )
  await transaction.run('update webhook set due_at = $1 where due_at > $1 and deleted_at is null', [now])
}
