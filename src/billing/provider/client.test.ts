import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { unobserved } from '../../../tests/harness/observer.ts'
import { stripeClient } from './client.ts'
import { ProviderFault } from './provider.ts'

const client = stripeClient({
  ...{ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', apiUrl: 'http://127.0.0.1:1', observer: unobserved },
})

/** As the provider's client throws it. */
const thrown = (fields: { type: string; statusCode?: number; code?: string }): Error =>
  Object.assign(new Error('said so'), fields)

const rows: [what: string, fields: Parameters<typeof thrown>[0], kind: ProviderFault['kind'], isAnswered: boolean][] = [
  ['no connection', { type: 'StripeConnectionError' }, 'silent', false],
  ['the same under way', { type: 'StripeIdempotencyError', statusCode: 409 }, 'silent', false],
  ['too many at once', { type: 'StripeRateLimitError', statusCode: 429 }, 'silent', true],
  ['a fault of its own', { type: 'StripeAPIError', statusCode: 500 }, 'silent', true],
  [
    'something that is not there',
    { type: 'StripeInvalidRequestError', statusCode: 404, code: 'resource_missing' },
    'missing',
    true,
  ],
  [
    'something that is not there, as a parameter',
    { type: 'StripeInvalidRequestError', statusCode: 400, code: 'resource_missing' },
    'missing',
    true,
  ],
  ['a wrong key', { type: 'StripeAuthenticationError', statusCode: 401 }, 'refused', true],
  ['something that it will not do', { type: 'StripeInvalidRequestError', statusCode: 400 }, 'refused', true],
]
for (const [what, fields, kind, isAnswered] of rows)
  test(`${what} is ${kind}${isAnswered ? '' : ', and may be under way still'}`, async () => {
    await assert.rejects(
      client.ask('a call', Type.Unknown(), () => Promise.reject(thrown(fields))),
      (fault: unknown) => {
        assert.ok(fault instanceof ProviderFault)
        assert.deepEqual([fault.kind, fault.isAnswered], [kind, isAnswered])
        return true
      },
    )
  })

test('a fault of ours is no word of the provider', async () => {
  const ours = new TypeError('a bug')
  await assert.rejects(
    client.ask('a call', Type.Unknown(), () => Promise.reject(ours)),
    (fault: unknown) => fault === ours,
  )
})
