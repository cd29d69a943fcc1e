/**
 * From an event of the feed to a delivery for each endpoint that is to have it: once, ever, in the order of the feed. Filters
 * are judged in memory, over endpoints that are read a page at a time; whether an endpoint is there still, and on, is looked at
 * again in the transaction that writes, which holds it.
 */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { accountsWith } from '../../accounts/operations.ts'
import { type ConsumedEvent, consumeFeed, type FeedConsumer } from '../../changes/consumer.ts'
import type { Dialect, Sql } from '../../platform/database/database.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import type { Job } from '../../platform/jobs.ts'
import { leaseMs } from '../../platform/leases.ts'
import { newId } from '../../platform/new-id.ts'
import type { Observer } from '../../platform/observer.ts'
import type { Instant } from '../../values/brussels.ts'
import { insertDeliveries, type QueuedEvent } from '../queue/delivery-store.ts'
import { activeEndpoints, type ListeningEndpoint, placesOf, setDueBy } from '../queue/endpoint-store.ts'
import { type DueBy, nowBy } from '../queue/now.ts'
import { judging } from './judging.ts'

type FanOutMeans = {
  dialect: Dialect
  observer: Observer
  /** The time that deliveries are given. */
  now(transaction: Sql): Promise<Instant>
}

/** A delivery that is to be made. */
type Meant = Omit<QueuedEvent, 'id'>

/**
 * Each step is some round trips, each of which waits for whatever else the process does. What is committed after a publication of
 * thirty thousand changes waits for all of its steps, though nobody be told of those.
 */
const eventsPerStep = 200
/** What each filters may be hundreds of thousands of characters. */
const endpointsPerPage = 50
/** Of filters, between which others have their turn: a few milliseconds of reading. */
const charactersPerTurn = 1_000_000
/** Deliveries written in one transaction. */
const deliveriesPerPortion = 500

/** The name under which the position is kept: up to which event deliveries have been made. */
export const fanOutConsumer = 'webhooks'

export function fanOut({ dialect, observer, now }: FanOutMeans): FeedConsumer<readonly Meant[]> {
  return {
    name: fanOutConsumer,
    eventsPerStep,
    async *portions(events, { database }) {
      const judgeFor = await judging(database, events)
      const pages = pagesOf({
        first: '',
        rowsPerPage: endpointsPerPage,
        read: (after) => activeEndpoints(database, after, endpointsPerPage),
        placeOf: ({ id }) => id,
      })
      let portion: Meant[] = []
      let charactersRead = 0
      for await (const endpoints of pages) {
        const accountIds = [...new Set(endpoints.map(({ accountId }) => accountId))]
        const since = await accountsWith(database, accountIds, 'webhooks')
        // Endpoint by endpoint: filters of a thousand values are read once for all the events.
        for (const endpoint of endpoints) {
          const { id: webhookId, accountId, filters } = endpoint
          const theirs = events.filter((event) => isFor(event, endpoint, since.get(accountId)))
          if (theirs.length === 0) continue
          const passed = passedBy(() => theirs.filter(judgeFor(filters)), webhookId, observer)
          for (const { id: eventId, event: eventType, seq } of passed) {
            portion.push({ webhookId, accountId, eventId, eventType, seq })
            if (portion.length < deliveriesPerPortion) continue
            yield portion
            portion = []
          }
          charactersRead += filters.length
          if (charactersRead < charactersPerTurn) continue
          charactersRead = 0
          await nextTurn()
        }
      }
      if (portion.length > 0) yield portion
    },
    async write(transaction, meant) {
      const at = await now(transaction)
      const after = await placesOf(transaction, dialect, [...new Set(meant.map(({ webhookId }) => webhookId))])
      const made = meant.filter(({ webhookId, seq }) => seq > (after.get(webhookId) ?? Number.POSITIVE_INFINITY))
      if (made.length === 0) return
      await insertDeliveries(
        transaction,
        made.map((one) => ({ ...one, id: newId('whd', at) })),
        at,
      )
      await setDueBy(transaction, [...new Set(made.map(({ webhookId }) => webhookId))], at)
    },
  }
}

/** What passes the filters of an endpoint: nothing where they cannot be read, which keeps no other endpoint waiting. */
function passedBy(
  judge: () => readonly ConsumedEvent[],
  webhookId: string,
  observer: Observer,
): readonly ConsumedEvent[] {
  try {
    return judge()
  } catch (fault) {
    observer.tell({ name: 'webhook_unready', labels: { part: 'filters' }, fault, about: { webhook: webhookId } })
    return []
  }
}

/** Whether the event came since the endpoint, and the plan that lets it be sent any, and is of everybody or of its account. */
function isFor(
  event: ConsumedEvent,
  { accountId, afterSeq }: ListeningEndpoint,
  sinceSeq: number | undefined,
): boolean {
  if (sinceSeq === undefined || event.seq <= sinceSeq || event.seq <= afterSeq) return false
  return event.accountId === null || event.accountId === accountId
}

type FanOutSettings = {
  dueBy: DueBy
  observer: Observer
  /** Called when deliveries may have been made. */
  onMade(): void
  /** How long a turn goes on looking; only tests name a time (0: it ends when there is nothing left to do). */
  lingerMs?: number
}

/** After a turn that failed. Within a turn a look costs one row. */
const everyMs = 1_000
const lookEveryMs = 200

/** One process at a time has the turn, and keeps it for as long as it lives; when it dies its lease ends within 15 s, and another begins. */
export function fanOutJob({ dueBy, observer, onMade, lingerMs = Number.POSITIVE_INFINITY }: FanOutSettings): Job {
  return {
    name: 'webhook-fan-out',
    everyMs,
    run: async ({ database, clock, signal }) => {
      const until = performance.now() + lingerMs
      const consumer = fanOut({ dialect: database.dialect, observer, now: nowBy(dueBy, database, clock) })
      // It holds endpoints, and whoever takes the turn over waits for the consumer's row.
      const context = { database: database.forTurns(leaseMs), clock, signal }
      for (;;) {
        if ((await consumeFeed(consumer, context)) > 0) onMade()
        if (signal.aborted || performance.now() >= until) return
        await pause(lookEveryMs, undefined, { signal }).catch(() => {})
      }
    },
  }
}
