import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meantNames } from './meant-names.ts'

const names = new Set([
  ...[
    'vl:ecology-premium',
    'ecology-premium',
    'vl:sme.portfolio_1',
    'sme-portfolio',
    'eu:50129698TOPICS',
    'be:a1',
    'be:a2',
  ],
  ...['growth-2025', 'growth-2026'],
])
const prefixes = ['vl', 'eu', 'be']
let looks = 0
const isName = (name: string): boolean => {
  looks += 1
  return names.has(name)
}

const rows: [given: string, meant: string[]][] = [
  ['vl:ecology-premum', ['vl:ecology-premium']],
  ['vl:ecology-premiumm', ['vl:ecology-premium']],
  ['vl:ecolgoy-premium', ['vl:ecology-premium']],
  ['v:ecology-premium', ['vl:ecology-premium', 'ecology-premium']],
  ['ecologi-premium', ['ecology-premium']],
  ['Ecology-Premium', ['ecology-premium']],
  ['ecology_premium', ['ecology-premium']],
  [' ecology premium ', ['ecology-premium']],
  ['vl-ecology-premium', ['vl:ecology-premium']],
  ['vl/ecology-premium', ['vl:ecology-premium']],
  ['be:ecology-premium', ['vl:ecology-premium', 'ecology-premium']],
  ['sme.portfolio_1', ['vl:sme.portfolio_1']],
  ['50129698TOPICS', ['eu:50129698TOPICS']],
  ['eu:50129698topics', ['eu:50129698TOPICS']],
  ['eu:50129699TOPICS', ['eu:50129698TOPICS']],
  ['be:a3', ['be:a1', 'be:a2']],
  ['something-else', []],
  ['', []],
  ['\u0000', []],
  ['x'.repeat(100_000), []],
]
for (const [given, meant] of rows) {
  test(`${given.slice(0, 30) || 'nothing'} means ${meant.join(' or ') || 'no measure'}`, () => {
    assert.deepEqual(meantNames(given, isName, prefixes).toSorted(), meant.toSorted())
  })
}

test('at most seven thousand names are asked for, whatever is given', () => {
  for (const given of ['x'.repeat(80), 'X'.repeat(80), `vl:${'-'.repeat(77)}`, '_'.repeat(80)]) {
    looks = 0
    meantNames(
      given,
      isName,
      Array.from({ length: 1_000 }, (_, at) => `p${at}`),
    )
    assert.ok(looks <= 7_000, `${given.slice(0, 3)}: ${looks}`)
  }
})
