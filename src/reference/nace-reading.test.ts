import assert from 'node:assert/strict'
import test from 'node:test'
import { type NaceVersion, naceCodes, naceVersions } from './nace.ts'
import { type NaceList, type NaceRelation, naceReading, naceRelation, sectionReading } from './nace-reading.ts'

const asIs = (code: string) => ({ codes: [code], translated: false })
const read: [code: string, own: NaceVersion, version: NaceVersion | null, codes: string[] | 'itself'][] = [
  ['6201', 2008, 2008, 'itself'],
  ['6201', 2008, null, 'itself'],
  ['6201', 2008, 2025, ['62100']],
  ['62', 2025, 2008, 'itself'], // in both, and it did not move
  ['9522', 2025, 2008, 'itself'], // nor did this, though what is above it did
  ['1071', 2025, 2008, ['10711', '10712', '10860']],
  ['4689', 2025, 2008, []],
]
for (const [code, own, version, codes] of read) {
  const name = codes === 'itself' ? codes : codes.join(' and ') || 'anywhere'
  test(`${code} of ${own} is read by a list of ${version ?? 'both'} as ${name}`, () => {
    assert.deepEqual(naceReading(code, own, version), codes === 'itself' ? asIs(code) : { codes, translated: true })
  })
}

const related: [code: string, own: NaceVersion, list: NaceList, relation: NaceRelation, why: string][] = [
  // In its own version, or where it means the same: by digits.
  ['6201', 2008, { codes: ['62'], version: 2008 }, 'covered', ''],
  ['6201', 2008, { codes: ['6201'], version: 2008 }, 'covered', ''],
  ['62', 2008, { codes: ['6201'], version: 2008 }, 'partly', 'it stands above'],
  ['6201', 2008, { codes: ['6202', '63'], version: 2008 }, 'outside', ''],
  ['6201', 2008, { codes: ['62'], version: null }, 'covered', 'a list without a version holds in both'],
  ['62', 2025, { codes: ['6201'], version: 2008 }, 'partly', 'it did not move, and stands above'],
  ['62', 2025, { codes: ['6201', '6202', '6203', '6209'], version: 2008 }, 'partly', 'what stands above stays unknown'],
  // A software house.
  ['62010', 2008, { codes: ['6210'], version: 2025 }, 'covered', ''],
  ['62010', 2008, { codes: ['62'], version: 2025 }, 'covered', ''],
  ['62010', 2008, { codes: ['62100'], version: 2025 }, 'covered', ''],
  ['6201', 2008, { codes: ['62100'], version: 2025 }, 'covered', 'the one code of the class that it became'],
  ['62010', 2008, { codes: ['6210001'], version: 2025 }, 'partly', 'a part of the code is listed'],
  ['62010', 2008, { codes: ['6220', '63'], version: 2025 }, 'outside', ''],
  ['6210001', 2025, { codes: ['62010'], version: 2008 }, 'covered', ''],
  ['62200', 2025, { codes: ['6202'], version: 2008 }, 'partly', 'two classes became one'],
  ['62200', 2025, { codes: ['6202', '6203'], version: 2008 }, 'covered', 'and the list has both'],
  // A bakery: dietetic food came into its class.
  ['1071', 2025, { codes: ['62', '631'], version: 2008 }, 'outside', ''],
  ['1071', 2008, { codes: ['62', '631'], version: 2025 }, 'outside', ''],
  ['10711', 2025, { codes: ['6201', '6202'], version: 2008 }, 'outside', ''],
  ['10711', 2008, { codes: ['6210', '6220'], version: 2025 }, 'outside', ''],
  ['10711', 2025, { codes: ['1071'], version: 2008 }, 'partly', 'a part may have been 10.86'],
  ['10711', 2025, { codes: ['10'], version: 2008 }, 'covered', 'that is in the division too'],
  ['10711', 2008, { codes: ['1071'], version: 2025 }, 'covered', 'nothing left the class'],
  // Mail order, which became retail of what is sold.
  ['4791', 2008, { codes: ['47'], version: 2025 }, 'partly', 'a part went to broadcasting'],
  ['4791', 2008, { codes: ['47', '6039'], version: 2025 }, 'covered', ''],
  ['47910', 2008, { codes: ['4711'], version: 2025 }, 'partly', ''],
  ['47910', 2008, { codes: ['62', '01'], version: 2025 }, 'outside', ''],
  ['47910', 2008, { codes: ['4730'], version: 2025 }, 'outside', 'fuel is not sent'],
  ['4791', 2025, { codes: ['4791'], version: 2008 }, 'partly', 'intermediation, which was elsewhere before'],
  // Above the class.
  ['45', 2008, { codes: ['9531'], version: 2025 }, 'partly', 'trade took a part of it in'],
  ['45', 2008, { codes: ['46', '47', '95'], version: 2025 }, 'covered', ''],
  ['45', 2008, { codes: ['01'], version: 2025 }, 'outside', ''],
  ['45', 2008, { codes: ['49'], version: 2025 }, 'outside', ''],
  ['47', 2025, { codes: ['47'], version: 2008 }, 'partly', 'it took in retail of cars'],
  ['47', 2025, { codes: ['45', '47', '8299'], version: 2008 }, 'covered', ''],
  ['620', 2008, { codes: ['621', '622', '629'], version: 2025 }, 'covered', ''],
  // Nothing is known of it there.
  ['4689', 2025, { codes: ['62'], version: 2008 }, 'partly', 'a code without counterpart'],
  ['46890', 2025, { codes: ['46'], version: 2008 }, 'partly', 'likewise'],
  ['62', 2025, { codes: [], version: 2008 }, 'outside', 'an empty list has nothing of anything'],
]
for (const [code, own, list, relation, why] of related) {
  const name = `${code} of ${own} and a list of ${list.codes.join(', ')} of ${list.version ?? 'both'}: ${relation}`
  test(why === '' ? name : `${name}, ${why}`, () => {
    assert.equal(naceRelation(naceReading(code, own, list.version), list.codes), relation)
  })
}

const sections: [letter: string, list: NaceList, relation: NaceRelation][] = [
  ['C', { codes: ['10'], version: 2025 }, 'partly'],
  ['C', { codes: ['01'], version: 2025 }, 'outside'],
  ['K', { codes: ['61', '62', '63'], version: 2025 }, 'covered'],
  ['K', { codes: ['62'], version: 2008 }, 'partly'],
  ['B', { codes: ['05', '06', '07', '08', '09'], version: 2008 }, 'covered'],
  ['V', { codes: ['62'], version: 2008 }, 'outside'],
  ['J', { codes: ['62'], version: null }, 'outside'], // J of 2025: publishing and broadcasting
]
for (const [letter, list, relation] of sections) {
  test(`section ${letter} and a list of ${list.codes.join(', ')} of ${list.version ?? 'both'}: ${relation}`, () => {
    assert.equal(naceRelation(sectionReading(letter, list.version), list.codes), relation)
  })
}

test('the relation is that of each code that a code is read as, one by one', () => {
  // A deterministic walk over lists of two codes each, of the version that is not the code's.
  for (const own of naceVersions) {
    const version = own === 2008 ? 2025 : 2008
    const listed = naceCodes(version).filter((code) => code.length > 1)
    const codes = naceCodes(own).filter((code) => code.length > 1)
    for (let place = 0; place < codes.length; place += 1) {
      const reading = naceReading(codes[place] ?? '', own, version)
      const near = reading.codes[place % reading.codes.length] ?? '01'
      const list = [near.slice(0, 2 + (place % 4)), listed[(place * 7_919) % listed.length] ?? '02']
      const each = reading.codes.map((code) => naceRelation({ codes: [code], translated: true }, list))
      const wanted = new Set(each).size === 1 ? each[0] : 'partly'
      assert.equal(naceRelation(reading, list), wanted ?? 'partly', `${codes[place]} of ${own}, ${list}`)
    }
  }
})
