/** What is taken and what is refused at creation (contract 8, refused targets), by the text that a customer gives. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedHosts } from '../platform/egress/allowed-hosts.ts'
import { publicHost, readTargetUrl, urlLengthMax } from './target-url.ts'

const nobody = allowedHosts([])
const faultOf = (text: string, allowed = nobody): string | null => {
  const read = readTargetUrl(text, allowed)
  return 'fault' in read ? read.fault : null
}
const shown = (text: string): string => JSON.stringify(text).slice(0, 90)

const taken: [text: string, stored: string][] = [
  ['https://example.com', 'https://example.com/'],
  ['https://example.com/hooks?a=b&c=%20d', 'https://example.com/hooks?a=b&c=%20d'],
  ['HTTPS://EXAMPLE.COM:443/Hooks', 'https://example.com/Hooks'],
  ['https://example.com:8443/a/../b', 'https://example.com:8443/b'],
  ['https://example.com/#part', 'https://example.com/'],
  ['https://example.com/a#', 'https://example.com/a'],
  ['https://example.com/a@b?c@d#e@f', 'https://example.com/a@b?c@d'],
  ['https://example.com?q=@', 'https://example.com/?q=@'],
  ['https://example.com./hooks', 'https://example.com./hooks'],
  ['https:example.com/hooks', 'https://example.com/hooks'],
  ['https://bücher.example/ö', 'https://xn--bcher-kva.example/%C3%B6'],
  ['https://ｅxample。com/', 'https://example.com/'],
  ['https://93.184.215.14/', 'https://93.184.215.14/'],
  ['https://0x5db8d70e/', 'https://93.184.215.14/'],
  ['https://[2606:4700::1111]:8443/', 'https://[2606:4700::1111]:8443/'],
  ['https://127.0.0.1.example.com/', 'https://127.0.0.1.example.com/'],
  ['https://localhost.example.com/', 'https://localhost.example.com/'],
  ['https://mylocalhost.be/', 'https://mylocalhost.be/'],
  ['https://local.example.com/', 'https://local.example.com/'],
  ['https://internal.example.com/', 'https://internal.example.com/'],
  ['https://example.com:80/', 'https://example.com:80/'],
  ['https://example.com:65535/', 'https://example.com:65535/'],
]
for (const [text, stored] of taken) {
  test(`${text} is taken, and stored as ${stored}`, () => {
    assert.deepEqual(readTargetUrl(text, nobody), { url: stored })
    assert.deepEqual(readTargetUrl(stored, nobody), { url: stored })
  })
}

const unreadable: [what: string, texts: string[]][] = [
  [
    'no URL',
    ['', 'example.com/hooks', '/hooks', 'https://', 'https:', 'https://?a', 'https://exa<mple.com', 'https://a:b:c/'],
  ],
  [
    'a host that is no host',
    ['https://1.2.3.256/', 'https://[::1', 'https://[::g]/', 'https://exa%20mple.com/', 'https://a.1/'],
  ],
  ['a zone id', ['https://[fe80::1%25eth0]/', 'https://[fe80::1%eth0]/', 'https://[2606:4700::1%1]/']],
  [
    'another scheme',
    [
      'http://example.com/',
      'ftp://example.com/',
      'file:///etc/passwd',
      'wss://example.com/',
      'data:,a',
      'javascript:1',
    ],
  ],
  [
    'white space, control characters or a backslash',
    [
      ...[
        ' https://example.com/',
        'https://example.com/ ',
        'https://exam\tple.com/',
        'https://example.com/a\nb',
        'https://example.com/\r',
      ],
      ...[
        'https://example.com/\u0000',
        'https://example.com/\u007f',
        'https://example.com/\u0085',
        'https://example.com\\@127.0.0.1/',
      ],
      ...[
        'https:\\\\example.com/',
        'https://example.com/a\\b',
        'https://example.com/\u00a0',
        'https://example.com/\u2028',
        '\ufeffhttps://example.com/',
      ],
      'https://example.com/\ud800',
    ],
  ],
  [
    'user info',
    [
      ...[
        'https://user@example.com/',
        'https://user:pass@example.com/',
        'https://:pass@example.com/',
        'https://@example.com/',
      ],
      ...[
        'https://:@example.com/',
        'https:@example.com/',
        'https:///user@example.com',
        'https://a@b@example.com/',
        'https://example.com@127.0.0.1/',
      ],
    ],
  ],
]
for (const [what, texts] of unreadable)
  for (const text of texts)
    test(`${what} is refused: ${shown(text)}`, () => assert.ok(faultOf(text)?.startsWith('url must')))

const loopback = [
  ...[
    '127.0.0.1',
    '127.0.0.1.',
    '2130706433',
    '0x7f000001',
    '0X7F.0.0.1',
    '017700000001',
    '0177.0.0.1',
    '127.1',
    '127.0.1',
    '0x7f.1',
  ],
  ...[
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '127．0．0．1',
    '127｡1',
    '127%2e0%2e0%2e1',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '0x0',
  ],
]
const metadata = [
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '①⑥⑨.②⑤④.①⑥⑨.②⑤④',
]
const privates = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
]
const bracketed = [
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::FFFF:A9FE:A9FE]',
  ],
  ...[
    '[::ffff:169.254.169.254]',
    '[::ffff:8.8.8.8]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b:1::a00:1]',
  ],
  ...[
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2001::1]',
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
    '[2001:db8::1]',
    '[3fff::1]',
  ],
  ...[
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    '[100:0:0:1::1]',
    '[5f00::1]',
    '[4000::1]',
    '[200::1]',
  ],
]
for (const host of [...loopback, ...metadata, ...privates, ...bracketed]) {
  test(`an address that is not public is refused in any notation: ${host}`, () => {
    assert.equal(faultOf(`https://${host}/`), publicHost)
    assert.equal(faultOf(`https://${host}:8443/a?b`), publicHost)
  })
}

const privateNames = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    'a.localhost',
    'a.localhost.',
    'printer.local',
    'printer.local.',
  ],
  ...[
    'metadata.google.internal',
    'metadata.google.internal.',
    'a.INTERNAL',
    'receiver',
    'receiver.',
    'com',
    'local',
    'internal',
  ],
  ...['a.localhost..', 'example..com', '.example.com', 'example.com..'],
]
for (const host of privateNames)
  test(`a name that leads into a network, or nowhere, is refused: ${host}`, () =>
    assert.equal(faultOf(`https://${host}/`), publicHost))

/** The list of the Fetch standard, and the number of its ports: one that is dropped or mistyped is seen. */
const badPorts = [
  ...[
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
    110, 111,
  ],
  ...[
    113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540,
    548, 554,
  ],
  ...[
    556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665,
    6666,
  ],
  ...[6667, 6668, 6669, 6679, 6697, 10080],
]
test('port 0 and exactly the bad ports of the Fetch standard are refused, for allowed hosts too', () => {
  const allowed = allowedHosts(['localhost'])
  const refused = (host: string, hosts: typeof nobody): number[] =>
    Array.from({ length: 65_536 }, (_, port) => port).filter(
      (port) => faultOf(`https://${host}:${port}/`, hosts) !== null,
    )
  assert.deepEqual(refused('example.com', nobody), badPorts)
  assert.deepEqual(refused('localhost', allowed), badPorts)
  assert.equal(faultOf('https://example.com:0/'), 'url must not lead to port 0.')
  assert.equal(faultOf('https://example.com:00025/'), 'url must not lead to port 25.')
  assert.ok(faultOf('https://example.com:65536/') !== null)
})

test("the runtime's own fetch refuses the same ports, but 0, which it does not know yet", async () => {
  for (const port of badPorts.filter((each) => each !== 0)) {
    const fault: unknown = await fetch(`http://127.0.0.1:${port}/`).catch((error: Error) => error.cause)
    assert.ok(fault instanceof Error && fault.message === 'bad port', String(port))
  }
})

test('a url has at most 2,048 characters, as given and as stored', () => {
  const base = 'https://example.com/'
  const longest = base + 'a'.repeat(urlLengthMax - base.length)
  assert.equal(longest.length, 2_048)
  assert.deepEqual(readTargetUrl(longest, nobody), { url: longest })
  assert.match(faultOf(`${longest}a`) ?? '', /at most 2,048 characters/)
  // A fragment counts as given, and is not stored.
  assert.match(faultOf(`${longest}#`) ?? '', /at most 2,048 characters/)
  // Short as given; each letter takes six characters once it is encoded.
  const swelling = base + 'é'.repeat(400)
  assert.ok(swelling.length < urlLengthMax && new URL(swelling).href.length > urlLengthMax)
  assert.match(faultOf(swelling) ?? '', /at most 2,048 characters/)
})

test('for allowed hosts alone http, refused names and refused addresses are taken; all else holds for them', () => {
  const allowed = allowedHosts(['localhost', '127.0.0.1', '[::1]', 'receiver'])
  for (const url of [
    ...[
      'http://localhost:3000/hooks',
      'https://localhost/',
      'http://127.0.0.1:8080/',
      'http://[::1]:8080/',
      'http://receiver/',
      'http://localhost./',
    ],
  ])
    assert.deepEqual(readTargetUrl(url, allowed), { url })
  assert.deepEqual(readTargetUrl('http://0x7f.1:8080/', allowed), { url: 'http://127.0.0.1:8080/' })
  for (const url of [
    'http://example.com/',
    'http://127.0.0.2/',
    'https://127.0.0.2/',
    'https://a.localhost/',
    'https://localhost../',
  ])
    assert.ok(faultOf(url, allowed) !== null, url)
  for (const url of [
    'http://user@localhost/',
    'http://localhost:22/',
    'ftp://localhost/',
    'http://localhost/\t',
    'file://localhost/',
  ])
    assert.ok(faultOf(url, allowed) !== null, url)
})
