import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { keys, withEdge } from '../../../../tests/harness/edge.ts'
import { answersIn, open, raw } from '../../../../tests/harness/http.ts'
import { unobserved } from '../../../../tests/harness/observer.ts'
import { defaultBounds } from '../bounds.ts'
import { trustedPeers } from './client-address.ts'
import { connections } from './connections.ts'

const probe = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'

/** Opens so many connections, each of which has been answered once. */
async function served(origin: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let opened = 0; opened < count; opened += 1) {
    const socket = await open(origin)
    socket.write(probe)
    await once(socket, 'data')
    sockets.push(socket)
  }
  return sockets
}

test('the bounds are those of the contract', () => {
  assert.equal(defaultBounds.connectionsPerClientMax, 256)
  assert.equal(defaultBounds.readerBytesPerSecondMin, 1024)
  assert.equal(defaultBounds.readerWindowMs, 60_000)
  assert.equal(defaultBounds.streamMs, 30 * 60_000)
})

test('a client has so many connections and no more, until one of them ends', async () => {
  await withEdge({ bounds: { connectionsPerClientMax: 3 } }, async ({ origin, log }) => {
    const sockets = await served(origin, 3)
    assert.equal((await raw(origin, probe)).length, 0)
    assert.equal((await raw(origin, probe)).length, 0)
    const [first] = sockets
    first?.destroy()
    // The end of a connection reaches the server when it does.
    let answer: Buffer = Buffer.alloc(0)
    while (answer.length === 0) answer = await raw(origin, probe.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    assert.equal(answersIn(answer)[0]?.status, 200)
    for (const socket of sockets) socket.destroy()
    const line = log.find(({ message }) => message === 'a client has too many connections')
    assert.equal(line?.client, '127.0.0.0/24')
  })
})

test('a proxy of TRUST_PROXY has as many connections as it wants', async () => {
  await withEdge({ bounds: { connectionsPerClientMax: 2 }, trustProxy: ['127.0.0.1'] }, async ({ origin }) => {
    for (const socket of await served(origin, 6)) socket.destroy()
  })
})

test('unfinished headers of all connections together are bounded: the largest end, the small ones go on', async () => {
  const bounds = { unfinishedHeadsBytesMax: 100_000, connectionsCheckMs: 20 }
  await withEdge({ bounds }, async ({ origin, log }) => {
    const small = await open(origin)
    small.write('GET /v1/things HTTP/1.1\r\nHost: x\r\n')
    const sockets: Socket[] = []
    const large = `GET /v1/things HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}`
    for (let opened = 0; opened < 5; opened += 1) {
      const socket = await open(origin)
      socket.on('error', () => {}).resume()
      socket.write(large)
      sockets.push(socket)
    }
    await Promise.race(sockets.map((socket) => once(socket, 'close')))
    small.write(`X-API-Key: ${keys.pro}\r\nConnection: close\r\n\r\n`)
    const [answer] = await once(small, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 200/)
    for (const socket of sockets) socket.destroy()
    assert.ok(log.some(({ message }) => message === 'connections with unfinished headers were ended'))
  })
})

test('a connection that was sent large bodies holds no unfinished headers by them', async () => {
  const bounds = { unfinishedHeadsBytesMax: 10_000, connectionsCheckMs: 10 }
  await withEdge({ bounds }, async ({ origin, log }) => {
    const socket = await open(origin)
    const body = `{"companies":[]${' '.repeat(60_000)}}`
    const lines = ['POST /v1/companies HTTP/1.1', 'Host: x', `X-API-Key: ${keys.pro}`, 'Content-Type: application/json']
    for (let round = 0; round < 10; round += 1) {
      socket.write([...lines, `Content-Length: ${body.length}`, '', body].join('\r\n'))
      const [answer] = await once(socket, 'data')
      assert.match(String(answer), /^HTTP\/1\.1 200/)
    }
    socket.destroy()
    assert.ok(!log.some(({ message }) => message === 'connections with unfinished headers were ended'))
  })
})

test('nor by the bodies of refused requests, which are read away behind the answers', async () => {
  const bounds = { unfinishedHeadsBytesMax: 10_000, connectionsCheckMs: 10 }
  await withEdge({ bounds }, async ({ origin, log }) => {
    const socket = await open(origin)
    const body = ' '.repeat(60_000)
    const head = `POST /v1/companies HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`
    for (let round = 0; round < 3; round += 1) {
      socket.write(head)
      const [answer] = await once(socket, 'data')
      assert.match(String(answer), /^HTTP\/1\.1 401/)
      socket.write(body)
    }
    // A sweep that ended another connection has looked at this one too.
    const other = await open(origin)
    other.on('error', () => {})
    other.write(`GET / HTTP/1.1\r\nX-Unfinished: ${'x'.repeat(20_000)}`)
    await once(other, 'close')
    assert.deepEqual(
      log
        .filter(({ message }) => message === 'connections with unfinished headers were ended')
        .map(({ connections: count }) => count),
      [1],
    )
    socket.write(probe)
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 200/)
    socket.destroy()
  })
})

const unreadBytes = 24 * 1024 * 1024

/** A server whose one answer is far more than the system takes for a reader; sweeps are the test's, at times it makes up. */
async function withReader(run: (scene: Scene) => Promise<void>): Promise<void> {
  const slow: Socket[] = []
  const watched = connections({
    trusted: trustedPeers([]),
    bounds: { ...defaultBounds, connectionsCheckMs: 2 ** 30 },
    observer: unobserved,
    unfinishedBytes: () => 0,
    onSlowReader: (socket) => slow.push(socket),
  })
  const began = Promise.withResolvers<Socket>()
  const server: Server = createServer((request, response) => {
    response.end(Buffer.alloc(unreadBytes))
    began.resolve(request.socket)
  })
  watched.watch(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const reader = await open(`http://127.0.0.1:${port}`)
  try {
    reader.pause()
    reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await run({ slow, sweep: watched.sweep, reader, sender: await began.promise })
  } finally {
    reader.destroy()
    watched.stop()
    server.close()
    server.closeAllConnections()
  }
}
type Scene = { slow: Socket[]; sweep(nowMs: number): void; reader: Socket; sender: Socket }

/** Reads so much, then nothing; resolves when the system of the sender has taken something anew. */
async function take(reader: Socket, bytes: number): Promise<void> {
  let left = bytes
  reader.resume()
  for await (const [chunk] of onData(reader)) {
    left -= chunk.length
    if (left <= 0) break
  }
  reader.pause()
}

async function* onData(socket: Socket): AsyncGenerator<[Buffer]> {
  for (;;) yield (await once(socket, 'data')) as [Buffer]
}

test('a reader that takes nothing for a minute is cut, and not before', async () => {
  await withReader(async ({ slow, sweep, sender }) => {
    sweep(0)
    sweep(59_999)
    assert.equal(slow.length, 0)
    sweep(60_000)
    assert.deepEqual(slow, [sender])
    assert.ok(sender.destroyed)
  })
})

test('a reader that takes enough in every minute is not cut, however long it takes', async () => {
  await withReader(async ({ slow, sweep, reader, sender }) => {
    sweep(0)
    for (let minute = 1; minute <= 4; minute += 1) {
      await take(reader, 3 * 1024 * 1024)
      sweep(minute * 59_000)
    }
    assert.equal(slow.length, 0)
    assert.ok(sender.writableLength > 0)
    // It stops: the minute counts from when it was last quick enough.
    sweep(4 * 59_000 + 59_999)
    assert.equal(slow.length, 0)
    sweep(4 * 59_000 + 60_000)
    assert.equal(slow.length, 1)
  })
})

test('a connection with nothing unread is never cut, however long it is silent', async () => {
  await withReader(async ({ slow, sweep, reader, sender }) => {
    reader.on('data', () => {})
    reader.resume()
    while (sender.writableLength > 0) await new Promise((resolve) => setImmediate(resolve))
    for (const nowMs of [0, 60_000, 600_000]) sweep(nowMs)
    assert.equal(slow.length, 0)
  })
})
