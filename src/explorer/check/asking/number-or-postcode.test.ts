import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompanyInput } from '../../../matching/request/request-schema.ts'
import { parseInstant } from '../../../values/brussels.ts'
import { readNumberOrPostcode } from './number-or-postcode.ts'
import type { TypedFault } from './typed-value.ts'

const means = { language: 'en', now: parseInstant('2026-11-20T09:00:00Z') ?? 0 } as const
const enterprise = '0403019261'
const establishment = '2000003111'

const rows: [typed: string[], read: CompanyInput | { fault: TypedFault; meant?: string }][] = [
  [['9000'], { postcode: '9000' }],
  [[' 9000 '], { postcode: '9000' }],
  [['', '9000'], { postcode: '9000' }],
  [['0000'], { fault: 'postcode' }],
  [['B-9000'], { fault: 'postcode', meant: '9000' }],
  [['9000 Gent'], { fault: 'postcode', meant: '9000' }],
  [[enterprise], { enterprise_number: enterprise }],
  [['0403.019.261'], { enterprise_number: enterprise }],
  [['0403 019 261'], { enterprise_number: enterprise }],
  [['BE0403019261'], { enterprise_number: enterprise }],
  [['be 0403.019.261'], { enterprise_number: enterprise }],
  [['BE-0403.019.261'], { enterprise_number: enterprise }],
  [['BTW BE 0403.019.261'], { enterprise_number: enterprise }],
  [['TVA BE0403.019.261 RPM Liège'], { enterprise_number: enterprise }],
  [['0208:0403019261'], { enterprise_number: enterprise }],
  [[establishment], { establishment_number: establishment }],
  [['2.000.003.111'], { establishment_number: establishment }],
  [[enterprise, '9000'], { enterprise_number: enterprise, postcode: '9000' }],
  [['9000', establishment], { postcode: '9000', establishment_number: establishment }],
  [['403019261'], { fault: 'nine_digits', meant: '0403.019.261' }],
  [['BE 403.019.261'], { fault: 'nine_digits', meant: '0403.019.261' }],
  [['403019262'], { fault: 'nine_digits' }],
  [['0403019262'], { fault: 'check_digits' }],
  [['0403.019.216'], { fault: 'check_digits' }],
  [['2000003112'], { fault: 'check_digits' }],
  [['0000000097'], { fault: 'check_digits' }],
  [['9000000097'], { fault: 'number_or_postcode' }],
  [['04030192610'], { fault: 'number_or_postcode' }],
  [['90000'], { fault: 'number_or_postcode' }],
  [['900'], { fault: 'number_or_postcode' }],
  [['Bakkerij Voorbeeld'], { fault: 'number_or_postcode' }],
  [['NL812345678B01'], { fault: 'foreign_vat' }],
  [['VAT: NL 8123.45.678.B01'], { fault: 'foreign_vat' }],
  [['FRXX303265045'], { fault: 'foreign_vat' }],
  [['de 123456789'], { fault: 'foreign_vat' }],
  [['ESX1234567X'], { fault: 'foreign_vat' }],
  [['ATU12345678'], { fault: 'foreign_vat' }],
  [['FR 75001'], { fault: 'number_or_postcode' }],
  [['Drukkerij 123456'], { fault: 'number_or_postcode' }],
  [['9000', '4000'], { fault: 'twice' }],
  [[enterprise, establishment], { fault: 'twice' }],
  [['9000', enterprise, '4000'], { fault: 'twice' }],
  [[' '.repeat(10) + '9'.repeat(301)], { fault: 'long' }],
]
for (const [typed, expected] of rows) {
  test(`${JSON.stringify(typed).slice(0, 60)} is ${JSON.stringify(expected)}`, () => {
    const read = readNumberOrPostcode(typed, {}, means)
    assert.deepEqual('facts' in read ? read.facts.company : read, expected)
  })
}

test('what was told before stays', () => {
  const facts = { company: { employees: 12 }, project: { budget_eur: 5 } }
  const read = readNumberOrPostcode([enterprise], facts, means)
  const company = { employees: 12, enterprise_number: enterprise }
  assert.deepEqual(read, { facts: { ...facts, company } })
})
