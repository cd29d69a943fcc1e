/** What is sent again, how often and after how long; and what is thrown where that does not help. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { SubsidiesConnectionError, ApiError as ThrownError } from '../../../clients/typescript/src/errors.ts'
import { waitBefore } from '../../../clients/typescript/src/retries.ts'
import {
  ApiError,
  IncompleteAnswerError,
  SubsidiesClient,
  SubsidiesError,
  SubsidiesTimeoutError,
} from '../../../clients/typescript/src/subsidy-measures-client.ts'
import { refusal, type Step, startScripted } from '../../harness/scripted-server.ts'

const key = 'sm_test_0123456789abcdefghijklmnopqrstuvwxyzABCD'
const done: Step = { status: 200, body: { data: [], pagination: { has_more: false }, meta: {} } }
const made: Step = { status: 201, body: { data: { id: 'wl_1' }, meta: {} } }
const limited = refusal(429, 'rate_limit_exceeded', { 'retry-after': '1' })

type Act = (client: SubsidiesClient) => Promise<unknown>
const list: Act = (client) => client.listSubsidies()
const create: Act = (client) => client.createWatchlist({ name: 'Bakeries' })
const enable: Act = (client) => client.enableWebhook('wh_1')
const remove: Act = (client) => client.deleteWebhook('wh_1')
const rename: Act = (client) => client.changeWatchlist('wl_1', { name: 'x' })
const bulk: Act = async (client) => Array.fromAsync(await client.matchCompanies({ companies: [{ reference: 'a' }] }))

/** `asked`: how often in all; `comes`: what it comes to, an error's code or name, or done. */
const rows: [name: string, act: Act, steps: Step[], asked: number, comes: string][] = [
  ['a read that is cut', list, ['cut', 'cut in the body', done], 3, 'done'],
  ['a read that is not answered', list, ['no answer', done], 2, 'done'],
  ['a read whose body ends in the middle of its time', list, ['no more body', done], 2, 'done'],
  ['a read that fails', list, [refusal(500, 'internal_error'), refusal(504, 'timeout'), done], 3, 'done'],
  ['a read through a proxy without a service', list, ['html', done], 2, 'done'],
  ['a read that is limited', list, [limited, done], 2, 'done'],
  ['a read that goes on failing', list, [refusal(500, 'internal_error')], 3, 'internal_error'],
  ['a read through a proxy that goes on', list, ['html'], 3, 'unexpected_answer'],
  ['a read that goes on being cut', list, ['cut'], 3, 'SubsidiesConnectionError'],
  ['a read that is never answered', list, ['no answer'], 3, 'SubsidiesTimeoutError'],
  ['a read that is refused', list, [refusal(400, 'invalid_parameter')], 1, 'invalid_parameter'],
  ['a key that is refused', list, [refusal(401, 'unauthorized')], 1, 'unauthorized'],
  ['a month that is used up', list, [refusal(429, 'quota_exceeded', { 'retry-after': '1' })], 1, 'quota_exceeded'],
  ['evaluations that are used up', bulk, [refusal(429, 'match_quota_exceeded')], 1, 'match_quota_exceeded'],
  [
    'a limit that asks for more than is waited',
    list,
    [refusal(429, 'rate_limit_exceeded', { 'retry-after': '31' })],
    1,
    'rate_limit_exceeded',
  ],
  ['a code that nobody knows', list, [refusal(418, 'teapot')], 1, 'teapot'],
  ['an answer that is no JSON', list, [{ status: 200, body: '<html>' }], 1, 'unexpected_answer'],
  ['JSON that is no answer of the service', list, [{ status: 404, body: { error: 'no' } }], 1, 'unexpected_answer'],
  [
    'a redirect',
    list,
    [{ status: 302, body: '', headers: { location: 'https://elsewhere.example' } }],
    1,
    'unexpected_answer',
  ],
  ['a making under a name of its own', create, ['cut', refusal(500, 'internal_error'), made], 3, 'done'],
  ['a change of options', rename, ['cut', made], 2, 'done'],
  ['a switch without a name, cut', enable, ['cut', made], 1, 'SubsidiesConnectionError'],
  ['a switch without a name, failed', enable, [refusal(500, 'internal_error'), made], 1, 'internal_error'],
  ['a switch without a name, limited', enable, [limited, made], 2, 'done'],
  ['a removal whose answer was lost', remove, ['cut', refusal(404, 'webhook_not_found')], 2, 'done'],
  ['a removal of what was never there', remove, [refusal(404, 'webhook_not_found')], 1, 'webhook_not_found'],
  [
    'a removal that was limited, of what was never there',
    remove,
    [limited, refusal(404, 'webhook_not_found')],
    2,
    'webhook_not_found',
  ],
  ['a removal and a proxy’s own 404', remove, ['cut', { status: 404, body: 'nothing here' }], 2, 'unexpected_answer'],
  [
    'a bulk without its last line',
    bulk,
    [{ status: 200, body: '{"reference":"a","result":null,"error":null}\n' }],
    1,
    'IncompleteAnswerError',
  ],
  ['a bulk that is cut in a line', bulk, ['cut in the body'], 1, 'IncompleteAnswerError'],
  ['a bulk of which no more comes', bulk, ['no more body'], 1, 'IncompleteAnswerError'],
]

for (const [name, act, steps, asked, comes] of rows) {
  test(`${name}: asked ${asked} times, and it is ${comes}`, async () => {
    await using server = await startScripted(steps)
    const client = new SubsidiesClient({ key, baseUrl: server.origin, retries: 2, timeoutMs: 300 })
    const came = await act(client).then(
      () => 'done',
      (error: SubsidiesError) => {
        assert.ok(error instanceof SubsidiesError, String(error))
        assert.doesNotMatch(`${inspect(error, { depth: 9 })} ${error.stack} ${JSON.stringify(error)}`, /sm_test_/)
        return error instanceof ApiError ? error.code : error.name
      },
    )
    assert.deepEqual([server.asked.length, came], [asked, comes])
    const names = new Set(server.asked.map(({ headers }) => headers['idempotency-key']))
    assert.equal(names.size, 1, 'a call has one name, however often it is sent')
    assert.equal(new Set(server.asked.map(({ body, path }) => path + body)).size, 1)
    for (const { path } of server.asked) assert.doesNotMatch(path, /sm_test_/)
  })
}

test('two calls have two names, and a name that is given is taken', async () => {
  await using server = await startScripted([made])
  const client = new SubsidiesClient({ key, baseUrl: server.origin })
  await create(client)
  await create(client)
  await client.createWatchlist({ name: 'x', idempotencyKey: 'mine' })
  const names = server.asked.map(({ headers }) => headers['idempotency-key'])
  assert.equal(new Set(names).size, 3)
  assert.equal(names[2], 'mine')
})

test('what is limited waits as long as it is asked to', async () => {
  await using server = await startScripted([limited, done])
  await new SubsidiesClient({ key, baseUrl: server.origin }).listSubsidies()
  const [first, second] = server.asked.map(({ at }) => at)
  assert.ok(Number(second) - Number(first) >= 990)
})

test('waits grow, are drawn over their whole length, and are never longer than 30 seconds', () => {
  const failure = new SubsidiesConnectionError('cut')
  const waits = (chance: number): (number | null)[] =>
    [0, 1, 2, 6, 19].map((attempt) => waitBefore(failure, { attempt, isRepeatable: true, chance }))
  assert.deepEqual(waits(0), [0, 0, 0, 0, 0])
  assert.deepEqual(waits(1), [500, 1_000, 2_000, 30_000, 30_000])
  assert.equal(waitBefore(failure, { attempt: 0, isRepeatable: false, chance: 1 }), null)
})

test('a request that never left is sent again even where it could not be twice', () => {
  const refused = (code: string): SubsidiesConnectionError =>
    new SubsidiesConnectionError('no', { cause: new TypeError('fetch failed', { cause: { code } }) })
  const one = { attempt: 0, isRepeatable: false, chance: 1 }
  assert.equal(waitBefore(refused('ECONNREFUSED'), one), 500)
  assert.equal(waitBefore(refused('ECONNRESET'), one), null)
})

test('an error says what the answer said: code, status, request, details, plan, page, quota', async () => {
  const quota = { 'ratelimit-limit': '10000', 'ratelimit-remaining': '7', 'ratelimit-reset': '60' }
  const step = refusal(403, 'plan_required', quota, { capability: 'bulk_match', required_plan: 'business' })
  const { error } = Object(step).body
  error.required_plan = 'business'
  await using server = await startScripted([step])
  const client = new SubsidiesClient({ key, baseUrl: server.origin })
  const thrown = await bulk(client).catch((one) => one)
  assert.ok(thrown instanceof ThrownError && thrown.code === 'plan_required')
  assert.equal(thrown.details.required_plan, 'business')
  const { status, message, requestId, requiredPlan, helpUrl, retryAfterSeconds } = thrown
  assert.deepEqual(
    { status, message, requestId, requiredPlan, helpUrl, retryAfterSeconds },
    {
      status: 403,
      message: 'It is plan_required.',
      requestId: 'req_of_body',
      requiredPlan: 'business',
      helpUrl: 'https://x.example/docs/errors/plan_required',
      retryAfterSeconds: null,
    },
  )
  assert.deepEqual({ ...thrown.quota, at: null }, { limit: 10_000, remaining: 7, resetSeconds: 60, at: null })
  assert.equal(client.lastQuota, thrown.quota, 'read once, at one time')
  assert.equal(client.lastRequestId, 'req_here')
})

test('a signal ends a call while it is sent, while it waits, and before it begins, with its own reason', async () => {
  await using server = await startScripted(['no answer'])
  const client = new SubsidiesClient({ key, baseUrl: server.origin })
  await assert.rejects(client.listSubsidies({ signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' })
  await assert.rejects(client.listSubsidies({ signal: AbortSignal.abort(new Error('mine')) }), /mine/)
  assert.equal(server.asked.length, 1)
  await using slow = await startScripted([limited])
  const waiting = new SubsidiesClient({ key, baseUrl: slow.origin })
  await assert.rejects(waiting.listSubsidies({ signal: AbortSignal.timeout(200) }), { name: 'TimeoutError' })
  assert.equal(slow.asked.length, 1)
})

test('each answer is told with its status and headers, those too that are tried again', async () => {
  await using server = await startScripted([
    refusal(500, 'internal_error'),
    { ...Object(done), headers: { etag: '"x"' } },
  ])
  const told: [number, string | null][] = []
  const onAnswer = ({ status, headers }: { status: number; headers: Headers }): void => {
    told.push([status, headers.get('etag')])
  }
  await new SubsidiesClient({ key, baseUrl: server.origin }).listSubsidies({ onAnswer })
  assert.deepEqual(told, [
    [500, null],
    [200, '"x"'],
  ])
})

test('an export that ends early, or does not say what it holds, is no export', async () => {
  const headers = { 'x-record-count': '2', 'x-change-cursor': 'c' }
  for (const [step, lines] of [
    [{ status: 200, body: '{"id":"a:1"}\n', headers }, 1],
    [{ status: 200, body: '{"id":"a:1"}\n{"id":"a:', headers }, 1],
    [{ status: 200, body: '{"id":"a:1"}\n', headers: { 'x-record-count': '1' } }, 0],
  ] as const) {
    await using server = await startScripted([step])
    const client = new SubsidiesClient({ key, baseUrl: server.origin })
    let count = 0
    const reading = (async () => {
      for await (const _ of await client.exportSubsidies()) count += 1
    })()
    await assert.rejects(reading, IncompleteAnswerError)
    assert.equal(count, lines)
  }
})

/** Each with what its message has to name. */
const settings: [given: ConstructorParameters<typeof SubsidiesClient>[0], says: RegExp][] = [
  [{ key: '', baseUrl: 'https://x.example' }, /key/],
  [{ key: 'a b', baseUrl: 'https://x.example' }, /key/],
  [{ key, baseUrl: 'x.example' }, /baseUrl/],
  [{ key, baseUrl: 'ftp://x.example' }, /baseUrl/],
  [{ key, baseUrl: 'https://x.example/v1' }, /adds \/v1/],
  [{ key, baseUrl: 'https://x.example', timeoutMs: 0 }, /timeoutMs/],
  [{ key, baseUrl: 'https://x.example', retries: -1 }, /retries/],
  [{ key, baseUrl: 'https://x.example', userAgentSuffix: 'é' }, /userAgentSuffix/],
]
test('settings that cannot be are told at once, by name', () => {
  for (const [given, says] of settings) {
    assert.throws(
      () => new SubsidiesClient(given),
      (error: Error) => error instanceof SubsidiesError && says.test(error.message),
    )
  }
})

test('without a key what is open works, and what needs one is told before anything is sent', async () => {
  await using server = await startScripted([done])
  const client = new SubsidiesClient({ baseUrl: server.origin })
  await client.listPlans()
  await assert.rejects(client.listSubsidies(), /listSubsidies needs a key/)
  await assert.rejects(client.getSubsidy('..'), SubsidiesError)
  assert.equal(server.asked.length, 1)
  assert.equal(server.asked[0]?.headers.authorization, undefined)
})

test('a part of a path never leads elsewhere', async () => {
  await using server = await startScripted([done])
  const client = new SubsidiesClient({ key, baseUrl: server.origin })
  for (const part of ['', '.', '..']) await assert.rejects(client.getSubsidy(part), /id must name something/)
  await client.getSubsidy('a/../../v1/key?x=1#y')
  assert.equal(server.asked[0]?.path, '/v1/subsidies/a%2F..%2F..%2Fv1%2Fkey%3Fx%3D1%23y')
})

test('a client shows neither its key nor anything else of itself', () => {
  const client = new SubsidiesClient({ key, baseUrl: 'https://x.example' })
  assert.doesNotMatch(`${inspect(client, { depth: 9, showHidden: true })} ${JSON.stringify(client)}`, /sm_test_/)
})

test('a time-out that is given for a call is that call’s', async () => {
  await using server = await startScripted(['no answer'])
  const client = new SubsidiesClient({ key, baseUrl: server.origin, retries: 0 })
  await assert.rejects(client.listSubsidies({ timeoutMs: 50 }), SubsidiesTimeoutError)
})
