import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Profile } from '../../ingestion/anomalies/profile.ts'
import { statuses } from '../../values/vocabularies.ts'
import { profileTable } from './profile-table.ts'
import { plainScreen, shownOn } from './screen.ts'

function profile(records: number, given: Partial<Profile> = {}): Profile {
  const none = Object.fromEntries(statuses.map((status) => [status, 0])) as Profile['statuses']
  return {
    ...{
      records,
      rejected: 0,
      properties: { closes_at: records, summary: records },
      statuses: { ...none, open: records },
    },
    ...{ distinct_titles: records, broken_characters: 0, not_listed: { measures: 0, of: 40 }, ...given },
  }
}

/** Its lines as words, and of them those that are marked. */
function linesOf(newest: Profile, before: Profile): { marked: string[]; all: string[] } {
  const compared = { newest: { run_id: 'b', profile: newest }, published_before: { run_id: 'a', profile: before } }
  const text = shownOn(plainScreen, profileTable(compared))
  const all = text.split('\n').map((line) => line.trim().replace(/ {2,}/g, '  '))
  return { marked: all.filter((line) => line.endsWith('differs')), all }
}

test('after a run that rejected some, only what differs in the records taken is marked', () => {
  const partly = profile(30, { rejected: 10, properties: { closes_at: 0, summary: 30 } })
  assert.deepEqual(linesOf(partly, profile(40)).marked, [
    'rejected  10 (25 %)  0 (0 %)  differs',
    'closes_at  0 (0 %)  40 (100 %)  differs',
  ])
})

test('what a run did not list is marked also where the run before did not list it either', () => {
  const fewer = profile(20, { not_listed: { measures: 20, of: 40 } })
  assert.deepEqual(linesOf(fewer, fewer).marked, ['not listed  20 (50 %)  20 (50 %)  differs'])
})

test('where no record was taken, nothing is said to differ in them', () => {
  const nothing = profile(0, { rejected: 40 })
  assert.deepEqual(linesOf(nothing, profile(40)).marked, ['rejected  40 (100 %)  0 (0 %)  differs'])
})

test('a profile of an earlier release, which does not know what was not listed, is shown without it', () => {
  const { not_listed: _unknown, ...earlier } = profile(40)
  const { all, marked } = linesOf(profile(40), earlier)
  assert.ok(all.includes('not listed  0 (0 %)  -'))
  assert.deepEqual(marked, [])
})
