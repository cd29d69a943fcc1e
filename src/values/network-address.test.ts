import assert from 'node:assert/strict'
import test from 'node:test'
import { addressGroup, networkOf, plainAddress } from './network-address.ts'

const rows: [address: string, client: string][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
  ['1:2:3', '1:2:3'],
  ['', ''],
]
for (const [address, client] of rows)
  test(`${address} counts as ${client}`, () => assert.equal(addressGroup(address), client))

const masks: [address: string, masked: string][] = [
  ['203.0.113.5', '203.0.113.0/24'],
  ['2001:db8:85a3::8a2e:370:7334', '2001:db8:85a3::/48'],
  ['2001:DB8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['1:2:3:4:5:6:7:8', '1:2:3::/48'],
  ['1:2:3:4:5:6:7::', '1:2:3::/48'],
  ['::', '0:0:0::/48'],
  ['::ffff:203.0.113.5', '203.0.113.0/24'],
  ['::FFFF:cb00:7105', '203.0.113.0/24'],
  ['2001:0db8:0000:0001::1', '2001:db8:0::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['', 'unknown'],
  ['garbage', 'unknown'],
]
for (const [address, masked] of masks) {
  test(`a log holds ${address === '' ? 'no address' : address} as ${masked}`, () => {
    assert.equal(networkOf(address), masked)
  })
}

test('an IPv4 address is the same address however a socket shows it', () => {
  for (const form of ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:c000:0201']) {
    assert.equal(plainAddress(form), '192.0.2.1')
  }
  assert.equal(plainAddress('2001:db8::1'), '2001:db8::1')
})
