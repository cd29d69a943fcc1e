import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { type Edge, type EdgeOptions, keys, withEdge } from '../../../../tests/harness/edge.ts'
import { edgeRoutes } from '../../../../tests/harness/edge-routes.ts'
import { answersIn, open, raw } from '../../../../tests/harness/http.ts'
import { JsonBytes } from '../../../contract/call.ts'

/** More than the system takes for a reader that does not read. */
const answerBytes = 12 * 1024 * 1024
const [pattern] = edgeRoutes
if (pattern === undefined) throw new Error('the edge has no routes')
const large = {
  ...pattern,
  path: '/v1/large',
  operation: 'getLarge',
  query: {},
  run: () => ({ data: new JsonBytes([Buffer.from('"'), Buffer.alloc(answerBytes, 'a'), Buffer.from('"')]) }),
}
const options: EdgeOptions = { routes: [...edgeRoutes, large] }

const request = (path: string, ...lines: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${keys.pro}`, ...lines, '', ''].join('\r\n')

/** Reads until so many bytes have come, then no more. */
function readBytes(socket: Socket, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    let read = 0
    socket.on('data', (chunk: Buffer) => {
      read += chunk.length
      if (read < bytes) return
      socket.removeAllListeners('data')
      socket.pause()
      resolve()
    })
    socket.resume()
  })
}

/** Everything that the server can do without being read has been done: another caller has been served ten times. */
async function settled(edge: Edge): Promise<void> {
  for (let round = 0; round < 10; round += 1) await edge.call('GET', '/v1/open')
}

test('of twenty requests sent at once to a reader that reads nothing one is begun and counted', async () => {
  await withEdge(options, async (edge) => {
    const socket = await open(edge.origin)
    socket.pause()
    socket.write(request('/v1/large').repeat(20))
    while (edge.scene.requests === 0) await new Promise((resolve) => setImmediate(resolve))
    await settled(edge)
    assert.equal(edge.scene.requests, 1)
    // The next is begun when the answer before it has been taken.
    const took = readBytes(socket, answerBytes * 1.2)
    await took
    await settled(edge)
    assert.equal(edge.scene.requests, 2)
    // And those of a caller who leaves never.
    socket.destroy()
    await settled(edge)
    assert.equal(edge.scene.requests, 2)
  })
})

test('requests sent at once are all answered to a caller who reads, in their order, each counted once', async () => {
  await withEdge(options, async (edge) => {
    const paths = [
      '/v1/things?name=a',
      '/v1/large',
      '/v1/nothing',
      '/v1/broken',
      '/v1/things?zzz=1',
      '/v1/things/thing:1',
    ]
    const sent = `${paths.map((path) => request(path)).join('')}${request('/v1/things?name=z', 'Connection: close')}`
    const answers = answersIn(await raw(edge.origin, sent))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 404, 500, 400, 200, 200],
    )
    assert.equal(answers[1]?.body.length, answerBytes + '{"data":"","meta":}'.length + metaLength(answers[1]?.body))
    assert.equal(edge.scene.requests, 6)
  })
})

function metaLength(body: Buffer | undefined): number {
  const text = body?.subarray(-200).toString('latin1') ?? ''
  return text.length - text.indexOf('"meta":') - '"meta":'.length - 1
}

test('HEAD and POST stand in the line like any other', async () => {
  await withEdge(options, async (edge) => {
    const body = '{"companies":[{"reference":"a"}]}'
    const post = request('/v1/companies', 'Content-Type: application/json', `Content-Length: ${body.length}`)
    const sent = [
      request('/v1/things').replace('GET', 'HEAD'),
      `${post.replace('GET', 'POST')}${body}`,
      request('/v1/things', 'Connection: close').replace('GET', 'HEAD'),
    ]
    const received = (await raw(edge.origin, sent.join(''))).toString('latin1')
    assert.equal(received.match(/HTTP\/1\.1 200 OK/g)?.length, 3)
    assert.ok(received.includes('"reference":"a"'))
    assert.equal(edge.scene.requests, 3)
  })
})

test('beyond the most that may wait none is begun: the last of them ends the connection', async () => {
  await withEdge({ ...options, bounds: { waitingRequestsMax: 4 } }, async (edge) => {
    const answers = answersIn(await raw(edge.origin, request('/v1/things').repeat(50)))
    assert.equal(answers.length, 5)
    assert.equal(answers.at(-1)?.headers.connection, 'close')
    assert.equal(edge.scene.requests, 5)
  })
})

test('what waits holds a bounded number of bytes, however few requests it is', async () => {
  await withEdge({ ...options, bounds: { waitingBytesMax: 100_000 } }, async (edge) => {
    const padded = request('/v1/things', `X-Padding: ${'x'.repeat(20_000)}`)
    const received = await raw(edge.origin, request('/v1/slow') + padded.repeat(50), async () => {
      await edge.scene.slowBegan.promise
      await settled(edge)
      edge.scene.finishSlow()
    })
    const answers = answersIn(received)
    assert.ok(answers.length > 1 && answers.length <= 12, String(answers.length))
    assert.equal(answers.at(-1)?.headers.connection, 'close')
    assert.equal(edge.scene.requests, answers.length)
  })
})

test('a request that waits when the service stops is not begun, and its caller is told by the end of the connection', async () => {
  await withEdge(options, async (edge) => {
    const received = await raw(edge.origin, request('/v1/slow') + request('/v1/things'), async () => {
      await edge.scene.slowBegan.promise
      const stopped = edge.stop()
      edge.scene.finishSlow()
      await stopped
    })
    const answers = answersIn(received)
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.connection]),
      [[200, 'close']],
    )
    assert.equal(edge.scene.requests, 1)
  })
})
