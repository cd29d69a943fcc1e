import assert from 'node:assert/strict'
import test from 'node:test'
import {
  isAbove,
  type NaceVersion,
  naceCodes,
  naceExists,
  naceIsStable,
  naceLabel,
  naceLevel,
  naceMeaningMoved,
  naceParent,
  naceVersions,
  naceVersionsOf,
  normaliseNace,
  stableAncestor,
} from './nace.ts'
import { readTable } from './table.ts'

const counts: [version: NaceVersion, byLevel: Record<number, number>][] = [
  [2008, { 1: 21, 2: 88, 3: 272, 4: 615, 5: 943 }],
  [2025, { 1: 22, 2: 87, 3: 287, 4: 651, 5: 977, 7: 1253 }],
]
for (const [version, byLevel] of counts) {
  test(`NACE-BEL ${version} is complete, level by level`, () => {
    const found: Record<number, number> = {}
    for (const code of naceCodes(version)) found[naceLevel(code)] = (found[naceLevel(code)] ?? 0) + 1
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

  test(`every code of NACE-BEL ${version} reads the same with dots, and no title is in capitals`, () => {
    for (const code of naceCodes(version)) {
      const dotted = code.length > 2 ? `${code.slice(0, 2)}.${code.slice(2)}` : code
      assert.equal(normaliseNace(dotted), code)
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

const readings: [text: string, code: string | null][] = [
  ['62.01', '6201'],
  ['62.010', '62010'],
  ['62 010', '62010'],
  ['6201', '6201'],
  [' 62 ', '62'],
  ['62.100.01', '6210001'],
  ['A', 'A'],
  ['a', null],
  ['W', null],
  ['6', null],
  ['', null],
  ['...', null],
  ['620101', null],
  ['62010011', null],
  ['62-01', null],
  ['6２', null],
  ['NACE 62', null],
]
for (const [text, code] of readings) {
  test(`"${text}" reads as ${code ?? 'no NACE code'}`, () => assert.equal(normaliseNace(text), code))
}

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

const above: [above: string, below: string, version: NaceVersion | null, verdict: boolean][] = [
  ['62', '62010', null, true],
  ['620', '62010', 2008, true],
  ['62', '62', null, false],
  ['62010', '62', null, false],
  ['6', '62', null, false],
  ['C', '10710', null, true],
  ['C', '10', 2025, true],
  ['J', '62', 2008, true],
  ['K', '62', 2025, true],
  ['J', '62', null, false],
  ['G', '45', null, true],
  ['G', '45', 2025, false],
  ['C', 'C', null, false],
  ['A', '00', null, false],
]
for (const [upper, lower, version, verdict] of above) {
  test(`${upper} ${verdict ? 'stands' : 'does not stand'} above ${lower} in ${version ?? 'both versions'}`, () => {
    assert.equal(isAbove(upper, lower, version), verdict)
  })
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
    assert.equal(naceMeaningMoved(code), naceMeaningMoved(parent), code)
  }
})

test('digits that name another activity in 2025 count as moved', () => {
  for (const code of ['88991', '88992', '88993', '88994', '46381', '46382', '46472', '47783', '93291']) {
    assert.equal(naceMeaningMoved(code), true, code)
  }
})

const moves: [code: string, moved: boolean][] = [
  // Division 45 was taken in by 46, 47 and 95 (contract 5).
  ['46', true],
  ['47', true],
  ['95', true],
  ['467', true],
  ['4671', true],
  ['478', true],
  ['4781', true],
  ['462', false],
  ['4621', false],
  ['952', false],
  // Groups that slid one place: 25.3 was steam generators and is weapons.
  ['253', true],
  ['254', true],
  ['255', true],
  ['256', true],
  ['62', false],
  ['63', true],
  ['10', true],
  ['1010', false],
  ['1071', true],
  ['10510', false],
  ['B', false],
  ['C', true],
  ['K', true],
  ['8810', true],
  ['8899', true],
  ['6201', false],
  ['zz', false],
]
for (const [code, moved] of moves) {
  test(`${code} ${moved ? 'moved' : 'did not move'} between 2008 and 2025`, () => {
    assert.equal(naceMeaningMoved(code), moved)
  })
}

const lifts: [code: string, ancestor: string | null][] = [
  ['62010', '62'], // 2008 only
  ['6201', '62'],
  ['6210001', '62'],
  ['62100', '62'],
  ['62', null], // its section is J in 2008 and K in 2025
  ['4511', null], // division 45 is gone
  ['9531', null],
  ['47110', null],
  ['46110', null],
  ['46211', '4621'],
  ['1071', null],
  ['10512', '1051'],
  ['6920', '692'],
  ['69201', '6920'],
  ['05100', '0510'],
  ['05', 'B'],
  ['0811', '081'],
  ['08112', '0811'],
  ['B', null],
  ['96021', null],
  ['', null],
]
for (const [code, ancestor] of lifts) {
  test(`${code || 'an empty code'} is lifted to ${ancestor ?? 'nothing'}`, () => {
    assert.equal(stableAncestor(code), ancestor)
  })
}

test('what a code is lifted to stands above it, exists in both versions, did not move, and is the deepest such', () => {
  const codes = new Set(naceVersions.flatMap((version) => naceCodes(version)))
  for (const code of codes) {
    const lifted = stableAncestor(code)
    const chain = naceVersionsOf(code).map((version) => {
      const parents: string[] = []
      for (let at = naceParent(code, version); at !== null; at = naceParent(at, version)) parents.push(at)
      return parents
    })
    if (lifted === null) {
      // Digits that are stable above it would have been taken; a section only counts when both versions agree on it.
      for (const parents of chain)
        assert.deepEqual(
          parents.filter((at) => at.length > 1 && naceIsStable(at)),
          [],
          code,
        )
      continue
    }
    assert.equal(naceIsStable(lifted), true, code)
    for (const parents of chain)
      assert.equal(
        parents.find((at) => naceIsStable(at)),
        lifted,
        code,
      )
  }
})
