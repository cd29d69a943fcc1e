import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NaceList, readIn, readNaceCodes, relationOf } from './nace-codes.ts'

function codeOf(text: string) {
  const [code] = readNaceCodes([text], [])
  assert.ok(code)
  return code
}

const versionRows: [code: string, version: number, alone: boolean][] = [
  ['62.01', 2008, true], // 62.01 became 62.10 and others
  ['62.10', 2025, true],
  ['62', 2025, false],
  ['45', 2008, true], // division 45 was dissolved
]
for (const [text, version, alone] of versionRows) {
  test(`${text} is of NACE-BEL ${version}${alone ? ', which alone has it' : ''}`, () => {
    const code = codeOf(text)
    assert.deepEqual([code.version, code.alone], [version, alone])
  })
}

const liftRows: [code: string, asked: 2008 | 2025 | null, read: string | null, why: string][] = [
  ['62.01', 2008, '6201', 'it is of that version'],
  ['62.01', 2025, '62', 'its division is the deepest level that did not move'],
  ['62.10', 2008, '62', 'likewise the other way'],
  ['62.01', null, '6201', 'a list without a version holds in both'],
  ['45.20', 2025, null, 'nothing above it is sure: trade took it in'],
  ['95.22', 2008, '9522', 'it did not move, though what is above it did'],
  ['47', 2008, null, 'it took part of division 45 in, and nothing above it is sure'],
  ['47', 2025, '47', 'a code of both versions is of 2025'],
  ['46.73', 2008, null, '46 moved too'],
]
for (const [text, asked, read, why] of liftRows) {
  test(`${text} read as NACE-BEL ${asked ?? 'of both'} is ${read ?? 'anywhere'}: ${why}`, () => {
    assert.equal(readIn(codeOf(text), asked).code, read)
  })
}

const relationRows: [code: string, list: NaceList, relation: string][] = [
  ['62.01', { codes: ['62'], version: 2008 }, 'covered'],
  ['62.01', { codes: ['6201'], version: 2008 }, 'covered'],
  ['62', { codes: ['6201'], version: 2008 }, 'above'],
  ['62.01', { codes: ['6202', '63'], version: 2008 }, 'outside'],
  ['62.01', { codes: ['62'], version: 2025 }, 'covered'],
  ['62.01', { codes: ['6210'], version: 2025 }, 'above'],
  ['62.01', { codes: ['63'], version: 2025 }, 'outside'],
  ['45.20', { codes: ['9531'], version: 2025 }, 'above'],
  ['45.20', { codes: ['01'], version: 2025 }, 'above'],
  ['47', { codes: ['45'], version: 2008 }, 'above'],
  ['47', { codes: ['47'], version: 2008 }, 'above'],
  ['47', { codes: ['47'], version: null }, 'covered'],
  ['95.22', { codes: ['95'], version: 2008 }, 'covered'],
  ['47.11', { codes: ['47'], version: 2008 }, 'above'],
  ['08.12', { codes: ['08'], version: 2025 }, 'covered'],
]
for (const [text, list, relation] of relationRows) {
  test(`${text} is ${relation} by ${list.codes.join(' and ')} of ${list.version ?? 'both versions'}`, () => {
    assert.equal(relationOf(readIn(codeOf(text), list.version), list), relation)
  })
}
