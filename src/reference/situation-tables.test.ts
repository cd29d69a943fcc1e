import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textLanguages } from '../values/vocabularies.ts'
import { municipality } from './geography.ts'
import { placeNames } from './place-names.ts'
import { purposeOf, purposes } from './purposes.ts'
import { trades } from './trades.ts'

/** Names that stand twice among those of one language. */
function repeated(rows: readonly { names: Readonly<Record<string, readonly string[]>> }[]): string[] {
  return textLanguages.flatMap((language) => {
    const seen = new Set<string>()
    return rows
      .flatMap(({ names }) => names[language] ?? [])
      .filter((name) => {
        const key = name.toLowerCase()
        const isSeen = seen.has(key)
        seen.add(key)
        return isSeen
      })
  })
}

test('each purpose has an id of its own and a name in every language, and none of its names is that of another', () => {
  assert.equal(new Set(purposes().map(({ id }) => id)).size, purposes().length)
  for (const { id, names } of purposes())
    for (const language of textLanguages) assert.ok(names[language].length > 0, `${id} ${language}`)
  assert.deepEqual(repeated(purposes()), [])
})

test('wider purposes are known, at most two, and none is wider than itself', () => {
  const widerThan = (id: string, above: readonly string[] = []): boolean =>
    above.includes(id) || (purposeOf(id)?.broader ?? []).some((one) => widerThan(one, [...above, id]))
  for (const { id, broader } of purposes()) {
    assert.ok(broader.length <= 2, id)
    for (const one of broader) assert.ok(purposeOf(one) !== null, `${id} ${one}`)
    assert.ok(!widerThan(id), id)
  }
})

test('1,500 trades and more are named in Dutch and French, and none has the name of another in its language', () => {
  for (const language of ['nl', 'fr'] as const)
    assert.ok(trades().flatMap(({ names }) => names[language]).length >= 1_500, language)
  assert.deepEqual(repeated(trades()), [])
})

test('every name of a place leads to municipalities of today', () => {
  for (const { name, municipalities } of placeNames()) {
    assert.ok(municipalities.length > 0, name)
    for (const nis of municipalities) assert.ok(municipality(nis) !== null, `${name} ${nis}`)
  }
})
