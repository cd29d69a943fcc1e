import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientAddress, trustedPeers } from './client-address.ts'

const proxies = ['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48']

const rows: [trusted: string[], peer: string, forwarded: string | undefined, client: string][] = [
  // Nobody is believed by default.
  [[], '203.0.113.5', undefined, '203.0.113.5'],
  [[], '203.0.113.5', '1.1.1.1', '203.0.113.5'],
  [[], '127.0.0.1', '1.1.1.1', '127.0.0.1'],
  // A peer that is not on the list is the client, whatever it forwards.
  [proxies, '203.0.113.5', '1.1.1.1', '203.0.113.5'],
  [proxies, '192.0.2.8', '1.1.1.1', '192.0.2.8'],
  // The rightmost address that is not on the list.
  [proxies, '10.1.2.3', '1.1.1.1', '1.1.1.1'],
  [proxies, '10.1.2.3', '9.9.9.9, 1.1.1.1', '1.1.1.1'],
  [proxies, '10.1.2.3', '9.9.9.9, 1.1.1.1, 192.0.2.7', '1.1.1.1'],
  [proxies, '10.1.2.3', '9.9.9.9,1.1.1.1,10.9.9.9,192.0.2.7', '1.1.1.1'],
  [proxies, '10.1.2.3', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
  [proxies, '10.1.2.3', undefined, '10.1.2.3'],
  [proxies, '2001:db8:1::5', '2001:db8:2::9', '2001:db8:2::9'],
  // Forms that proxies write.
  [proxies, '::ffff:10.1.2.3', '::ffff:1.1.1.1', '1.1.1.1'],
  [proxies, '::ffff:a01:203', '::ffff:101:101', '1.1.1.1'],
  [proxies, '10.1.2.3', '1.1.1.1:50000', '1.1.1.1'],
  [proxies, '10.1.2.3', '[2001:db8:2::9]:443', '2001:db8:2::9'],
  // What is no address ends the walk at the one that sent it.
  [proxies, '10.1.2.3', 'unknown', '10.1.2.3'],
  [proxies, '10.1.2.3', '1.1.1.1, garbage', '10.1.2.3'],
  [proxies, '10.1.2.3', '1.1.1.1, garbage, 192.0.2.7', '192.0.2.7'],
  [proxies, '10.1.2.3', '', '10.1.2.3'],
  [proxies, '10.1.2.3', '1.1.1.1,', '10.1.2.3'],
]
for (const [trusted, peer, forwarded, client] of rows) {
  test(`peer ${peer} forwarding ${forwarded ?? 'nothing'}, trusting ${trusted.length === 0 ? 'nobody' : 'proxies'}: ${client}`, () => {
    assert.equal(clientAddress(peer, forwarded, trustedPeers(trusted)), client)
  })
}
