import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition } from '../measures/record/record.ts'
import { textPrint } from './answered-texts.ts'

const text = (words: Partial<Condition['text']>): Condition['text'] => ({
  nl: null,
  fr: null,
  en: null,
  de: null,
  ...words,
})
const asked = { text: text({ nl: 'Het is de eerste aanvraag.' }), expects: null }

test('the print of a condition stays while it says the same in the language of its source', () => {
  const print = textPrint(asked, 'nl')
  assert.match(print, /^[0-9a-f]{16}$/)
  assert.equal(textPrint({ ...asked, text: text({ ...asked.text, en: 'It is the first application.' }) }, 'nl'), print)
})

test('another wording, another language of the source and another expectation are another print', () => {
  const prints = [
    textPrint(asked, 'nl'),
    textPrint({ ...asked, text: text({ nl: 'Het is de tweede aanvraag.' }) }, 'nl'),
    textPrint({ ...asked, text: text({ ...asked.text, fr: "C'est la première demande." }) }, 'fr'),
    textPrint({ ...asked, expects: false }, 'nl'),
  ]
  assert.equal(new Set(prints).size, prints.length)
})

test('a condition that the language of its source lacks has the print of the words that it has', () =>
  assert.equal(textPrint(asked, 'fr'), textPrint(asked, 'nl')))

test('what is not said to be expected is expected to be yes', () =>
  assert.equal(textPrint({ ...asked, expects: true }, 'nl'), textPrint(asked, 'nl')))
