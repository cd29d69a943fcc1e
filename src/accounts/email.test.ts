import assert from 'node:assert/strict'
import test from 'node:test'
import { foldedEmail, isEmail } from './email.ts'

const label63 = 'a'.repeat(63)
const rows: [text: string, is: boolean][] = [
  ['jan@voorbeeld.be', true],
  ['Jan.Peeters+subsidies@mail.Voorbeeld.BE', true],
  ["o'hara_1@a-b.co", true],
  [`${'a'.repeat(64)}@b.be`, true],
  [`a@${label63}.be`, true],
  ['a@xn--bcher-kva.example', true],
  ['', false],
  ['voorbeeld.be', false],
  ['@voorbeeld.be', false],
  ['jan@', false],
  ['jan@localhost', false],
  ['jan@@voorbeeld.be', false],
  ['jan peeters@voorbeeld.be', false],
  [' jan@voorbeeld.be', false],
  ['jan@voorbeeld.be\n', false],
  ['.jan@voorbeeld.be', false],
  ['jan.@voorbeeld.be', false],
  ['ja..n@voorbeeld.be', false],
  ['jan@voorbeeld..be', false],
  ['jan@-voorbeeld.be', false],
  ['jan@voorbeeld-.be', false],
  ['jan@voorbeeld.be.', false],
  ['jan@127.0.0.1', false],
  ['"jan"@voorbeeld.be', false],
  ['jan@voorbeeld.be, piet@voorbeeld.be', false],
  [`${'a'.repeat(65)}@b.be`, false],
  [`a@a${label63}.be`, false],
  [`a@${`${label63}.`.repeat(4)}be`, false],
]
for (const [text, is] of rows)
  test(`${JSON.stringify(text.slice(0, 50))} is ${is ? 'an' : 'no'} address`, () => assert.equal(isEmail(text), is))

test('addresses that differ in case alone are one', () =>
  assert.equal(foldedEmail('Jan@Voorbeeld.BE'), foldedEmail('jan@voorbeeld.be')))
