import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import Type from 'typebox'
import { type Edge, type Scene, startEdge } from '../../../tests/harness/edge.ts'
import { answersIn, open, raw } from '../../../tests/harness/http.ts'
import { openAccess } from '../../contract/access.ts'
import { JsonBytes } from '../../contract/call.ts'
import type { RouteRecord } from '../../contract/route.ts'

/** Rows that lie ready, as many as asked, of 1,000 bytes each: few are joined before they are sent, many are not. */
const row = Buffer.from(JSON.stringify('é'.repeat(499)))
const rowsRoute = (count: number): RouteRecord<Scene> => ({
  method: 'GET',
  path: `/v1/rows${count}`,
  operation: `rows${count}`,
  summary: 'Rows',
  description: 'Exists in tests only.',
  tag: 'tests',
  access: openAccess,
  capability: null,
  pathParameters: {},
  query: {},
  body: null,
  shape: 'wrapper',
  answers: { 200: { description: 'Rows.', schema: Type.Unknown() } },
  refuses: [],
  etag: false,
  run: () => ({ data: new JsonBytes(partsOf(count)) }),
})

function partsOf(count: number): Buffer[] {
  const rows = Array.from({ length: count }, (_, place) => (place === 0 ? [row] : [Buffer.from(','), row])).flat()
  return [Buffer.from('['), ...rows, Buffer.from(']')]
}

const counts = [2, 20, 60, 400, 1_000]
const otherRow = Buffer.from(JSON.stringify('z'.repeat(998)))
let edge: Edge
before(async () => {
  const others = rowsRoute(400)
  const data = new JsonBytes([
    Buffer.from('['),
    ...Array(401)
      .fill(otherRow)
      .flatMap((row) => [Buffer.from(','), row])
      .slice(1),
    Buffer.from(']'),
  ])
  edge = await startEdge({
    routes: [...counts.map(rowsRoute), { ...others, path: '/v1/others', operation: 'others', run: () => ({ data }) }],
  })
})
after(() => edge.stop())

for (const count of counts) {
  const path = `/v1/rows${count}`
  const body = Buffer.concat([Buffer.from('{"data":'), ...partsOf(count), Buffer.from('}')])

  test(`an answer of ${count} rows comes whole, and says its length beforehand`, async () => {
    const answer = await edge.call('GET', path)
    assert.equal(answer.headers['content-length'], String(body.length))
    assert.deepEqual(answer.body, body)
    const packed = await edge.call('GET', path, { headers: { 'accept-encoding': 'zstd' } })
    assert.deepEqual(zstdDecompressSync(packed.body), body)
  })

  test(`HEAD for ${count} rows gets the length and no byte of a body, and the connection goes on`, async () => {
    const head = `HEAD ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
    const received = await raw(edge.origin, `${head}${head.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`)
    const answers = answersIn(received, { headOnly: true })
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers['content-length']]),
      [
        [200, String(body.length)],
        [200, String(body.length)],
      ],
    )
  })

  test(`answers of ${count} rows on one connection follow one another whole`, async () => {
    const get = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
    const received = await raw(edge.origin, `${get}${get}${get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`)
    const answers = answersIn(received)
    assert.equal(answers.length, 3)
    for (const answer of answers) assert.deepEqual(answer.body, body)
  })
}

test('an answer that its reader takes slowly keeps its bytes while others are answered', async () => {
  const rows = 400
  const path = `/v1/rows${rows}`
  const asked = 40
  const get = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  const body = Buffer.concat([Buffer.from('{"data":'), ...partsOf(rows), Buffer.from('}')])
  const socket = await open(edge.origin)
  socket.pause()
  // More than the system takes for a reader who reads nothing: some answer is still in the server's hands.
  socket.write(`${get.repeat(asked - 1)}${get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`)
  for (let other = 0; other < 2 * asked; other += 1) {
    assert.equal((await edge.call('GET', '/v1/others')).body.length > rows * otherRow.length, true)
  }
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk)).resume()
  await once(socket, 'close')
  const answers = answersIn(Buffer.concat(received))
  assert.equal(answers.length, asked)
  for (const answer of answers) assert.ok(answer.body.equals(body))
})
