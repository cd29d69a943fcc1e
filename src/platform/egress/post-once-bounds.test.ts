/** What a receiver can not do: hold a request longer than its deadline, or make it take more than is read of an answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
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
import { until } from '../../../tests/harness/started-process.ts'
import { allowedHosts } from './allowed-hosts.ts'
import { makeEgress } from './post-once.ts'

const headMax = 16_384
const megabyte = 1_000_000
/** What an attempt may take of memory, the receiver in the same process included. */
const memoryMax = 60 * megabyte

/** Writes pieces as fast as they are taken, until the other side has gone. */
function pours(head: string, piece: string | Buffer, onWritten: (bytes: number) => void = () => {}): Conduct {
  return (socket) => {
    socket.write(head, 'latin1')
    const pour = (): void => {
      while (!socket.destroyed && socket.writable) {
        onWritten(piece.length)
        if (!socket.write(piece)) return
      }
    }
    socket.on('drain', pour)
    pour()
  }
}

function drips(head: string, piece: string, everyMs: number): Conduct {
  return async (socket) => {
    socket.write(head)
    while (!socket.destroyed) {
      socket.write(piece)
      await pause(everyMs)
    }
  }
}

/** What an outcome takes: the most memory that was seen above that at the start, and how long it lasted. */
async function measured<T>(work: () => Promise<T>): Promise<{ outcome: T; memory: number; ms: number }> {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  const begin = performance.now()
  try {
    const outcome = await work()
    return { outcome, memory: Math.max(most, process.memoryUsage.rss()) - before, ms: performance.now() - begin }
  } finally {
    clearInterval(timer)
  }
}

test('a receiver that says nothing has ten seconds, and no more', async () => {
  await using there = await receiver(() => {})
  const { post } = makeEgress({ allowedHosts: allowedHosts(['127.0.0.1']) })
  const { signal } = new AbortController()
  const { outcome, ms } = await measured(() =>
    post({ url: `http://127.0.0.1:${there.port}/`, headers: {}, body: '{}', mayBegin: () => true, signal }),
  )
  assert.equal(told(outcome), 'failed timeout')
  assert.ok(ms >= 9_990 && ms < 10_500, `${ms} ms`)
  await until('the connection is gone', () => there.standing() === 0, 2_000)
})

test('a head that drips is given up at the deadline, though something always comes', async () => {
  assert.equal(told(await postedTo(drips('HTTP/1.1 200 OK\r\n', 'A: b\r\n', 20))), 'failed timeout')
  assert.equal(told(await postedTo(drips('HTTP/1.1 200 ', 'O', 20))), 'failed timeout')
  assert.equal(told(await postedTo(drips('', 'HTTP/1.1 103 Hints\r\n\r\n', 20))), 'failed timeout')
})

test('a body that drips ends with the deadline, and what came of it is told', async () => {
  const outcome = await postedTo(drips('HTTP/1.1 200 OK\r\n\r\n', 'x', 20))
  assert.ok(outcome.kind === 'answered' && outcome.status === 200)
  assert.match(outcome.excerpt.toString(), /^x{5,60}$/)
})

test('the deadline is one for all: name, connection, and answer', async () => {
  const slow: Conduct = async (socket) => {
    await pause(250)
    socket.write(answerOf(200))
  }
  await using there = await receiver(slow)
  const resolve = async (): Promise<string[]> => {
    await pause(250)
    return ['127.0.0.1']
  }
  const url = `http://receiver.test:${there.port}/`
  assert.equal(told(await posted(url, { resolve, deadlineMs: 400 })), 'failed timeout')
  assert.equal(told(await posted(url, { resolve, deadlineMs: 1_000 })), 'answered 200 ""')
})

test('mayBegin is not asked when the deadline has passed while the name was looked for', async () => {
  let asked = 0
  const outcome = await posted('http://receiver.test/', {
    deadlineMs: 100,
    resolve: async () => {
      await pause(130)
      return ['127.0.0.1']
    },
    mayBegin() {
      asked += 1
      return true
    },
  })
  assert.deepEqual([told(outcome), asked], ['failed timeout', 0])
})

/** A head of so many bytes: one long field, or as many short ones as fit. */
function headOf(bytes: number, field: 'long' | 'short'): string {
  const begin = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n'
  const short = field === 'short' ? 'a: \r\n'.repeat(3_000) : ''
  const rest = bytes - begin.length - short.length - 'b: \r\n\r\n'.length
  const head = `${begin}${short}b: ${'c'.repeat(rest)}\r\n\r\n`
  assert.equal(head.length, bytes)
  return head
}
for (const field of ['long', 'short'] as const) {
  test(`a head of 16 KB is read and one of a byte more is not, in one piece or many, of ${field} fields`, async () => {
    const inPieces =
      (text: string): Conduct =>
      async (socket) => {
        for (let place = 0; place < text.length; place += 1_000) {
          socket.write(text.slice(place, place + 1_000))
          await pause(1)
        }
      }
    for (const way of [says, inPieces]) {
      assert.equal(told(await postedTo(way(headOf(headMax, field)))), 'answered 200 ""')
      assert.equal(told(await postedTo(way(headOf(headMax + 1, field)))), 'failed connection')
      // With a body behind it, and after an answer that does not count.
      assert.equal(told(await postedTo(way(`HTTP/1.1 103 H\r\n\r\n${headOf(headMax, field)}`))), 'answered 200 ""')
      assert.equal(told(await postedTo(way(`${headOf(headMax + 1, field)}body`))), 'failed connection')
    }
  })
}

const endless: [what: string, head: string, piece: string][] = [
  ['fields', 'HTTP/1.1 200 OK\r\n', 'name: value\r\n'.repeat(100)],
  ['one value', 'HTTP/1.1 200 OK\r\nA: ', 'x'.repeat(1_000)],
  ['one name', 'HTTP/1.1 200 OK\r\n', 'x'.repeat(1_000)],
  ['white space before a value', 'HTTP/1.1 200 OK\r\nA:', ' '.repeat(1_000)],
  ['a reason', 'HTTP/1.1 200 ', 'x'.repeat(1_000)],
  ['a status', 'HTTP/1.1 ', '2'.repeat(1_000)],
  ['fields of an answer that does not count', 'HTTP/1.1 103 Hints\r\n', 'name: value\r\n'.repeat(100)],
  ['answers that do not count', '', 'HTTP/1.1 103 Hints\r\nLink: </style.css>\r\n\r\n'.repeat(50)],
  ['100s', '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)],
  ['bytes that are nothing', '', '\0'.repeat(1_000)],
  ['empty lines', '', '\r\n'.repeat(500)],
]
for (const [what, head, piece] of endless) {
  test(`${what} without end: broken off at once, and memory stays`, async () => {
    const { outcome, memory, ms } = await measured(() => postedTo(pours(head, piece), { deadlineMs: 5_000 }))
    assert.equal(told(outcome), 'failed connection')
    assert.ok(memory < memoryMax, `${memory} bytes`)
    assert.ok(ms < 2_500, `${ms} ms`)
  })
}

test('64 answers that do not count may come before the one that does, and no more', async () => {
  const hint = 'HTTP/1.1 103 Hints\r\n\r\n'
  assert.equal(told(await postedTo(says(`${hint.repeat(64)}${answerOf(200, 'good')}`))), 'answered 200 "good"')
  assert.equal(told(await postedTo(says(`${hint.repeat(65)}${answerOf(200, 'good')}`))), 'failed connection')
})

test('what comes before the final answer is no part of its head', async () => {
  const hints = `HTTP/1.1 103 Hints\r\nLink: ${'x'.repeat(1_000)}\r\n\r\n`.repeat(40)
  const conduct: Conduct = async (socket) => {
    for (const piece of [`${hints}HTTP/1.1 200 O`, 'K\r\nContent-', 'Length: 4\r\n\r\ngood']) {
      socket.write(piece)
      await pause(30)
    }
  }
  assert.equal(told(await postedTo(conduct)), 'answered 200 "good"')
})

const bodies: [what: string, head: string, piece: string | Buffer][] = [
  ['ten gigabytes', 'HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n', Buffer.alloc(megabyte, 120)],
  ['a body until the connection closes', 'HTTP/1.1 500 Oops\r\n\r\n', Buffer.alloc(megabyte, 120)],
  ['chunks of one byte', 'HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'.repeat(10_000)],
]
for (const [what, head, piece] of bodies) {
  test(`${what}: 16 KB of it are read, then the connection is cut, and memory stays`, async () => {
    let written = 0
    const conduct = pours(head, piece, (bytes) => {
      written += bytes
    })
    const { outcome, memory, ms } = await measured(() => postedTo(conduct, { deadlineMs: 5_000 }))
    assert.ok(outcome.kind === 'answered')
    assert.equal(outcome.excerpt.length, headMax)
    assert.ok(outcome.excerpt.equals(Buffer.alloc(headMax, 120)))
    assert.ok(written < 40 * megabyte, `${written} bytes`)
    assert.ok(memory < memoryMax, `${memory} bytes`)
    assert.ok(ms < 2_500, `${ms} ms`)
  })
}

test('a chunk whose extension has no end does not undo the answer, and takes no memory', async () => {
  const conduct = pours('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ngood\r\n2;', 'x'.repeat(10_000))
  const { outcome, memory } = await measured(() => postedTo(conduct))
  assert.equal(told(outcome), 'answered 200 "good"')
  assert.ok(memory < memoryMax, `${memory} bytes`)
})

test('a hundred at once that hang, break or answer are each told in time, and nothing of them is left', async () => {
  const conducts: Conduct[] = [
    () => {},
    saysAndEnds('HTTP/1.1 2'),
    says(answerOf(200)),
    drips('HTTP/1.1 200 OK\r\n\r\n', 'x', 30),
  ]
  await using there = await receiver((socket, request) => {
    const place = Number(/\/(\d+) HTTP/.exec(request)?.[1])
    conducts[place % conducts.length]?.(socket, request)
  })
  const { post } = makeEgress({ allowedHosts: allowedHosts(['127.0.0.1']), deadlineMs: 800 })
  const { signal } = new AbortController()
  const { outcome, ms } = await measured(() =>
    Promise.all(
      Array.from({ length: 100 }, (_, place) =>
        post({ url: `http://127.0.0.1:${there.port}/${place}`, headers: {}, body: '{}', mayBegin: () => true, signal }),
      ),
    ),
  )
  assert.ok(ms < 1_800, `${ms} ms`)
  const kinds = Map.groupBy(outcome, (each) => told(each).replace(/ "x*"/, ''))
  assert.deepEqual(Object.fromEntries([...kinds].map(([kind, each]) => [kind, each.length])), {
    'failed timeout': 25,
    'failed connection': 25,
    'answered 200': 50,
  })
  await until('the connections are gone', () => there.standing() === 0, 2_000)
  const left = process
    .getActiveResourcesInfo()
    .filter((name) => /^(?:TCPSocketWrap|TLSWrap|GetAddrInfo|QueryReq)/.test(name))
  assert.deepEqual(left, [])
})
