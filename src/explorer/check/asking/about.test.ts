import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KnownNames, readSituation } from '../../../situations/read-situation.ts'
import { filledFrom } from './about.ts'
import { type FirstTyped, readFirstForm } from './first-form.ts'

const noNames: KnownNames = { idsNamed: () => [], hasWord: () => false }
const typedFor = (text: string): FirstTyped => filledFrom(readSituation(text, noNames)).typed

const rows: [text: string, typed: FirstTyped, why: string][] = [
  ['kapper in Aartselaar', { nace: ['96.210'], postcode: ['2630'] }, 'a place of one postcode'],
  ['kapper in Gent', { nace: ['96.210'] }, 'a place of several postcodes'],
  ['kapper 9000 Gent', { nace: ['96.210'], postcode: ['9000'] }, 'the postcode that was typed'],
  ['kapper in Aartselaar of Tienen', { nace: ['96.210'] }, 'two places'],
  ['kapper en café', { nace: ['96.210', '56.301'] }, 'two trades, the first of them the main one'],
  ['vzw met 8 werknemers', { applicant: ['type:non_profit'], employees: ['8'] }, 'a kind of applicant and its staff'],
  ['starter kapper', { nace: ['96.210'], applicant: ['type:starter'] }, 'a kind of applicant that is a purpose too'],
  ['2 werknemers aanwerven', { topics: ['hiring_employment'] }, 'people to be hired are not those who work there'],
  ['bakkerij 1,5 miljoen euro', { nace: ['10.712'], budget: ['1500000'] }, 'an amount in words'],
  ['bakkerij 3000 euro of 5000 euro', { nace: ['10.712'] }, 'two amounts'],
  ['bakkerij 99999999999999 euro', { nace: ['10.712'] }, 'an amount that is none of a project'],
  ['qwrtp', {}, 'a word without meaning'],
]
for (const [text, typed, why] of rows) {
  test(`"${text}" fills in ${Object.keys(typed).join(', ') || 'nothing'}: ${why}`, () => {
    const { topics: _, ...rest } = typedFor(text)
    const { topics: wanted, ...others } = typed
    assert.deepEqual(rest, others)
    for (const topic of wanted ?? []) assert.ok(typedFor(text).topics?.includes(topic))
  })
}

test('whatever is filled in is read without a fault when it is sent', () => {
  const means = { language: 'nl', now: Date.parse('2026-03-03T12:00:00Z') } as const
  for (const [text] of rows) {
    const typed = typedFor(text)
    if (Object.keys(typed).length > 0) assert.ok('facts' in readFirstForm(typed, means), text)
  }
})
