import assert from 'node:assert/strict'
import { test } from 'node:test'
import { euTypeOfAction, typeOfTopic } from '../../../reference/eu-types-of-action.ts'
import { amountOf, budgetInWords, expectedGrants } from './amount.ts'
import { UnreadableRow } from './row.ts'

type Own = Record<string, unknown>

const overview = (...rows: Own[]) => ({
  metadata: {
    budgetOverview: [
      JSON.stringify({ budgetTopicActionMap: Object.fromEntries(rows.map((row, index) => [index, [row]])) }),
    ],
  },
})
const own = (row: Own): Own => ({ action: 'INVENTED-2 - Innovation Actions', ...row })
const amount = (...rows: Own[]) => amountOf(overview(...rows), 'topic', 'INVENTED-2', null, null)

const rows: [what: string, rows: Own[], expected: [min: unknown, max: unknown, total: unknown] | null][] = [
  [
    'its own contributions and budget',
    [own({ minContribution: 7e6, maxContribution: 1e7, budgetYearMap: { 2027: '20000000' } })],
    [7e6, 1e7, 2e7],
  ],
  [
    'nothing of a sibling whose identifier begins alike',
    [
      { action: 'INVENTED-2-a - Other', minContribution: 1, maxContribution: 9e8, budgetYearMap: { 2027: 9e8 } },
      { action: 'INVENTED-21 - Other', minContribution: 1, maxContribution: 9e8, budgetYearMap: { 2027: 9e8 } },
      own({ budgetYearMap: { 2027: 5e5 } }),
    ],
    [null, null, 5e5],
  ],
  [
    'the sum of its years, texts and numbers alike',
    [own({ budgetYearMap: { 2026: 1_000_000.1, 2027: '2000000.20' } })],
    [null, null, 3_000_000.3],
  ],
  [
    'the widest bounds and the whole budget of several types of action',
    [
      own({ minContribution: 2e6, maxContribution: 3e6, budgetYearMap: { 2027: 6e6 } }),
      own({ minContribution: 1e6, maxContribution: 2e6, budgetYearMap: { 2027: 4e6 } }),
    ],
    [1e6, 3e6, 1e7],
  ],
  ['a greatest without a least', [own({ maxContribution: '4000000', budgetYearMap: {} })], [null, 4e6, null]],
  ['no 0 for what is unknown', [own({ minContribution: 0, maxContribution: 0, budgetYearMap: { 2027: '0' } })], null],
  [
    'neither bound when they contradict each other',
    [own({ minContribution: 5e6, maxContribution: 1e6, budgetYearMap: { 2027: 1e7 } })],
    [null, null, 1e7],
  ],
  ['cents and nothing finer', [own({ budgetYearMap: { 2027: 72_323_812.374 } })], [null, null, 72_323_812.37]],
  ['nothing where only others have a budget', [{ action: 'OTHER - X', budgetYearMap: { 2027: 1 } }], null],
]
for (const [what, given, expected] of rows) {
  test(`the amount of a topic is ${what}`, () => {
    const read = amount(...given)
    assert.deepEqual(read && [read.min, read.max, read.budget_total], expected)
  })
}

test('a figure that is none rejects the row instead of losing its amount', () => {
  for (const wrong of ['much', -1, '1e3', true, {}]) {
    assert.throws(() => amount(own({ minContribution: wrong })), UnreadableRow)
  }
  assert.throws(
    () => amountOf({ metadata: { budgetOverview: ['{'] } }, 'topic', 'X', null, null),
    /^.*budgetOverview: /,
  )
})

test('a topic without a budget overview has no amount, and keeps its note where it has one', () => {
  assert.equal(amountOf({ metadata: {} }, 'topic', 'X', null, null), null)
  const note = { en: 'a', nl: 'b', fr: 'c' }
  assert.deepEqual(amountOf({ metadata: {} }, 'topic', 'X', null, note)?.note, note)
})

const budgets: [budget: string, currency: string | null, total: number | null, words: string | null][] = [
  ['30500', 'EUR', 30_500, null],
  ['30500', null, null, '30500'],
  ['30500', 'GBP', null, '30500 GBP'],
  ['3.5 million', 'EUR', null, '3.5 million EUR'],
  ['0', null, null, null],
  ['0', 'EUR', null, null],
]
for (const [budget, currency, total, words] of budgets) {
  test(`a budget of ${budget} in ${currency ?? 'no currency'} is a total of ${total}, in words ${words}`, () => {
    const row = { metadata: { budget: [budget], currency: currency === null ? [] : [currency] } }
    assert.equal(amountOf(row, 'cascade', 'X', null, null)?.budget_total ?? null, total)
    assert.equal(budgetInWords(row), words)
  })
}

const typed = (label: string) => amountOf({ metadata: {} }, 'topic', 'X', euTypeOfAction(label), null)

test('an innovation action pays 70 % to enterprises and all costs of bodies without profit', () => {
  const amount = typed('HORIZON Innovation Actions')
  assert.deepEqual([amount?.rate_min, amount?.rate_max, amount?.basis], [0.7, 1, 'eligible_costs'])
  assert.deepEqual(
    amount?.tiers?.map(({ when: [rule], rate }) => [rule.value, rate, rule.provenance.method]),
    [
      [['non_profit', 'public_body', 'research_organisation', 'education_institution'], 1, 'derived'],
      [['company', 'self_employed'], 0.7, 'derived'],
    ],
  )
})

test('a rate that hangs on the call is a range without tiers, and that of a prize is none', () => {
  const life = typed('LIFE Project Grants')
  assert.deepEqual([life?.rate_min, life?.rate_max, life?.tiers], [0.6, 0.95, undefined])
  assert.equal(typed('HORIZON Recognition Prize'), null)
})

test('amounts of a project of several partners say that they are shared', () => {
  const shared = euTypeOfAction('HORIZON Research and Innovation Actions')
  const withFigures = amountOf(overview(own({ maxContribution: 5e6 })), 'topic', 'INVENTED-2', shared, null)
  assert.match(withFigures?.note?.en ?? '', /shared among its partners/)
  const alone = euTypeOfAction('LIFE Climate Action - Standard Action Projects (SAP)')
  assert.equal(amountOf(overview(own({ maxContribution: 5e6 })), 'topic', 'INVENTED-2', alone, null)?.note, null)
})

const research = euTypeOfAction('HORIZON Research and Innovation Actions')
const noteOf = (type: typeof research, metadata: Own) =>
  amountOf({ metadata }, 'topic', 'INVENTED-2', type, null)?.note?.en ?? ''

test('amounts that the Commission expects are told to bind nobody, those of another programme are not', () => {
  const { metadata } = overview(own({ maxContribution: 5e6 }))
  assert.match(noteOf(research, metadata), /a proposal may ask for another amount/)
  assert.doesNotMatch(noteOf(euTypeOfAction('CEF Project Grants'), metadata), /another amount/)
})

test('a budget that other topics have, too, is told to be shared perhaps, unless its own grants explain it', () => {
  const others = (...totals: number[]) =>
    totals.map((total, index) => ({ action: `OTHER-${index} - X`, budgetYearMap: { 2027: total } }))
  const noteWith = (row: Own, ...totals: number[]) =>
    noteOf(research, overview(own(row), ...others(...totals)).metadata)
  assert.match(noteWith({ budgetYearMap: { 2027: 4e8 } }, 4e8), /may share it/)
  assert.match(noteWith({ budgetYearMap: { 2027: 4e8 }, maxContribution: 7e6, expectedGrants: 2 }, 4e8), /may share it/)
  assert.doesNotMatch(
    noteWith({ budgetYearMap: { 2027: 9e6 }, maxContribution: 3e6, expectedGrants: 3 }, 9e6),
    /share it/,
  )
  assert.doesNotMatch(noteWith({ budgetYearMap: { 2027: 4e8 } }, 3e8), /share it/)
})

test('a lump sum is told: by the type of action, or by the only model of agreement that a topic names', () => {
  const { metadata } = overview(own({ maxContribution: 5e6 }))
  const models = (...descriptions: string[]) => ({
    ...metadata,
    actions: [JSON.stringify([{ types: [{ typeOfMGA: descriptions.map((description) => ({ description })) }] }])],
  })
  assert.match(noteOf(euTypeOfAction('DIGITAL Lump Sum Grants'), metadata), /lump sum/)
  assert.match(noteOf(research, models('HORIZON Lump Sum Grant')), /lump sum/)
  assert.doesNotMatch(noteOf(research, models('HORIZON Lump Sum Grant', 'HORIZON Action Grant Budget-Based')), /lump/)
  assert.doesNotMatch(noteOf(research, metadata), /lump/)
})

const strands: [identifier: string, label: string, least: number | undefined, most: number | undefined][] = [
  ['LIFE-2026-CET-POLICY', 'LIFE Project Grants', 0.95, 0.95],
  ['LIFE-2026-SAP-ENV-GOV', 'LIFE Project Grants', 0.6, 0.6],
  ['LIFE-2026-SAP-NAT-NATURE', 'LIFE Project Grants', 0.6, 0.75],
  ['LIFE-2026-PLP-NAT-ENV', 'LIFE Project Grants', 0.6, 0.95],
  ['CEF-T-2026-COREGEN-RAIL-WORKS', 'CEF Infrastructure Projects', 0.3, 0.5],
  ['CEF-T-2026-SIMOBGEN-NEWTECH-WORKS', 'CEF Infrastructure Projects', 0.5, 0.5],
  ['CEF-T-2026-CORECOEN-RAIL-WORKS', 'CEF Infrastructure Projects', undefined, undefined],
  ['CEF-DIG-2026-CABLE-WORKS', 'CEF Infrastructure Projects', undefined, undefined],
  ['RFCS-2026-02-PDP', 'RFCS Project Grants', 0.5, 0.5],
  ['EDF-2026-LS-DA-SME-NT', 'EDF Lump Sum Grants', undefined, undefined],
  ['EDF-2026-LS-RA-SI-ENERENV-NTFE', 'EDF Lump Sum Grants', 1, 1],
  ['CERV-2026-CITIZENS-TOWN-TT', 'CERV Lump Sum Grants', undefined, undefined],
]
for (const [identifier, label, least, most] of strands)
  test(`the share of the costs that ${identifier} pays is that of its strand`, () => {
    const type = euTypeOfAction(label)
    if (type === null) throw new Error(`no type of action ${label}`)
    const found = amountOf({ metadata: {} }, 'topic', identifier, typeOfTopic(type, identifier), null)
    assert.deepEqual([found?.rate_min, found?.rate_max], [least, most])
  })

test('the expected grants are those of its own rows', () => {
  assert.equal(
    expectedGrants(overview(own({ expectedGrants: 3 }), { action: 'Y', expectedGrants: 9 }), 'INVENTED-2'),
    3,
  )
  assert.equal(expectedGrants(overview(own({})), 'INVENTED-2'), null)
})
