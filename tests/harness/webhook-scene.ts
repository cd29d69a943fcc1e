/** Webhooks on a real store, without a server: endpoints written, events fanned out, deliveries sent to a stand-in. */
import { createAccount } from '../../src/accounts/operations.ts'
import { feedPosition } from '../../src/changes/append.ts'
import { consumeFeed } from '../../src/changes/consumer.ts'
import type { EventDraft } from '../../src/changes/event/event.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { EgressOutcome, EgressRequest } from '../../src/platform/egress/post-once.ts'
import { newId } from '../../src/platform/new-id.ts'
import type { Occurrence } from '../../src/platform/observer.ts'
import type { PlanId } from '../../src/values/vocabularies.ts'
import { fanOut } from '../../src/webhooks/fan-out/fan-out.ts'
import { type Filters, filtersText, readFilters } from '../../src/webhooks/filters.ts'
import { type Deliverer, makeDeliverer } from '../../src/webhooks/queue/deliverer.ts'
import { nowBy } from '../../src/webhooks/queue/now.ts'
import { newSecret, secretBox } from '../../src/webhooks/secret-box.ts'
import { append } from './feed-events.ts'
import { type TestClock, testClock } from './ingestion.ts'
import { keepingObserver } from './observer.ts'

/** The installation's secret in tests of webhooks. */
export const testSecretKey = Buffer.alloc(32, 9)

export type Sent = { at: number; webhook: string; delivery: string; body: string; headers: EgressRequest['headers'] }

/** A delivery as the store has it. */
export type DeliveryRow = {
  id: string
  webhook_id: string
  event_id: string
  lane: number
  status: string
  attempts: number
  last_status: number | null
  last_error: string | null
  delivered_at: number | null
  due_at: number | null
  claimed_until: number | null
}

export type Answering = (sent: Sent, request: EgressRequest) => EgressOutcome | Promise<EgressOutcome>

export const answered = (status: number, body = ''): EgressOutcome => ({
  kind: 'answered',
  status,
  excerpt: Buffer.from(body),
})

export type WebhookScene = {
  database: Database
  clock: TestClock
  /** What has been sent, in order. */
  sent: Sent[]
  /** What the deliverers have told. */
  told: Occurrence[]
  account(plan: PlanId): Promise<string>
  /** Makes an endpoint whose address names it; answers its id. */
  endpoint(accountId: string, filters?: Partial<Filters>): Promise<string>
  append(events: readonly EventDraft[]): Promise<void>
  fanOut(signal?: AbortSignal): Promise<number>
  /** A deliverer on this store, another on every call. `secretKey`: what it opens secrets with, where it is another. */
  deliverer(slots?: number, secretKey?: Buffer): Deliverer
  /** Sends what is due, until nothing is. */
  deliver(): Promise<void>
  answer(how: Answering): void
  deliveries(): Promise<DeliveryRow[]>
  standing(
    webhookId: string,
  ): Promise<{ active: number; consecutive_failures: number; held_until: number; due_at: number | null }>
}

export async function webhookScene(database: Database, second: Database = database): Promise<WebhookScene> {
  const clock = testClock()
  const sent: Sent[] = []
  const secrets = secretBox(testSecretKey, null)
  const observer = keepingObserver()
  let how: Answering = () => answered(204)
  let accounts = 0
  const post = async (request: EgressRequest): Promise<EgressOutcome> => {
    if (!request.mayBegin()) return { kind: 'withheld' }
    const one: Sent = {
      at: clock.now(),
      webhook: new URL(request.url).pathname.slice(1),
      delivery: request.headers['Service-Delivery'] ?? '',
      body: String(request.body),
      headers: request.headers,
    }
    sent.push(one)
    return how(one, request)
  }
  const deliverer = (slots = 64, secretKey = testSecretKey): Deliverer =>
    makeDeliverer({
      ...{ database: second, clock, dueBy: 'clock', observer, slots, secrets: secretBox(secretKey, null) },
      egress: { post },
      userAgent: 'SubsidyMeasures/0.0.0-test (+https://api.example.org/docs/webhooks)',
      chance: () => 0,
    })
  const usual = deliverer()
  return {
    database,
    clock,
    sent,
    told: observer.told,
    async account(plan) {
      accounts += 1
      return (await createAccount(database, clock.now(), { email: `hooks${accounts}@example.org`, plan })).id
    },
    async endpoint(accountId, filters = {}) {
      const read = readFilters(filters)
      if ('fault' in read) throw new Error(read.fault.message)
      const now = clock.now()
      const id = newId('wh', now)
      await database.transaction(async (transaction) => {
        const afterSeq = await feedPosition(transaction, now)
        await transaction.run(
          `insert into webhook (id, account_id, url, filters, secret, active, created_at, after_seq)
           values ($1, $2, $3, $4, $5, 1, $6, $7)`,
          [
            id,
            accountId,
            `https://receiver.example/${id}`,
            filtersText(read.filters),
            secrets.seal(newSecret()),
            now,
            afterSeq,
          ],
        )
      })
      return id
    },
    append: async (events) => {
      await append(database, clock.now(), events)
    },
    fanOut: (signal = new AbortController().signal) =>
      consumeFeed(fanOut({ dialect: database.dialect, observer, now: nowBy('clock', database, clock) }), {
        database,
        clock,
        signal,
      }),
    deliverer,
    deliver: () => usual.drained(),
    answer: (given) => {
      how = given
    },
    deliveries: () =>
      database.all<DeliveryRow>(
        `select id, webhook_id, event_id, lane, status, attempts, last_status, last_error, delivered_at, due_at, claimed_until
         from webhook_delivery order by created_at, lane, seq, webhook_id`,
      ),
    async standing(webhookId) {
      const row = await database.one<{
        active: number
        consecutive_failures: number
        held_until: number
        due_at: number | null
      }>('select active, consecutive_failures, held_until, due_at from webhook where id = $1', [webhookId])
      if (row === null) throw new Error(`there is no endpoint ${webhookId}`)
      return { ...row }
    },
  }
}
