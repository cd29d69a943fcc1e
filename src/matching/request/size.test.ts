import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompanySize } from '../../values/vocabularies.ts'
import { type SizeBasis, sizeOf } from './size.ts'

const million = 1_000_000
type Row = [staff: number, turnover: number | null, balance: number | null, size: CompanySize, basis: SizeBasis]

const rows: Row[] = [
  // Staff alone.
  [0, null, null, 'micro', 'employees'],
  [9, null, null, 'micro', 'employees'],
  [10, null, null, 'small', 'employees'],
  [49, null, null, 'small', 'employees'],
  [50, null, null, 'medium', 'employees'],
  [249, null, null, 'medium', 'employees'],
  [250, null, null, 'large', 'employees'],
  // A ceiling itself is within it.
  [9, 2 * million, null, 'micro', 'employees_turnover'],
  [9, 2 * million + 0.01, null, 'small', 'employees_turnover'],
  [9, null, 2 * million, 'micro', 'employees_balance'],
  [9, null, 2 * million + 0.01, 'small', 'employees_balance'],
  [49, 10 * million, 10 * million, 'small', 'employees_turnover_balance'],
  [249, 50 * million, 50 * million, 'medium', 'employees_turnover_balance'],
  [249, 51 * million, 43 * million, 'medium', 'employees_turnover_balance'],
  [249, 51 * million, 43 * million + 1, 'large', 'employees_turnover_balance'],
  [249, null, 43 * million + 1, 'large', 'employees_balance'],
  // Of the two one may be exceeded.
  [5, 60 * million, 1 * million, 'micro', 'employees_turnover_balance'],
  [5, 1 * million, 60 * million, 'micro', 'employees_turnover_balance'],
  [5, 3 * million, 3 * million, 'small', 'employees_turnover_balance'],
  [5, 60 * million, 60 * million, 'large', 'employees_turnover_balance'],
  // Figures never make an enterprise smaller than its staff.
  [300, 0, 0, 'large', 'employees_turnover_balance'],
]
for (const [staff, turnover, balance, size, basis] of rows) {
  test(`${staff} staff, turnover ${turnover ?? 'unknown'}, balance ${balance ?? 'unknown'}: ${size} by ${basis}`, () => {
    const found = sizeOf(staff, turnover, balance)
    assert.deepEqual([found.size, found.basis], [size, basis])
  })
}

test('without the staff the size is unknown, whatever else is known', () => {
  assert.deepEqual(sizeOf(null, 5 * million, 5 * million), { size: null, basis: null, highByTurnoverAlone: false })
})

const doubtRows: [staff: number, turnover: number | null, balance: number | null, doubtful: boolean][] = [
  [5, 3 * million, null, true],
  [5, 3 * million, 3 * million, false],
  [5, null, 3 * million, false],
  [5, 1 * million, null, false],
  [60, 3 * million, null, false],
]
for (const [staff, turnover, balance, doubtful] of doubtRows) {
  test(`the class of ${staff} staff, turnover ${turnover}, balance ${balance} is ${doubtful ? 'in doubt' : 'sure'}`, () => {
    assert.equal(sizeOf(staff, turnover, balance).highByTurnoverAlone, doubtful)
  })
}
