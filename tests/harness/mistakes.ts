/**
 * Mistakes of who writes a client: each as it is sent, and what it was and is told. The rows stand in
 * `tests/messages/mistakes.yaml`; a service is put together here on which each of them can be made.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { Engine } from './databases.ts'
import { type Answer, call } from './http.ts'
import { input, sampleDefinition } from './ingestion.ts'
import { startService, type TestService } from './service.ts'

export type Mistake = {
  what: string
  /** Method and target; `$watchlist`, `$webhook` and `$key` stand for those of the account. */
  ask: string
  /** Whose key is sent; an enterprise account's where it is not said. */
  as?: 'developer' | 'pro' | 'business' | 'enterprise' | 'none' | 'nobody'
  headers?: Record<string, string>
  /** The body as JSON, or as it stands. */
  json?: unknown
  body?: string
  status: number
  code: string
  /** `details.parameter` or `details.field`. */
  at?: string
  before: string
  after: string
}

export function readMistakes(): Mistake[] {
  const file = path.join(import.meta.dirname, '..', 'messages', 'mistakes.yaml')
  return parse(readFileSync(file, 'utf8')) as Mistake[]
}

export type MistakeScene = { service: TestService; make(mistake: Mistake): Promise<Answer>; stop(): Promise<void> }

const title = (en: string) => ({ title: { en } })

export async function mistakeScene(engine: Engine): Promise<MistakeScene> {
  const definitions = [
    sampleDefinition({ id: 'vlaio', prefix: 'vl' }),
    sampleDefinition({ id: 'eu-portal', prefix: 'eu', government_level: 'eu', regions: [] }),
  ]
  const service = await startService(engine, { definitions })
  await service.publish(
    [
      input('ecology-premium', title('Ecology premium')),
      input('sme-portfolio', title('Support for advice and training')),
      input('growth-subsidy', title('Growth subsidy')),
    ],
    'vlaio',
  )
  await service.publish([input('50129698TOPICS', title('Quantum computing for industry'))], 'eu-portal')
  const { origin, keys } = service
  const made = async (target: string, json: unknown): Promise<string> => {
    const answer = await call(origin, 'POST', target, { key: keys.enterprise, json })
    if (answer.status !== 201) throw new Error(answer.body.toString())
    return String((answer.json().data as { id: string }).id)
  }
  const watchlist = await made('/v1/watchlists', { name: 'Clients' })
  const webhook = await made('/v1/webhooks', { url: 'https://example.com/hooks', filters: {} })
  const upload = { companies: [{ reference: 'client-7', company: { postcode: '9000' } }] }
  const uploaded = await call(origin, 'POST', `/v1/watchlists/${watchlist}/companies`, {
    key: keys.enterprise,
    json: upload,
  })
  if (uploaded.status !== 200) throw new Error(uploaded.body.toString())
  const first = await call(origin, 'POST', '/v1/watchlists', {
    ...{ key: keys.enterprise, json: { name: 'Prospects' }, headers: { 'idempotency-key': 'order-1' } },
  })
  if (first.status !== 201) throw new Error(first.body.toString())
  return {
    service,
    make({ ask, as = 'enterprise', headers = {}, json, body }) {
      const [method = '', target = ''] = ask.split(' ')
      const filled = (text: string): string =>
        text.replaceAll('$watchlist', watchlist).replaceAll('$webhook', webhook).replaceAll('$key', keys.pro)
      const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]))
      return call(origin, method, filled(target), {
        ...(as === 'nobody' ? {} : { key: keys[as] }),
        ...(json === undefined ? {} : { json }),
        ...(body === undefined ? {} : { body }),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...sent },
      })
    },
    stop: () => service.stop(),
  }
}
