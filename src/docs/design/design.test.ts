import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { contrastRows } from './design-page.ts'
import { partSamples } from './part-samples.ts'
import { contrast, pairs, tokensOf } from './tokens.ts'

const pagesFolder = path.join(import.meta.dirname, '..', '..', 'pages')
const sheet = readFileSync(path.join(pagesFolder, 'look', 'tokens.css'), 'utf8')
const tokens = tokensOf(sheet)

const ratios: [one: string, other: string, ratio: string][] = [
  ['#000000', '#ffffff', '21.0'],
  ['#ffffff', '#000000', '21.0'],
  ['#777777', '#ffffff', '4.5'],
  ['#ffffff', '#ffffff', '1.0'],
]
for (const [one, other, ratio] of ratios) {
  test(`the contrast of ${one} and ${other} is ${ratio}`, () => assert.equal(contrast(one, other).toFixed(1), ratio))
}

test('every colour of the sheet is a token with a light and a dark one', () => {
  const written = new Set(
    [...sheet.matchAll(/light-dark\(/g)].length === 0 ? [] : sheet.match(/--[a-z-]+(?=: light-dark)/g),
  )
  assert.ok(tokens.length > 20)
  assert.deepEqual(new Set(tokens.map(({ name }) => `--${name}`)), written)
})

for (const [over, ground, least] of pairs) {
  test(`${over} on ${ground} has a contrast of ${least} at least, light and dark`, () => {
    const named = (name: string) => tokens.find((token) => token.name === name)
    const [above, below] = [named(over), named(ground)]
    assert.ok(above && below)
    assert.ok(contrast(above.light, below.light) >= least, `light ${contrast(above.light, below.light)}`)
    assert.ok(contrast(above.dark, below.dark) >= least, `dark ${contrast(above.dark, below.dark)}`)
  })
}

test('each pair stands on the page with both figures', () => {
  const rows = contrastRows(tokens)
  assert.equal(rows.length, pairs.length)
  assert.deepEqual(rows[0], { pair: 'ink on paper', least: '4.5', light: '16.2', dark: '15.0' })
})

test('every part of the pages is shown', () => {
  const files = readdirSync(path.join(pagesFolder, 'parts')).filter((file) => /^[a-z-]+\.ts$/.test(file))
  assert.deepEqual(partSamples.map(({ part }) => `${part}.ts`).toSorted(), files.toSorted())
})
