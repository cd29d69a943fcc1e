import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  brotliCompressSync,
  brotliDecompressSync,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import Type from 'typebox'
import { type Edge, type EdgeOptions, type Scene, withEdge } from '../../../../tests/harness/edge.ts'
import { call, open, raw } from '../../../../tests/harness/http.ts'
import { openAccess } from '../../../contract/access.ts'
import { ByteStream, type Coding, type Piece, type StreamFacts } from '../../../contract/call.ts'
import type { RouteRecord } from '../../../contract/route.ts'

const piece = Buffer.alloc(64 * 1024, 'abcdefgh')
const pieces = 400
const whole = Buffer.concat(Array(4).fill(piece))

/** What the streams of one test have done. */
type Made = {
  begun: number
  pieces: number
  givenBack: number
  closed: number
  close: PromiseWithResolvers<void>
  /** Cuts the stream `cut`. */
  cutter: AbortController
}

/** `lent`: each piece is wanted back, and written over as soon as it comes back. */
const kinds = [
  'short',
  'lent',
  'long',
  'endless',
  'failing',
  'refusing',
  'waiting',
  'too short',
  'too long',
  'coded',
  'demanding',
  'pausing',
  'cut',
] as const
type Kind = (typeof kinds)[number]

/** How long `pausing` takes for a piece. */
const pauseMs = 300
/** What each reader of `demanding` and of `pausing` takes at least. */
const demandedBytesPerSecond = 1024 * 1024
const pack: Record<Coding, (bytes: Buffer) => Buffer> = {
  zstd: (bytes) => zstdCompressSync(bytes),
  br: (bytes) => brotliCompressSync(bytes),
  gzip: (bytes) => gzipSync(bytes),
}

/** One route per kind of stream; each counts what it makes and whether it was closed. */
function routesOf(made: Made, letGo: Promise<void>): RouteRecord<Scene>[] {
  const source = async function* (kind: Kind, coding: Coding | null): AsyncGenerator<Piece> {
    made.begun += 1
    try {
      if (kind === 'coded') {
        yield { bytes: coding === null ? whole : pack[coding](whole) }
        return
      }
      if (coding !== null) throw new Error('it was asked for a coding that it does not have')
      if (kind === 'refusing') throw new Error('refused before the first byte')
      if (kind === 'waiting') await letGo
      const count = {
        short: 4,
        lent: 4,
        long: pieces,
        endless: pieces,
        failing: 3,
        waiting: 4,
        'too short': 3,
        'too long': 5,
        demanding: pieces,
        pausing: 2,
        cut: pieces,
      }[kind]
      for (let n = 0; n < count; n += 1) {
        made.pieces += 1
        if (kind === 'pausing') await wait(pauseMs)
        yield ['lent', 'long', 'endless'].includes(kind) ? lentPiece(made) : { bytes: piece }
      }
      if (kind === 'failing') throw new Error('the thread is dead')
    } finally {
      made.closed += 1
      made.close.resolve()
    }
  }
  return kinds.map((kind) => ({
    method: 'GET',
    path: `/v1/${kind.replace(' ', '-')}`,
    operation: kind,
    summary: kind,
    description: 'Exists in tests only.',
    tag: 'tests',
    access: openAccess,
    capability: null,
    pathParameters: {},
    query: {},
    body: null,
    shape: 'own',
    answers: { 200: { description: 'Bytes.', schema: Type.Unknown() } },
    refuses: [],
    etag: false,
    run: () => ({
      headers: { 'x-record-count': '4' },
      data: new ByteStream((coding) => source(kind, coding), factsOf(kind, made)),
    }),
  }))
}

function factsOf(kind: Kind, { cutter }: Made): StreamFacts {
  const known: StreamFacts = { length: whole.length, etag: 'version-7' }
  if (kind === 'coded') return { ...known, isCoded: true }
  if (kind === 'demanding' || kind === 'pausing') return { bytesPerSecondMin: demandedBytesPerSecond }
  if (kind === 'cut') return { cutBy: cutter.signal }
  return ['long', 'endless', 'failing'].includes(kind) ? {} : known
}

/** A copy of the piece, of which nothing is left as soon as it is given back. */
function lentPiece(made: Made): Piece {
  const bytes = Buffer.from(piece)
  const giveBack = (): void => {
    made.givenBack += 1
    bytes.fill(0)
  }
  return { bytes, giveBack }
}

async function withStreams(
  bounds: NonNullable<EdgeOptions['bounds']>,
  run: (edge: Edge, made: Made, letGo: () => void) => Promise<void>,
): Promise<void> {
  const made: Made = {
    ...{ begun: 0, pieces: 0, givenBack: 0, closed: 0 },
    ...{ close: Promise.withResolvers(), cutter: new AbortController() },
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  await withEdge({ bounds, routes: routesOf(made, promise) }, async (edge) => {
    try {
      await run(edge, made, resolve)
    } finally {
      resolve()
    }
  })
}

const get = (path: string, version = '1.1', method = 'GET', ...lines: string[]): string =>
  [`${method} ${path} HTTP/${version}`, 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n')

/** The log line of the one streamed request, which is written when its connection is done with. */
async function lineOf({ log }: Edge, message = 'request'): Promise<Record<string, unknown>> {
  for (;;) {
    const line = log.find((one) => one.message === message)
    if (line !== undefined) return line
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const unpack: [coding: string, of: (bytes: Buffer) => Buffer][] = [
  ['identity', (bytes) => bytes],
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]

describe('a streamed answer', { timeout: 60_000 }, () => {
  for (const [coding, of] of unpack) {
    test(`${coding}: it comes whole, its length said where it is not compressed, its strong tag for each coding`, async () => {
      await withStreams({}, async (edge, made) => {
        const headers = { 'accept-encoding': coding }
        const answer = await edge.call('GET', '/v1/short', { headers })
        assert.deepEqual(of(answer.body), whole)
        assert.equal(answer.headers['content-length'], coding === 'identity' ? String(whole.length) : undefined)
        const tag = coding === 'identity' ? '"version-7"' : `"version-7-${coding}"`
        assert.equal(answer.headers.etag, tag)
        assert.deepEqual([made.begun, made.closed], [1, 1])
        const known = await edge.call('GET', '/v1/short', { headers: { ...headers, 'if-none-match': tag } })
        assert.deepEqual([known.status, known.body.length, known.headers['x-record-count']], [304, 0, '4'])
        const head = await edge.call('HEAD', '/v1/short', { headers })
        assert.deepEqual(
          [head.status, head.headers.etag, head.headers['content-length'], head.headers['x-record-count']],
          [200, tag, answer.headers['content-length'], '4'],
        )
        // Neither asks for a byte, so neither begins the stream.
        assert.equal(made.begun, 1)
      })
    })

    test(`${coding}: a piece is given back once, and only when nobody reads it any more`, async () => {
      await withStreams({}, async (edge, made) => {
        const answer = await edge.call('GET', '/v1/lent', { headers: { 'accept-encoding': coding } })
        assert.deepEqual(of(answer.body), whole)
        assert.equal(made.givenBack, 4)
      })
    })

    test(`${coding}: it waits for its reader, and is closed when the reader leaves`, async () => {
      await withStreams({}, async (edge, made) => {
        const socket = await open(edge.origin)
        socket.pause()
        socket.write(get('/v1/endless', '1.1', 'GET', `Accept-Encoding: ${coding}`))
        while (made.begun === 0) await new Promise((resolve) => setImmediate(resolve))
        // As much as the system and the buffers between take, which compression makes more of, and then no more.
        let before = -1
        while (before !== made.pieces) {
          before = made.pieces
          for (let round = 0; round < 20; round += 1) await edge.call('GET', '/livez')
        }
        if (coding === 'identity') assert.ok(made.pieces < pieces, String(made.pieces))
        socket.destroy()
        await made.close.promise
        assert.equal(made.closed, 1)
        // The piece that nobody took any more is left to the collector.
        assert.ok(made.givenBack < made.pieces || made.pieces === pieces, String(made.givenBack))
      })
    })

    test(`${coding}: one that fails is cut, told to the log with its cause, and counted`, async () => {
      await withStreams({}, async (edge, made) => {
        const bytes = await raw(edge.origin, get('/v1/failing', '1.1', 'GET', `Accept-Encoding: ${coding}`))
        assert.match(bytes.toString('latin1'), /^HTTP\/1\.1 200/)
        assert.ok(!bytes.toString('latin1').endsWith('0\r\n\r\n'))
        const fault = await lineOf(edge, 'stream failed')
        assert.deepEqual([fault.level, fault.fault_message], ['error', 'the thread is dead'])
        const line = await lineOf(edge)
        assert.deepEqual([line.status, line.cut, line.cut_total], [200, 'failed', 1])
        assert.equal(line.request_id, fault.request_id)
        assert.equal(made.closed, 1)
      })
    })
  }

  test('one that has its bytes in each coding already is asked for that coding, and sent as it is', async () => {
    await withStreams({}, async (edge, made) => {
      for (const [coding, of] of unpack) {
        const headers = { 'accept-encoding': coding }
        const answer = await edge.call('GET', '/v1/coded', { headers })
        assert.deepEqual(of(answer.body), whole)
        const packed = coding === 'identity' ? whole : pack[coding as Coding](whole)
        assert.deepEqual(answer.body, packed)
        assert.equal(answer.headers['content-encoding'], coding === 'identity' ? undefined : coding)
        assert.equal(answer.headers['content-length'], coding === 'identity' ? String(whole.length) : undefined)
        assert.equal(answer.headers.etag, coding === 'identity' ? '"version-7"' : `"version-7-${coding}"`)
        const head = await edge.call('HEAD', '/v1/coded', { headers })
        assert.deepEqual(
          [head.headers.etag, head.headers['content-length']],
          [answer.headers.etag, answer.headers['content-length']],
        )
      }
      assert.deepEqual([made.begun, made.closed], [unpack.length, unpack.length])
    })
  })

  test('one that asks more of its reader than others is cut where he takes less, and no other is', async () => {
    // Of all others nothing is asked here.
    const bounds = { readerWindowMs: 200, connectionsCheckMs: 20, readerBytesPerSecondMin: 0 }
    for (const [path, isCut] of [
      ['/v1/demanding', true],
      ['/v1/endless', false],
    ] as const) {
      await withStreams(bounds, async (edge, made) => {
        const socket = await open(edge.origin)
        socket.on('error', () => {})
        socket.pause()
        socket.write(get(path))
        while (made.begun === 0) await new Promise((resolve) => setImmediate(resolve))
        const trickle = setInterval(() => socket.read(1_024), 20)
        const settled = await Promise.race([made.close.promise.then(() => 'cut'), wait(1_000, 'whole')])
        clearInterval(trickle)
        assert.equal(settled, isCut ? 'cut' : 'whole')
        socket.destroy()
        assert.equal((await lineOf(edge)).cut, isCut ? 'reader_too_slow' : 'reader_left')
      })
    }
  })

  test('one that asks more of its reader goes on to its end where he takes it', async () => {
    // The reader runs in this process too: a machine that is busy keeps it waiting for longer than its window would be.
    await withStreams({ readerWindowMs: 400, connectionsCheckMs: 10 }, async (edge) => {
      assert.equal((await edge.call('GET', '/v1/demanding')).body.length, pieces * piece.length)
      assert.equal((await lineOf(edge)).cut, undefined)
    })
  })

  test('one that asks more of its reader is not cut while it is itself what keeps him waiting', async () => {
    await withStreams({ readerWindowMs: 50, connectionsCheckMs: 10 }, async (edge) => {
      assert.equal((await edge.call('GET', '/v1/pausing')).body.length, 2 * piece.length)
      assert.equal((await lineOf(edge)).cut, undefined)
    })
  })

  test('one that must not go on is cut at once, though its reader takes nothing; before its first byte as well', async () => {
    await withStreams({}, async (edge, made) => {
      const socket = await open(edge.origin)
      socket.on('error', () => {})
      socket.pause()
      socket.write(get('/v1/cut'))
      while (made.pieces === 0) await new Promise((resolve) => setImmediate(resolve))
      made.cutter.abort()
      await made.close.promise
      assert.equal((await lineOf(edge)).cut, 'failed')
      socket.destroy()
      await assert.rejects(call(edge.origin, 'GET', '/v1/cut'), /aborted|hang up|ECONNRESET/)
      assert.equal(made.closed, 2)
    })
  })

  test('a reader who stops for a while gets every piece as it was made, though each is written over once it has left', async () => {
    await withStreams({}, async (edge, made) => {
      const socket = await open(edge.origin)
      socket.pause()
      socket.write(get('/v1/long'))
      while (made.givenBack === 0) await new Promise((resolve) => setImmediate(resolve))
      for (let round = 0; round < 20; round += 1) await edge.call('GET', '/livez')
      assert.ok(made.givenBack < pieces, String(made.givenBack))
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      socket.resume()
      await once(socket, 'end')
      const bytes = Buffer.concat(chunks)
      assert.ok(bytes.length > pieces * piece.length)
      assert.equal(bytes.indexOf(0), -1)
      assert.equal(made.givenBack, pieces)
    })
  })

  test('over HTTP/1.0 it comes whole too, and one that fails is cut', async () => {
    await withStreams({}, async (edge) => {
      const bytes = await raw(edge.origin, get('/v1/short', '1.0'))
      assert.deepEqual(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4), whole)
      await raw(edge.origin, get('/v1/failing', '1.0'))
      await lineOf(edge, 'stream failed')
    })
  })

  test('what goes wrong before its first byte is answered as ever, and nothing is cut', async () => {
    await withStreams({}, async (edge, made) => {
      const answer = await edge.call('GET', '/v1/refusing')
      assert.equal(answer.error().code, 'internal_error')
      assert.equal(made.closed, 1)
      assert.equal((await lineOf(edge)).cut, undefined)
    })
  })

  test('one that is not the length that it said is cut: a caller never takes it for whole', async () => {
    for (const path of ['/v1/too-short', '/v1/too-long']) {
      await withStreams({}, async (edge) => {
        await assert.rejects(call(edge.origin, 'GET', path), /aborted|hang up|ECONNRESET/)
        const line = await lineOf(edge, 'stream failed')
        assert.match(String(line.fault_message), /stream of 262144 bytes/)
      })
    }
  })

  test('one that was answered before it had a first byte (the time was over) is closed', async () => {
    await withStreams({ answerMs: 30 }, async (edge, made, letGo) => {
      assert.equal((await edge.call('GET', '/v1/waiting')).status, 504)
      letGo()
      await made.close.promise
      assert.deepEqual([made.begun, made.closed], [1, 1])
    })
  })

  test('one whose reader leaves before its first byte is closed', async () => {
    await withStreams({}, async (edge, made, letGo) => {
      const socket = await open(edge.origin)
      socket.write(get('/v1/waiting'))
      while (made.begun === 0) await new Promise((resolve) => setImmediate(resolve))
      socket.destroy()
      assert.equal((await lineOf(edge)).status, 499)
      letGo()
      await made.close.promise
      assert.equal(made.closed, 1)
    })
  })

  test('one that lasts too long is cut, and so is one whose reader is too slow; each says so', async () => {
    for (const [bounds, cut] of [
      [{ streamMs: 100 }, 'too_long'],
      [{ readerWindowMs: 100, connectionsCheckMs: 20 }, 'reader_too_slow'],
    ] as const) {
      await withStreams(bounds, async (edge, made) => {
        const socket = await open(edge.origin)
        socket.on('error', () => {})
        socket.pause()
        socket.write(get('/v1/endless'))
        await made.close.promise
        assert.equal((await lineOf(edge)).cut, cut)
        socket.destroy()
      })
    }
  })

  test('one that is still under way when the time to stop is over is cut, and says so', async () => {
    await withStreams({ stopMs: 50 }, async (edge, made) => {
      const socket = await open(edge.origin)
      socket.on('error', () => {})
      socket.pause()
      socket.write(get('/v1/endless'))
      while (made.pieces === 0) await new Promise((resolve) => setImmediate(resolve))
      await edge.stop()
      await made.close.promise
      assert.equal((await lineOf(edge)).cut, 'stopping')
      socket.destroy()
    })
  })

  test('one whose reader leaves in the middle says that the reader left, and is no fault', async () => {
    await withStreams({}, async (edge, made) => {
      const socket = await open(edge.origin)
      socket.write(get('/v1/endless'))
      await once(socket, 'data')
      socket.destroy()
      await made.close.promise
      assert.equal((await lineOf(edge)).cut, 'reader_left')
      assert.ok(!edge.log.some(({ level }) => level === 'error'))
    })
  })
})
