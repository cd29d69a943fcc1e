import assert from 'node:assert/strict'
import test from 'node:test'
import {
  dottedNace,
  type NaceVersion,
  naceCodes,
  naceExists,
  naceIsStable,
  naceLabel,
  naceParent,
  naceVersions,
  naceVersionsOf,
} from './nace.ts'
import { readNaceCode } from './nace-text.ts'
import { readTable } from './table.ts'

const counts: [version: NaceVersion, byLevel: Record<number, number>][] = [
  [2008, { 1: 21, 2: 88, 3: 272, 4: 615, 5: 943 }],
  [2025, { 1: 22, 2: 87, 3: 287, 4: 651, 5: 977, 7: 1253 }],
]
for (const [version, byLevel] of counts) {
  test(`NACE-BEL ${version} is complete, level by level`, () => {
    const found: Record<number, number> = {}
    for (const code of naceCodes(version)) found[code.length] = (found[code.length] ?? 0) + 1
    assert.deepEqual(found, byLevel)
  })

  test(`every code of NACE-BEL ${version} has its parent there, and a title in nl, fr and de`, () => {
    for (const code of naceCodes(version)) {
      const parent = naceParent(code, version)
      if (code.length === 1) assert.equal(parent, null)
      else assert.equal(parent !== null && naceExists(parent, version), true, code)
      for (const language of ['nl', 'fr', 'de'] as const) assert.ok(naceLabel(code, version, language), code)
    }
  })

  test(`every code of NACE-BEL ${version} is read with its dot and without it, and no title is in capitals`, () => {
    for (const code of naceCodes(version)) {
      for (const text of code.length === 1 ? [] : [code, dottedNace(code)])
        assert.deepEqual(readNaceCode(text, 'dot', version), { code, version })
      const title = naceLabel(code, version, 'fr') ?? ''
      assert.equal(title === title.toUpperCase(), false, code)
    }
  })
}

test('an English title is missing in NACE-BEL 2008 at five digits, and nowhere else', () => {
  for (const version of naceVersions) {
    for (const code of naceCodes(version)) {
      const missing = version === 2008 && code.length === 5
      assert.equal(naceLabel(code, version, 'en') === null, missing, `${version} ${code}`)
    }
  }
})

const versions: [code: string, versions: NaceVersion[]][] = [
  ['62', [2008, 2025]],
  ['6201', [2008]],
  ['62010', [2008]],
  ['6210', [2025]],
  ['62100', [2025]],
  ['45', [2008]],
  ['V', [2025]],
  ['00', []],
  ['62.01', []],
]
for (const [code, where] of versions) {
  test(`${code} exists in ${where.join(' and ') || 'no version'}`, () => assert.deepEqual(naceVersionsOf(code), where))
}

test('whether a code moved is said of exactly the codes that exist in both versions', () => {
  const said = readTable('nace-moved.tsv', ['code', 'moved', 'why'])
  const both = naceCodes(2008).filter((code) => naceExists(code, 2025))
  assert.deepEqual(said.map((cell) => cell('code')).toSorted(), both.toSorted())
  for (const cell of said) {
    assert.equal(['0', '1'].includes(cell('moved')), true, cell('code'))
    assert.equal(cell('why') === '', cell('moved') === '0', cell('code'))
  }
})

test('a code that stands for its whole class alone moved exactly when the class did', () => {
  const children = (version: NaceVersion, parent: string) =>
    naceCodes(version).filter((code) => code.length === 5 && code.startsWith(parent))
  for (const code of naceCodes(2008).filter((one) => one.length === 5 && naceExists(one, 2025))) {
    const parent = code.slice(0, 4)
    if (children(2008, parent).length > 1 || children(2025, parent).length > 1) continue
    assert.equal(naceIsStable(code), naceIsStable(parent), code)
  }
})

test('digits that name another activity in 2025 count as moved', () => {
  for (const code of ['88991', '88992', '88993', '88994', '46381', '46382', '46472', '47783', '93291']) {
    assert.deepEqual([naceVersionsOf(code).length, naceIsStable(code)], [2, false], code)
  }
})

const stable: [code: string, isStable: boolean][] = [
  // Division 45 was taken in by 46, 47 and 95 (contract 5).
  ['46', false],
  ['47', false],
  ['95', false],
  ['467', false],
  ['4671', false],
  ['478', false],
  ['4781', false],
  ['462', true],
  ['4621', true],
  ['952', true],
  // Groups that slid one place: 25.3 was steam generators and is weapons.
  ['253', false],
  ['254', false],
  ['255', false],
  ['256', false],
  ['62', true],
  ['63', false],
  ['10', false],
  ['1011', true],
  ['1010', false],
  ['1071', false],
  ['10510', true],
  ['B', true],
  ['C', false],
  ['K', false],
  ['8810', false],
  ['8899', false],
  ['6201', false],
  ['zz', false],
]
for (const [code, isStable] of stable) {
  test(`${code} ${isStable ? 'means the same in 2008 and 2025' : 'moved, or is not in both versions'}`, () => {
    assert.equal(naceIsStable(code), isStable)
  })
}
