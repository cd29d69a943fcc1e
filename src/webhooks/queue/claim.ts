/**
 * Claiming deliveries: in one short transaction some endpoints are held that have something due, whoever waits longest first,
 * and of each what may be sent to it now is claimed. Endpoints are served in turn: one that was served stands behind those
 * who wait, however much is queued for it. So the rows of one that hangs are in nobody's way.
 *
 * What is read for an attempt is read here, and nowhere kept: secret, address, and that the plan has webhooks. An event is put
 * into words at its first attempt, with the licences of that moment, and every attempt sends that text.
 */
import { randomUUID } from 'node:crypto'
import { accountsWith } from '../../accounts/operations.ts'
import { renderEvent, type StoredEvent } from '../../changes/event/render-event.ts'
import { eventsById } from '../../changes/events-by-id.ts'
import type { Diff } from '../../measures/diff/diff.ts'
import { diffShownNow } from '../../measures/versions/shown-diff.ts'
import type { Dialect, Sql } from '../../platform/database/database.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import {
  type ClaimedDelivery,
  claim,
  endClaims,
  failLostLasts,
  failQueued,
  firstDue,
  keepBody,
  underWayOf,
} from './delivery-store.ts'
import { type DueEndpoint, dueEndpoints, pacesOf, setDue } from './endpoint-store.ts'
import { allowance, dueOf } from './pacing.ts'

/** A delivery that is to be attempted now, with all that its attempt needs. `token`: of the claim; `until`: when that runs out. */
export type Claimed = Omit<ClaimedDelivery, 'body'> & {
  endpoint: DueEndpoint
  body: string
  token: string
  until: Instant
}

export type Asked = {
  now: Instant
  /** How long the claims hold. */
  claimMs: number
  /** Deliveries that this process can begin. */
  limit: number
  /** How many more of an account this process may have under way. */
  roomOf(accountId: string): number
  /** Accounts that have no room. */
  passedAccounts: readonly string[]
}

/** Endpoints looked at in one transaction. */
const endpointsAtOnce = 32
/** When an endpoint is looked at again whose plan lacks webhooks, with what waits for it. */
const lackingLookMs = 15_000

/** Claims what may be sent now. */
export async function claimDue(transaction: Sql, dialect: Dialect, asked: Asked): Promise<Claimed[]> {
  const { now } = asked
  const held = await dueEndpoints(transaction, dialect, now, endpointsAtOnce, asked.passedAccounts)
  if (held.length === 0) return []
  const mayHave = await accountsWith(transaction, [...new Set(held.map(({ accountId }) => accountId))], 'webhooks')
  const endpoints = held.filter(({ accountId }) => mayHave.has(accountId))
  const claimed = await claimOf(transaction, endpoints, asked)
  const dues = new Map(
    held.filter(({ accountId }) => !mayHave.has(accountId)).map(({ id }) => [id, now + lackingLookMs] as const),
  )
  const paces = endpoints.length === 0 ? [] : await pacesOf(transaction, idsOf(endpoints), now)
  const dueNow = new Map([...dues, ...[...paces].map(([id, pace]) => [id, dueOf(pace, now)] as const)])
  await setDue(transaction, dueNow)
  return claimed
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

async function claimOf(transaction: Sql, endpoints: readonly DueEndpoint[], asked: Asked): Promise<Claimed[]> {
  if (endpoints.length === 0) return []
  const { now, claimMs } = asked
  const ids = idsOf(endpoints)
  await failLostLasts(transaction, ids, now)
  // Switched off since: what is left of it is what was lost with a process.
  for (const { id, active } of endpoints) if (!active) await failQueued(transaction, id, now)
  const underWay = await underWayOf(transaction, ids, now)
  const open = endpoints
    .filter(({ active }) => active)
    .map((endpoint) => ({
      endpoint,
      ...allowance({ ...endpoint, underWay: underWay.get(endpoint.id) ?? 0 }, now),
    }))
    .filter(({ all }) => all > 0)
  const candidates = await firstDue(
    transaction,
    open.map(({ endpoint, all, events }) => ({ id: endpoint.id, most: all, pingsAlone: events === 0 })),
    now,
  )
  const chosen = chooseIn(open, candidates, asked)
  if (chosen.length === 0) return []
  const [token, until] = [randomUUID(), now + claimMs]
  const rows = await claim(transaction, chosen, token, until)
  const bodies = await bodiesOf(transaction, rows)
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const claimed: Claimed[] = []
  const gone: string[] = []
  for (const row of rows) {
    const endpoint = endpointOf.get(row.webhookId)
    const body = row.body ?? bodies.get(row.eventId)
    if (endpoint === undefined) throw new Error(`delivery ${row.id} was claimed without its endpoint`)
    if (body === undefined) gone.push(row.id)
    else claimed.push({ ...row, body, endpoint, token, until })
  }
  await failGone(transaction, gone, token)
  // In the order in which they were due.
  return claimed.sort((left, right) => chosen.indexOf(left.id) - chosen.indexOf(right.id))
}

type Open = { endpoint: DueEndpoint; all: number; events: number }

/** As many of the candidates as each endpoint, each account and this process take; one of each endpoint after the other. */
function chooseIn(
  open: readonly Open[],
  candidates: readonly { id: string; webhookId: string; lane: 0 | 1 }[],
  { limit, roomOf }: Asked,
): string[] {
  const rooms = new Map<string, number>()
  const waiting = open.map(({ endpoint, all, events }) => {
    const of = candidates.filter(({ webhookId }) => webhookId === endpoint.id)
    const pings = of.filter(({ lane }) => lane === 0)
    const others = of.filter(({ lane }) => lane === 1).slice(0, events)
    return { accountId: endpoint.accountId, ids: idsOf([...pings, ...others].slice(0, all)) }
  })
  const chosen: string[] = []
  for (let turn = 0; chosen.length < limit && waiting.some(({ ids }) => ids.length > turn); turn += 1) {
    for (const { accountId, ids } of waiting) {
      const id = ids[turn]
      const room = rooms.get(accountId) ?? roomOf(accountId)
      if (id === undefined || room <= 0 || chosen.length === limit) continue
      rooms.set(accountId, room - 1)
      chosen.push(id)
    }
  }
  return chosen
}

/** The texts of events that have not been sent to these endpoints yet, kept from here on. */
async function bodiesOf(transaction: Sql, rows: readonly ClaimedDelivery[]): Promise<ReadonlyMap<string, string>> {
  const unsent = Map.groupBy(
    rows.filter(({ body }) => body === null),
    ({ eventId }) => eventId,
  )
  const bodies = new Map<string, string>()
  const events = await eventsById(transaction, [...unsent.keys()])
  for (const [eventId, deliveries] of unsent) {
    const event = events.get(eventId)
    if (event === undefined) continue
    const body = JSON.stringify(renderEvent(event, await shownDiff(transaction, event), formatInstant))
    await keepBody(transaction, idsOf(deliveries), body)
    bodies.set(eventId, body)
  }
  return bodies
}

async function shownDiff(transaction: Sql, { subject, subjectId, diff }: StoredEvent): Promise<StoredEvent['diff']> {
  if (subject !== 'subsidy' || Object.keys(diff).length === 0) return diff
  // The diffs of measure events are written as measures differ.
  return diffShownNow(transaction, subjectId, diff as Diff)
}

/** The feed does not have the event any more: it waited for longer than that keeps any. */
async function failGone(transaction: Sql, ids: readonly string[], token: string): Promise<void> {
  await endClaims(
    transaction,
    ids.map((id) => ({
      id,
      token,
      status: 'failed',
      lastStatus: null,
      lastError: 'timeout',
      deliveredAt: null,
      dueAt: null,
    })),
  )
}
