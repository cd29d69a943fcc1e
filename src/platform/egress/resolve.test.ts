/** What is asked of name servers, and that no name server can hold a request: a stand-in answers, errs, lies or is silent. */
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type NameAnswer, type Names, nameServer } from '../../../tests/harness/name-server.ts'
import { posted, told } from '../../../tests/harness/receivers.ts'
import { resolveByServers, resolveBySystem } from './resolve.ts'

const none: NameAnswer = { addresses: [] }
const gone: NameAnswer = { code: 3 }

const both =
  (four: NameAnswer, six: NameAnswer): Names =>
  (_, family) =>
    family === 'A' ? four : six

/** Addresses of a name, or the code of the fault; no listener is left on the signal. */
async function resolved(names: Names, signal = new AbortController().signal): Promise<string[] | string> {
  await using there = await nameServer(names)
  try {
    return await resolveByServers([there.server])('receiver.example', signal)
  } catch (fault) {
    return fault instanceof Error && 'code' in fault ? String(fault.code) : String(fault)
  } finally {
    assert.equal(getEventListeners(signal, 'abort').length, 0)
  }
}

const rows: [what: string, four: NameAnswer, six: NameAnswer, outcome: string[] | string][] = [
  [
    'both families in turn, IPv4 first',
    { addresses: ['1.2.3.4', '1.2.3.5', '1.2.3.6'] },
    { addresses: ['2600::1', '2600::2'] },
    ['1.2.3.4', '2600::1', '1.2.3.5', '2600::2', '1.2.3.6'],
  ],
  ['IPv4 alone', { addresses: ['1.2.3.4'] }, none, ['1.2.3.4']],
  ['IPv6 alone', none, { addresses: ['2600::1'] }, ['2600::1']],
  ['IPv4, and an error for IPv6', { addresses: ['1.2.3.4'] }, { code: 2 }, ['1.2.3.4']],
  ['no addresses', none, none, 'ENODATA'],
  ['no such name', gone, gone, 'ENOTFOUND'],
  ['a name server that fails', { code: 2 }, { code: 2 }, 'ESERVFAIL'],
  ['a name server that refuses', { code: 5 }, { code: 5 }, 'EREFUSED'],
]
for (const [what, four, six, outcome] of rows)
  test(`${what}: ${String(outcome)}`, async () => assert.deepEqual(await resolved(both(four, six)), outcome))

test('a name is asked for as it is: once for each family, without domains to search', async () => {
  await using there = await nameServer(both({ addresses: ['1.2.3.4'] }, none))
  await resolveByServers([there.server])('receiver', new AbortController().signal)
  assert.deepEqual(there.asked.toSorted(), [
    ['receiver', 'A'],
    ['receiver', 'AAAA'],
  ])
})

test('when both families have answered, nothing is left to wait for', async () => {
  await using there = await nameServer(both({ addresses: ['1.2.3.4'] }, none))
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  await resolveByServers([there.server])('receiver.example', new AbortController().signal)
  assert.equal(timers(), before)
})

test('who says nothing when asked for IPv6 is waited for half a second, when IPv4 is there', async () => {
  const begin = performance.now()
  assert.deepEqual(await resolved(both({ addresses: ['1.2.3.4'] }, 'silent')), ['1.2.3.4'])
  const tookMs = performance.now() - begin
  assert.ok(tookMs > 400 && tookMs < 1_000, `${tookMs} ms`)
})

test('who has no IPv4 and is slow with IPv6 is waited for', async () => {
  const slow: Names = async (_, family) => {
    if (family === 'A') return none
    await pause(800)
    return { addresses: ['2600::1'] }
  }
  assert.deepEqual(await resolved(slow), ['2600::1'])
})

test('a question is given up the moment the signal aborts, and not asked when it has', async () => {
  const begin = performance.now()
  assert.equal(await resolved(both('silent', 'silent'), AbortSignal.timeout(200)), 'ECANCELLED')
  assert.ok(performance.now() - begin < 600)
  await using there = await nameServer(both(none, none))
  await assert.rejects(resolveByServers([there.server])('receiver.example', AbortSignal.abort()))
  await assert.rejects(resolveBySystem('localhost', AbortSignal.abort()))
  assert.deepEqual(there.asked, [])
})

const outcomes: [what: string, names: Names, outcome: string][] = [
  ['a name that does not resolve', both(gone, gone), 'failed connection'],
  ['a name without addresses', both(none, none), 'failed connection'],
  ['a name server that fails', both({ code: 2 }, { code: 2 }), 'failed connection'],
  ['a name server that never answers', both('silent', 'silent'), 'failed timeout'],
  ['a name server that answers with nonsense', both('garbage', 'garbage'), 'failed connection'],
  [
    'a name with private addresses alone',
    both({ addresses: ['10.0.0.1', '127.0.0.1'] }, { addresses: ['::1', 'fd00::1'] }),
    'failed refused_address',
  ],
  ['a name with a mapped private address', both(none, { addresses: ['::ffff:7f00:1'] }), 'failed refused_address'],
]
for (const [what, names, outcome] of outcomes) {
  test(`${what}: ${outcome}, within the deadline, and nothing is left`, async () => {
    await using there = await nameServer(names)
    const resolve = resolveByServers([there.server])
    assert.equal(told(await posted('https://receiver.example/', { resolve })), outcome)
    const left = process.getActiveResourcesInfo().filter((name) => /^(?:Query|GetAddrInfo|TCP)/.test(name))
    assert.deepEqual(left, [])
  })
}

test('a name that can not be one does not resolve', async () => {
  for (const host of [`${'a'.repeat(64)}.example`, `${'a.'.repeat(130)}example`, 'a..example'])
    assert.equal(told(await posted(`https://${host}/`)), 'failed connection', host)
})

test('the system is asked for hosts that are allowed, and it knows its own name', async () => {
  const found = await resolveBySystem('localhost', new AbortController().signal)
  assert.ok(found.includes('127.0.0.1') || found.includes('::1'))
})
