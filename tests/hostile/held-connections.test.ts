/**
 * Callers who hold what they have: many connections that say nothing, or a byte now and then. Each ends at its bound, by an
 * answer or without one; meanwhile others are answered; and nothing is held for them afterwards. Counted, not timed: what
 * it costs stands in bench/README.md.
 */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Edge, keys, withEdge } from '../harness/edge.ts'
import { answersIn } from '../harness/http.ts'

const connections = 300
const addresses = 3
const boundMs = 400
const byteEveryMs = 50
const patienceMs = 30_000
const megabyte = 1024 * 1024

const slow = { headersTimeoutMs: boundMs, bodyTimeoutMs: boundMs, keepAliveTimeoutMs: boundMs, connectionsCheckMs: 50 }
const body = (framing: string): string =>
  `POST /v1/companies HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys.pro}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`

/** `statuses`: what such a caller is answered before the connection ends; whoever said nothing is answered nothing. */
const callers: [what: string, first: string, more: string, statuses: number[]][] = [
  ['say nothing', '', '', []],
  ['send a byte of a header now and then', 'GET /v1/open HTTP/1.1\r\nHost: x\r\nX: ', 'x', [400]],
  ['send a header now and then', 'GET /v1/open HTTP/1.1\r\nHost: x\r\n', 'X: y\r\n', [400]],
  ['send a byte of a body now and then', body('Content-Length: 1000'), ' ', [400]],
  ['send a chunk of a byte now and then', body('Transfer-Encoding: chunked'), '1\r\n \r\n', [400]],
  ['were answered, and say nothing more', 'GET /v1/open HTTP/1.1\r\nHost: x\r\n\r\n', '', [200]],
]
for (const [what, first, more, statuses] of callers)
  test(`${connections} callers who ${what}: each is let go at the bound, and others are answered meanwhile`, () =>
    withEdge({ bounds: slow }, async (edge) => {
      const held = await Promise.all(Array.from({ length: connections }, (_, n) => hold(edge, n, first, more)))
      assert.equal((await edge.call('GET', '/v1/open')).status, 200)
      for (const received of await Promise.all(held.map(({ ended }) => ended)))
        assert.deepEqual(
          received.length === 0 && first !== '' ? statuses : answersIn(received).map(({ status }) => status),
          statuses,
        )
      assert.equal((await edge.call('GET', '/v1/open')).status, 200)
    }))

type Held = { ended: Promise<Buffer> }

/** What came until the other side ended it. */
function hold({ origin }: Edge, number: number, first: string, more: string): Promise<Held> {
  const { port } = new URL(origin)
  const localAddress = `127.0.0.${2 + (number % addresses)}`
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: '127.0.0.1', port: Number(port), localAddress })
    const received: Buffer[] = []
    socket.on('data', (piece: Buffer) => received.push(piece))
    socket.on('error', reject)
    const late = setTimeout(() => socket.destroy(new Error('it was never let go')), patienceMs)
    const ended = new Promise<Buffer>((tell) =>
      socket.once('close', () => {
        clearTimeout(late)
        tell(Buffer.concat(received))
      }),
    )
    socket.once('connect', () => {
      socket.off('error', reject)
      // What is written to a connection that has ended is nobody's.
      socket.on('error', () => {})
      const timer = setInterval(() => more !== '' && socket.writable && socket.write(more), byteEveryMs)
      socket.once('close', () => clearInterval(timer))
      if (first !== '') socket.write(first)
      resolve({ ended })
    })
  })
}

test('a body that is packed is refused as it stands: nothing is unpacked, and nothing of it is kept', () =>
  withEdge({}, async (edge) => {
    const packed = gzipSync(Buffer.alloc(64 * megabyte, ' '))
    const before = process.memoryUsage().arrayBuffers
    for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'x-gzip', 'gzip, gzip']) {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding }
      const answer = await edge.call('POST', '/v1/companies', { key: keys.pro, headers, body: packed })
      assert.equal(answer.status, 400)
      assert.deepEqual(answer.error().details, { parameter: 'Content-Encoding' })
    }
    assert.ok(process.memoryUsage().arrayBuffers - before < 16 * megabyte)
  }))
