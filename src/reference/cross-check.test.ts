/**
 * Our tables against the files from which their facts were taken, where those stand beside the project
 * (`../shared/data`); elsewhere these tests are skipped.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { savedDataFolder, withoutSaved } from '../../tests/harness/saved-data.ts'
import { programmeOfPortalValue, programmes } from './eu-programmes.ts'
import { areaCovers, municipalities, municipality, placeOf, successorOfMunicipality } from './geography.ts'
import { legalForm, legalForms } from './legal-forms.ts'
import { naceCodes, naceLabel, naceParent, naceVersions } from './nace.ts'

const skip = withoutSaved('')

function sharedText(file: string): string {
  return readFileSync(path.join(savedDataFolder, file), 'utf8')
}

/** Records of a delimited file with a header (RFC 4180 quotes). */
function sharedRows(file: string, delimiter: ',' | ';' = ','): Map<string, string>[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${delimiter}\\r\\n]*))(${delimiter}|\\r?\\n|$)`, 'y')
  const text = sharedText(file)
  const records: string[][] = []
  let record: string[] = []
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    assert.notEqual(found, null, `${file} is not readable at ${cell.lastIndex}`)
    record.push(found?.[1]?.replace(/""/g, '"') ?? found?.[2] ?? '')
    if (found?.[3] === delimiter) continue
    records.push(record)
    record = []
  }
  const [header = [], ...rest] = records
  return rest.map((cells) => new Map(header.map((name, index) => [name, cells[index] ?? ''])))
}

const list = (text: string | undefined): string[] => (text ?? '').split('|').filter((word) => word !== '')
const spaced = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

test('every postcode of the list has our region and our municipalities', { skip }, () => {
  for (const row of sharedRows('refdata-geo/be-postcodes.csv')) {
    const place = placeOf(row.get('postcode') ?? '')
    assert.equal(place?.region, row.get('region'))
    const towns = list(row.get('nis_2025')).toSorted()
    if (towns.length > 0) assert.deepEqual(place?.municipalities, towns)
    else assert.equal(place?.municipalities.length, 1)
  }
  assert.equal(placeOf('1000')?.region, 'brussels')
})

test('every municipality of the register is ours with its names and its parent, but the two that ended', {
  skip,
}, () => {
  const rows = sharedRows('refdata-geo/refnis-2025.csv').filter((row) => row.get('level') === 'municipality')
  const missing = rows.map((row) => row.get('nis') ?? '').filter((nis) => municipality(nis) === null)
  assert.deepEqual(missing, ['12034', '44045'])
  for (const row of rows) {
    const town = municipality(row.get('nis') ?? '')
    if (town === null) continue
    assert.deepEqual([town.name.nl, town.name.fr], [row.get('name_nl'), row.get('name_fr')])
    assert.equal(town.arrondissement, row.get('parent_nis') || '37000', town.nis)
    for (const ended of list(row.get('refnis2019')).filter((nis) => municipality(nis) === null)) {
      assert.equal(successorOfMunicipality(ended), town.nis)
    }
  }
  assert.equal(municipalities().length, 565)
})

test('every place code that the Flemish product catalogue may write covers something', { skip }, () => {
  const text = sharedText('flanders-ipdc/codelists/geografisch-toepassingsgebied.ttl')
  for (const [, code = ''] of text.matchAll(/nuts:(BE[0-9A-Z]+)/g)) assert.notEqual(areaCovers(code), null, code)
  assert.deepEqual(areaCovers('BE23444021')?.municipalities, ['44021'])
})

for (const version of naceVersions) {
  test(`NACE-BEL ${version} has the codes, parents and titles of its list`, { skip }, () => {
    const rows = sharedRows(`refdata-nace/nacebel-${version}.csv`)
    assert.equal(rows.length, naceCodes(version).length)
    for (const row of rows) {
      const code = row.get('code') ?? ''
      assert.equal(naceParent(code, version) ?? '', row.get('parent'), code)
      for (const language of ['nl', 'fr', 'de', 'en'] as const) {
        const title = naceLabel(code, version, language) ?? ''
        // The list of 2025 writes its sections in capitals.
        const same = (text: string) => (version === 2025 && code.length === 1 ? text.toUpperCase() : text)
        assert.equal(same(title), same(spaced(row.get(language))), `${code} ${language}`)
      }
    }
    assert.equal(naceLabel('62', version, 'en') === null, false)
  })
}

test('every legal form of the lists has our names, abbreviations and validity', { skip }, () => {
  const rows = [
    ...sharedRows('refdata-kbo/legal-forms-cbe2003.csv', ';'),
    ...sharedRows('refdata-kbo/legal-forms-wvv2019-supplement.csv', ';'),
  ].filter((row) => /^\d{3}$/.test(row.get('code') ?? ''))
  assert.equal(rows.length, legalForms().length - 1)
  for (const row of rows) {
    const code = row.get('code') ?? ''
    const form = legalForm(code)
    assert.deepEqual([form?.name.nl, form?.name.fr], [spaced(row.get('nl')), spaced(row.get('fr'))], code)
    if (row.get('de')) assert.equal(form?.name.de, spaced(row.get('de')), code)
    for (const language of ['nl', 'fr', 'de'] as const) {
      assert.equal(form?.abbreviation[language] ?? '', spaced(row.get(`alt_${language}`)), code)
    }
    const end = row.get('end')
    assert.equal(form?.valid, end === undefined || end === '31/12/9999', code)
  }
  assert.equal(legalForm('610')?.abbreviation.nl, 'BV')
})

test('every programme of the portal is ours, under the abbreviation in its brackets', { skip }, () => {
  const text = sharedText('eu-sedia/sedia-facets-2026-08-22.json')
  const facets = [...text.matchAll(/"rawValue":\s*"(\d+)",\s*"value":\s*"([^"]*) \(([^()"]*)\)( ?)"/g)]
  // The portal sends its labels percent-encoded with + for a space, so a + of its own has become a space too.
  for (const [, portalValue = '', label = '', brackets = '', after] of facets) {
    const programme = programmeOfPortalValue(portalValue)
    if (programme === null) continue
    const abbreviation = `${brackets.replace(/ - \d{4}-\d{4}$/, '').replace(/ $/, '+')}${after === ' ' ? '+' : ''}`
    assert.equal(programme.code, abbreviation, label)
  }
  const listed = text.split('"programmeDivision"')[0] ?? ''
  for (const [, portalValue = ''] of listed.matchAll(/"rawValue":\s*"(\d+)"/g)) {
    assert.notEqual(programmeOfPortalValue(portalValue), null, portalValue)
  }
  assert.equal(programmes().length > 30, true)
})
