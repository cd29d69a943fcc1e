import assert from 'node:assert/strict'
import test from 'node:test'
import { readEnterpriseNumber } from './enterprise-number.ts'

const rows: [text: string, number: string | null][] = [
  ['0403019261', '0403019261'],
  ['0403.019.261', '0403019261'],
  ['BE0403019261', '0403019261'],
  ['BE 0403.019.261', '0403019261'],
  ['be 0403 019 261', '0403019261'],
  ['0428759497', '0428759497'],
  ['0431150351', null], // check digits wrong
  ['1000000097', null],
  ['403019261', null], // nine digits
  ['00403019261', null],
  ['2403019260', null], // begins as an establishment does
  ['0000000097', null], // nobody's
  ['NL0403019261', null],
  ['0403-019-261', null],
  ['BEBE0403019261', null],
  ['０４０３０１９２６１', null],
  ['', null],
  ['BE', null],
]
for (const [text, number] of rows) {
  test(`"${text}" is ${number === null ? 'no enterprise number' : `enterprise ${number}`}`, () => {
    assert.equal(readEnterpriseNumber(text), number)
  })
}

test('a number that begins with 1 is read like one that begins with 0', () => {
  const body = '10000010'
  const check = 97 - (Number(body) % 97)
  assert.equal(
    readEnterpriseNumber(`${body}${String(check).padStart(2, '0')}`),
    `${body}${String(check).padStart(2, '0')}`,
  )
})

test('one wrong digit, and two neighbours exchanged, are noticed', () => {
  const number = '0428759497'
  for (let at = 1; at < number.length; at += 1) {
    const digit = Number(number[at])
    const wrong = `${number.slice(0, at)}${(digit + 1) % 10}${number.slice(at + 1)}`
    assert.equal(readEnterpriseNumber(wrong), null, wrong)
    const swapped = `${number.slice(0, at)}${number[at + 1] ?? ''}${digit}${number.slice(at + 2)}`
    if (at + 1 < number.length && swapped !== number) assert.equal(readEnterpriseNumber(swapped), null, swapped)
  }
})
