import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageFor, textsFor } from './asked-language.ts'

const rows: [accepted: string | undefined, language: string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['nl-BE,nl;q=0.9,en;q=0.8', 'nl'],
  ['de, fr;q=0.5, nl;q=0.7', 'nl'],
  ['FR-be', 'fr'],
  ['fr;q=0, nl;q=0.1', 'nl'],
  ['frisian, nl;q=0.2', 'nl'],
  ['*;q=0.5', 'en'],
  ['nl;q=x', 'nl'],
  [`${'x,'.repeat(400)}fr`, 'en'],
]

for (const [accepted, language] of rows) {
  test(`whoever accepts ${accepted?.slice(0, 40) ?? 'nothing'} is met in ${language}`, () => {
    assert.equal(languageFor(accepted), language)
  })
}

const germanRows: [accepted: string | undefined, texts: string][] = [
  [undefined, 'fr'],
  ['de-BE,de;q=0.9,fr;q=0.8', 'de'],
  ['DE', 'de'],
  ['de, fr', 'de'],
  ['fr, de', 'fr'],
  ['fr;q=0.5, de;q=0.7', 'de'],
  ['it, de;q=0.2', 'de'],
  ['de;q=0, nl;q=0.1', 'fr'],
  ['nl, de;q=0.9', 'fr'],
  ['den', 'fr'],
]

for (const [accepted, texts] of germanRows) {
  test(`on a French page, measures are told in ${texts} to whoever accepts ${accepted ?? 'nothing'}`, () => {
    assert.equal(textsFor(accepted, 'fr'), texts)
  })
}
