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
import { holdFreePort } from '../../src/platform/http/free-port.ts'
import { signatureOf } from '../../src/webhooks/signature.ts'
import { call } from '../harness/http.ts'
import { pythonVerifier } from '../harness/python.ts'
import {
  type Delivery,
  examplesFolder,
  receiverExamples,
  startExample,
  verdictsOf,
} from '../harness/receiver-examples.ts'
import { projectRoot } from '../harness/started-process.ts'

const secret = 'whsec_4MZ8T1N0XV6Q3WJ5'
const signedAt = 1_795_000_000
const event = JSON.stringify({ id: 'chg_01', event: 'ping', data: { id: 'wh_01', summary: { message: 'It works.' } } })
const right = signatureOf(secret, signedAt, event)
const code = right.slice(right.indexOf('v1=') + 3)
const otherCode = signatureOf('whsec_other', signedAt, event).split('v1=')[1] ?? ''
const arabic = [...String(signedAt)].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('')

/** A delivery that is right but for what is named. */
const delivery = ({
  body = event,
  ...changes
}: Partial<Omit<Delivery, 'body'>> & { body?: string } = {}): Delivery => ({
  body: Buffer.from(body),
  header: right,
  secret,
  now: signedAt,
  ...changes,
})
const signed = (body: string): Delivery => delivery({ body, header: signatureOf(secret, signedAt, body) })

const rows: [name: string, delivery: Delivery, isRight: boolean][] = [
  ['as it was sent', delivery(), true],
  ['a body with letters of several bytes', signed('{"title":"Prime à l’énergie – 補助金 😀"}'), true],
  ['a body with NUL bytes', signed('{"a":"\u0000\u0000"}\u0000'), true],
  ['a body with line ends of both kinds', signed('{\r\n"a":1\n}\n'), true],
  ['an empty body', signed(''), true],
  ['a body of 2 MB', signed(`{"a":"${'é'.repeat(1_000_000)}"}`), true],
  [
    'a secret with letters of several bytes',
    { ...delivery(), secret: 'whsec_é', header: signatureOf('whsec_é', signedAt, event) },
    true,
  ],
  ['299 seconds old', delivery({ now: signedAt + 299 }), true],
  ['299 seconds ahead', delivery({ now: signedAt - 299 }), true],
  ['300 seconds old', delivery({ now: signedAt + 300 }), true],
  ['two codes, the second fits', delivery({ header: `t=${signedAt},v1=${otherCode},v1=${code}` }), true],
  ['two codes, the first fits', delivery({ header: `t=${signedAt},v1=${code},v1=${otherCode}` }), true],
  ['a part of a name that is not known', delivery({ header: `${right},v2=new` }), true],
  ['the code before the time', delivery({ header: `v1=${code},t=${signedAt}` }), true],
  ['a changed byte of the body', delivery({ body: event.replace('It', 'it') }), false],
  ['a byte more', delivery({ body: `${event}\n` }), false],
  ['written again', delivery({ body: JSON.stringify(JSON.parse(event), null, 1) }), false],
  ['a body that is gone', delivery({ body: '' }), false],
  ['another time', delivery({ header: `t=${signedAt + 1},v1=${code}` }), false],
  ['another secret', delivery({ secret: 'whsec_other' }), false],
  ['the secret without its prefix', delivery({ secret: secret.slice('whsec_'.length) }), false],
  ['an empty secret', { ...delivery(), secret: '', header: signatureOf('', signedAt, event) }, false],
  ['301 seconds old', delivery({ now: signedAt + 301 }), false],
  ['301 seconds ahead', delivery({ now: signedAt - 301 }), false],
  ['two codes, none fits', delivery({ header: `t=${signedAt},v1=${otherCode},v1=${otherCode}` }), false],
  ['upper-case hex', delivery({ header: `t=${signedAt},v1=${code.toUpperCase()}` }), false],
  ['a space after the comma', delivery({ header: right.replace(',', ', ') }), false],
  ['a space before', delivery({ header: ` ${right}` }), false],
  ['a line break behind', delivery({ header: `${right}\n` }), false],
  ['a NUL behind', delivery({ header: `${right}\u0000` }), false],
  ['no header', delivery({ header: null }), false],
  ['an empty header', delivery({ header: '' }), false],
  ['a comma alone', delivery({ header: ',' }), false],
  ['a comma behind', delivery({ header: `${right},` }), false],
  ['no time', delivery({ header: `v1=${code}` }), false],
  ['an empty time', delivery({ header: `t=,v1=${code}` }), false],
  ['two times', delivery({ header: `t=${signedAt},t=${signedAt},v1=${code}` }), false],
  ['two times, another first', delivery({ header: `t=1,t=${signedAt},v1=${code}` }), false],
  ['digits that are not ASCII', delivery({ header: `t=${arabic},v1=${code}` }), false],
  ['a time with a sign', delivery({ header: `t=+${signedAt},v1=${code}` }), false],
  ['a time with a fraction', delivery({ header: `t=${signedAt}.0,v1=${code}` }), false],
  ['a time in hex', delivery({ header: `t=0x${signedAt.toString(16)},v1=${code}` }), false],
  ['a time beyond all numbers', delivery({ header: `t=${'9'.repeat(400)},v1=${code}` }), false],
  ['no code', delivery({ header: `t=${signedAt}` }), false],
  ['an empty code', delivery({ header: `t=${signedAt},v1=` }), false],
  ['a code that is cut', delivery({ header: `t=${signedAt},v1=${code.slice(0, 63)}` }), false],
  ['a code that is too long', delivery({ header: `t=${signedAt},v1=${code}0` }), false],
  ['a code with letters of several bytes', delivery({ header: `t=${signedAt},v1=${'é'.repeat(64)}` }), false],
  ['64 bytes that are fewer letters', delivery({ header: `t=${signedAt},v1=${'é'.repeat(32)}` }), false],
  ['a code that fits beside one that is none', delivery({ header: `${right},v1=x` }), false],
  ['the code alone', delivery({ header: code }), false],
  ['the code of another version', delivery({ header: `t=${signedAt},v0=${code}` }), false],
]

for (const example of [...receiverExamples, pythonVerifier]) {
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
}

for (const example of receiverExamples) {
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

test('docs/webhooks.md shows the examples to the byte', async () => {
  const page = await readFile(path.join(projectRoot, 'docs', 'webhooks.md'), 'utf8')
  for (const { file } of receiverExamples) {
    const text = await readFile(path.join(examplesFolder, file), 'utf8')
    const [, shown] = page.split(`<!-- examples/webhooks/${file} -->\n`)
    assert.equal(shown?.slice(0, shown.indexOf('\n```\n') + 1).replace(/^```[a-z]+\n/, ''), text, file)
  }
})
