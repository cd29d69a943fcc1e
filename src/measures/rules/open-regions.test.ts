import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchable } from '../../../tests/harness/match-samples.ts'
import type { InputRecord } from '../../../tests/harness/sample-measures.ts'
import { openRegions } from './open-regions.ts'

const at = (id: string, field: string, operator: string, value: unknown): InputRecord => ({
  id,
  field,
  operator,
  value,
})
const hire = (...value: string[]) => at('home', 'hire.region', 'in', value)
const seat = (...value: string[]) => at('seat', 'company.region', 'in', value)
const staff = at('staff', 'company.employees', 'at_least', 1)

const rows: [what: string, input: InputRecord, open: string[]][] = [
  ['nothing restricts it', { rules: [staff] }, []],
  ['a region that it names', { regions: ['brussels'] }, ['brussels']],
  ['the home of the person to be hired', { rules: [hire('flanders')] }, ['flanders']],
  [
    'the home of the person whom it pays for, by a point',
    {
      conditions: [
        { id: 'home', text: 'Woont er.', kind: 'eligibility', point: 'worker_lives_in_wallonia', expects: true },
      ],
    },
    ['wallonia'],
  ],
  ['one region by `is`', { rules: [at('home', 'hire.region', 'is', 'wallonia')] }, ['wallonia']],
  ['all regions but one', { rules: [at('home', 'hire.region', 'not_in', ['flanders'])] }, ['brussels', 'wallonia']],
  [
    'its seat and the home together',
    { rules: [seat('flanders', 'brussels'), hire('brussels', 'wallonia')] },
    ['brussels'],
  ],
  ['a seat anywhere in the country', { rules: [seat('flanders', 'brussels', 'wallonia')] }, []],
  [
    'one home or another',
    { rules: [{ id: 'g', any: [hire('flanders'), seat('brussels')] }] },
    ['flanders', 'brussels'],
  ],
  ['a home, or something else', { rules: [{ id: 'g', any: [hire('flanders'), staff] }] }, []],
  [
    'rules that leave no region leave what it names',
    { regions: ['flanders'], rules: [hire('wallonia')] },
    ['flanders'],
  ],
]
for (const [what, input, open] of rows) {
  test(`a measure is open to regions by ${what}: ${open.join() || 'all'}`, () =>
    assert.deepEqual(openRegions(matchable(input).record), open))
}
