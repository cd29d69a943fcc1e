/** What a request sends, and what each way of answering comes to. Receivers are sockets, so that they can say anything. */
import assert from 'node:assert/strict'
import net from 'node:net'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import {
  answerOf,
  type Conduct,
  posted,
  postedTo,
  receiver,
  says,
  saysAndEnds,
  told,
} from '../../../tests/harness/receivers.ts'

const okay = answerOf(200, 'good')

test('the request is one POST with the given headers and body, the name as Host, and nothing that asks for an encoding', async () => {
  const { requests, ...outcome } = await postedTo(says(okay), {
    headers: { 'Content-Type': 'application/json', 'Service-Event': 'ping' },
    body: '{"é":1}',
  })
  assert.equal(told(outcome), 'answered 200 "good"')
  const [request = ''] = requests
  const [head = '', body] = request.split('\r\n\r\n')
  assert.match(head, /^POST \/hooks\?a=b HTTP\/1\.1\r\n/)
  const names = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(':')[0])
  assert.deepEqual(names, ['Content-Type', 'Service-Event', 'Host', 'Connection', 'Content-Length'])
  assert.match(head, /\r\nHost: 127\.0\.0\.1:\d+\r\nConnection: close\r\n/)
  assert.equal(Buffer.from(body ?? '', 'latin1').toString(), '{"é":1}')
})

const hasIPv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'))
test('an IPv6 address is reached, and stands in Host as in the URL', {
  skip: hasIPv6 ? false : 'this host has no IPv6',
}, async () => {
  await using there = await receiver(says(okay), { host: '::1' })
  assert.equal(told(await posted(`http://[::1]:${there.port}/`)), 'answered 200 "good"')
  assert.match(there.requests[0] ?? '', new RegExp(`\r\nHost: \\[::1\\]:${there.port}\r\n`))
})

test('bytes are sent as they are, and each request has a connection of its own', async () => {
  await using there = await receiver(says(okay))
  const bytes = Buffer.from([0, 255, 13, 10, 128])
  for (let times = 0; times < 3; times += 1) await posted(`http://127.0.0.1:${there.port}/`, { body: bytes })
  assert.equal(there.made(), 3)
  for (const request of there.requests) assert.ok(request.endsWith(`\r\n\r\n${bytes.toString('latin1')}`))
})

const pieces =
  (list: readonly string[], afterMs = 5): Conduct =>
  async (socket) => {
    for (const piece of list) {
      socket.write(piece, 'latin1')
      await pause(afterMs)
    }
  }

const answers: [what: string, conduct: Conduct, outcome: string][] = [
  ['200', says(okay), 'answered 200 "good"'],
  ['204 without a body', says('HTTP/1.1 204 No Content\r\n\r\n'), 'answered 204 ""'],
  ['200 in single bytes', pieces([...okay], 1), 'answered 200 "good"'],
  [
    '200 in chunks, with an extension and trailers',
    says('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\ngo\r\n2\r\nod\r\n0\r\nA: b\r\n\r\n'),
    'answered 200 "good"',
  ],
  ['200 until the connection closes', saysAndEnds('HTTP/1.1 200 OK\r\n\r\ngood'), 'answered 200 "good"'],
  ['200 of HTTP/1.0', saysAndEnds('HTTP/1.0 200 OK\r\n\r\ngood'), 'answered 200 "good"'],
  ['200 without a reason', says('HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n'), 'answered 200 ""'],
  ['404', says(answerOf(404, 'none')), 'answered 404 "none"'],
  ['500', says(answerOf(500, 'oops')), 'answered 500 "oops"'],
  ['600', says(answerOf(600, 'what')), 'answered 600 "what"'],
  ['999', says(answerOf(999)), 'answered 999 ""'],
  ['a head that follows a 100', says(`HTTP/1.1 100 Continue\r\n\r\n${okay}`), 'answered 200 "good"'],
  [
    'a head that follows a 102 and a 103',
    says(`HTTP/1.1 102 Wait\r\n\r\nHTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n${okay}`),
    'answered 200 "good"',
  ],
  ['a head that follows a 199', says(`HTTP/1.1 199 Odd\r\n\r\n${okay}`), 'answered 200 "good"'],
  ['a second answer behind the first', says(`${okay}${answerOf(500)}`), 'answered 200 "good"'],
  ['a half-close after the answer', (socket) => void socket.end(okay), 'answered 200 "good"'],
]
for (const [what, conduct, outcome] of answers)
  test(`${what}: ${outcome}`, async () => assert.equal(told(await postedTo(conduct)), outcome))

const noAnswers: [what: string, conduct: Conduct, outcome: string][] = [
  ['100 and then nothing', says('HTTP/1.1 100 Continue\r\n\r\n'), 'failed timeout'],
  ['100 and then the end', saysAndEnds('HTTP/1.1 100 Continue\r\n\r\n'), 'failed connection'],
  [
    '101',
    says('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    'failed connection',
  ],
  ['101 without a protocol', says('HTTP/1.1 101 Switching Protocols\r\n\r\n'), 'failed connection'],
  ['199 and then nothing', says('HTTP/1.1 199 Odd\r\n\r\n'), 'failed timeout'],
  ['status 099', says(answerOf('099')), 'failed connection'],
  ['status 000', says(answerOf('000')), 'failed connection'],
  ['status 20', says(answerOf('20')), 'failed connection'],
  ['status 2000', says(answerOf('2000')), 'failed connection'],
  ['status -200', says(answerOf('-200')), 'failed connection'],
  ['status 2x0', says(answerOf('2x0')), 'failed connection'],
  ['no status', says('HTTP/1.1 OK\r\n\r\n'), 'failed connection'],
  ['HTTP/2 as text', says('HTTP/2.0 200 OK\r\n\r\n'), 'failed connection'],
  ['HTTP/0.9', saysAndEnds('good'), 'failed connection'],
  ['another language', says('220 mail.example.com ESMTP\r\n'), 'failed connection'],
  ['SSH', says('SSH-2.0-OpenSSH_9.6\r\n'), 'failed connection'],
  ['bytes of TLS', says('\x15\x03\x01\x00\x02\x02\x16'), 'failed connection'],
  ['zeros', says('\0'.repeat(64)), 'failed connection'],
  ['a field without a colon', says('HTTP/1.1 200 OK\r\nnonsense\r\n\r\n'), 'failed connection'],
  ['a name with a space', says('HTTP/1.1 200 OK\r\na b: c\r\n\r\n'), 'failed connection'],
  ['two lengths', says('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'), 'failed connection'],
  ['nothing at all', () => {}, 'failed timeout'],
  ['the end at once', (socket) => void socket.end(), 'failed connection'],
  ['a reset', (socket) => void socket.resetAndDestroy(), 'failed connection'],
  ['half of the status line', saysAndEnds('HTTP/1.1 2'), 'failed connection'],
  ['half of the head', saysAndEnds('HTTP/1.1 200 OK\r\nContent-Len'), 'failed connection'],
  ['half of the head, and then nothing', says('HTTP/1.1 200 OK\r\nContent-Len'), 'failed timeout'],
  ['all of the head but its end', says('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n'), 'failed timeout'],
]
for (const [what, conduct, outcome] of noAnswers)
  test(`${what} is no answer: ${outcome}`, async () => assert.equal(told(await postedTo(conduct)), outcome))

test('a reset before the request has come, or within the head, is a broken connection', async () => {
  const reset: Conduct = (socket) => void socket.resetAndDestroy()
  assert.equal(told(await postedTo(reset, { receiver: { isAtOnce: true } })), 'failed connection')
  const within: Conduct = async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nA: ')
    await pause(20)
    socket.resetAndDestroy()
  }
  assert.equal(told(await postedTo(within)), 'failed connection')
})

test('once the head is whole the answer stands, however its body ends: reset, cut short, broken, or never coming', async () => {
  const bodies: Conduct[] = [
    async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
      await pause(30)
      socket.resetAndDestroy()
    },
    saysAndEnds('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    says('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    says('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nXYZ\r\n'),
  ]
  for (const conduct of bodies) assert.equal(told(await postedTo(conduct)), 'answered 200 "half"')
})

test('an answer that comes before the request has been taken counts', async () => {
  const early: Conduct = (socket) => {
    socket.pause()
    socket.write(answerOf(413, 'too much'))
  }
  await using there = await receiver(early, { isAtOnce: true })
  const outcome = await posted(`http://127.0.0.1:${there.port}/`, { body: Buffer.alloc(20_000_000) })
  assert.equal(told(outcome), 'answered 413 "too much"')
})

test('a receiver that has stopped sending while it is still being sent to is a broken connection', async () => {
  const conduct: Conduct = (socket) => void socket.resume().end()
  const outcome = await postedTo(conduct, { receiver: { isAtOnce: true, allowHalfOpen: true } })
  assert.equal(told(outcome), 'failed connection')
})

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect is an answer, and is not followed: ${status}`, async () => {
    await using elsewhere = await receiver(says(okay))
    const conduct = says(answerOf(status, 'moved', `Location: http://127.0.0.1:${elsewhere.port}/\r\n`))
    assert.equal(told(await postedTo(conduct)), `answered ${status} "moved"`)
    assert.equal(elsewhere.made(), 0)
  })
}

test('what is encoded stays so: of a body that would swell a thousandfold its first bytes are told', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const before = process.memoryUsage.rss()
  const outcome = await postedTo((socket) => {
    socket.write(`HTTP/1.1 500 Oops\r\nContent-Encoding: gzip, gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  })
  assert.ok(outcome.kind === 'answered')
  assert.equal(outcome.excerpt.length, 16_384)
  assert.ok(outcome.excerpt.equals(bomb.subarray(0, 16_384)))
  assert.ok(process.memoryUsage.rss() - before < 40_000_000)
})

test('nothing is sent when mayBegin says no; it is asked once, when the connection stands', async () => {
  await using there = await receiver(says(okay))
  let asked = 0
  const outcome = await posted(`http://127.0.0.1:${there.port}/`, {
    mayBegin() {
      asked += 1
      return false
    },
  })
  assert.deepEqual([told(outcome), asked], ['withheld', 1])
  await pause(50)
  assert.deepEqual([there.made(), there.standing(), there.requests], [1, 0, []])
})

test('between the answer of mayBegin and the request on its way there is no turn of the process', async (t) => {
  await using there = await receiver(says(okay))
  const sockets: net.Socket[] = []
  const { connect } = net
  t.mock.method(net, 'connect', (...given: Parameters<typeof net.connect>) => {
    const socket = connect(...given)
    sockets.push(socket)
    return socket
  })
  const written: { before: number | undefined; after: number | undefined } = { before: undefined, after: undefined }
  const outcome = await posted(`http://127.0.0.1:${there.port}/`, {
    mayBegin() {
      written.before = sockets[0]?.bytesWritten
      process.nextTick(() => {
        // What the system has not taken yet is counted too, and would wait here.
        written.after = (sockets[0]?.bytesWritten ?? 0) - (sockets[0]?.writableLength ?? 0)
      })
      return true
    },
  })
  assert.equal(outcome.kind, 'answered')
  assert.equal(written.before, 0)
  assert.equal(written.after, there.requests[0]?.length)
})

test('what mayBegin throws is passed on, and the connection is gone', async () => {
  await using there = await receiver(says(okay))
  const mayBegin = (): boolean => {
    throw new Error('no store')
  }
  await assert.rejects(posted(`http://127.0.0.1:${there.port}/`, { mayBegin }), /no store/)
  await pause(50)
  assert.deepEqual([there.standing(), there.requests], [0, []])
})

test('a header that can not be sent is a fault of ours, and leaves no connection', async () => {
  await using there = await receiver(says(okay))
  await assert.rejects(posted(`http://127.0.0.1:${there.port}/`, { headers: { a: 'b\r\nc: d' } }), /Invalid character/)
  await pause(50)
  assert.deepEqual([there.standing(), there.requests], [0, []])
})

test('a signal that has aborted, or aborts before anything is sent, withholds the request', async () => {
  const stopped = AbortSignal.abort()
  await using there = await receiver(says(okay))
  assert.equal(told(await posted(`http://127.0.0.1:${there.port}/`, { signal: stopped })), 'withheld')
  assert.equal(there.made(), 0)
  const stop = new AbortController()
  const resolve = async (): Promise<string[]> => {
    stop.abort()
    return ['127.0.0.1']
  }
  const outcome = await posted(`http://receiver.test:${there.port}/`, { signal: stop.signal, resolve })
  assert.deepEqual([told(outcome), there.made()], ['withheld', 0])
})

test('a request that has left is waited for, whatever the signal does', async () => {
  const stop = new AbortController()
  const conduct: Conduct = async (socket) => {
    stop.abort()
    await pause(100)
    socket.write(okay)
  }
  assert.equal(told(await postedTo(conduct, { signal: stop.signal })), 'answered 200 "good"')
})
