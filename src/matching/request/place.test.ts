import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../../../tests/harness/match-samples.ts'
import { germanSpeakingMunicipalities, municipalities } from '../../reference/geography.ts'
import { shownFacts } from '../words/shown-facts.ts'

type Given = { company?: string; municipality?: string; project?: string }
function placeOf({ company, municipality, project }: Given) {
  return factsOf({ company: { postcode: company, municipality }, project: { postcode: project } })
}

const rows: [given: Given, region: string, province: string | null, municipality: string | null, from: string][] = [
  [{ company: '9000' }, 'flanders', 'east_flanders', '44021', 'company'],
  [{ company: '1000' }, 'brussels', null, '21004', 'company'],
  [{ project: '4700' }, 'wallonia', 'liege', '63023', 'project'],
  [{ company: '9000', project: '1000' }, 'brussels', null, '21004', 'project'],
  [{ company: '4000' }, 'wallonia', 'liege', null, 'company'],
  [{ company: '4000', municipality: '62093' }, 'wallonia', 'liege', '62093', 'company'],
  [{ company: '9000', project: '4000', municipality: '62063' }, 'wallonia', 'liege', '62063', 'project'],
  [{ company: '1049' }, 'brussels', null, null, 'company'],
  [{ company: '1049', municipality: '21004' }, 'brussels', null, '21004', 'company'],
  [{ company: '1400' }, 'wallonia', 'walloon_brabant', null, 'company'],
  [{ company: '1400', municipality: '55085' }, 'wallonia', 'hainaut', '55085', 'company'],
  [{ company: '1931' }, 'flanders', 'flemish_brabant', null, 'company'],
]
for (const [given, region, province, municipality, from] of rows) {
  test(`the place of ${JSON.stringify(given)} is ${municipality ?? province ?? region}, from the ${from}`, () => {
    const shown = shownFacts(placeOf(given), 'en')
    assert.deepEqual(
      [shown.region, shown.province, shown.municipality, shown.place_from],
      [region, province, municipality, from],
    )
    assert.equal(shown.postcode, given.company ?? null)
  })
}

test('in Brussels the province is known to be none, elsewhere it is known', () => {
  assert.equal(placeOf({ company: '1000' }).place.province, 'none')
  assert.equal(placeOf({ company: '9000' }).place.province, 'east_flanders')
})

test('a postcode of no known municipality may be in any of its province, or of Brussels', () => {
  const inBrussels = municipalities().filter(({ region }) => region === 'brussels')
  assert.deepEqual(
    placeOf({ company: '1049' }).place.candidates,
    inBrussels.map(({ nis }) => nis),
  )
  assert.equal(placeOf({ company: '1931' }).place.candidates.length, 63)
})

test('the municipality is named in the language asked where that is Dutch or French, else in its own', () => {
  const namesOf = (postcode: string) =>
    (['nl', 'fr', 'en'] as const).map(
      (language) => shownFacts(placeOf({ company: postcode }), language).municipality_name,
    )
  assert.deepEqual(namesOf('9000'), ['Gent', 'Gand', 'Gent'])
  assert.deepEqual(namesOf('4700'), ['Eupen', 'Eupen', 'Eupen'])
  assert.deepEqual(namesOf('1050'), ['Elsene', 'Ixelles', 'Ixelles'])
  assert.ok(germanSpeakingMunicipalities.includes('63023'))
})
