/** Every code of the table of refusals, provoked: what is answered is what the document and the docs show of it. */
import assert from 'node:assert/strict'
import type { Json } from '../../src/contract/openapi/openapi-json.ts'
import type { RefusalCode } from '../../src/contract/refusals.ts'
import { refusalCodes } from '../../src/docs/errors/error-pages.ts'
import { errorWords } from '../../src/docs/errors/error-words.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { engines } from '../harness/databases.ts'
import { type Answer, call } from '../harness/http.ts'
import { type ServiceOptions, startService, type TestService } from '../harness/service.ts'
import { browserWith, fromOurPages, signedInTo } from '../harness/signed-in.ts'
import { bodyOf } from './recorded.ts'

/** `service` is one with the bundled records. */
export async function recordErrors(service: TestService): Promise<Record<RefusalCode, Json>> {
  const recorded: Partial<Record<RefusalCode, Json>> = {}
  for (const code of refusalCodes) {
    const provoke = errorWords[code].example === undefined ? provocations[code] : ofDocs(code)
    assert.ok(provoke !== undefined, `nothing provokes ${code}`)
    const answer = await provoke(service)
    assert.equal(answer.error().code, code, answer.body.toString())
    recorded[code] = bodyOf(answer)
  }
  return recorded as Record<RefusalCode, Json>
}

type Provocation = (service: TestService) => Promise<Answer>

/** What the page of the code shows. */
function ofDocs(code: RefusalCode): Provocation {
  return async (service) => {
    const { example } = errorWords[code]
    assert.ok(example !== undefined)
    const { method, path, body, headers = {}, as = 'enterprise', before } = example
    const keys = { ...service.keys, without_plan: service.keys.none, nobody: undefined }
    const key = keys[as]
    const watchlist = path.includes('$WATCHLIST') ? await watchlistOf(service) : ''
    const send = (json: unknown): Promise<Answer> => {
      service.clock.advance({ seconds: 1 })
      return call(service.origin, method, path.replace('$WATCHLIST', watchlist), {
        headers,
        ...(key === undefined ? {} : { key }),
        ...(json === undefined ? {} : { json }),
      })
    }
    if (before !== undefined) await send(before)
    return send(body)
  }
}

async function watchlistOf({ origin, keys }: TestService): Promise<string> {
  const answer = await call(origin, 'POST', '/v1/watchlists', { key: keys.enterprise, json: { name: 'Clients' } })
  return (answer.json() as { data: { id: string } }).data.id
}

/** The same store, where statements of that kind take longer than anybody waits. */
function slowed(database: Database, isSlow: (statement: string) => boolean): Database {
  return new Proxy(database, {
    get(target, name) {
      const held: unknown = Reflect.get(target, name, target)
      if (typeof held !== 'function') return held
      if (name === 'withSignal') return (signal: AbortSignal) => slowed(target.withSignal(signal), isSlow)
      return (...given: unknown[]) =>
        typeof given[0] === 'string' && isSlow(given[0]) ? new Promise(() => {}) : held.apply(target, given)
    },
  })
}

type AloneOptions = ServiceOptions & { isSlow?: (statement: string) => boolean }

/** With a service of its own, for what would be in the way of others. */
function alone(work: Provocation, { isSlow = () => false, ...options }: AloneOptions = {}): Provocation {
  return async () => {
    const [embedded] = engines
    assert.ok(embedded !== undefined)
    const slow = async () => {
      const store = await embedded.open()
      return { ...store, database: slowed(store.database, isSlow), [Symbol.asyncDispose]: store.close }
    }
    const service = await startService({ ...embedded, open: slow }, options)
    try {
      return await work(service)
    } finally {
      await service.stop()
    }
  }
}

const shortMatch = { company: { postcode: '9000' }, limit: 1, view: 'compact' }
const nonceless = { credential: 'not.a.token' }

/** What no single line provokes. Where the world must fail, that alone is made up. */
const provocations: Partial<Record<RefusalCode, Provocation>> = {
  rate_limit_exceeded: async ({ origin, keys }) => {
    const asked = Array.from({ length: 30 }, () => call(origin, 'GET', '/v1/key', { key: keys.developer }))
    const refused = (await Promise.all(asked)).find(({ status }) => status === 429)
    assert.ok(refused !== undefined)
    return refused
  },
  quota_exceeded: alone(async ({ get, keys, accounts, database, clock }) => {
    const key = keys.developer
    assert.equal((await get('/v1/key', { key })).status, 200)
    await database.counters.run('update meter set requests = 10000 where account_id = $1', [accounts.developer])
    clock.advance({ seconds: 1 })
    return get('/v1/key', { key })
  }),
  match_quota_exceeded: async ({ origin, keys, accounts, database, clock }) => {
    const ask = () => {
      clock.advance({ seconds: 1 })
      return call(origin, 'POST', '/v1/match', { key: keys.developer, json: shortMatch })
    }
    assert.equal((await ask()).status, 200)
    await database.run('update match_usage set evaluations = 100 where account_id = $1', [accounts.developer])
    return ask()
  },
  internal_error: alone(async ({ get, database }) => {
    await database.run('alter table api_key rename to api_key_away')
    return get('/v1/subsidies')
  }),
  // A store that goes on answering, only not this: nobody waits longer than a request may take.
  timeout: alone(({ get }) => get('/v1/watchlists'), { isSlow: (statement) => statement.includes('from watchlist') }),
  billing_unavailable: async (service) => {
    const person = await signedInTo(service, service.accounts.pro)
    return person.send('POST', '/v1/dashboard/billing/checkout', { json: { plan: 'pro', period: 'month' } })
  },
  google_sign_in_failed: alone(
    ({ origin }) => call(origin, 'POST', '/v1/dashboard/session/google', { json: nonceless, headers: fromOurPages }),
    { environment: { GOOGLE_CLIENT_ID: 'ours.apps.example' } },
  ),
  password_sign_in_disabled: (service) =>
    browserWith(service, '').send('POST', '/v1/dashboard/session/password', {
      json: { email: 'pro@example.org', password: 'a long enough one' },
    }),
  forbidden: async (service) => {
    const person = await signedInTo(service, service.accounts.pro)
    return person.send('DELETE', '/v1/dashboard/session', {
      headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    })
  },
}
