import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { createServer as createPlainServer } from 'node:net'
import { test } from 'node:test'
import { createServer } from 'node:tls'
import { authority, certificate } from '../../tests/harness/certificates.ts'
import { googleStandIn } from '../../tests/harness/google-stand-in.ts'
import { startMailServer } from '../../tests/harness/mail-server.ts'
import { unobserved } from '../../tests/harness/observer.ts'
import { startStripe } from '../../tests/harness/stripe-stand-in.ts'
import { askProvider } from '../billing/provider/stripe.ts'
import { systemClock } from '../platform/clock.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import type { Finding } from './finding.ts'
import { type Outside, outsideFindings } from './outside-check-up.ts'

const dayMs = 24 * 3_600_000

/** The one finding of a check, where everything else is not there. */
async function found(check: string, changes: Partial<Outside>): Promise<Finding | undefined> {
  const findings = await outsideFindings({
    mail: { kind: 'off' },
    askProvider: null,
    identityKeysUrl: null,
    fetch: createOutbound({ version: '1', clock: systemClock, observer: unobserved }),
    baseUrl: null,
    now: systemClock.now(),
    ...changes,
  })
  return findings.find((one) => one.check === check)
}

test('the mail server is signed in to, and sent nothing; what refuses or hangs is a fault within its bound', async () => {
  const from = { name: 'Tests', address: 'tests@example.org' }
  await using right = await startMailServer({
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username ?? '' }) : done(new Error('no such password')),
    authOptional: true,
    allowInsecureAuth: true,
  })
  const asked = (password: string) =>
    found('mail server', {
      mail: { kind: 'smtp', server: { ...right.server, user: { name: 'we', password } }, from },
    })
  assert.equal((await asked('right'))?.level, 'ok')
  const refused = await asked('wrong')
  assert.equal(refused?.level, 'fault')
  assert.doesNotMatch(refused.message, /wrong/, 'the password is not repeated')
  assert.deepEqual(right.taken, [])

  const silent = createPlainServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const server = { ...right.server, port, user: null }
  assert.equal((await found('mail server', { mail: { kind: 'smtp', server, from } }))?.level, 'fault')
  silent.close()
  assert.equal((await found('mail server', { mail: { kind: 'off' } }))?.level, 'advice')
})

test('the payment provider is asked for something with the key; no answer, and a key that it does not know, are faults', async () => {
  const stripe = await startStripe(systemClock)
  const { origin: apiUrl, secretKey, webhookSecret } = stripe
  const asked = (key: string) =>
    found('payment provider', {
      askProvider: () =>
        askProvider({ secretKey: key, webhookSecret, apiUrl, observer: unobserved, timeoutMs: 500, retries: 0 }),
    })
  assert.equal((await asked(secretKey))?.level, 'ok')
  assert.equal((await asked('sk_test_unknown'))?.level, 'fault')
  assert.ok(stripe.calls.every(({ method }) => method === 'GET'))
  stripe.fails(() => 'silent')
  assert.equal((await asked(secretKey))?.level, 'fault')
  await stripe.close()
  assert.equal(await found('payment provider', {}), undefined)
})

test("the identity provider's document of keys is read; one that cannot be had or used is a fault", async () => {
  const google = await googleStandIn()
  await google.sign({ sub: '1' })
  const asked = () => found('identity provider', { identityKeysUrl: google.keysUrl })
  assert.equal((await asked())?.level, 'ok')
  for (const how of ['fails', 'nonsense', 'hangs'] as const) {
    google.behave(how)
    assert.equal((await asked())?.level, 'fault', how)
  }
  await google.close()
})

test('the certificate of the address is seen with its days; one that is over soon, or that nobody trusts, says what to do', async () => {
  const trusted = authority()
  const now = systemClock.now()
  for (const [days, by, level] of [
    [60, trusted, 'ok'],
    [10, trusted, 'warning'],
    [2, trusted, 'fault'],
    [60, null, 'fault'],
  ] as const) {
    const { cert, key } = certificate({
      names: ['127.0.0.1'],
      by,
      from: new Date(now - dayMs),
      to: new Date(now + days * dayMs + 60_000),
    })
    const server = createServer({ cert, key }, (socket) => void socket.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const one = await found('certificate', { baseUrl: `https://127.0.0.1:${port}`, authority: trusted.cert, now })
    assert.equal(one?.level, level, String(one?.message))
    server.close()
  }
  assert.equal((await found('certificate', { baseUrl: 'https://127.0.0.1:1' }))?.level, 'warning')
  assert.equal(await found('certificate', { baseUrl: 'http://127.0.0.1:1' }), undefined)
})
