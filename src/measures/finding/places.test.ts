import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curatedMeasures } from '../../../tests/harness/curated-catalogue.ts'
import { germanSpeakingMunicipalities } from '../../reference/geography.ts'
import { wordsOf } from '../../search/words/words.ts'
import { placesOf, placeWordsIn } from './places.ts'

const named: [q: string, words: string[], near: string, far: string][] = [
  ['premie dakisolatie gent', ['gent'], '44021', 'flanders'],
  ['grants in Ghent', ['ghent'], '44021', 'east_flanders'],
  ['prime Namur', ['namur'], '92094', 'wallonia'],
  ['aide wallonne', ['wallonne'], 'wallonia', 'everywhere'],
  ['Zuschuss Sankt Vith', ['sankt', 'vith'], '63067', 'wallonia'],
  ['Prämie Ostbelgien', ['ostbelgien'], '63023', 'liege'],
  ['subsidie Antwerpen', ['antwerpen'], 'antwerp', 'flanders'],
  ['subside Ixelles', ['ixelles'], '21009', 'brussels'],
]
for (const [q, words, near, far] of named) {
  test(`${q}: ${words.join(' ')} names a place`, () => {
    const found = placeWordsIn(wordsOf(q))
    assert.deepEqual(
      found.map(({ word }) => word),
      words,
    )
    for (const one of found) assert.ok(one.near.includes(near) && one.far.includes(far), JSON.stringify(one))
  })
}

for (const q of ['forest grants', 'venture capital', 'Zuschuss für Essen', 'saint brieuc', 'premie zonnepanelen']) {
  test(`${q} names no place`, () => {
    assert.deepEqual(placeWordsIn(wordsOf(q)), [])
  })
}

test('where a measure is for is said as narrowly as its record says it', async () => {
  const measures = await curatedMeasures()
  const placesOfMeasure = (id: string): string[] => {
    const record = measures.find((measure) => measure.id === id)?.record
    assert.ok(record)
    return placesOf(record)
  }
  assert.deepEqual(placesOfMeasure('be:gent-starterscontract'), ['44021'])
  assert.deepEqual(placesOfMeasure('be:pmv-startlening'), ['flanders'])
  assert.deepEqual(placesOfMeasure('be:hainaut-developpement'), ['hainaut'])
  assert.deepEqual(placesOfMeasure('be:nsso-first-hires'), ['everywhere'])
  assert.deepEqual(placesOfMeasure('be:actiris-activa'), ['brussels'])
  // They ask for no seat of the applicant there.
  assert.deepEqual(placesOfMeasure('be:province-luxembourg-bourse-infirmiers'), ['luxembourg'])
  assert.deepEqual(placesOfMeasure('be:dg-aktif').sort(), [...germanSpeakingMunicipalities].sort())
})
