import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { type Edge, keys, startEdge, withEdge } from '../../../tests/harness/edge.ts'
import { answersIn, raw } from '../../../tests/harness/http.ts'
import { bodyBytesMax, emptyBodyBytesMax } from '../../contract/body/body.ts'

let edge: Edge
before(async () => {
  edge = await startEdge()
})
after(() => edge.stop())

const key = keys.pro
const good = '{"companies":[{"reference":"a"}]}'

function head(path: string, ...lines: string[]): string {
  return [`POST ${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, ...lines, '', ''].join('\r\n')
}
const json = 'Content-Type: application/json'

const types: [type: string | undefined, isJson: boolean][] = [
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['Application/JSON;charset="UTF-8"', true],
  ['application/merge-patch+json', true],
  [undefined, false],
  ['', false],
  ['text/plain', false],
  ['text/json', false],
  ['application/x-www-form-urlencoded', false],
  ['application/json; charset=latin1', false],
  ['application/json; charset=utf-16', false],
  ['application/jsonx', false],
  ['application/json\tx', false],
  ['application/json, text/plain', false],
  ['json', false],
  ['/', false],
]
for (const [type, isJson] of types) {
  test(`a body of Content-Type ${type === undefined ? 'none' : JSON.stringify(type)} is ${isJson ? 'read' : 'refused'}`, async () => {
    const headers = { authorization: key, ...(type === undefined ? {} : { 'content-type': type }) }
    const answer = await edge.call('POST', '/v1/companies', { headers, body: good })
    assert.equal(answer.status, isJson ? 200 : 400)
    if (!isJson) assert.equal(answer.error().details.parameter, 'Content-Type')
  })
}

test('a compressed body is refused, naming the header', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const answer = await edge.call('POST', '/v1/companies', { key, headers, body: good })
  assert.equal(answer.status, 400)
  assert.equal(answer.error().details.parameter, 'Content-Encoding')
})

test('a fault of the body names its path, a fault of content its field', async () => {
  const wrong = { companies: [{ reference: 'a' }, { reference: 'b', company: { employees: 'ten' } }] }
  const form = await edge.call('POST', '/v1/companies', { key, json: wrong })
  assert.equal(form.status, 400)
  assert.deepEqual(form.error().details, { parameter: 'companies[1].company.employees' })
  const impossible = { companies: [{ reference: 'a', company: { employees: -1 } }] }
  const content = await edge.call('POST', '/v1/companies', { key, json: impossible })
  assert.equal(content.status, 422)
  assert.deepEqual(content.error().details, { field: 'companies[0].company.employees' })
})

test('a body whose rows refuse alone is refused whole for its form only', async () => {
  assert.equal((await edge.call('POST', '/v1/rows', { key, json: { companies: [{}] } })).status, 200)
  assert.equal((await edge.call('POST', '/v1/rows', { key, json: { companies: [{ ref: 'a' }] } })).status, 400)
})

test('bytes that are not UTF-8 are 400', async () => {
  const body = Buffer.concat([Buffer.from('{"language":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
  const answer = await edge.call('POST', '/v1/companies', {
    key,
    headers: { 'content-type': 'application/json' },
    body,
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(answer.error().details, { parameter: 'body' })
})

const noBody: [what: string, method: string, path: string, body: string | undefined, status: number][] = [
  ['nothing', 'POST', '/v1/things/thing:1/rotate', undefined, 201],
  ['an empty body', 'POST', '/v1/things/thing:1/rotate', '', 201],
  ['{}', 'POST', '/v1/things/thing:1/rotate', '{}', 201],
  ['{"a":1}', 'POST', '/v1/things/thing:1/rotate', '{"a":1}', 400],
  ['text', 'POST', '/v1/things/thing:1/rotate', 'x', 400],
  ['{}', 'DELETE', '/v1/things/thing:1', '{}', 200],
  ['{"a":1}', 'DELETE', '/v1/things/thing:1', '{"a":1}', 400],
  ['{"a":1}', 'GET', '/v1/things', '{"a":1}', 400],
]
for (const [what, method, path, body, status] of noBody) {
  test(`${method} ${path}, which reads no body, answers ${status} to ${what}`, async () => {
    const answer = await edge.call(method, path, { key, ...(body === undefined ? {} : { body }) })
    assert.equal(answer.status, status)
    if (status === 400) assert.equal(answer.error().details.parameter, body === 'x' ? 'body' : 'a')
  })
}

for (const [method, path] of [
  ['POST', '/v1/things/thing:1/rotate'],
  ['GET', '/v1/open'],
] as const) {
  test(`${method} ${path}, which reads no body, is sent no more than an empty one can need`, async () => {
    const lines = (length: string) =>
      [`${method} ${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, length, '', ''].join('\r\n')
    const announced = await raw(edge.origin, lines(`Content-Length: ${bodyBytesMax}`))
    const grown = await raw(edge.origin, `${lines('Transfer-Encoding: chunked')}1000\r\n${' '.repeat(0x1000)}\r\n`)
    for (const received of [announced, grown]) {
      const [answer] = answersIn(received)
      assert.equal(answer?.status, 400)
      assert.deepEqual(answer?.error().details, { parameter: 'body' })
      assert.match(answer?.error().message ?? '', /takes no body/)
      assert.equal(answer?.headers.connection, 'close')
    }
    const spaced = `{${' '.repeat(emptyBodyBytesMax - 2)}}`
    assert.ok((await edge.call(method, path, { key, body: spaced })).status < 300)
  })
}

test('a Content-Type that is no media type is 400 naming it, also where no body is read', async () => {
  const answer = await edge.call('POST', '/v1/things/thing:1/rotate', { key, headers: { 'content-type': 'nonsense' } })
  assert.equal(answer.status, 400)
  assert.deepEqual(answer.error().details, { parameter: 'Content-Type' })
})

test('a body of exactly the limit is read', async () => {
  const padded = good + ' '.repeat(bodyBytesMax - good.length)
  const answer = await edge.call('POST', '/v1/companies', {
    key,
    headers: { 'content-type': 'application/json' },
    body: padded,
  })
  assert.equal(answer.status, 200)
})

test('a body announced over the limit is 400 before any of it is read, and the connection ends', async () => {
  const received = await raw(edge.origin, head('/v1/companies', json, `Content-Length: ${bodyBytesMax + 1}`))
  const [answer, ...more] = answersIn(received)
  assert.equal(answer?.status, 400)
  assert.deepEqual(answer?.error().details, { parameter: 'body' })
  assert.equal(answer?.headers.connection, 'close')
  assert.equal(more.length, 0)
})

test('a body that grows over the limit is 400 without being read to its end, and the connection ends', async () => {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 0x20), Buffer.from('\r\n')])
  let written = 0
  const received = await raw(edge.origin, head('/v1/companies', json, 'Transfer-Encoding: chunked'), async (socket) => {
    const ended = new Promise((resolve) => socket.once('close', resolve))
    while (!socket.destroyed && written < 50 * bodyBytesMax) {
      written += chunk.length
      if (!socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), ended])
    }
  })
  const [answer] = answersIn(received)
  assert.equal(answer?.status, 400)
  assert.match(answer?.error().message ?? '', /larger than 2,000,000 bytes/)
  assert.equal(answer?.headers.connection, 'close')
  assert.ok(written < 50 * bodyBytesMax)
})

test('a refusal that comes before the body does not wait for a body over the limit', async () => {
  const lines = ['POST /v1/companies HTTP/1.1', 'Host: x', `Content-Length: ${bodyBytesMax * 10}`, '', '']
  const [answer] = answersIn(await raw(edge.origin, lines.join('\r\n')))
  assert.equal(answer?.status, 401)
  assert.equal(answer?.headers.connection, 'close')
})

test('a short unread body leaves the connection usable', async () => {
  const refused = ['POST /v1/nothing HTTP/1.1', 'Host: x', 'Content-Length: 5', '', 'hello'].join('\r\n')
  const next = ['GET /livez HTTP/1.1', 'Host: x', 'Connection: close', '', ''].join('\r\n')
  const answers = answersIn(await raw(edge.origin, refused + next))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 200],
  )
})

test('a caller that asks first is told to go on only when its body is wanted', async () => {
  const expecting = [json, `Content-Length: ${good.length}`, 'Expect: 100-continue', 'Connection: close']
  const wanted = await raw(edge.origin, head('/v1/companies', ...expecting), async (socket) => {
    await new Promise((resolve) => socket.once('data', resolve))
    socket.write(good)
  })
  assert.deepEqual(
    answersIn(wanted, { interim: true }).map(({ status }) => status),
    [100, 200],
  )
  const unwanted = head('/v1/companies', ...expecting).replace(key, keys.unknown)
  assert.deepEqual(
    answersIn(await raw(edge.origin, unwanted), { interim: true }).map(({ status }) => status),
    [401],
  )
  const tooLarge = head('/v1/companies', json, `Content-Length: ${bodyBytesMax + 1}`, 'Expect: 100-continue')
  assert.deepEqual(
    answersIn(await raw(edge.origin, tooLarge), { interim: true }).map(({ status }) => status),
    [400],
  )
})

test('a body that comes too slowly is cut at the bound with 400, and the connection ends', async () => {
  await withEdge({ bounds: { bodyTimeoutMs: 100 } }, async (slow) => {
    const received = await raw(slow.origin, head('/v1/companies', json, 'Content-Length: 40') + good.slice(0, 10))
    const [answer] = answersIn(received)
    assert.equal(answer?.status, 400)
    assert.deepEqual(answer?.error().details, { parameter: 'body' })
    assert.equal(answer?.headers.connection, 'close')
  })
})

test('a body with broken chunks is 400 in the envelope', async () => {
  const received = await raw(
    edge.origin,
    head('/v1/companies', json, 'Transfer-Encoding: chunked'),
    async (socket: Socket) => {
      socket.write('4\r\n{"a"\r\nzz\r\n')
    },
  )
  const [answer] = answersIn(received)
  assert.equal(answer?.status, 400)
  assert.equal(answer?.error().details.parameter, 'body')
})

test('a caller that leaves in the middle of its body leaves one log line, and no fault of ours', async () => {
  const leaving: [leave: (socket: Socket) => void, status: number][] = [
    [(socket) => socket.end(), 400],
    [(socket) => socket.resetAndDestroy(), 499],
  ]
  for (const [leave, status] of leaving) {
    await withEdge({}, async (left) => {
      await raw(left.origin, head('/v1/companies', json, 'Content-Length: 40') + good.slice(0, 10), async (socket) => {
        await until(() => left.scene.admissions === 1)
        leave(socket)
      })
      await until(() => left.log.some(({ message }) => message === 'request'))
      assert.deepEqual(
        left.log.map((line) => [line.level, line.status]),
        [['info', status]],
      )
    })
  }
})

const looksMax = 100_000

async function until(holds: () => boolean): Promise<void> {
  for (let look = 0; look < looksMax; look += 1) {
    if (holds()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.fail('what was waited for did not come')
}
