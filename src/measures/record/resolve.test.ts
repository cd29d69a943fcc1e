import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InputRecord } from '../../../tests/harness/sample-measures.ts'
import { resolvedOf, sampleSource, smallInput } from '../../../tests/harness/sample-measures.ts'
import type { GovernmentLevel, Region, Scope } from '../../values/vocabularies.ts'

const scopes: [level: GovernmentLevel, scope: Scope][] = [
  ['eu', 'eu'],
  ['federal', 'national'],
  ['region', 'regional'],
  ['community', 'regional'],
  ['agency', 'regional'],
  ['province', 'provincial'],
  ['municipality', 'local'],
  ['other', 'national'],
]
for (const [level, scope] of scopes) {
  test(`the scope of a measure of level ${level} is ${scope} unless the record says otherwise`, () => {
    assert.equal(resolvedOf(smallInput({ government_level: level })).scope, scope)
    assert.equal(resolvedOf(smallInput(), { ...sampleSource, government_level: level }).scope, scope)
    assert.equal(resolvedOf(smallInput({ government_level: level, scope: 'eu' })).scope, 'eu')
  })
}

const regionRows: [place: InputRecord, regions: Region[]][] = [
  [{}, ['flanders']],
  [{ regions: [] }, []],
  [{ regions: ['wallonia'] }, ['wallonia']],
  [{ regions: ['wallonia'], provinces: ['antwerp'] }, ['wallonia']],
  [{ regions: [], area_codes: ['BE2'] }, []],
  [{ provinces: ['liege', 'namur'] }, ['wallonia']],
  [{ provinces: ['walloon_brabant', 'flemish_brabant'] }, ['flanders', 'wallonia']],
  [{ area_codes: ['21004'] }, ['brussels']],
  [{ area_codes: ['BE1'], provinces: ['limburg'] }, ['flanders', 'brussels']],
  [{ area_codes: ['21004', '44021', '62063'] }, []],
  [{ area_codes: ['BE'] }, []],
]
for (const [place, regions] of regionRows) {
  test(`the regions of ${JSON.stringify(place)} are ${JSON.stringify(regions)} for a Flemish source`, () => {
    assert.deepEqual(resolvedOf(smallInput(place)).regions, regions)
  })
}

test('a source of all three regions restricts nothing', () => {
  const source = { ...sampleSource, regions: ['flanders', 'brussels', 'wallonia'] as Region[] }
  assert.deepEqual(resolvedOf(smallInput(), source).regions, [])
})

const municipalityRows: [codes: string[], municipalities: string[]][] = [
  [[], []],
  [['44021'], ['44021']],
  [
    ['44021', '11002'],
    ['11002', '44021'],
  ],
  [['BE234', '44021'], ['44021']],
  [['BE2'], []],
  [['BE2', '44021'], []],
  // Somebody in Flanders may be anywhere, somebody in Brussels in this town alone.
  [
    ['BE2', '21004'],
    ['11002', '21004', '44021'],
  ],
]
for (const [area_codes, municipalities] of municipalityRows) {
  test(`the area codes ${JSON.stringify(area_codes)} restrict to ${JSON.stringify(municipalities)}`, () => {
    assert.deepEqual(resolvedOf(smallInput({ area_codes })).municipalities, municipalities)
  })
}

test("a measure without an issuer is its source's publisher's", () => {
  assert.deepEqual(resolvedOf(smallInput()).issuer, {
    id: 'flemish-aid',
    name: { nl: 'Agentschap Voorbeeld', fr: null, en: null, de: null },
    url: { nl: 'https://example.be', fr: null, en: null, de: null },
    government_level: 'region',
  })
})

test('a known authority has the id that all sources share, and what the record leaves open from the table', () => {
  const { issuer } = resolvedOf(smallInput({ issuer: { id: 'VLAIO', name: 'Vlaio' } }))
  assert.equal(issuer.id, 'vlaio')
  assert.equal(issuer.name.nl, 'Vlaio')
  assert.equal(issuer.name.en, null)
  assert.equal(issuer.url?.nl, 'https://www.vlaio.be')
  assert.equal(issuer.government_level, 'region')
})

test('an unknown authority is taken as given, and called by its id where it has no name', () => {
  const administrator = { id: 'bureau-x', name: 'Bureau X', url: 'https://x.be', government_level: 'agency' }
  assert.equal(resolvedOf(smallInput({ administrator })).administrator?.name.nl, 'Bureau X')
  assert.equal(resolvedOf(smallInput({ issuer: { id: 'bureau-x' } })).issuer.name.en, 'bureau-x')
})
