/** Whom a connection leads to: the address that was looked at, and over TLS whoever proves the name of the URL, each time anew. */
import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, test } from 'node:test'
import tls from 'node:tls'
import { authority, type CertificateOptions, certificate } from '../../../tests/harness/certificates.ts'
import {
  answerOf,
  type Conduct,
  type Post,
  posted,
  type ReceiverOptions,
  receiver,
  says,
  told,
} from '../../../tests/harness/receivers.ts'
import { until } from '../../../tests/harness/started-process.ts'

const trusted = authority()
const unknown = authority()
const okay = answerOf(200, 'good')
const day = 86_400_000
const names = ['receiver.test', '127.0.0.1']

const systemAuthorities = tls.getCACertificates('default')
before(() => tls.setDefaultCACertificates([...systemAuthorities, trusted.cert]))
after(() => tls.setDefaultCACertificates(systemAuthorities))

const issued = (options: Partial<CertificateOptions> = {}): ReceiverOptions['tls'] =>
  certificate({ names, by: trusted, ...options })

const toLoopback = async (): Promise<string[]> => ['127.0.0.1']

/** A POST to a receiver with TLS, under a name that resolves to it. */
async function overTls(
  options: tls.TlsOptions | undefined,
  { conduct = says(okay), host = 'receiver.test', ...given }: Post & { conduct?: Conduct; host?: string } = {},
) {
  await using there = await receiver(conduct, { tls: { ...options } })
  let begun = 0
  const mayBegin = (): boolean => {
    begun += 1
    return true
  }
  const url = `https://${host}:${there.port}/`
  const outcome = await posted(url, { resolve: toLoopback, mayBegin, ...given })
  return { outcome: told(outcome), begun, requests: there.requests, names: there.names, port: there.port }
}

test('a receiver is asked for the name of the URL, and Host is that name with its port', async () => {
  const { outcome, requests, names: asked, port, begun } = await overTls(issued())
  assert.deepEqual([outcome, asked, begun], ['answered 200 "good"', ['receiver.test'], 1])
  assert.match(requests[0] ?? '', new RegExp(`\r\nHost: receiver\\.test:${port}\r\n`))
})

test('a name with a trailing dot is asked for without it', async () => {
  const { outcome, names: asked } = await overTls(issued(), { host: 'receiver.test.' })
  assert.deepEqual([outcome, asked], ['answered 200 "good"', ['receiver.test']])
})

test('an address is no name to ask for, and its certificate has to name it', async () => {
  const named = await overTls(issued(), { host: '127.0.0.1' })
  assert.deepEqual([named.outcome, named.names], ['answered 200 "good"', [false]])
  const other = await overTls(issued({ names: ['receiver.test'] }), { host: '127.0.0.1' })
  assert.equal(other.outcome, 'failed tls')
})

const refused: [what: string, options: ReceiverOptions['tls']][] = [
  ['of another name', issued({ names: ['other.test'] })],
  ['of an address alone', issued({ names: ['127.0.0.1'] })],
  ['without a name', issued({ names: [] })],
  ['that has expired', issued({ from: new Date(Date.now() - 2 * day), to: new Date(Date.now() - day) })],
  ['that is not valid yet', issued({ from: new Date(Date.now() + day), to: new Date(Date.now() + 2 * day) })],
  ['that signs itself', issued({ by: null })],
  ['of an authority that nobody knows', issued({ by: unknown })],
]
for (const [what, options] of refused) {
  test(`a certificate ${what} is a fault of TLS, and nothing is sent`, async () => {
    const { outcome, begun, requests } = await overTls(options)
    assert.deepEqual([outcome, begun, requests], ['failed tls', 0, []])
  })
}

test('no variable of the environment switches the check of certificates off', async () => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    assert.equal((await overTls(issued({ by: unknown }))).outcome, 'failed tls')
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  }
})

const otherSpeech: [what: string, options: tls.TlsOptions][] = [
  ['speaks TLS 1.1 at most', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
  ['speaks HTTP/2 alone', { ALPNProtocols: ['h2'] }],
  ['wants a certificate of us, in TLS 1.2', { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' }],
  ['wants a certificate of us', { requestCert: true, rejectUnauthorized: true }],
]
for (const [what, options] of otherSpeech)
  test(`a receiver that ${what} is a fault of TLS`, async () =>
    assert.equal((await overTls({ ...issued(), ...options })).outcome, 'failed tls'))

const noTls: [what: string, conduct: Conduct, outcome: string][] = [
  ['answers in plain HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'failed tls'],
  ['says nothing', () => {}, 'failed timeout'],
  ['breaks the connection off', (socket) => socket.resetAndDestroy(), 'failed connection'],
  ['closes at once', (socket) => socket.end(), 'failed connection'],
  ['says nonsense without end', (socket) => socket.write('x'.repeat(100_000)), 'failed tls'],
]
for (const [what, conduct, outcome] of noTls) {
  test(`a receiver that ${what} where TLS is expected: ${outcome}, and no byte of the request is sent`, async () => {
    const heard: string[] = []
    await using there = await receiver(
      (socket, text) => {
        heard.push(text)
        socket.on('data', (piece) => heard.push(piece.toString('latin1')))
        conduct(socket, text)
      },
      { isAtOnce: true },
    )
    const outcomeNow = told(
      await posted(`https://receiver.test:${there.port}/`, { resolve: toLoopback, body: 'secret' }),
    )
    assert.equal(outcomeNow, outcome)
    assert.doesNotMatch(heard.join(''), /POST|secret/)
  })
}

for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
  test(`no session is taken up again: ${version}`, async () => {
    await using there = await receiver(says(okay), { tls: { ...issued(), minVersion: version, maxVersion: version } })
    for (let times = 0; times < 3; times += 1)
      await posted(`https://receiver.test:${there.port}/`, { resolve: toLoopback })
    assert.deepEqual(there.reused, [false, false, false])
    assert.equal(there.made(), 3)
  })
}

/** Which addresses sockets are asked for, and what becomes of them: by themselves they stand nowhere. */
type Dial = (host: string) => net.Socket
const nowhere: Dial = () => {
  const socket = new net.Socket()
  setImmediate(() => socket.destroy(Object.assign(new Error('nobody'), { code: 'ECONNREFUSED' })))
  return socket
}
const silent: Dial = () => new net.Socket()

function dialled(t: { mock: { method: (typeof test)['mock']['method'] } }, dial: Dial): string[] {
  const hosts: string[] = []
  t.mock.method(net, 'connect', (options: net.TcpNetConnectOpts) => {
    hosts.push(options.host ?? '')
    return dial(options.host ?? '')
  })
  return hosts
}

test('of a name with private and public addresses the public ones alone are tried, one after the other', async (t) => {
  const hosts = dialled(t, nowhere)
  const found = ['10.0.0.1', '93.184.215.14', '::1', '2606:4700::1111', '169.254.169.254', '::ffff:8.8.8.8']
  assert.equal(
    told(await posted('https://receiver.test/', { allowed: [], resolve: async () => found })),
    'failed connection',
  )
  assert.deepEqual(hosts, ['93.184.215.14', '2606:4700::1111'])
})

test('of many addresses four are tried', async (t) => {
  const hosts = dialled(t, nowhere)
  const found = Array.from({ length: 50 }, (_, place) => `93.184.215.${place}`)
  assert.equal(
    told(await posted('https://receiver.test/', { allowed: [], resolve: async () => found })),
    'failed connection',
  )
  assert.deepEqual(hosts, found.slice(0, 4))
})

test('an address that refuses, or says nothing, leaves the next one time enough', async (t) => {
  await using there = await receiver(says(okay))
  const { connect } = net
  const to = (host: string): net.Socket => connect({ host, port: there.port })
  const hosts = dialled(t, (host) =>
    host === '10.0.0.1' ? nowhere(host) : host === '10.0.0.2' ? silent(host) : to(host),
  )
  const resolve = async (): Promise<string[]> => ['10.0.0.1', '10.0.0.2', '127.0.0.1']
  assert.equal(told(await posted(`http://receiver.test:${there.port}/`, { resolve })), 'answered 200 "good"')
  assert.deepEqual(hosts, ['10.0.0.1', '10.0.0.2', '127.0.0.1'])
})

test('a signal that aborts in the turn in which the connection comes to stand still withholds the request', async (t) => {
  const { connect } = tls
  const stop = new AbortController()
  t.mock.method(tls, 'connect', (options: tls.ConnectionOptions) =>
    connect(options).once('secureConnect', () => stop.abort()),
  )
  const { outcome, begun, requests } = await overTls(issued(), { signal: stop.signal })
  assert.deepEqual([outcome, begun, requests], ['withheld', 0, []])
})

test('what goes wrong on our side before TLS is begun is passed on, and the connection is gone', async (t) => {
  t.mock.method(tls, 'connect', () => {
    throw new Error('no memory')
  })
  await using there = await receiver((socket) => socket.resume(), { isAtOnce: true })
  await assert.rejects(posted(`https://receiver.test:${there.port}/`, { resolve: toLoopback }), /no memory/)
  await until('the connection is gone', () => there.made() === 1 && there.standing() === 0, 2_000)
})

test('a last address that says nothing is waited for until the deadline', async (t) => {
  dialled(t, silent)
  assert.equal(told(await posted('https://93.184.215.14/', { allowed: [] })), 'failed timeout')
})

test('a name is resolved once: what it leads to a moment later is never asked', async () => {
  await using there = await receiver(says(okay), { tls: { ...issued() } })
  const answers = [['127.0.0.1'], ['127.0.0.2']]
  let asked = 0
  const resolve = async (): Promise<string[]> => answers[asked++] ?? []
  assert.equal(told(await posted(`https://receiver.test:${there.port}/`, { resolve })), 'answered 200 "good"')
  assert.deepEqual([asked, there.made()], [1, 1])
})

test('a name that leads elsewhere the next time is judged again', async () => {
  const resolve = async (): Promise<string[]> => ['127.0.0.1']
  assert.equal(told(await posted('https://receiver.example/', { resolve })), 'failed refused_address')
})

test('a connection that stands elsewhere than it was sent is refused before a byte leaves, of TLS too', async (t) => {
  const heard: string[] = []
  await using elsewhere = await receiver((socket) => socket.on('data', (piece) => heard.push(String(piece))), {
    isAtOnce: true,
  })
  const { connect } = net
  dialled(t, () => connect({ host: '127.0.0.1', port: elsewhere.port }))
  for (const scheme of ['https', 'http']) {
    const mayBegin = (): boolean => assert.fail('asked')
    const resolve = async (): Promise<string[]> => ['127.0.0.2']
    const outcome = await posted(`${scheme}://receiver.test:${elsewhere.port}/`, { resolve, mayBegin })
    assert.equal(told(outcome), 'failed refused_address')
  }
  assert.equal(elsewhere.made(), 2)
  assert.deepEqual(heard, [])
})

test('a connection that is broken off the moment it stands is a broken one, not a refused address', async (t) => {
  dialled(t, () => {
    const socket = new net.Socket()
    setImmediate(() => socket.emit('connect'))
    return socket
  })
  assert.equal(told(await posted('https://93.184.215.14/', { allowed: [] })), 'failed connection')
})
