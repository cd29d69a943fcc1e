import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIn, readNaceCodes, standInFor } from './nace-codes.ts'

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

const readRows: [code: string, asked: 2008 | 2025 | null, read: string, why: string][] = [
  ['62.01', 2008, '6201', 'it is of that version'],
  ['62.01', 2025, '62100', 'what became of it there'],
  ['62.10', 2008, '62010', 'likewise the other way'],
  ['62.01', null, '6201', 'a list without a version holds in both'],
  ['95.22', 2008, '9522', 'it did not move, though what is above it did'],
  ['47', 2025, '47', 'a code of both versions is of 2025'],
  ['46.73', 2008, '45401 45402', 'motorcycles, which 46.73 of 2008 is not'],
  ['46.89', 2008, '', 'it has no counterpart'],
]
for (const [text, asked, read, why] of readRows) {
  test(`${text} read as NACE-BEL ${asked ?? 'of both'} is ${read || 'anywhere'}: ${why}`, () => {
    assert.equal(readIn(codeOf(text), asked).codes.join(' '), read)
  })
}

test('the stand-in of a version is the first code given that exists in it alone, and no list without version has one', () => {
  const codes = ['47', '62.01', '62.02'].map(codeOf)
  assert.equal(standInFor(codes, 2008)?.code, '6201')
  assert.equal(standInFor(codes, 2025), undefined)
  assert.equal(standInFor(codes, null), undefined)
})
