import assert from 'node:assert/strict'
import test from 'node:test'
import { programme, programmeOf, programmeOfIdentifier, programmeOfPortalValue, programmes } from './eu-programmes.ts'

test('every programme has a code in capitals of its own and a title', () => {
  const codes = programmes().map(({ code }) => code)
  assert.equal(new Set(codes).size, codes.length)
  assert.equal(codes.length, 33)
  for (const { code, label } of programmes()) {
    assert.match(code, /^[A-Z0-9]+(?:[- +][A-Z0-9]+)*\+?$/)
    assert.equal(label.includes('%') || label.trim() !== label || label === '', false, code)
    assert.equal(programme(code)?.label, label)
  }
})

const portalValues: [portalValue: string, code: string | null][] = [
  ['43108390', 'HORIZON'],
  ['43152860', 'DIGITAL'],
  ['43252405', 'LIFE'],
  ['43353764', 'ERASMUS+'],
  ['43254019', 'ESF+'],
  ['111111', 'RELEX-PROSPECT'],
  ['31045243', 'H2020'],
  ['43252433', 'PERICLES IV'],
  ['43332642', 'EU4H'],
  ['43108541', null], // a division of a programme is no programme
  ['', null],
  [' 43108390', null],
]
for (const [portalValue, code] of portalValues) {
  test(`the portal's ${portalValue || 'empty number'} is ${code ?? 'no programme'}`, () => {
    assert.equal(programmeOfPortalValue(portalValue)?.code ?? null, code)
  })
}

const identifiers: [identifier: string, code: string | null][] = [
  ['HORIZON-MISS-2027-02-CANCER-02', 'HORIZON'],
  ['DIGITAL-2021-SKILLS-01-SPECIALISED', 'DIGITAL'],
  ['ERASMUS-EDU-2027', 'ERASMUS+'],
  ['ESF-2026-X', 'ESF+'],
  ['ERC-2026-STG', 'HORIZON'],
  ['ERDFTA-2026', 'ERDF-TA'],
  ['AMIF-2026-TF', 'AMIF'],
  ['EuropeAid/186723/DD/ACT/EG', 'RELEX-PROSPECT'],
  ['horizon-2027-x', 'HORIZON'],
  ['HORIZONTAL-2027', null],
  ['UNHEARD-OF', null],
  ['', null],
]
for (const [identifier, code] of identifiers) {
  test(`a topic "${identifier}" belongs to ${code ?? 'no known programme'}`, () => {
    assert.equal(programmeOfIdentifier(identifier)?.code ?? null, code)
  })
}

test('the portal number decides, the identifier where no number is known', () => {
  assert.equal(programmeOf(['43252405'], 'HORIZON-2027')?.code, 'LIFE')
  assert.equal(programmeOf(['99', '43252405'], null)?.code, 'LIFE')
  assert.equal(programmeOf(['99'], 'HORIZON-2027')?.code, 'HORIZON')
  assert.equal(programmeOf([], null), null)
})
