import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from './compound.ts'

const known = new Set(['zonnepanelen', 'zonne', 'panelen', 'premie', 'warmepumpe', 'forderung', 'onderneming', 'steun'])
const rows: [word: string, parts: string[] | null][] = [
  ['zonnepanelenpremie', ['zonnepanelen', 'premie']],
  ['warmepumpenforderung', ['warmepumpe', 'forderung']],
  ['ondernemingssteun', ['onderneming', 'steun']],
  ['zonnepremiesteun', ['zonne', 'premie', 'steun']],
  ['zonnexpremie', null],
  ['premie', null],
  ['steuntje', null],
]
for (const [word, parts] of rows) {
  test(`${word} is ${parts === null ? 'not made of known words' : `made of ${parts.join(' and ')}`}`, () => {
    assert.deepEqual(
      partsOf(word, (part) => known.has(part)),
      parts,
    )
  })
}
