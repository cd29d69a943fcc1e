import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type InputRecord, reasonOf, recordOf, smallInput } from '../../../tests/harness/sample-measures.ts'

const inFlanders = { id: 'place', field: 'company.region', operator: 'in', value: ['flanders'] }
const small = { id: 'staff', field: 'company.employees', operator: 'at_most', value: 10 }
const association = { id: 'kind', field: 'company.applicant_type', operator: 'overlaps', value: ['non_profit'] }
const software = { id: 'trade', field: 'company.nace', operator: 'covers', value: ['62'] }
const owner = { id: 'owner', field: 'building.occupancy', operator: 'is', value: 'owner_occupier' }

const alone =
  'conditions[0].defines: a place, a size, a legal form or a kind of applicant alone defines no measure: ' +
  'name the rule, the point or the answer that does'

function definedBy(rules: InputRecord[], ruleIds: string[], others: InputRecord = {}): string {
  const conditions = [{ id: 'c', text: 'Dit is het.', defines: true, rule_ids: ruleIds }]
  return reasonOf(smallInput({ rules, conditions, ...others }))
}

const any = (...members: InputRecord[]) => ({ id: 'group', any: members })
const all = (...members: InputRecord[]) => ({ id: 'group', all: members })

const rows: [what: string, reason: string][] = [
  ['an activity', definedBy([software], ['trade'])],
  ['how somebody lives in a building', definedBy([owner], ['owner'])],
  ['a place and an activity', definedBy([inFlanders, software], ['place', 'trade'])],
  ['an activity generated from a field', definedBy([], ['nace.include'], { nace: { include: ['62'], version: 2025 } })],
  [
    'an `any` of which every branch looks at more',
    definedBy([any(software, { id: 'both', all: [association, owner] })], ['group']),
  ],
  ['an `all` of which one member does', definedBy([all(association, software)], ['group'])],
  ['one member of a group', definedBy([any(association, software)], ['trade'])],
]
for (const [what, reason] of rows) {
  test(`${what} can define a measure`, () => assert.equal(reason, 'accepted'))
}

const refused: [what: string, reason: string][] = [
  ['a place', definedBy([inFlanders], ['place'])],
  ['a size and a place', definedBy([inFlanders, small], ['place', 'staff'])],
  ['a generated rule on the place', definedBy([], ['regions'], { regions: ['flanders'] })],
  ['an `any` with a kind of applicant as one branch', definedBy([any(software, association)], ['group'])],
  [
    'an `any` with such a branch deep within',
    definedBy(
      [any(software, { id: 'inner', all: [association, { id: 'innermost', any: [owner, small] }] })],
      ['group'],
    ),
  ],
]
for (const [what, reason] of refused) {
  test(`${what} alone defines no measure, and the record that says so is rejected`, () => assert.equal(reason, alone))
}

test('a condition that an answer settles can define; of another kind than eligibility none can', () => {
  const own = { id: 'own', text: 'Er is een voorstel.', defines: true }
  const shared = { id: 'shared', text: 'Er wordt aangeworven.', point: 'in_difficulty', expects: false, defines: true }
  const { conditions } = recordOf(smallInput({ conditions: [own, shared, { id: 'plain', text: 'Iets anders.' }] }))
  assert.deepEqual(
    conditions.map(({ defines }) => defines),
    [true, true, false],
  )
  for (const kind of ['assessment', 'procedure', 'standing', 'obligation', 'amount'])
    assert.equal(
      reasonOf(smallInput({ conditions: [{ ...own, kind }] })),
      'conditions[0].defines: only a condition of kind eligibility defines a measure',
    )
})
