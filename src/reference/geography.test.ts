import assert from 'node:assert/strict'
import test from 'node:test'
import {
  areaCovers,
  germanSpeakingMunicipalities,
  municipalities,
  municipality,
  municipalityName,
  placeOf,
  postcodesOf,
  successorOfMunicipality,
} from './geography.ts'
import { readTable } from './table.ts'

const postcodes = readTable('postcodes.tsv', ['postcode', 'region', 'province', 'municipalities', 'special'])
const ordinary = postcodes.filter((cell) => cell('special') === '')
const special = postcodes.filter((cell) => cell('special') === '1')

/** Region and province by the number alone, as bpost hands the ranges out. */
function byRange(postcode: number): string {
  const ranges: [from: number, to: number, where: string][] = [
    [1000, 1299, 'brussels'],
    [1300, 1499, 'wallonia walloon_brabant'],
    [1500, 1999, 'flanders flemish_brabant'],
    [2000, 2999, 'flanders antwerp'],
    [3000, 3499, 'flanders flemish_brabant'],
    [3500, 3999, 'flanders limburg'],
    [4000, 4999, 'wallonia liege'],
    [5000, 5999, 'wallonia namur'],
    [6000, 6599, 'wallonia hainaut'],
    [6600, 6999, 'wallonia luxembourg'],
    [7000, 7999, 'wallonia hainaut'],
    [8000, 8999, 'flanders west_flanders'],
    [9000, 9999, 'flanders east_flanders'],
  ]
  return ranges.find(([from, to]) => postcode >= from && postcode <= to)?.[2] ?? 'nowhere'
}

function countBy<Item>(items: readonly Item[], key: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1
  return counts
}

test('every postcode lies in the region and province of its range', () => {
  // Zwijndrecht went from Antwerp to East Flanders when it merged in 2025; its postcode stayed.
  assert.deepEqual([placeOf('2070')?.region, placeOf('2070')?.province], ['flanders', 'east_flanders'])
  for (const cell of postcodes.filter((row) => row('postcode') !== '2070')) {
    const where = [cell('region'), cell('province')].filter((word) => word !== '').join(' ')
    assert.equal(where, byRange(Number(cell('postcode'))), cell('postcode'))
  }
})

test('the 1,146 ordinary postcodes are there, each with a municipality, and the special ones beside them', () => {
  assert.deepEqual(
    countBy(ordinary, (cell) => cell('province') || cell('region')),
    {
      brussels: 22,
      walloon_brabant: 44,
      flemish_brabant: 128,
      antwerp: 101,
      limburg: 72,
      liege: 158,
      namur: 92,
      hainaut: 210,
      luxembourg: 101,
      west_flanders: 104,
      east_flanders: 114,
    },
  )
  for (const cell of ordinary) assert.notEqual(cell('municipalities'), '', cell('postcode'))
  assert.equal(new Set(postcodes.map((cell) => cell('postcode'))).size, ordinary.length + special.length)
  assert.equal(special.length, 44)
})

test('a postcode and each municipality in which it may lie agree on region and province', () => {
  // 1400 is Nivelles' postcode, in Walloon Brabant; a corner of Seneffe that it serves lies in Hainaut.
  const otherProvince = ['1400 55085']
  for (const cell of postcodes) {
    const place = placeOf(cell('postcode'))
    for (const nis of place?.municipalities ?? []) {
      const town = municipality(nis)
      assert.equal(town?.region, place?.region, cell('postcode'))
      const agrees = town?.province === place?.province
      assert.equal(agrees, !otherProvince.includes(`${cell('postcode')} ${nis}`), cell('postcode'))
    }
  }
})

const severalRows: [postcode: string, municipalities: string][] = [
  ['1070', '21001 21004'],
  ['1348', '25068 25121'],
  ['1400', '25072 55085'],
  ['1410', '25050 25110'],
  ['2990', '11009 11053'],
  ['3680', '72021 72041'],
  ['4000', '62063 62093'],
  ['4671', '62108 62119'],
  ['6870', '84059 84077'],
  ['8680', '32010 35011'],
]
test('ten postcodes lie in two municipalities, and no other in more than one', () => {
  const several = ordinary.filter((cell) => cell('municipalities').includes(' '))
  assert.deepEqual(
    several.map((cell) => [cell('postcode'), cell('municipalities')]),
    severalRows,
  )
})

const places: [postcode: string, region: string, province: string | null, municipalities: string][] = [
  ['1000', 'brussels', null, '21004'],
  ['9000', 'flanders', 'east_flanders', '44021'],
  ['4700', 'wallonia', 'liege', '63023'],
  ['3668', 'flanders', 'limburg', '71002'],
  ['3831', 'flanders', 'limburg', '73098'],
  ['3941', 'flanders', 'limburg', '72038'],
  ['5621', 'wallonia', 'namur', '93022'],
  ['6704', 'wallonia', 'luxembourg', '81001'],
  ['6706', 'wallonia', 'luxembourg', '81001'],
  ['1031', 'brussels', null, '21015'],
  ['1041', 'brussels', null, '21004'],
  ['1049', 'brussels', null, ''],
  ['1931', 'flanders', 'flemish_brabant', ''],
  ['7010', 'wallonia', 'hainaut', ''],
]
for (const [postcode, region, province, towns] of places) {
  test(`postcode ${postcode} lies in ${province ?? region}, municipality ${towns || 'unknown'}`, () => {
    const place = placeOf(postcode)
    assert.deepEqual([place?.region, place?.province, place?.municipalities.join(' ')], [region, province, towns])
  })
}

for (const text of ['', ' 1000', '1000 ', '100', '10000', '0999', '1013', '9999', 'B-1000', '１０００', 'toString']) {
  test(`"${text}" is no postcode`, () => assert.equal(placeOf(text), null))
}

test('all 565 municipalities of 2025 have an arrondissement, a region, and a province unless in Brussels', () => {
  const towns = municipalities()
  assert.equal(towns.length, 565)
  assert.equal(new Set(towns.map((town) => town.nis)).size, 565)
  assert.deepEqual(
    countBy(towns, (town) => town.region),
    { flanders: 285, brussels: 19, wallonia: 261 },
  )
  for (const town of towns) {
    assert.equal(town.province === null, town.region === 'brussels', town.nis)
    assert.equal(areaCovers(town.arrondissement)?.municipalities.includes(town.nis), true, town.nis)
    assert.deepEqual(areaCovers(town.nis)?.municipalities, [town.nis])
  }
})

test('every municipality has a postcode', () => {
  const reached = new Set(postcodes.flatMap((cell) => cell('municipalities').split(' ')))
  assert.deepEqual(
    municipalities().filter((town) => !reached.has(town.nis)),
    [],
  )
})

test('what the register of places has wrong is put right', () => {
  assert.equal(municipality('44045'), null) // Moerbeke ended on 1 January 2025
  assert.equal(successorOfMunicipality('44045'), '46029')
  assert.equal(municipality('12034'), null) // Sint-Amands is part of Puurs-Sint-Amands
  assert.equal(successorOfMunicipality('12034'), '12041')
  assert.deepEqual(municipality('37021')?.arrondissement, '37000') // Wingene stands there without a parent
  assert.equal(municipality('37022')?.name.nl, 'Tielt') // given an end on the day it began
  assert.equal(municipality('71071')?.name.nl, 'Tessenderlo-Ham') // likewise
})

test('a code that ended leads to a municipality of 2025', () => {
  for (const cell of readTable('municipality-successors.tsv', ['ended', 'successor'])) {
    assert.equal(municipality(cell('ended')), null, cell('ended'))
    assert.notEqual(municipality(cell('successor')), null, cell('ended'))
    assert.equal(successorOfMunicipality(cell('ended')), cell('successor'))
  }
  assert.equal(successorOfMunicipality('44021'), null)
  assert.equal(successorOfMunicipality('00000'), null)
})

test('the nine German-speaking municipalities lie in Wallonia, speak German and alone have a German name', () => {
  const german = municipalities().filter((town) => town.name.de !== null)
  assert.deepEqual(
    german.map((town) => town.nis),
    [...germanSpeakingMunicipalities],
  )
  for (const town of german)
    assert.deepEqual([town.region, town.province, town.languages], ['wallonia', 'liege', ['de']])
})

const names: [nis: string, language: 'nl' | 'fr' | 'en', name: string][] = [
  ['44021', 'nl', 'Gent'],
  ['44021', 'fr', 'Gand'],
  ['44021', 'en', 'Gent'],
  ['62063', 'en', 'Liège'],
  ['62063', 'nl', 'Luik'],
  ['21009', 'en', 'Ixelles'],
  ['21009', 'nl', 'Elsene'],
  ['63067', 'en', 'Sankt Vith'],
  ['63067', 'fr', 'Saint-Vith'],
]
for (const [nis, language, name] of names) {
  test(`${nis} is called ${name} for somebody who asked for ${language}`, () => {
    const town = municipality(nis)
    assert.equal(town === null ? null : municipalityName(town, language), name)
  })
}

const areas: [code: string, municipalities: number, region: string | null, example: string][] = [
  ['BE', 565, null, '11001'],
  ['01000', 565, null, '11001'],
  ['02000', 285, 'flanders', '44021'],
  ['BE2', 285, 'flanders', '44021'],
  ['BE-VLG', 285, 'flanders', '44021'],
  ['BE3', 261, 'wallonia', '62063'],
  ['BE-WAL', 261, 'wallonia', '62063'],
  ['04000', 19, 'brussels', '21004'],
  ['21000', 19, 'brussels', '21004'],
  ['BE1', 19, 'brussels', '21004'],
  ['BE10', 19, 'brussels', '21004'],
  ['BE100', 19, 'brussels', '21004'],
  ['BE-BRU', 19, 'brussels', '21004'],
  ['10000', 67, null, '11002'],
  ['BE21', 67, null, '11002'],
  ['BE-VAN', 67, null, '11002'],
  ['BE31', 27, null, '25110'],
  ['BE310', 27, null, '25110'],
  ['20002', 27, null, '25110'],
  ['BE234', 13, null, '44021'],
  ['44000', 13, null, '44021'],
  ['63000', 29, null, '63023'],
  ['BE335', 20, null, '63079'],
  ['BE336', 9, null, '63023'],
  ['44021', 1, null, '44021'],
  ['BE23444021', 1, null, '44021'],
  ['BE21111007', 1, null, '11002'], // Borsbeek became part of Antwerp
  ['BE21111056', 1, null, '46030'], // Zwijndrecht changed province
  ['BE22171022', 1, null, '71072'], // the Flemish catalogue writes the older NUTS 3 of Limburg
]
for (const [code, count, region, example] of areas) {
  test(`area ${code} covers ${count} municipalities, ${example} among them, and ${region ?? 'no single region'}`, () => {
    const area = areaCovers(code)
    assert.equal(area?.municipalities.length, count)
    assert.equal(area?.municipalities.includes(example), true)
    assert.equal(area?.region, region)
  })
}

test('the country covers the three regions whole, a region itself, a province none', () => {
  assert.deepEqual(areaCovers('BE')?.regions, ['flanders', 'brussels', 'wallonia'])
  assert.deepEqual(areaCovers('BE3')?.regions, ['wallonia'])
  assert.deepEqual(areaCovers('BE33')?.regions, [])
})

test('the areas of one level share no municipality and miss none', () => {
  const levels = readTable('areas.tsv', ['nis', 'kind', 'parent', 'id', 'nuts', 'iso'])
  assert.deepEqual(
    countBy(levels, (cell) => cell('kind')),
    { country: 1, region: 3, province: 10, arrondissement: 43 },
  )
  for (const kind of ['region', 'arrondissement']) {
    const covered = levels
      .filter((cell) => cell('kind') === kind)
      .flatMap((cell) => areaCovers(cell('nis'))?.municipalities ?? [])
    assert.deepEqual(
      covered.toSorted(),
      municipalities().map((town) => town.nis),
    )
  }
  const nuts3 = levels.flatMap((cell) => cell('nuts').split(' ')).filter((code) => /^BE\d\d[0-9A-Z]$/.test(code))
  const older = ['BE221', 'BE222']
  const current = [...nuts3.filter((code) => !older.includes(code)), 'BE335', 'BE336']
  assert.equal(current.length, 44)
  assert.deepEqual(
    current.flatMap((code) => areaCovers(code)?.municipalities ?? []).toSorted(),
    municipalities().map((town) => town.nis),
  )
})

for (const code of [
  '',
  '1000',
  '2000',
  'be2',
  'BE4',
  'BE324',
  '11007',
  '99999',
  'BE10044021',
  'BE23444',
  'BE234440210',
  'BE-XXX',
  '5000',
]) {
  test(`"${code}" covers nothing that we know`, () => assert.equal(areaCovers(code), null))
}

test('the postcodes of a municipality are those of its places, and not those of single addressees', () => {
  assert.deepEqual(postcodesOf('11001'), ['2630'])
  assert.ok(postcodesOf('44021').includes('9000') && postcodesOf('44021').length > 1)
  assert.ok(postcodesOf('21004').includes('1000') && !postcodesOf('21004').includes('1005'))
  assert.deepEqual(postcodesOf('00000'), [])
  for (const { nis } of municipalities()) assert.ok(postcodesOf(nis).length > 0, nis)
})
