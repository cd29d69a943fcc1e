import assert from 'node:assert/strict'
import test from 'node:test'
import { type NaceVersion, naceCodes, naceIsStable, naceParent, naceVersions, naceVersionsOf } from './nace.ts'
import {
  type NaceMark,
  type NaceTextFault,
  naceInstead,
  naceMeant,
  naceText,
  type ReadNace,
  readNaceCode,
  versionBehind,
} from './nace-text.ts'

/** The code and its version as one text, or the fault. */
function saidOf(text: string, mark: NaceMark = 'dot_or_comma', version: NaceVersion | null = null): string {
  const read = readNaceCode(text, mark, version)
  return 'fault' in read ? read.fault : `${read.code} of ${read.version}`
}

const readings: [text: string, read: string | NaceTextFault][] = [
  ['62', '62 of 2025'],
  ['62.01', '6201 of 2008'],
  ['62,01', '6201 of 2008'],
  ['6201', '6201 of 2008'],
  ['62.010', '62010 of 2008'],
  ['62.01.0', '62010 of 2008'],
  ['43.320.10', '4332010 of 2025'],
  ['01.5', '015 of 2025'],
  ['63.91', '6391 of 2025'],
  ['63.91 (2008)', '6391 of 2008'],
  ['63.91 (2025)', '6391 of 2025'],
  ['62.01 (2025)', 'other_version'],
  ['62.10 (2008)', 'other_version'],
  ['J', 'section'],
  ['j', 'section'],
  ['99.99', 'unknown'],
  ['1.5', 'form'],
  ['2.1', 'form'],
  ['1,5', 'form'],
  ['5', 'form'],
  ['6201.0', 'form'],
  ['62 01', 'form'],
  ['62 010', 'form'],
  ['62-01', 'form'],
  [' 62.01', 'form'],
  ['62.01\n', 'form'],
  ['62.', 'form'],
  ['62..01', 'form'],
  ['62.0.1', 'form'],
  ['62.0.10', 'form'],
  ['62.01,47.91', 'form'],
  ['62,01,47', 'form'],
  ['6２', 'form'],
  ['C10.71', 'form'],
  ['NACE 62', 'form'],
  ['63.91 (2003)', 'form'],
  ['63.91(2008)', 'form'],
  ['', 'form'],
  [`62${'0'.repeat(1_000)}`, 'form'],
]
for (const [text, read] of readings) {
  const shown = text.length > 20 ? `${text.slice(0, 20)}...` : text
  test(`${JSON.stringify(shown)} is read as ${read}`, () => assert.equal(saidOf(text), read))
}

test('a comma is a mark of a code only where decimals are written with one', () => {
  assert.deepEqual([saidOf('62,01', 'dot'), saidOf('62.01', 'dot')], ['form', '6201 of 2008'])
})

test('a version that is named around the code decides, and one behind it must not say another', () => {
  assert.equal(saidOf('63.91', 'dot', 2008), '6391 of 2008')
  assert.equal(saidOf('62.01', 'dot', 2025), 'other_version')
  assert.equal(saidOf('63.91 (2025)', 'dot', 2008), 'other_version')
})

test('every code of every version is written so that it is read again as it is meant', () => {
  for (const version of naceVersions) {
    for (const code of naceCodes(version).filter((one) => one.length > 1)) {
      const written = naceText({ code, version })
      const read = readNaceCode(written, 'dot') as ReadNace
      const meansTheSame = read.code === code && (read.version === version || naceIsStable(code))
      assert.ok(meansTheSame, `${written} of ${version}`)
      const isNeeded = naceVersionsOf(code).length === 2 && version === 2008 && !naceIsStable(code)
      assert.equal(versionBehind({ code, version }) !== '', isNeeded, written)
    }
  }
})

test('no text of digits, dots and commas is read as a code that it does not spell', () => {
  const marks = ['', '.', ',', ' ', '-', '..', ', ']
  for (const first of ['1', '2', '9', '01', '10', '11', '62', '620', '6201']) {
    for (const mark of marks) {
      for (const rest of ['', '1', '5', '01', '71', '010', '0', '00']) {
        const read = readNaceCode(`${first}${mark}${rest}`, 'dot_or_comma')
        if ('fault' in read) continue
        assert.ok(['', '.', ','].includes(mark), `${first}${mark}${rest}`)
        assert.equal(read.code, `${first}${rest}`)
        assert.ok(mark === '' || first.length === 2, `${first}${mark}${rest}`)
      }
    }
  }
})

test('a zero that is dropped behind the dot changes nothing: a code that ends in it is all of the code above it', () => {
  for (const version of naceVersions) {
    const codes = naceCodes(version).filter((code) => code.length > 2 && code.length < 7)
    for (const code of codes.filter((one) => one.endsWith('0'))) {
      const above = naceParent(code, version) ?? ''
      const beside = codes.filter((one) => one.length === code.length && one.startsWith(above))
      assert.deepEqual(beside, [code], `${code} of ${version}`)
    }
  }
})

const hints: [text: string, instead: string][] = [
  ['1.5', ' Write 01.5.'],
  ['2.1', ' Write 02.1.'],
  ['1,5', ' Write 01.5.'],
  ['1.1', ' Write 01.1.'],
  ['5', ' Write 05.'],
  ['1.11', ' Write 01.11.'],
  ['111', ' Write 01.11.'],
  ['1110', ' Write 01.110.'],
  ['1.9', ' The nearest code above it is 01.'],
  ['A1.5', ' Write 01.5.'],
  ['C10.71', ' Write 10.71.'],
  ['J62010', ' Write 62.010.'],
  ['NACE 10.71', ' Write 10.71.'],
  ['NACE-BEL 2008: 62.010', ' Write 62.010.'],
  ['10.71 - Bread', ' Write 10.71.'],
  ['62.010 (2008)', ' Write 62.010.'],
  ['62,01', ' Write 62.01.'],
  ['62 01', ' Write 62.01.'],
  ['62-01', ' Write 62.01.'],
  ['6201.0', ' Write 62.01.'],
  ['111.0', ' Write 01.11.'],
  ['62.99', ' The nearest code above it is 62.9.'],
  ['6299', ' The nearest code above it is 62.9.'],
  // A version that is named stays: without it the code is another sector.
  ['NACE 2008 47.91', ' Write 47.91 (2008).'],
  ['NACE 2008 4791', ' Write 47.91 (2008).'],
  ['63.91(2008)', ' Write 63.91 (2008).'],
  ['63.91 (NACE-BEL 2008)', ' Write 63.91 (2008).'],
  ['63.91 - Press agencies (2008)', ' Write 63.91 (2008).'],
  ['63.91 2008', ' Write 63.91 (2008).'],
  ['2008: 63.91', ' Write 63.91 (2008).'],
  ['NACE08 63.91', ' Write 63.91 (2008).'],
  ['NACE 08 47910', ' Write 47.910 (2008).'],
  ['63.91 (NACE08)', ' Write 63.91 (2008).'],
  ['NACE25 63.91', ' Write 63.91.'],
  ['NACE 25 11001', ' Write 25.11001.'],
  ['NACE 2025: 63.91', ' Write 63.91.'],
  ['NACE 2008 63.91 (2025)', ''],
  ['NACE 2008 62.1', ' The nearest code above it is 62.'],
  ['J63.91', ' Write 63.91 (2008).'],
  ['K63.91', ' Write 63.91.'],
  ['A10.71', ''],
  [`63.91 - ${'press '.repeat(10)} (2008)`, ''],
  ['00', ''],
  ['bakery', ''],
  ['', ''],
  ['10.71 or 47.24', ''],
]
for (const [text, instead] of hints) {
  test(`who wrote "${text}" is told${instead === '' ? ' nothing more' : instead}`, () => {
    assert.equal(naceInstead(text), instead)
    const [, whole = null] = /^ Write (.*)\.$/.exec(instead) ?? []
    assert.equal(naceMeant(text), whole)
  })
}

test('a hint to digits before which a zero is missing never names the sector of the digits without it', () => {
  for (let first = 1; first <= 9; first += 1) {
    for (let rest = 0; rest <= 99; rest += 1) {
      const said = naceInstead(`${first}.${rest}`)
      assert.ok(said === '' || said.includes(` 0${first}`), `${first}.${rest}:${said}`)
    }
  }
})
