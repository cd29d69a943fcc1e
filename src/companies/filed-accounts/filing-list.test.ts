import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FilingSeed, listItem } from '../../../tests/harness/accounts-stand-in.ts'
import { filingsToRead, readFilingList } from './filing-list.ts'

const number = '0403019261'
const today = '2026-03-03'

/** `2025-00000001 2024-12-31 deposited 2025-06-01` as an item of a list. */
function seed(text: string): FilingSeed {
  const [reference = '', end = '', deposited = ''] = text.split(' ')
  return { reference, end, deposited }
}
const order = (...texts: string[]): string[] => {
  const filings = readFilingList(
    texts.map((text) => listItem(number, seed(text))),
    number,
  )
  return filingsToRead(filings ?? [], today).map(({ reference }) => reference)
}

const orders: [what: string, list: string[], read: string[]][] = [
  [
    'the newest closing day comes first, wherever it stands',
    [
      '2024-00000001 2023-12-31 2024-06-01',
      '2025-00000001 2024-12-31 2025-06-01',
      '2023-00000009 2023-06-30 2023-12-01',
    ],
    ['2025-00000001', '2024-00000001', '2023-00000009'],
  ],
  [
    'a correction comes before what it corrects, also where both were deposited on one day',
    [
      '2025-00000001 2024-12-31 2025-06-01',
      '2025-00000008 2024-12-31 2025-09-01',
      '2025-00000007 2024-12-31 2025-09-01',
    ],
    ['2025-00000008', '2025-00000007', '2025-00000001'],
  ],
  [
    'an old year that was deposited late is no newer one',
    ['2026-00000001 2023-12-31 2026-02-01', '2025-00000001 2024-12-31 2025-06-01'],
    ['2025-00000001', '2026-00000001'],
  ],
  [
    'accounts that closed more than three years ago are not read, nor such as close in days to come',
    [
      '2023-00000001 2023-03-02 2023-09-01',
      '2023-00000002 2023-03-03 2023-09-01',
      '2026-00000001 2026-03-03 2026-03-03',
      '2026-00000002 2026-03-04 2026-03-03',
    ],
    ['2026-00000001', '2023-00000002'],
  ],
  [
    'five filings are read at most',
    Array.from({ length: 7 }, (_, place) => `2025-0000000${place} 2024-12-31 2025-06-01`),
    ['2025-00000006', '2025-00000005', '2025-00000004', '2025-00000003', '2025-00000002'],
  ],
]
for (const [what, list, read] of orders) test(what, () => assert.deepEqual(order(...list), read))

const sound = listItem(number, seed('2025-00000001 2024-12-31 2025-06-01')) as Record<string, unknown>

test('of an item the reference, the days and the currency are read, and no name or address', () =>
  assert.deepEqual(readFilingList([sound], number), [
    {
      reference: '2025-00000001',
      startDay: '2024-01-01',
      closingDay: '2024-12-31',
      depositDay: '2025-06-01',
      isInEuros: true,
    },
  ]))

const unusable: [what: string, item: unknown][] = [
  ['no object', null],
  ['a reference that would change the address that is asked', { ...sound, ReferenceNumber: '2025-00000001/../x' }],
  ['no reference', { ...sound, ReferenceNumber: 202500000001 }],
  ['no days', { ...sound, ExerciseDates: null }],
  ['a closing day that does not exist', { ...sound, ExerciseDates: { endDate: '2025-02-30' } }],
  ['another company', { ...sound, EnterpriseNumber: '0200065765' }],
  ['no company', { ...sound, EnterpriseNumber: undefined }],
]
for (const [what, item] of unusable)
  test(`an item with ${what} is passed over, and a list of such items alone cannot be read`, () => {
    assert.equal(readFilingList([item, sound], number)?.length, 1)
    assert.equal(readFilingList([item], number), null)
  })

test('an empty list is a list; what is no list is none', () => {
  assert.deepEqual(readFilingList([], number), [])
  for (const answer of [undefined, null, {}, 'text', 7, { length: 1, 0: sound }])
    assert.equal(readFilingList(answer, number), null)
})

test('a list of more than 500 items is read that far', () =>
  assert.equal(readFilingList(Array(501).fill(sound), number)?.length, 500))
