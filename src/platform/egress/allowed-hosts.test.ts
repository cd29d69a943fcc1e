import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedHosts, readAllowedHosts } from './allowed-hosts.ts'

const read: [text: string, hosts: string[]][] = [
  ['', []],
  ['  ', []],
  ['localhost', ['localhost']],
  ['localhost, receiver ,10.0.0.5', ['localhost', 'receiver', '10.0.0.5']],
  ['LocalHost,localhost.', ['localhost']],
  ['::1', ['[::1]']],
  ['[::1]', ['[::1]']],
  ['0:0:0:0:0:0:0:1,::1', ['[::1]']],
  ['fd00:ec2::254', ['[fd00:ec2::254]']],
  ['127.1', ['127.0.0.1']],
  ['hôte.local', ['xn--hte-kna.local']],
]
for (const [text, hosts] of read)
  test(`"${text}" names ${hosts.join(', ') || 'nobody'}`, () => assert.deepEqual(readAllowedHosts(text), hosts))

const wrong = [
  ...[
    'localhost:3000',
    '127.0.0.1:80',
    '[::1]:80',
    '::1%lo',
    'fe80::1%25lo',
    '10.0.0.0/8',
    'http://localhost',
    '//localhost',
  ],
  ...[
    'user@localhost',
    '*',
    '*.local',
    'localhost,',
    ',localhost',
    'a,,b',
    'a b',
    'a\tb',
    'local%68ost',
    'a?b',
    'a#b',
    'a\\b',
  ],
  ...['.', '1.2.3.256', '[::1', '::1]', '[localhost]', 'a[::1]', 'exa<mple'],
]
for (const text of wrong) test(`"${text}" is no list of hosts`, () => assert.equal(readAllowedHosts(text), undefined))

test("the URL's whole host is compared, on any port, with one trailing dot or none; a host below an allowed one is not allowed", () => {
  const { allows } = allowedHosts(readAllowedHosts('localhost,10.0.0.5,::1,receiver.local') ?? [])
  const hostOf = (url: string): string => new URL(url).hostname
  for (const host of [
    'localhost',
    'LOCALHOST:3000',
    'localhost.',
    '10.0.0.5:8080',
    '0xa000005',
    '[0::1]:9',
    'receiver.local',
  ])
    assert.ok(allows(hostOf(`http://${host}/`)), host)
  for (const host of [
    'a.localhost',
    'localhost..',
    'localhost.example.com',
    'local',
    '10.0.0.50',
    '[::2]',
    'xreceiver.local',
  ])
    assert.ok(!allows(hostOf(`http://${host}/`)), host)
})

test('without hosts nothing is allowed', () => {
  const { allows } = allowedHosts([])
  for (const host of ['', 'localhost', '[::1]', '127.0.0.1']) assert.ok(!allows(host))
})
