/**
 * Claiming deliveries: some endpoints are held that have something due, whoever waits longest first,
 * and of each what may be sent to it now is claimed. Endpoints are served in turn: one that was served stands behind those
 * who wait, however much is queued for it. So the rows of one that hangs are in nobody's way.
 *
 * What is read for an attempt is read here, and nowhere kept: secret, address, and that the plan has webhooks. An event is put
 * into words at its first attempt, with the licences of that moment, and every attempt sends that text.
 */
import { randomUUID } from 'node:crypto'
import { accountsWith } from '../../accounts/operations.ts'
import { eventsById } from '../../changes/feed.ts'
import type { Dialect, Sql } from '../../platform/database/database.ts'
import { StoreError } from '../../platform/database/store-error.ts'
import type { Observer } from '../../platform/observer.ts'
import type { Instant } from '../../values/brussels.ts'
import { eventText } from '../deliveries/event-text.ts'
import type { SecretBox } from '../secret-box.ts'
import {
  type Candidate,
  type ClaimedDelivery,
  claim,
  claimsOf,
  endClaims,
  failLostLasts,
  failQueued,
  firstDue,
  postpone,
} from './delivery-store.ts'
import { type DueEndpoint, dueEndpoints } from './endpoint-store.ts'
import { allowance } from './pacing.ts'

/** A delivery that is to be attempted now, with all that its attempt needs. `token`: of the claim; the `secret` is open. */
export type Claimed = Omit<ClaimedDelivery, 'body'> & {
  endpoint: DueEndpoint
  body: string
  token: string
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
  secrets: SecretBox
  /** Told what cannot be sent, and is tried again in a minute. */
  observer: Observer
}

/** Endpoints looked at in one transaction. */
const endpointsAtOnce = 32
/**
 * Of the texts that are claimed in one transaction; one is claimed however long it is. Most are of a few thousand, but one that tells
 * of long descriptions in four languages may have millions, and is for everybody.
 */
const bodyBytesAtOnce = 4_000_000
/** Events that are put into words before their length is looked at. */
const eventsAtOnce = 16
/** What an event waits for that could not be put into words. */
const renderAgainMs = 60_000

/**
 * What was claimed, and of which endpoints it was asked: those that are done with until something is due again, and those that
 * lack something: webhooks in their plan, or a secret that opens. Who could be sent something and was not, for want of slots, is
 * neither, and keeps his place in the line.
 */
export type Claims = { claimed: Claimed[]; looked: string[]; lacking: string[] }

/** Claims what may be sent now. The endpoints stay held until the transaction ends. */
export async function claimDue(transaction: Sql, dialect: Dialect, asked: Asked): Promise<Claims> {
  const { now } = asked
  const most = Math.min(endpointsAtOnce, asked.limit)
  const held = await dueEndpoints(transaction, dialect, now, most, asked.passedAccounts)
  if (held.length === 0) return { claimed: [], looked: [], lacking: [] }
  const mayHave = await accountsWith(transaction, [...new Set(held.map(({ accountId }) => accountId))], 'webhooks')
  const endpoints = held.filter(({ accountId }) => mayHave.has(accountId)).flatMap((one) => opened(one, asked))
  const { claimed, passedOver } = await claimOf(transaction, dialect, endpoints, asked)
  const ready = new Set(idsOf(endpoints))
  return {
    claimed,
    looked: idsOf(endpoints).filter((id) => !passedOver.has(id)),
    lacking: idsOf(held).filter((id) => !ready.has(id)),
  }
}

/** The endpoint with its secret opened; none where that was sealed with another key, which is no failure of its receiver. */
function opened(endpoint: DueEndpoint, { secrets, observer }: Asked): DueEndpoint[] {
  // Nothing is sent to one that is off; what is left of it is given up.
  if (!endpoint.active) return [endpoint]
  try {
    return [{ ...endpoint, secret: secrets.open(endpoint.secret) }]
  } catch (fault) {
    observer.tell({ name: 'webhook_unready', labels: { part: 'secret' }, fault, about: { webhook: endpoint.id } })
    return []
  }
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

async function claimOf(
  transaction: Sql,
  dialect: Dialect,
  endpoints: readonly DueEndpoint[],
  asked: Asked,
): Promise<{ claimed: Claimed[]; passedOver: ReadonlySet<string> }> {
  if (endpoints.length === 0) return { claimed: [], passedOver: new Set() }
  const { now, claimMs } = asked
  const ids = idsOf(endpoints)
  const claims = await claimsOf(transaction, ids, now)
  const lost = ids.filter((id) => (claims.get(id)?.lost ?? 0) > 0)
  if (lost.length > 0) await failLostLasts(transaction, lost, now)
  // Switched off since: what is left of it is what was lost with a process.
  for (const { id, active } of endpoints) if (!active) await failQueued(transaction, id, now)
  const open = endpoints
    .filter(({ active }) => active)
    .map((endpoint) => ({
      endpoint,
      ...allowance({ ...endpoint, underWay: claims.get(endpoint.id)?.underWay ?? 0 }, now),
    }))
    .filter(({ all }) => all > 0)
  const candidates = await firstDue(
    transaction,
    dialect,
    open.map(({ endpoint, all, events }) => ({ id: endpoint.id, most: all, pingsAlone: events === 0 })),
    now,
  )
  const chosen = chooseIn(open, candidates, asked)
  const { ready, later } = await readied(transaction, chosen, asked.observer)
  const served = new Set([...ready, ...later].map(({ webhookId }) => webhookId))
  const passedOver = new Set(candidates.map(({ webhookId }) => webhookId).filter((id) => !served.has(id)))
  await postpone(transaction, idsOf(later), now + renderAgainMs)
  if (ready.length === 0) return { claimed: [], passedOver }
  const [token, until] = [randomUUID(), now + claimMs]
  const rows = await claim(transaction, ready, token, until)
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const claimed: Claimed[] = []
  const gone: string[] = []
  for (const row of rows) {
    const endpoint = endpointOf.get(row.webhookId)
    if (endpoint === undefined) throw new Error(`delivery ${row.id} was claimed without its endpoint`)
    const { body } = row
    if (body === null) gone.push(row.id)
    else claimed.push({ ...row, body, endpoint, token })
  }
  await failGone(transaction, gone, token)
  // In the order in which they were due.
  const places = new Map(chosen.map(({ id }, place) => [id, place]))
  claimed.sort((left, right) => (places.get(left.id) ?? 0) - (places.get(right.id) ?? 0))
  return { claimed, passedOver }
}

type Open = { endpoint: DueEndpoint; all: number; events: number }

/** As many of the candidates as each endpoint, each account and this process take; one of each endpoint after the other. */
function chooseIn(open: readonly Open[], candidates: readonly Candidate[], { limit, roomOf }: Asked): Candidate[] {
  const rooms = new Map<string, number>()
  const byEndpoint = Map.groupBy(candidates, ({ webhookId }) => webhookId)
  const waiting = open.map(({ endpoint, all, events }) => {
    const of = byEndpoint.get(endpoint.id) ?? []
    const pings = of.filter(({ lane }) => lane === 0)
    // One that fails is tried with one delivery at a time, a ping or another.
    const others = of.filter(({ lane }) => lane === 1).slice(0, Math.max(0, events - (events < all ? pings.length : 0)))
    return { accountId: endpoint.accountId, rows: [...pings, ...others].slice(0, all) }
  })
  const chosen: Candidate[] = []
  for (let turn = 0; chosen.length < limit && waiting.some(({ rows }) => rows.length > turn); turn += 1) {
    for (const { accountId, rows } of waiting) {
      const row = rows[turn]
      const room = rooms.get(accountId) ?? roomOf(accountId)
      if (row === undefined || room <= 0 || chosen.length === limit) continue
      rooms.set(accountId, room - 1)
      chosen.push(row)
    }
  }
  return chosen
}

/**
 * The first of the deliveries, as many as `bodyBytesAtOnce` takes, with their texts where they send them for the first time (null:
 * the event is gone); `later`: those of events that cannot be put into words, which is our fault and no reason to hold up others.
 */
async function readied(
  transaction: Sql,
  chosen: readonly Candidate[],
  observer: Observer,
): Promise<{ ready: (Candidate & { body: string | null })[]; later: Candidate[] }> {
  const ready: (Candidate & { body: string | null })[] = []
  const later: Candidate[] = []
  const known = new Map<string, string | null>()
  const faulty = new Set<string>()
  let bytes = 0
  for (const [place, row] of chosen.entries()) {
    if (row.bodyBytes === null && !known.has(row.eventId)) {
      const unsent = chosen.slice(place).filter(({ bodyBytes, eventId }) => bodyBytes === null && !known.has(eventId))
      const some = [...new Set(unsent.map(({ eventId }) => eventId))].slice(0, eventsAtOnce)
      const { bodies, faulty: ofThese } = await bodiesOf(transaction, some, observer)
      for (const id of some) known.set(id, bodies.get(id) ?? null)
      for (const id of ofThese) faulty.add(id)
    }
    const body = row.bodyBytes === null ? (known.get(row.eventId) ?? null) : null
    if (row.bodyBytes === null && faulty.has(row.eventId)) {
      later.push(row)
      continue
    }
    bytes += row.bodyBytes ?? body?.length ?? 0
    if (bytes > bodyBytesAtOnce && ready.length > 0) break
    ready.push({ ...row, body })
  }
  return { ready, later }
}

/** The texts of events that are in the feed still; `faulty`: of which there is none, because they cannot be put into words. */
async function bodiesOf(
  transaction: Sql,
  eventIds: readonly string[],
  observer: Observer,
): Promise<{ bodies: ReadonlyMap<string, string>; faulty: ReadonlySet<string> }> {
  const bodies = new Map<string, string>()
  const faulty = new Set<string>()
  for (const event of (await eventsById(transaction, eventIds)).values()) {
    try {
      bodies.set(event.id, await eventText(transaction, event))
    } catch (fault) {
      // After a statement that failed the transaction does nothing more.
      if (fault instanceof StoreError) throw fault
      faulty.add(event.id)
      observer.tell({ name: 'webhook_unready', labels: { part: 'event' }, fault, about: { event: event.id } })
    }
  }
  return { bodies, faulty }
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
      // Nothing was sent.
      logged: '',
    })),
  )
}
