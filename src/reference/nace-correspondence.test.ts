import assert from 'node:assert/strict'
import test from 'node:test'
import { type NaceVersion, naceCodes, naceExists, naceIsStable, naceVersions } from './nace.ts'
import { codesHolding, counterpartsOfClass } from './nace-correspondence.ts'
import { readTable } from './table.ts'

const other = (version: NaceVersion): NaceVersion => (version === 2008 ? 2025 : 2008)
const classes = (version: NaceVersion): string[] => naceCodes(version).filter((code) => code.length === 4)
const pairs = readTable('nace-classes.tsv', ['class_2008', 'class_2025']).map(
  (cell) => [cell('class_2008'), cell('class_2025')] as const,
)

test('every pair is of two classes that exist, each pair once and in order', () => {
  for (const [older, newer] of pairs) {
    assert.deepEqual([older.length, naceExists(older, 2008)], [4, true], older)
    assert.deepEqual([newer.length, naceExists(newer, 2025)], [4, true], newer)
  }
  const written = pairs.map((pair) => pair.join(' '))
  assert.deepEqual(written, [...new Set(written)].sort())
})

test('every class of either version has counterparts, but one that is new: 46.89', () => {
  const without = naceVersions.flatMap((version) =>
    classes(version).filter((code) => counterpartsOfClass(code, version).length === 0),
  )
  assert.deepEqual(without, ['4689'])
})

test('both directions say the same', () => {
  for (const version of naceVersions) {
    for (const code of classes(version)) {
      for (const counterpart of counterpartsOfClass(code, version)) {
        assert.equal(counterpartsOfClass(counterpart, other(version)).includes(code), true, `${code} ${counterpart}`)
      }
    }
  }
})

test('a class did not move exactly when it is its own only counterpart in both directions', () => {
  for (const code of classes(2008).filter((one) => naceExists(one, 2025))) {
    const isAlone = naceVersions.every((version) => {
      const [first, ...others] = counterpartsOfClass(code, version)
      return first === code && others.length === 0
    })
    assert.equal(naceIsStable(code), isAlone, code)
  }
})

test('a division or group did not move exactly when no class of it has a counterpart outside it', () => {
  for (const code of naceCodes(2008).filter((one) => (one.length === 2 || one.length === 3) && naceExists(one, 2025))) {
    const isClosed = naceVersions.every((version) =>
      classes(version)
        .filter((one) => one.startsWith(code))
        .every((one) => counterpartsOfClass(one, version).every((counterpart) => counterpart.startsWith(code))),
    )
    assert.equal(naceIsStable(code), isClosed, code)
  }
})

test('why a class moved names its counterparts', () => {
  const dotted = (codes: readonly string[]): string =>
    codes.map((code) => `${code.slice(0, 2)}.${code.slice(2)}`).join(', ')
  // What Belgium classed otherwise than Eurostat is told in words.
  const belgian = ['8810', '8899']
  for (const cell of readTable('nace-moved.tsv', ['code', 'moved', 'why'])) {
    const code = cell('code')
    if (code.length !== 4 || cell('moved') === '0' || belgian.includes(code)) continue
    const [taken, given] = [
      counterpartsOfClass(code, 2025).filter((one) => one !== code),
      counterpartsOfClass(code, 2008).filter((one) => one !== code),
    ]
    const parts = [
      taken.length > 0 ? `takes in part of ${dotted(taken)}` : '',
      given.length > 0 ? `gives part to ${dotted(given)}` : '',
    ]
    assert.equal(cell('why'), parts.filter((part) => part !== '').join('; '), code)
  }
})

const held: [code: string, version: NaceVersion, holding: string[], why: string][] = [
  ['6201', 2008, ['62100'], 'one class became another'],
  ['62010', 2008, ['62100'], 'likewise below the class'],
  ['6210001', 2025, ['62010'], 'seven digits, which 2008 does not have'],
  ['1071', 2025, ['10711', '10712', '10860'], 'dietetic food came from next door'],
  ['10711', 2025, ['10711', '10712', '10860'], 'in doubt every code of the class'],
  ['10510', 2025, ['10510'], 'it did not move'],
  ['0111', 2008, ['01110'], 'its class did not move'],
  ['47620', 2008, ['47621', '47622', '47920'], 'retail trade of newspapers, divided anew'],
  ['46323', 2025, ['46381', '46382', '46383'], 'the other codes of its class did not move, so they hold nothing of it'],
  ['4638', 2008, ['46323', '46381', '46382', '46389'], '46321 and 46322 did not move: no part of it is there'],
  [
    '451',
    2008,
    ['46180', '46711', '46712', '46713', '47811', '47812', '47813', '47920'],
    'a group has what its classes have',
  ],
  ['4689', 2025, [], 'a new class without counterpart'],
  ['46890', 2025, [], 'nor has what is below it'],
  [
    '88993',
    2008,
    ['88101', '88105', '88106', '88109', '88991', '88992', '88993', '88994', '88999'],
    'day centres went to 88.10, whose other codes did not move',
  ],
]
for (const [code, version, holding, why] of held) {
  test(`${code} of ${version} is held by ${holding.join(', ') || 'nothing'}: ${why}`, () => {
    assert.deepEqual(codesHolding(code, version), holding)
  })
}

test('a code is held by what holds one below it, and nothing that did not move holds another code', () => {
  for (const version of naceVersions) {
    for (const code of naceCodes(version).filter((one) => one.length > 1)) {
      const holding = codesHolding(code, version)
      const parent = code.slice(0, code.length === 7 ? 5 : -1)
      const above = parent.length > 1 ? codesHolding(parent, version) : holding
      for (const one of holding) {
        assert.equal(above.includes(one), true, `${one} holds ${code}, not ${parent}`)
        if (naceIsStable(one)) assert.equal(one.startsWith(code) || code.startsWith(one), true, `${one} ${code}`)
      }
    }
  }
})

test('every code of five digits takes something in: nothing of either version is held by no code of the other', () => {
  for (const version of naceVersions) {
    const held = new Set(naceCodes(version).flatMap((code) => (code.length === 5 ? codesHolding(code, version) : [])))
    const unheld = naceCodes(other(version)).filter((code) => code.length === 5 && !held.has(code))
    assert.deepEqual(unheld, version === 2008 ? ['46890'] : [])
  }
})

test('of the 1,920 codes of five digits one alone has no reading in the other version', () => {
  const codes = naceVersions.flatMap((version) =>
    naceCodes(version)
      .filter((code) => code.length === 5)
      .map((code) => ({ code, holding: codesHolding(code, version) })),
  )
  assert.equal(codes.length, 1_920)
  assert.deepEqual(
    codes.filter(({ holding }) => holding.length === 0).map(({ code }) => code),
    ['46890'],
  )
})
