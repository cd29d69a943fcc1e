import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenProperty } from '../../../matching/request/answers.ts'
import type { MatchStatus } from '../../../values/vocabularies.ts'
import { nextQuestion, questionOf } from './judged.ts'

const listed = { field: 'company.employees' as const, question: 'How many?', options: null, settles: 3, appears_in: 5 }
const row = (questions: OpenProperty[], status: MatchStatus = 'possibly_eligible') => ({ status, questions })
const answered = {
  questions: [listed],
  matches: [
    row(['answers.al:a#one'], 'needs_review'),
    row(['company.employees', 'answers.al:b#two']),
    row(['answers.al:c#three']),
  ],
}

const rows: [skipped: OpenProperty[], next: OpenProperty | null, why: string][] = [
  [[], 'company.employees', 'those of the list go first'],
  [['company.employees'], 'answers.al:b#two', 'then those of single measures, the best row first'],
  [['company.employees', 'answers.al:b#two'], 'answers.al:c#three', 'one after the other'],
  [['company.employees', 'answers.al:b#two', 'answers.al:c#three'], null, 'what a person must look at is not asked'],
]
for (const [skipped, next, why] of rows) {
  test(`after ${skipped.length} passed over ${next ?? 'nothing'} is asked: ${why}`, () => {
    assert.equal(nextQuestion(answered, skipped)?.property ?? null, next)
  })
}

test('a question of one measure decides it only where it is its last', () => {
  assert.equal(questionOf(answered, 'answers.al:b#two').settles, 0)
  assert.equal(questionOf(answered, 'answers.al:c#three').settles, 1)
})

test('what is not open can be asked again, and then decides nothing', () => {
  assert.deepEqual(questionOf(answered, 'hire.age'), { property: 'hire.age', text: null, settles: 0, appearsIn: 0 })
})
