/** `verifyWebhook` of the client: the deliveries that our examples for receivers are held to, and what it does besides. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook, WebhookSignatureError } from '../../../clients/typescript/src/subsidy-measures-client.ts'
import { signatureOf } from '../../../src/webhooks/signature.ts'
import { deliveries, event, right, secret, signedAt } from '../../harness/signed-deliveries.ts'

test('what we signed is verified, as bytes and as text, and nothing that was changed, made up or is too old', async () => {
  for (const [name, { body, header, secret: by, now }, isRight] of deliveries) {
    for (const raw of [new Uint8Array(body), body.toString()]) {
      const verdict = await verifyWebhook(raw, header, by, { now }).then(
        () => true,
        // A body that is signed and is no JSON passed the signature.
        (error: Error) => error instanceof SyntaxError || !(error instanceof WebhookSignatureError),
      )
      assert.equal(verdict, isRight, name)
    }
  }
})

test('the event is answered as it was sent', async () => {
  assert.deepEqual(await verifyWebhook(event, right, secret, { now: signedAt }), JSON.parse(event))
})

test('the tolerance is the receiver’s to set, and the clock of now is taken where none is given', async () => {
  const late = { now: signedAt + 900 }
  await assert.rejects(verifyWebhook(event, right, secret, late), WebhookSignatureError)
  await verifyWebhook(event, right, secret, { ...late, toleranceSeconds: 900 })
  await assert.rejects(verifyWebhook(event, right, secret), WebhookSignatureError)
  await verifyWebhook(event, signatureOf(secret, Math.floor(Date.now() / 1_000), event), secret)
})

test('a body that somebody has parsed is told so, not refused as forged', async () => {
  const parsed = JSON.parse(event)
  await assert.rejects(verifyWebhook(parsed, right, secret, { now: signedAt }), TypeError)
})

test('no refusal says the secret, the right signature or why', async () => {
  const error = await verifyWebhook(`${event} `, right, secret, { now: signedAt }).catch((one: Error) => one)
  assert.ok(error instanceof WebhookSignatureError)
  assert.doesNotMatch(`${error.message} ${error.stack}`, new RegExp(`${secret}|${right.slice(-20)}`))
})
