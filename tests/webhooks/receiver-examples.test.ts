/**
 * What we tell receivers to do, done by the files of `docs/examples/webhooks/` in their own languages: they take what we
 * sign, refuse everything else alike, and keep an event once.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import Stripe from 'stripe'
import { verify } from '../../docs/examples/webhooks/verify.ts'
import { holdFreePort } from '../../src/platform/http/listen-fault.ts'
import { signatureOf } from '../../src/webhooks/signature.ts'
import { call } from '../harness/http.ts'
import { receiverExamples, startExample, verdictsOf } from '../harness/receiver-examples.ts'
import { code, event, right, deliveries as rows, secret, signedAt } from '../harness/signed-deliveries.ts'

for (const example of receiverExamples) {
  test(`${example.language}: what we signed is verified, and nothing that was changed, made up or is too old`, {
    skip: example.skip,
  }, () => {
    const verdicts = verdictsOf(
      example,
      rows.map(([, row]) => row),
    )
    assert.deepEqual(
      rows.map(([name], index) => `${name}: ${verdicts[index]}`),
      rows.map(([name, , isRight]) => `${name}: ${isRight}`),
    )
  })

  test(`${example.language}: the receiver answers 2xx to what is right, keeps an event once, refuses the rest`, {
    skip: example.skip,
  }, async () => {
    const inbox = await mkdtemp(path.join(tmpdir(), 'inbox-'))
    const port = await holdFreePort('127.0.0.1')
    await port.release()
    const { url, process } = await startExample(example, { secret, inbox, port: port.port })
    try {
      const sign = (body: string): string => signatureOf(secret, Math.floor(Date.now() / 1_000), body)
      const post = async (body: string, header: string | null): Promise<number> => {
        const headers = {
          'content-type': 'application/json',
          ...(header === null ? {} : { 'service-signature': header }),
        }
        return (await call(url, 'POST', '/hook', { body, headers })).status
      }
      const long = JSON.stringify({ id: 'chg_02', event: 'some.new_type', data: { text: 'é'.repeat(1_000_000) } })
      assert.equal(await post(event, sign(event)), 204)
      assert.equal(await post(event, sign(event)), 204, 'a delivery that comes again')
      assert.equal(await post(long, sign(long)), 204, 'a type that is not known yet')
      assert.equal(await post(`${event} `, sign(event)), 400)
      assert.equal(await post(event, right), 400, 'too old')
      assert.equal(await post(event, null), 400)
      const outside = JSON.stringify({ id: '../chg_03', event: 'ping', data: {} })
      assert.equal(await post(outside, sign(outside)), 500)
      assert.deepEqual((await readdir(inbox)).toSorted(), ['chg_01.json', 'chg_02.json'])
      assert.equal(await readFile(path.join(inbox, 'chg_02.json'), 'utf8'), long)
    } finally {
      await process.kill()
      await rm(inbox, { recursive: true })
    }
  })
}

test("a verifier that many receivers already have takes our header: Stripe's", () => {
  const { webhooks } = new Stripe('sk_test_none')
  const given = [event, right, secret, 300, undefined, signedAt * 1_000] as const
  assert.deepEqual(webhooks.constructEvent(...given), JSON.parse(event))
  assert.equal(webhooks.signature?.verifyHeader(event, right, secret, 300, undefined, signedAt * 1_000), true)
  const refused = (change: (all: (typeof given)[number][]) => void): void => {
    const all: (typeof given)[number][] = [...given]
    change(all)
    assert.throws(
      () => webhooks.constructEvent(...(all as unknown as typeof given)),
      Stripe.errors.StripeSignatureVerificationError,
    )
  }
  refused((all) => all.splice(0, 1, event.replace('It', 'it')))
  refused((all) => all.splice(1, 1, `t=${signedAt + 1},v1=${code}`))
  refused((all) => all.splice(2, 1, 'whsec_other'))
  refused((all) => all.splice(5, 1, (signedAt + 301) * 1_000))
})

test("ours takes what Stripe's signs, and refuses a changed byte, time and secret of it", () => {
  const { webhooks } = new Stripe('sk_test_none')
  const header = webhooks.generateTestHeaderString({ payload: event, secret, timestamp: signedAt })
  const body = Buffer.from(event)
  assert.equal(verify(body, header, secret, signedAt), true)
  assert.equal(verify(Buffer.from(`${event} `), header, secret, signedAt), false)
  assert.equal(verify(body, header.replace(String(signedAt), String(signedAt + 1)), secret, signedAt), false)
  assert.equal(verify(body, header, 'whsec_other', signedAt), false)
})
