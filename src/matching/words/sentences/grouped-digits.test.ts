import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf } from '../../../../tests/harness/random-matches.ts'
import { groupedDigits } from './grouped-digits.ts'

const formats = ['nl-BE', 'fr-BE', 'en-GB', 'de-BE'].flatMap((locale) => [
  new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }),
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', trailingZeroDisplay: 'stripIfInteger' }),
])
const edges = [0, 0.01, 0.05, 0.1, 0.29, 0.5, 0.99, 1, 9.99, 99, 999, 999.9, 1_000, 1_000.01, 9_999, 10_000, 100_000]
const strange = [-1, -0.5, 0.001, 1.005, 1e14, 9e15, 1e16, 1e21, 123_456.789, Number.MAX_VALUE]

for (const form of formats) {
  const { locale, style } = form.resolvedOptions()
  test(`numbers are grouped as the runtime writes them: ${locale}, ${style}`, () => {
    const write = groupedDigits(form)
    const by = chanceOf(7)
    const random = Array.from({ length: 5_000 }, () => by.below(10 ** (1 + by.below(9))) / by.oneOf([1, 1, 10, 100]))
    for (const value of [...edges, 1_000_000, 123_456_789_012.34, ...strange, ...random]) {
      assert.equal(write(value), form.format(value), String(value))
    }
  })
}
