/** That nothing at all leaves for a target that is refused: no connection, no question, no packet. */
import assert from 'node:assert/strict'
import dgram from 'node:dgram'
import dns from 'node:dns/promises'
import net from 'node:net'
import { after, before, test } from 'node:test'
import tls from 'node:tls'
import { inNamespace, namespaceReason } from '../../../tests/harness/egress-namespace.ts'
import { posted, type Receiver, receiver, says, told } from '../../../tests/harness/receivers.ts'

/** What a customer could write for this host and its network; `PORT` is one on which somebody listens. */
const literals = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.0.0.1.', '0', '①②⑦.0.0.1', '127。0。0。1'],
  ...[
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
  ],
  ...[
    '[2002:7f00:1::1]',
    '[2001:0:7f00:1::1]',
    '[fe80::1]',
    '[fc00::1]',
    '[ff02::1]',
    '169.254.169.254',
    '[fd00:ec2::254]',
  ],
  ...['10.0.0.1', '192.168.0.1', '172.16.0.1', '100.64.0.1', '168.63.129.16', '255.255.255.255', '224.0.0.1'],
]

let here: Receiver
let hereToo: Receiver | null
before(async () => {
  here = await receiver(says(''))
  hereToo = await receiver(says(''), { host: '::1', port: here.port }).catch(() => null)
})
after(async () => {
  await here[Symbol.asyncDispose]()
  await hereToo?.[Symbol.asyncDispose]()
})

for (const host of literals) {
  test(`${host} is refused, without a socket and without a question`, async (t) => {
    const spies = [
      t.mock.method(net, 'connect'),
      t.mock.method(net, 'createConnection'),
      t.mock.method(net.Socket.prototype, 'connect'),
      t.mock.method(tls, 'connect'),
      t.mock.method(dgram, 'createSocket'),
      t.mock.method(dns, 'lookup'),
      t.mock.method(dns.Resolver.prototype, 'resolve4'),
      t.mock.method(dns.Resolver.prototype, 'resolve6'),
    ]
    const mayBegin = (): boolean => assert.fail('asked')
    for (const scheme of ['https', 'http']) {
      const outcome = await posted(new URL(`${scheme}://${host}:${here.port}/a`).href, { allowed: [], mayBegin })
      assert.equal(told(outcome), 'failed refused_address')
    }
    assert.deepEqual(
      spies.map(({ mock }) => mock.callCount()),
      spies.map(() => 0),
    )
    assert.deepEqual([here.made(), hereToo?.made() ?? 0], [0, 0])
  })
}

test('names that lead to this host and its network are refused without a connection', async (t) => {
  const connect = t.mock.method(net.Socket.prototype, 'connect')
  for (const found of [
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['10.0.0.1', 'fd00:ec2::254'],
    ['fe80::1%eth0'],
    ['nonsense'],
    [],
  ]) {
    const outcome = await posted(`https://receiver.example:${here.port}/`, { allowed: [], resolve: async () => found })
    assert.equal(told(outcome), 'failed refused_address', found.join())
  }
  assert.equal(connect.mock.callCount(), 0)
})

test('an endpoint that was allowed once is refused when it is not allowed any more; http is for allowed hosts alone', async (t) => {
  const connect = t.mock.method(net.Socket.prototype, 'connect')
  const resolve = async (): Promise<string[]> => ['93.184.215.14']
  for (const url of [`http://127.0.0.1:${here.port}/`, 'http://receiver.example/', 'http://93.184.215.14/'])
    assert.equal(told(await posted(url, { allowed: ['localhost', '[::1]'], resolve })), 'failed refused_address', url)
  assert.equal(connect.mock.callCount(), 0)
})

test('a public address that is of this host is refused', async (t) => {
  const connect = t.mock.method(net.Socket.prototype, 'connect')
  const ownAddresses = (): string[] => ['93.184.215.14', '2606:4700::1111']
  for (const url of ['https://93.184.215.14/', 'https://[2606:4700:0::1111]/'])
    assert.equal(told(await posted(url, { allowed: [], ownAddresses })), 'failed refused_address')
  assert.equal(connect.mock.callCount(), 0)
})

test('proxies of the environment are not gone through', { timeout: 20_000 }, async () => {
  await using proxy = await receiver(says(''), { isAtOnce: true })
  await using there = await receiver((socket) => socket.write('HTTP/1.1 204 None\r\n\r\n'))
  const found = await inNamespace('proxy', {
    url: `http://127.0.0.1:${there.port}/`,
    proxy: `http://127.0.0.1:${proxy.port}`,
  })
  assert.deepEqual(found, { outcome: 'answered 204 ""' })
  assert.deepEqual([proxy.made(), there.made()], [0, 1])
})

/** In a network of its own, where public and private addresses are all on the loopback device and every packet is counted. */
const alone = { skip: namespaceReason() }

test(
  'in a network of its own: for a refused address, and a name of refused addresses, no packet leaves',
  alone,
  async () => {
    const found = await inNamespace('packets', { literals })
    assert.deepEqual(found, { packets: 0, outcomes: ['failed refused_address'], namePackets: 0, control: true })
  },
)

test('in a network of its own: of private and public addresses the public one alone is reached', alone, async () => {
  assert.deepEqual(await inNamespace('mixed', {}), { outcome: 'answered 200 "public"', privately: 0 })
})

test(
  'in a network of its own: a name that turns private after it was looked up reaches the public address, and then nobody',
  alone,
  async () => {
    assert.deepEqual(await inNamespace('rebinding', {}), {
      outcomes: ['answered 200 "public"', 'failed refused_address'],
      privately: 0,
    })
  },
)

test(
  'in a network of its own: public addresses that are of this host are known without being told',
  alone,
  async () => {
    assert.deepEqual(await inNamespace('own', {}), { outcomes: ['failed refused_address'], publicly: 0 })
  },
)

test(
  'in a network of its own: a public address that drops all packets leaves the next one time enough',
  alone,
  async () => {
    assert.deepEqual(await inNamespace('unreachable', {}), { outcome: 'answered 200 "public"' })
  },
)
