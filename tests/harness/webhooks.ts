/** Webhook endpoints for tests: made over the wire, or in the store where a test needs an id that it knows beforehand. */
import { after, before } from 'node:test'
import { createAccount, createKey } from '../../src/accounts/operations.ts'
import type { Database, Row } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/new-id.ts'
import type { PlanId } from '../../src/values/vocabularies.ts'
import { insertWebhook } from '../../src/webhooks/webhook-store.ts'
import type { Engine } from './databases.ts'
import { type Answer, type CallOptions, call } from './http.ts'
import { input, sampleDefinition } from './ingestion.ts'
import { startService, type TestService } from './service.ts'

/** Of the right form. */
export const sampleWebhookId = 'wh_01KJSAMPLE0000000000000000'

export const sampleUrl = 'https://receiver.example.com/hooks'
/** Filters that let everything pass, as they are shown. */
export const noFilters = { event_types: [], sources: [], regions: [], topics: [], subsidy_ids: [], watchlists: [] }

/** Puts an endpoint of that id into the store for the account on the plan enterprise, unless it is there. */
export async function putSampleWebhook({ database, accounts, clock }: TestService): Promise<void> {
  const held = await database.all('select id from webhook where id = $1', [sampleWebhookId])
  if (held.length > 0) return
  const webhook = {
    ...{ id: sampleWebhookId, accountId: accounts.enterprise, url: sampleUrl, filters: JSON.stringify(noFilters) },
    // No box opens it: nothing is sent in these tests.
    ...{ secret: 'sealed', active: true, createdAt: clock.now(), lastSuccessAt: null },
    ...{ consecutiveFailures: 0, heldUntil: 0 },
  }
  await insertWebhook(database, webhook, 0)
}

export type ShownWebhook = {
  id: string
  url: string
  filters: Record<keyof typeof noFilters, string[]>
  active: boolean
  created_at: string
  last_success_at: string | null
  consecutive_failures: number
  secret?: string
}

/** Makes an endpoint and answers it with its secret. */
export async function makeWebhook(
  { origin, keys }: TestService,
  options: { url?: string; filters?: unknown } = {},
  key = keys.enterprise,
): Promise<ShownWebhook & { secret: string }> {
  const answer = await call(origin, 'POST', '/v1/webhooks', { key, json: { url: sampleUrl, ...options } })
  if (answer.status !== 201) throw new Error(`no endpoint was made: ${answer.body}`)
  return (answer.json() as { data: ShownWebhook & { secret: string } }).data
}

type DeliveryRow = {
  status: 'pending' | 'delivered' | 'failed'
  lane: 0 | 1
  attempts: number
  created_at: number
  due_at: number | null
  delivered_at: number | null
  last_status: number | null
  last_error: string | null
}

/** Puts deliveries of an endpoint into the store, pending ones where nothing else is said; answers their ids. */
export async function putDeliveries(
  database: Database,
  webhookId: string,
  accountId: string,
  rows: readonly (Partial<DeliveryRow> & { created_at: number })[],
): Promise<string[]> {
  const ids: string[] = []
  const written = rows.map((row) => {
    const id = newId('whd', row.created_at)
    ids.push(id)
    const { status = 'pending', lane = 1, attempts = 0, due_at = status === 'pending' ? row.created_at : null } = row
    return [
      ...[
        id,
        webhookId,
        accountId,
        newId('chg', row.created_at),
        lane === 0 ? 'ping' : 'subsidy.created',
        lane,
        status,
      ],
      ...[attempts, row.last_status ?? null, row.last_error ?? null, row.created_at, row.delivered_at ?? null, due_at],
    ]
  })
  const columns = [
    ...['id', 'webhook_id', 'account_id', 'event_id', 'event_type', 'lane', 'status'],
    ...['attempts', 'last_status', 'last_error', 'created_at', 'delivered_at', 'due_at'],
  ]
  await database.insertMany('webhook_delivery', columns, written)
  return ids
}

/** A running service and what is asked of it; begun before the tests of the file, and stopped after them. */
export type WebhooksScene = {
  readonly service: TestService
  /** With the key of the plan enterprise, unless another is given. */
  send(method: string, path: string, options?: CallOptions): Promise<Answer>
  endpoints(key: string): Promise<ShownWebhook[]>
  /** An account that has nothing yet. */
  newcomer(plan?: PlanId): Promise<{ account: string; key: string }>
  /** What the store has of an endpoint. */
  stored(id: string): Promise<Row | null>
  /** Has the store say of an endpoint what only deliveries make of it. */
  set(id: string, columns: Record<string, number>): Promise<void>
}

/** Sources `alpha`, and `off`, which is switched off. Nothing is sent: there is no background work. */
export function webhooksScene(engine: Engine): WebhooksScene {
  let service: TestService
  before(async () => {
    const off = sampleDefinition({ id: 'off', prefix: 'off', enabled: false })
    service = await startService(engine, { definitions: [sampleDefinition(), off] })
    await service.publish([input('a'), input('b')])
  })
  after(() => service.stop())
  const send: WebhooksScene['send'] = (method, path, options = {}) =>
    call(service.origin, method, path, { key: service.keys.enterprise, ...options })
  return {
    get service() {
      return service
    },
    send,
    endpoints: async (key) => (await send('GET', '/v1/webhooks', { key })).json().data as ShownWebhook[],
    async newcomer(plan = 'pro') {
      const { database, clock } = service
      const { id } = await createAccount(database, clock.now(), { email: `n${clock.now()}@example.org`, plan })
      const { key } = await createKey(database, clock.now(), { account: id, mode: 'live', name: 'x' })
      return { account: id, key }
    },
    stored: (id) => service.database.one('select * from webhook where id = $1', [id]),
    async set(id, columns) {
      for (const [column, value] of Object.entries(columns))
        await service.database.run(`update webhook set ${column} = $2 where id = $1`, [id, value])
    },
  }
}

/** The body but for what is another in every answer. */
export const bodyOf = (answer: Answer): string => answer.body.toString().replace(/req_[0-9A-Z]+/, '')

/** What was answered, of an endpoint. */
export const webhookIn = (answer: Answer): ShownWebhook => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.body}`)
  return (answer.json() as { data: ShownWebhook }).data
}
