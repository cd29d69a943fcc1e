/** Every row of the specification's table of errors that the routes of the service can give, provoked at the wire. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setPlan } from '../../src/accounts/operations.ts'
import { engines } from '../harness/databases.ts'
import { type Answer, call } from '../harness/http.ts'
import { input, sampleDefinition } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

let service: TestService
before(async () => {
  service = await startService(embedded, {
    definitions: [sampleDefinition(), sampleDefinition({ id: 'off', prefix: 'off', enabled: false })],
  })
  await service.publish([input('a'), input('b'), input('c')])
})
after(() => service.stop())

type Expected = { status: number; code: string; details: Record<string, unknown> }
const anonymous = { headers: { authorization: '' } }

const rows: [what: string, ask: () => Promise<Answer>, expected: Expected][] = [
  [
    'an unknown parameter',
    () => service.get('/v1/subsidies?colour=red'),
    { status: 400, code: 'invalid_parameter', details: { parameter: 'colour' } },
  ],
  [
    'a repeated parameter',
    () => service.get('/v1/subsidies?lang=nl&lang=nl'),
    { status: 400, code: 'invalid_parameter', details: { parameter: 'lang' } },
  ],
  [
    'a value outside its vocabulary',
    () => service.get('/v1/subsidies/al:a?lang=de'),
    { status: 400, code: 'invalid_parameter', details: { parameter: 'lang' } },
  ],
  [
    'a limit above the plan',
    () => service.get('/v1/subsidies?limit=101', { key: service.keys.developer }),
    { status: 400, code: 'invalid_parameter', details: { parameter: 'limit' } },
  ],
  [
    'a body where none is read',
    () => call(service.origin, 'GET', '/v1/key', { key: service.keys.pro, json: { a: 1 } }),
    { status: 400, code: 'invalid_parameter', details: { parameter: 'a' } },
  ],
  [
    'a cursor that is none',
    () => service.get('/v1/subsidies?cursor=abc'),
    { status: 400, code: 'invalid_cursor', details: {} },
  ],
  [
    'a path that does not exist',
    () => service.get('/v1/nothing'),
    { status: 404, code: 'route_not_found', details: {} },
  ],
  ['another case of a path', () => service.get('/v1/Subsidies'), { status: 404, code: 'route_not_found', details: {} }],
  [
    'a method that is not accepted',
    () => call(service.origin, 'DELETE', '/v1/subsidies/al:a'),
    { status: 405, code: 'method_not_allowed', details: {} },
  ],
  ['no key', () => call(service.origin, 'GET', '/v1/subsidies'), { status: 401, code: 'unauthorized', details: {} }],
  [
    'a malformed key',
    () => service.get('/v1/subsidies', { key: 'sm_live_abc' }),
    { status: 401, code: 'unauthorized', details: {} },
  ],
  [
    'a key that nobody has',
    () => service.get('/v1/subsidies', { key: service.unknownKey }),
    { status: 401, code: 'unauthorized', details: {} },
  ],
  [
    'an empty Authorization header, whatever X-API-Key says',
    () =>
      call(service.origin, 'GET', '/v1/key', { headers: { ...anonymous.headers, 'x-api-key': service.unknownKey } }),
    { status: 401, code: 'unauthorized', details: {} },
  ],
  [
    'an account without a plan',
    () => service.get('/v1/subsidies', { key: service.keys.none }),
    { status: 402, code: 'subscription_required', details: {} },
  ],
  [
    'history on a plan without it',
    () => service.get('/v1/subsidies/al:a/versions', { key: service.keys.developer }),
    { status: 403, code: 'plan_required', details: { capability: 'history', required_plan: 'pro' } },
  ],
  [
    'as_of on a plan without it, before anything else is judged',
    () => service.get('/v1/subsidies/nobody?as_of=nonsense&colour=red', { key: service.keys.developer }),
    { status: 403, code: 'plan_required', details: { capability: 'as_of', required_plan: 'pro' } },
  ],
  [
    'an unknown measure',
    () => service.get('/v1/subsidies/al:zzz'),
    { status: 404, code: 'subsidy_not_found', details: { subsidy: 'al:zzz' } },
  ],
  [
    'an unknown version',
    () => service.get('/v1/subsidies/al:a/versions/2'),
    { status: 404, code: 'version_not_found', details: {} },
  ],
  [
    'an instant before the first version',
    () => service.get('/v1/subsidies/al:a?as_of=2020-01-01'),
    { status: 404, code: 'version_not_found', details: {} },
  ],
  [
    'an unknown source',
    () => service.get('/v1/sources/zzz'),
    { status: 404, code: 'source_not_found', details: { source: 'zzz' } },
  ],
  [
    'a switched-off source',
    () => service.get('/v1/sources/off'),
    { status: 404, code: 'source_not_found', details: { source: 'off' } },
  ],
]
for (const [what, ask, expected] of rows) {
  test(`${what} is ${expected.status} ${expected.code}, in the envelope of errors`, async () => {
    const answer = await ask()
    assert.equal(answer.status, expected.status, answer.body.toString())
    const error = answer.error()
    assert.equal(error.code, expected.code)
    assert.deepEqual(error.details, expected.details)
    assert.ok(error.message.length > 10)
    assert.equal(error.request_id, answer.headers['x-request-id'])
    const keys = ['code', 'message', 'request_id', 'details']
    assert.deepEqual(Object.keys(error), expected.code === 'plan_required' ? [...keys, 'required_plan'] : keys)
    assert.deepEqual(Object.keys(answer.json()), ['error'])
    assert.ok(answer.headers['x-independence'])
    assert.equal(answer.headers.link, `<https://api.example.org/docs/errors/${expected.code}>; rel="help"`)
  })
}

test('version_not_found names the current version, or the date of the first', async () => {
  const unknown = await service.get('/v1/subsidies/al:a/versions/7')
  assert.match(unknown.error().message, /current version is 1\b/)
  const before = await service.get('/v1/subsidies/al:a?as_of=2026-03-02')
  assert.match(before.error().message, /2026-03-03T10:00/)
})

test('method_not_allowed lists the methods in Allow', async () => {
  assert.equal((await call(service.origin, 'PUT', '/v1/subsidies')).headers.allow, 'GET, HEAD, OPTIONS')
})

test('a burst above the plan is 429 rate_limit_exceeded with Retry-After 1, and counts nothing', async () => {
  const crowded = await startService(embedded)
  try {
    const key = crowded.keys.developer
    const answers = await Promise.all(Array.from({ length: 30 }, () => crowded.get('/v1/key', { key })))
    const refused = answers.filter(({ status }) => status === 429)
    assert.ok(refused.length > 0)
    for (const answer of refused) {
      assert.equal(answer.error().code, 'rate_limit_exceeded')
      assert.equal(answer.headers['retry-after'], '1')
      assert.ok(answer.headers['x-quota-remaining'])
    }
    crowded.clock.advance({ seconds: 5 })
    const { data } = (await crowded.get('/v1/key', { key })).json() as { data: { requests_this_month: number } }
    assert.equal(data.requests_this_month, 30 - refused.length + 1)
  } finally {
    await crowded.stop()
  }
})

test('an address that asks open routes too fast is 429 rate_limit_exceeded, without limits of a plan', async () => {
  const crowded = await startService(embedded, { environment: { OPEN_ROUTE_RPS: '2' } })
  try {
    const ask = () => call(crowded.origin, 'GET', '/v1/plans')
    const answers = await Promise.all(Array.from({ length: 60 }, ask))
    const refused = answers.find(({ status }) => status === 429)
    assert.equal(refused?.error().code, 'rate_limit_exceeded')
    assert.equal(refused?.headers['retry-after'], '1')
    assert.equal(refused?.headers['ratelimit-reset'], undefined)
  } finally {
    await crowded.stop()
  }
})

test('a used-up month is 429 quota_exceeded until the next UTC month, the last request leaves 0, other months begin anew', async () => {
  const start = Date.parse('2026-03-31T23:00:00Z')
  const crowded = await startService(embedded, { start })
  try {
    const { developer } = crowded.accounts
    const key = crowded.keys.developer
    const ask = () => {
      crowded.clock.advance({ seconds: 1 })
      return crowded.get('/v1/key', { key })
    }
    await ask()
    await crowded.database.counters.run('update meter set requests = 9998 where account_id = $1', [developer])
    const [before, last, refused] = [await ask(), await ask(), await ask()]
    assert.deepEqual(
      [before, last, refused].map((answer) => [answer.status, answer.headers['ratelimit-remaining']]),
      [
        [200, '1'],
        [200, '0'],
        [429, '0'],
      ],
    )
    assert.equal(refused.error().code, 'quota_exceeded')
    assert.equal(refused.headers['retry-after'], refused.headers['ratelimit-reset'])
    assert.ok(Math.abs(Number(refused.headers['retry-after']) - 3_600) < 60)
    await setPlan(crowded.database, crowded.clock.now(), developer, 'pro')
    assert.equal((await ask()).headers['x-quota-remaining'], String(100_000 - 10_001))
    await setPlan(crowded.database, crowded.clock.now(), developer, 'developer')
    crowded.clock.advance({ hours: 1 })
    assert.equal((await ask()).headers['x-quota-remaining'], '9999')
  } finally {
    await crowded.stop()
  }
})

test('a store that does not answer is 500 internal_error on keyed routes, and open routes answer from memory', async () => {
  const broken = await startService(embedded)
  try {
    await broken.publish([input('a')])
    assert.equal((await broken.get('/v1/subsidies')).status, 200)
    assert.equal((await broken.get('/v1/coverage')).json().total, 1)
    await broken.database.run('alter table api_key rename to api_key_away')
    const answer = await broken.get('/v1/subsidies')
    assert.equal(answer.status, 500)
    assert.equal(answer.error().code, 'internal_error')
    assert.ok(!answer.body.toString().includes('api_key'), 'nothing of the fault is told')
    assert.equal((await broken.get('/v1/coverage')).json().total, 1)
    await broken.database.run('alter table api_key_away rename to api_key')
    assert.equal((await broken.get('/v1/subsidies')).status, 200)
    await broken.database.run('alter table run rename to run_away')
    const [source] = (await broken.get('/v1/sources')).json().data as { measures: number }[]
    assert.equal(source?.measures, 1, 'of the run that was published since the start, though nobody had asked since')
    await broken.database.run('alter table run_away rename to run')
  } finally {
    await broken.stop()
  }
})
