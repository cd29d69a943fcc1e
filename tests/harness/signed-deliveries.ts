/** Deliveries, right and wrong: what whoever verifies them has to say of each. */
import { signatureOf } from '../../src/webhooks/signature.ts'
import type { Delivery } from './receiver-examples.ts'

export const secret = 'whsec_4MZ8T1N0XV6Q3WJ5'
export const signedAt = 1_795_000_000
export const event = JSON.stringify({
  id: 'chg_01',
  event: 'ping',
  data: { id: 'wh_01', summary: { message: 'It works.' } },
})
export const right = signatureOf(secret, signedAt, event)
export const code = right.slice(right.indexOf('v1=') + 3)
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

export const deliveries: [name: string, delivery: Delivery, isRight: boolean][] = [
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
