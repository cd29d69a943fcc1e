import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberOf } from '../../../tests/harness/register-files.ts'
import type { RegisteredCode } from '../../companies/activity-codes.ts'
import type { FiledFigures } from '../../companies/filed-accounts/filing-figures.ts'
import type { RegisteredCompany } from '../../companies/registered-company.ts'
import { startOfDay } from '../../values/brussels.ts'
import { type Facts, type FactsOutcome, readFacts, readGivenFacts } from './facts.ts'
import { type LookedUp, numbersToLookUp } from './filling.ts'
import type { FactsInput } from './request-schema.ts'

const now = startOfDay('2026-11-28')
const [number, otherNumber] = [4_030_192, 5_012_345].map(numberOf) as [string, string]
const [first, second] = [20_000_031, 20_000_047].map(numberOf) as [string, string]
const ghent = { postcode: '9000', municipality: '44021' }
const bakery: RegisteredCompany = {
  number,
  kind: 'legal_person',
  legalForm: '610',
  foundedOn: '2015-06-01',
  isActive: true,
  name: 'Bakkerij Voorbeeld',
  office: { postcode: '1000', municipality: '21004' },
  establishments: { total: 1, items: [{ number: first, place: ghent, foundedOn: '2015-09-15' }] },
  nace: [
    { code: '10711', version: '2025', main: true },
    { code: '10712', version: '2008', main: true },
    { code: '15811', version: '2003', main: true },
    { code: '47241', version: '2025', main: false },
  ],
  hasOwnActivities: true,
}
const severalDoors: RegisteredCompany = {
  ...bakery,
  establishments: {
    total: 2,
    items: [
      { number: first, place: ghent, foundedOn: null },
      { number: second, place: { postcode: '4000', municipality: null }, foundedOn: null },
    ],
  },
}
const filedIn2025: FiledFigures = {
  closingDay: '2025-12-31',
  employees: 12,
  turnoverEur: null,
  balanceTotalEur: 800_000,
}

function lookedUp(
  company: RegisteredCompany,
  more: { establishment?: string; establishmentNace?: readonly RegisteredCode[]; figures?: FiledFigures } = {},
): LookedUp {
  const establishment = company.establishments.items.find((one) => one.number === more.establishment) ?? null
  return {
    found: {
      company,
      establishment,
      establishmentNace: more.establishmentNace ?? [],
      loaded: { extract: 141, day: '2026-11-01' },
    },
    figures: more.figures ?? null,
  }
}

function read(input: FactsInput, known: LookedUp | null): Extract<FactsOutcome, { facts: Facts }> {
  const outcome = readGivenFacts(input, now, known)
  assert.ok('facts' in outcome, JSON.stringify(outcome))
  return outcome
}

const shownOf = ({ facts }: { facts: Facts }) => ({
  legalForm: facts.legalForm,
  foundedOn: facts.foundedOn,
  nace: facts.nace?.map(({ code, version }) => `${code} ${version}`) ?? null,
  postcode: facts.postcode,
  filled: facts.filled,
})

test('a number alone gives form, day, activities of the newest version and the postcode of the one establishment', () => {
  const outcome = read({ company: { enterprise_number: number } }, lookedUp(bakery))
  assert.deepEqual(shownOf(outcome), {
    legalForm: '610',
    foundedOn: '2015-06-01',
    nace: ['10711 2025', '47241 2025', '10712 2008'],
    postcode: '9000',
    filled: { legal_form: 'register', founded_on: 'register', nace: 'register', postcode: 'register' },
  })
  assert.deepEqual(outcome.facts.applicants?.types.includes('company'), true)
  assert.deepEqual(outcome.warnings, [])
})

test('what is given wins, and is not said to be filled', () => {
  const company = {
    enterprise_number: number,
    postcode: '8000',
    nace: ['62010'],
    legal_form: 'NV',
    founded_on: '2020-01-01',
  }
  assert.deepEqual(shownOf(read({ company }, lookedUp(bakery))), {
    ...{ legalForm: '014', foundedOn: '2020-01-01', nace: ['62010 2008'], postcode: '8000', filled: {} },
  })
})

test('activities that the register gives of 2008 alone are read as of 2008, and those of 2003 are left out', () => {
  const nace = bakery.nace.filter(({ version }) => version !== '2025')
  assert.deepEqual(shownOf(read({ company: { enterprise_number: number } }, lookedUp({ ...bakery, nace }))).nace, [
    '10712 2008',
  ])
  const old = { ...bakery, nace: bakery.nace.filter(({ version }) => version === '2003') }
  assert.deepEqual(shownOf(read({ company: { enterprise_number: number } }, lookedUp(old))).nace, null)
})

test('without an establishment the office is the place; with several nothing is guessed, and they are to choose from', () => {
  const none = { ...bakery, establishments: { total: 0, items: [] } }
  assert.equal(read({ company: { enterprise_number: number } }, lookedUp(none)).facts.postcode, '1000')
  const { facts } = read({ company: { enterprise_number: number } }, lookedUp(severalDoors))
  assert.equal(facts.postcode, null)
  assert.deepEqual(facts.establishments, [
    { number: first, place: ghent },
    { number: second, place: { postcode: '4000', municipality: null } },
  ])
})

test('an establishment that the register does not have fills what its enterprise is, and no place of another', () => {
  const { facts, warnings } = read(
    { company: { enterprise_number: number, establishment_number: second } },
    lookedUp(bakery),
  )
  assert.deepEqual([facts.legalForm, facts.postcode], ['610', null])
  assert.deepEqual(warnings, ['establishment_not_in_register'])
})

test('what is filled is the same at any instant at which the facts are read', () => {
  const atFirst = readFacts({ company: { enterprise_number: number } }, 0, lookedUp(bakery))
  assert.ok('facts' in atFirst)
  assert.deepEqual(shownOf(atFirst), shownOf(read({ company: { enterprise_number: number } }, lookedUp(bakery))))
})

test('the number of an establishment chooses it, alone too; of another enterprise it is refused', () => {
  const known = lookedUp(severalDoors, { establishment: second })
  const { facts } = read({ company: { establishment_number: second } }, known)
  assert.deepEqual([facts.postcode, facts.enterpriseNumber, facts.establishmentNumber], ['4000', number, second])
  assert.deepEqual(facts.establishments, [])
  const outcome = readGivenFacts(
    { company: { establishment_number: second, enterprise_number: otherNumber } },
    now,
    known,
  )
  assert.ok('field' in outcome)
  assert.equal(outcome.field, 'company.establishment_number')
})

/** Its postcode lies in two municipalities. */
const betweenTowns: RegisteredCompany = {
  ...bakery,
  establishments: {
    total: 1,
    items: [{ number: first, place: { postcode: '2990', municipality: '11053' }, foundedOn: null }],
  },
}

test('the municipality is filled where the postcode alone does not tell, and not where the project lies elsewhere', () => {
  const company = { enterprise_number: number }
  const { facts } = read({ company }, lookedUp(betweenTowns))
  assert.deepEqual([facts.place.municipality, facts.filled.municipality], ['11053', 'register'])
  const elsewhere = read({ company, project: { postcode: '9000' } }, lookedUp(betweenTowns)).facts
  assert.deepEqual([elsewhere.place.municipality, elsewhere.filled.municipality], ['44021', undefined])
  assert.equal(elsewhere.filled.postcode, 'register')
})

test('a municipality that was given wins over the place of the register, and is told of as without it', () => {
  const outcome = readGivenFacts(
    { company: { enterprise_number: number, municipality: '11002' } },
    now,
    lookedUp(bakery),
  )
  assert.ok('field' in outcome)
  assert.match(outcome.message, /^company\.municipality needs the postcode/)
  const { facts } = read({ company: { enterprise_number: number, municipality: '44021' } }, lookedUp(bakery))
  assert.deepEqual([facts.postcode, facts.filled.postcode], ['9000', 'register'])
})

test('what our tables do not know is left unknown, and refuses nothing', () => {
  const strange: RegisteredCompany = {
    ...bakery,
    legalForm: '999',
    foundedOn: '2030-01-01',
    nace: [{ code: '99999', version: '2025', main: true }],
    establishments: { total: 1, items: [{ number: first, place: null, foundedOn: null }] },
  }
  assert.deepEqual(shownOf(read({ company: { enterprise_number: number } }, lookedUp(strange))), {
    ...{ legalForm: null, foundedOn: null, nace: null, postcode: null, filled: {} },
  })
})

test('where the register does not say which of several activities is the main one, or says it of several, none is filled', () => {
  const codes = (...mains: boolean[]): RegisteredCode[] =>
    ['10711', '47241', '62100'].map((code, index) => ({ code, version: '2025', main: mains[index] ?? false }))
  const naceFor = (nace: RegisteredCode[]) =>
    shownOf(read({ company: { enterprise_number: number } }, lookedUp({ ...bakery, nace }))).nace
  assert.equal(naceFor(codes()), null)
  assert.equal(naceFor(codes(true, true)), null)
  assert.deepEqual(naceFor(codes(true)), ['10711 2025', '47241 2025', '62100 2025'])
  // A code that stands alone is a side activity where the register does not call it the main one.
  assert.equal(naceFor(codes().slice(0, 1)), null)
  const old: RegisteredCode = { code: '10712', version: '2008', main: true }
  assert.deepEqual(naceFor([...codes(), old]), ['10712 2008', '10711 2025', '47241 2025', '62100 2025'])
  assert.equal(naceFor([{ code: '99999', version: '2025', main: true }, ...codes()]), null)
  // Several in the newer version are not told apart by the older one.
  assert.equal(naceFor([...codes(true, true), old]), null)
  assert.equal(naceFor([{ code: '99999', version: '2025', main: true }, ...codes(true), old]), null)
  // One that our tables lack is taken as the older version has it, and one of the newer version counts, whatever it was before.
  const lacked: RegisteredCode = { code: '99999', version: '2025', main: true }
  assert.deepEqual(naceFor([lacked, old]), ['10712 2008'])
  const older: RegisteredCode = { code: '47241', version: '2008', main: true }
  assert.deepEqual(naceFor([...codes(true), old, older])?.[0], '10711 2025')
})

test('what the chosen establishment does is filled where the enterprise itself does not tell', () => {
  const several = {
    ...severalDoors,
    hasOwnActivities: false,
    nace: [
      { code: '10711', version: '2025' as const, main: true },
      { code: '62100', version: '2025' as const, main: true },
    ],
  }
  const establishmentNace: RegisteredCode[] = [{ code: '62100', version: '2025', main: true }]
  const known = lookedUp(several, { establishment: second, establishmentNace })
  assert.deepEqual(shownOf(read({ company: { establishment_number: second } }, known)).nace, ['62100 2025'])
})

test('a code of seven digits is read as the five that our tables know', () => {
  const nace = [{ code: '1071101', version: '2025' as const, main: true }]
  assert.deepEqual(shownOf(read({ company: { enterprise_number: number } }, lookedUp({ ...bakery, nace }))).nace, [
    '10711 2025',
  ])
})

test('a natural person is self-employed by the register, and a household alone is not looked up', () => {
  const person: RegisteredCompany = {
    ...bakery,
    kind: 'natural_person',
    legalForm: 'natural_person',
    name: null,
    office: null,
  }
  const { facts } = read({ company: { enterprise_number: number } }, lookedUp(person))
  assert.equal(facts.legalForm, 'natural_person')
  assert.deepEqual(numbersToLookUp({ enterprise_number: number, applicant_types: ['household'] }, null), [])
  assert.deepEqual(numbersToLookUp({ enterprise_number: number }, false), [])
  assert.deepEqual(numbersToLookUp({ enterprise_number: '0403019262' }, true), [])
  assert.deepEqual(numbersToLookUp({ enterprise_number: number, establishment_number: second }, null), [second, number])
})

test('figures of filed accounts are filled where none are given, and the size follows from them', () => {
  const known = lookedUp(bakery, { figures: filedIn2025 })
  const { facts, warnings } = read({ company: { enterprise_number: number, employees: 60 } }, known)
  assert.deepEqual([facts.employees, facts.balanceTotalEur, facts.turnoverEur], [60, 800_000, null])
  assert.equal(facts.filled.balance_total_eur, 'accounts 2025-12-31')
  assert.ok(!('employees' in facts.filled) && !('turnover_eur' in facts.filled))
  assert.ok(warnings.includes('size_assumes_autonomous'))
  assert.equal(read({ company: { enterprise_number: number } }, known).facts.size.size, 'small')
})

test('a number that is not in the register, and an enterprise that is not active, are warned of', () => {
  const company = { enterprise_number: number, postcode: '9000' }
  const unknown = read({ company }, { found: null, figures: null })
  assert.deepEqual([unknown.warnings, unknown.facts.filled], [['company_not_in_register'], {}])
  const ended = read({ company }, lookedUp({ ...bakery, isActive: false }))
  assert.deepEqual(ended.warnings, ['company_not_active'])
  assert.deepEqual(read({ company }, null).warnings, [])
})
