/** Keys of a good form that nobody has, at the wire of every keyed entrance (contract 11), on both engines. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKeyOf, keyLetters, randomLetters } from '../../src/accounts/api-key.ts'
import { createKey } from '../../src/accounts/operations.ts'
import { unknownKeysPerMinute } from '../../src/limits/unknown-keys.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { type Answer, call } from '../harness/http.ts'
import { startService, type TestService } from '../harness/service.ts'

/** Another key of a good form for each number. */
function strangeKey(number: number): string {
  const letters = [...String(number).padStart(randomLetters, '0')].map((digit) => keyLetters[Number(digit) + 10])
  return apiKeyOf('live', letters.join(''))
}

for (const engine of engines) unknownKeysOn(engine)

function unknownKeysOn(engine: Engine): void {
  let service: TestService
  let admissions = 0
  before(async () => {
    service = await startService(engine, {
      environment: { TRUST_PROXY: '127.0.0.1' },
      storeAs: (database) =>
        Object.create(database, {
          counters: {
            value: {
              ...database.counters,
              one: (...given: Parameters<typeof database.counters.one>) => {
                admissions += 1
                return database.counters.one(...given)
              },
            },
          },
          countersAtOnce: {
            value:
              database.countersAtOnce === null
                ? null
                : (...given: Parameters<typeof database.countersAtOnce>) => {
                    admissions += 1
                    return database.countersAtOnce?.(...given)
                  },
          },
        }),
    })
  })
  after(() => service.stop())
  const on = (name: string): string => `${engine.name}: ${name}`
  let sent = 0
  const ask = (from: string, path: string, key: string): Promise<Answer> =>
    call(service.origin, path === '/mcp' ? 'POST' : 'GET', path, {
      ...{ key, headers: { 'x-forwarded-for': from } },
      ...(path === '/mcp' ? { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' } : {}),
    })
  /** Sends as many unknown keys at once, to all keyed entrances in turn. */
  const flood = (from: string, times: number): Promise<Answer[]> =>
    Promise.all(
      Array.from({ length: times }, (_, place) =>
        ask(from, ['/v1/key', '/mcp', '/v1/subsidies'][place % 3] ?? '', strangeKey(sent++)),
      ),
    )

  test(on('of sixty unknown keys at once twenty are 401, the others 429 without a question to the store'), async () => {
    admissions = 0
    const answers = await flood('192.0.2.1', 60)
    const [unknown, hurried] = [401, 429].map((code) => answers.filter(({ status }) => status === code))
    assert.deepEqual([unknown?.length, hurried?.length], [unknownKeysPerMinute, 40])
    assert.ok(admissions <= unknownKeysPerMinute, `${admissions} questions`)
    for (const answer of hurried ?? []) {
      assert.equal(answer.error().code, 'rate_limit_exceeded')
      assert.ok(Number(answer.headers['retry-after']) >= 1)
      assert.equal(answer.headers['ratelimit-reset'], undefined, 'no account is known whose limits these would be')
    }
    assert.deepEqual(new Set((unknown ?? []).map((answer) => answer.error().message)).size, 1)
  })

  test(on('other addresses are not concerned, and a malformed key takes nothing'), async () => {
    assert.equal((await ask('192.0.2.2', '/v1/key', service.keys.pro)).status, 200)
    for (let attempt = 0; attempt < 40; attempt += 1)
      assert.equal((await ask('192.0.2.3', '/v1/key', 'mistyped')).status, 401)
    assert.equal((await ask('192.0.2.3', '/v1/key', strangeKey(sent++))).status, 401)
  })

  test(on('a key that was found lately passes at an address that has none left; another valid one waits'), async () => {
    assert.equal((await ask('192.0.2.9', '/v1/key', service.keys.business)).status, 200)
    await flood('192.0.2.4', 30)
    for (const path of ['/v1/key', '/mcp', '/v1/subsidies'])
      assert.equal((await ask('192.0.2.4', path, service.keys.business)).status, 200)
    const { key } = await createKey(service.database, service.clock.now(), {
      ...{ account: service.accounts.business, mode: 'live', name: 'new' },
    })
    const refused = await ask('192.0.2.4', '/v1/key', key)
    assert.equal(refused.status, 429)
    service.clock.advance({ seconds: Number(refused.headers['retry-after']) })
    assert.equal((await ask('192.0.2.4', '/v1/key', key)).status, 200)
  })

  test(on('forty first requests at once with valid keys of one address are all answered'), async () => {
    const keys = await Promise.all(
      Array.from({ length: 40 }, async (_, place) => {
        const made = { account: service.accounts.enterprise, mode: 'live', name: `k${place}` } as const
        return (await createKey(service.database, service.clock.now(), made)).key
      }),
    )
    const answers = await Promise.all(keys.map((key) => ask('192.0.2.5', '/v1/key', key)))
    assert.ok(answers.every(({ status }) => status === 200))
  })
}
