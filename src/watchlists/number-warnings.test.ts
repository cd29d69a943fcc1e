import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Found } from '../companies/registered-company.ts'
import type { LookedUp } from '../matching/request/filling.ts'
import { numberWarnings } from './number-warnings.ts'

const enterprise_number = '0999999922'
const establishment_number = '2000000339'

function known(changes: Partial<Found['company']> = {}): LookedUp {
  const company = {
    ...{ number: enterprise_number, kind: 'legal_person' as const, legalForm: '610', foundedOn: null, isActive: true },
    ...{ name: null, office: null, establishments: { total: 0, items: [] }, nace: [], hasOwnActivities: false },
    ...changes,
  }
  const loaded = { extract: 141, day: '2026-11-01' }
  return { found: { company, establishment: null, establishmentNace: [], loaded }, figures: null }
}

const absent: LookedUp = { found: null, figures: null }
const plain = { company: { enterprise_number } }
const withDoor = { company: { enterprise_number, establishment_number } }

type Row = [row: typeof plain, lookedUp: LookedUp | null]
const told = (rows: Row[]) =>
  numberWarnings(
    rows.map(([row]) => row),
    rows.map(([, lookedUp]) => lookedUp),
  ).map(({ code, message }) => [code, message.en])

test('companies are counted by what is to be known of their numbers; one is no plural', () => {
  const ended = known({ isActive: false })
  assert.deepEqual(
    told([
      [plain, null],
      [plain, known()],
    ]),
    [],
  )
  for (const [count, number, establishment, ceased] of [
    [1, 'number of 1 company is', 'establishment of 1 company is', '1 of the companies is not active'],
    [2, 'number of 2 companies is', 'establishment of 2 companies is', '2 of the companies are not active'],
  ] as const) {
    const each = (row: Row): Row[] => Array.from({ length: count }, () => row)
    const warnings = told([...each([plain, absent]), ...each([withDoor, known()]), ...each([plain, ended])])
    assert.deepEqual(
      warnings.map(([code]) => code),
      ['company_not_in_register', 'company_not_in_register', 'company_not_active'],
    )
    for (const [place, said] of [number, establishment, ceased].entries())
      assert.ok(warnings[place]?.[1]?.includes(said), `${said}: ${warnings[place]?.[1]}`)
  }
})

test('one whose establishment is of another enterprise is refused as a row, and not warned of', () => {
  assert.deepEqual(told([[{ company: { ...withDoor.company, enterprise_number: '0403019261' } }, known()]]), [])
})
