/** Every range of the list at its edges, and every form in which an address of one could be dressed. */
import assert from 'node:assert/strict'
import { BlockList, isIP } from 'node:net'
import { test } from 'node:test'
import { addressBytes, isPublicAddress, isSameAddress, literalOf } from './addresses.ts'

/** First and last address of each closed range, and the neighbours where those are public. */
const rangesIPv4: [name: string, before: string | null, first: string, last: string, after: string | null][] = [
  ['0/8, this network', null, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['10/8, private', '9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.64/10, shared', '100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['127/8, loopback', '126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['169.254/16, link-local', '169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.16/12, private', '172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['192.0.0/24, protocols', '191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
  ['192.0.2/24, documentation', '192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['192.31.196/24, AS112', '192.31.195.255', '192.31.196.0', '192.31.196.255', '192.31.197.0'],
  ['192.52.193/24, AMT', '192.52.192.255', '192.52.193.0', '192.52.193.255', '192.52.194.0'],
  ['192.88.99/24, relays of 6to4', '192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
  ['192.168/16, private', '192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['192.175.48/24, AS112', '192.175.47.255', '192.175.48.0', '192.175.48.255', '192.175.49.0'],
  ['198.18/15, benchmarks', '198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['198.51.100/24, documentation', '198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
  ['203.0.113/24, documentation', '203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
  ['224/4, multicast', '223.255.255.255', '224.0.0.0', '239.255.255.255', null],
  ['240/4, reserved and broadcast', null, '240.0.0.0', '255.255.255.255', null],
  ['168.63.129.16, a platform service', '168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
]
const ones = 'ffff:ffff:ffff:ffff:ffff:ffff:ffff'
const rangesIPv6: typeof rangesIPv4 = [
  ['all below 2000::/3', null, '::', `1fff:${ones}`, '2000::'],
  ['2001::/23, protocols', `2000:${ones}`, '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
  [
    '2001:db8::/32, documentation',
    '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db9::',
  ],
  ['2002::/16, 6to4', `2001:${ones}`, '2002::', `2002:${ones}`, '2003::'],
  [
    '2620:4f:8000::/48, AS112',
    '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:8000::',
    '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:8001::',
  ],
  ['3fff::/20, documentation', `3ffe:${ones}`, '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
  ['all above 2000::/3', `3fff:${ones}`, '4000::', `ffff:${ones}`, null],
]
for (const [name, before, first, last, after] of [...rangesIPv4, ...rangesIPv6]) {
  test(`${name}: its first and last address are refused, their neighbours outside are not`, () => {
    for (const address of [before, first, last, after])
      assert.ok(address === null || isIP(address) !== 0, address ?? '')
    assert.deepEqual(
      [first, last].map((each) => isPublicAddress(each)),
      [false, false],
    )
    for (const neighbour of [before, after])
      assert.ok(neighbour === null || isPublicAddress(neighbour), neighbour ?? '')
  })
}

const closedIPv6: [what: string, address: string][] = [
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible loopback', '::7f00:1'],
  ['IPv4-compatible, dotted', '::127.0.0.1'],
  ['IPv4-compatible of a public address', '::8.8.8.8'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped loopback in hex', '::ffff:7f00:1'],
  ['IPv4-mapped metadata', '::ffff:a9fe:a9fe'],
  ['IPv4-mapped public', '::ffff:8.8.8.8'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64 of a public address', '64:ff9b::8.8.8.8'],
  ['local NAT64', '64:ff9b:1::a00:1'],
  ['discard-only', '100::1'],
  ['dummy', '100:0:0:1::1'],
  ['once reserved for NSAP', '200::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['benchmarks', '2001:2::1'],
  ['AMT', '2001:3::1'],
  ['AS112', '2001:4:112::1'],
  ['ORCHID', '2001:10::1'],
  ['ORCHIDv2', '2001:20::1'],
  ['drone remote id', '2001:30::1'],
  ['6to4 of loopback', '2002:7f00:1::1'],
  ['6to4 of a public address', '2002:808:808::1'],
  ['segment routing', '5f00::1'],
  ['unallocated', '4000::1'],
  ['unallocated, high', '8000::1'],
  ['unique local', 'fc00::1'],
  ['unique local, the metadata of a cloud', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
]
for (const [what, address] of closedIPv6)
  test(`${what} is refused: ${address}`, () => {
    assert.notEqual(isIP(address), 0)
    assert.equal(isPublicAddress(address), false)
  })

const open = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2A00:1450:4001::1',
]
for (const address of open) test(`${address} is public`, () => assert.equal(isPublicAddress(address), true))

const unread = [
  ...[
    '',
    '.',
    '8.8.8',
    '8.8.8.8.',
    '8.8.8.8.8',
    '08.8.8.8',
    '8.8.8.256',
    '8.8.8.-1',
    '8.8.8.0x8',
    '134744072',
    '8.8.8.8 ',
  ],
  ...['８.8.8.8', '8.8.8.8/32', '8.8.8.8:80', 'dns.google', '1e1.8.8.8', '+8.8.8.8'],
  ...[
    ':',
    ':::',
    '2606:4700',
    '2606:4700::1111%eth0',
    'fe80::1%1',
    '2606::4700::1',
    '[2606:4700::1111]',
    '2606:4700::11111',
  ],
  ...['1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8::', '2606:4700::1111 ', '2606:4700::g', '2606:1.2.3.4::'],
  ...[
    ':1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:',
    '2606:4700::1.2.3',
    '2606:4700::1.2.3.4.5',
    '1:2:3:4:5:6:7:1.2.3.4',
    '::1/128',
  ],
]
for (const text of unread) {
  test(`"${text}" is no address, and so not public`, () => {
    assert.equal(addressBytes(text), null)
    assert.equal(isPublicAddress(text), false)
  })
}

test('every text that the runtime takes for an address without a zone is read, and no other', () => {
  const pieces = ['', '0', '1', 'ffff', '2606', '1.2.3.4', '00001', 'g', ':', '::', '.']
  let seen = 0
  const build = (text: string, more: number): void => {
    assert.equal(addressBytes(text)?.length, { 4: 4, 6: 16 }[isIP(text)], text)
    seen += 1
    if (more > 0) for (const piece of pieces) build(text + piece, more - 1)
  }
  for (const start of ['', '1:2:3:4:5:6', '1:2:3:4:5', '::2:3:4:5:6', '1.2.3', '2606::']) build(start, 4)
  assert.ok(seen > 50_000)
})

test('the bytes of each form are those that the block list of the runtime sees', () => {
  for (const form of ['2606:4700:0:0:0:0:0:1111', '2606:4700::0.0.17.17', '2606:4700:0::1111', '2606:4700::0:1111']) {
    const list = new BlockList()
    list.addAddress(form, 'ipv6')
    assert.ok(list.check('2606:4700::1111', 'ipv6'))
    assert.ok(isSameAddress(form, '2606:4700::1111'), form)
  }
})

test('an address of this host is refused, however it is written', () => {
  const own = ['93.184.215.14', '2606:4700::1111', 'fe80::1%eth0', '']
  assert.equal(isPublicAddress('93.184.215.14', own), false)
  assert.equal(isPublicAddress('2606:4700:0:0::1111', own), false)
  assert.equal(isPublicAddress('93.184.215.15', own), true)
  assert.equal(isPublicAddress('2606:4700::1112', own), true)
})

test('two forms of one address are the same, of two families never; what is no address is the same as nothing', () => {
  assert.ok(isSameAddress('::1', '0:0:0:0:0:0:0:1'))
  assert.ok(!isSameAddress('1.2.3.4', '::ffff:1.2.3.4'))
  assert.ok(!isSameAddress('1.2.3.4', '1.2.3.5'))
  assert.ok(!isSameAddress('', ''))
  assert.ok(!isSameAddress('fe80::1%a', 'fe80::1%a'))
})

test("a URL's host is an address where the parser made one of it, and else a name", () => {
  const hostOf = (url: string): string => new URL(url).hostname
  assert.equal(literalOf(hostOf('https://127.1/')), '127.0.0.1')
  assert.equal(literalOf(hostOf('https://0x7f000001:8443/')), '127.0.0.1')
  assert.equal(literalOf(hostOf('https://[::ffff:127.0.0.1]/')), '::ffff:7f00:1')
  assert.equal(literalOf(hostOf('https://example.com/')), null)
  assert.equal(literalOf(hostOf('https://127.0.0.1.example.com/')), null)
})
