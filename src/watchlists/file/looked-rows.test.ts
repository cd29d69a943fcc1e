import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RegisteredCompany } from '../../companies/registered-company.ts'
import type { LookedUp } from '../../matching/request/filling.ts'
import { parseInstant } from '../../values/brussels.ts'
import { type CompanyFile, type CompanyRow, withRepeatedNumbers } from './company-rows.ts'
import { judgedRows } from './looked-rows.ts'
import { pastedColumns, pastedRows } from './pasted-numbers.ts'
import { registerOutlook, rowsStanding } from './register-outlook.ts'

const now = parseInstant('2026-11-28T09:00:00Z') ?? 0
const loaded = { extract: 141, day: '2026-11-01' }
const [enterprise, establishment] = ['0403019261', '2154321795']

const registered: RegisteredCompany = {
  number: enterprise,
  kind: 'legal_person',
  legalForm: '610',
  foundedOn: '2015-06-01',
  isActive: true,
  name: 'Bakkerij',
  office: null,
  establishments: {
    total: 1,
    items: [{ number: establishment, place: { postcode: '9000', municipality: '44021' }, foundedOn: null }],
  },
  nace: [],
  hasOwnActivities: true,
}
const found = (company: Partial<RegisteredCompany> = {}): LookedUp => ({
  found: { company: { ...registered, ...company }, establishment: null, establishmentNace: [], loaded },
  figures: null,
})

/** A file of one line, with what was looked up for it. */
function fileOf(line: string, lookedUp: LookedUp | null): CompanyFile {
  const read = pastedRows(line)
  assert.ok('rows' in read)
  const judging = judgedRows(
    { rows: read.rows, columns: pastedColumns },
    new Map(read.rows.map((row) => [row, lookedUp])),
    now,
  )
  for (;;) {
    const step = judging.next()
    if (step.done === true)
      return { found: { format: 'pasted' }, columns: pastedColumns, rows: step.value, register: loaded }
  }
}

const onlyRow = ({ rows }: CompanyFile): CompanyRow => {
  const [row] = rows
  assert.ok(row !== undefined && rows.length === 1)
  return row
}

test('a row is filled with what the register says, and keeps what it gave', () => {
  const { given, looked, faults } = onlyRow(fileOf(enterprise, found()))
  assert.deepEqual(given.company, { enterprise_number: enterprise })
  assert.deepEqual(looked?.filled, { legal_form: 'register', founded_on: 'register', postcode: 'register' })
  assert.equal(looked?.company.postcode, '9000')
  assert.deepEqual(faults, [])
})

test('an establishment of another enterprise is a fault of its row, which names both', () => {
  const line = `${enterprise} ${establishment}`
  const other = '0200065765'
  const { faults, looked } = onlyRow(fileOf(line, found({ number: other })))
  assert.deepEqual(faults, [
    {
      column: null,
      field: 'company.establishment_number',
      code: 'other_enterprise',
      shown: establishment,
      hint: enterprise,
    },
  ])
  assert.equal(looked, null)
})

test('what numbers come to is counted: filled, several places, unknown, not active', () => {
  const several = found({
    establishments: { total: 2, items: [...registered.establishments.items, ...registered.establishments.items] },
  })
  const inactive = found({ isActive: false })
  const counts = (lookedUp: LookedUp | null) => {
    const { numbers, filled, severalPlaces, notInRegister, notActive } =
      registerOutlook(fileOf(enterprise, lookedUp)) ?? {}
    return [numbers, filled, severalPlaces, notInRegister, notActive]
  }
  assert.deepEqual(counts(found()), [1, 1, 0, 0, 0])
  assert.deepEqual(counts(several), [1, 1, 1, 0, 0])
  assert.deepEqual(counts({ found: null, figures: null }), [1, 0, 0, 1, 0])
  assert.deepEqual(counts(inactive), [1, 1, 0, 0, 1])
  assert.equal(registerOutlook(fileOf(enterprise, null)), null)
  assert.deepEqual(
    rowsStanding(fileOf(enterprise, several), 'several_places').map(({ line }) => line),
    [1],
  )
  assert.deepEqual(rowsStanding(fileOf(enterprise, several), 'not_active'), [])
})

test('a row with a fault is no number to be counted twice', () => {
  const read = pastedRows('0403.019.262\n0403.019.262')
  assert.ok('rows' in read)
  assert.deepEqual(
    withRepeatedNumbers(read.rows).map(({ faults }) => faults.length),
    [1, 1],
  )
})
