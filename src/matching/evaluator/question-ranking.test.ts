import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf } from '../../../tests/harness/random-matches.ts'
import { askedProperties } from '../../values/questions.ts'
import { type OpenProperty, rankedQuestions } from '../verdict/questions.ts'
import { byName, QuestionRanking } from './question-ranking.ts'

test('questions come in the order of the plain way, whatever was counted and whenever their names were known', () => {
  const by = chanceOf(31)
  const ranking = new QuestionRanking()
  const known: OpenProperty[] = [...askedProperties]
  for (let round = 0; round < 200; round += 1) {
    if (round % 4 === 0) {
      const name: OpenProperty = `answers.point_${by.below(1_000_000)}_${round}`
      ranking.know(name)
      known.push(name)
    }
    // Few different counts, so that names decide; and as many as an evaluator may hold.
    const most = by.oneOf([1, 3, 3_000_000])
    const counts = known
      .filter(() => by.happens(0.7))
      .map((field) => {
        const appearsIn = by.below(most + 1)
        return { field, settles: by.below(appearsIn + 1), appearsIn }
      })
    ranking.begin(most)
    // Some at a time, as facts and points come.
    for (const some of [counts.slice(0, counts.length / 3), counts.slice(counts.length / 3)]) {
      ranking.addEach(
        some.map(({ field }) => ranking.rankOf(field)),
        Int32Array.from(some, ({ settles }) => settles),
        Int32Array.from(some, ({ appearsIn }) => appearsIn),
      )
    }
    assert.deepEqual(ranking.ranked(), rankedQuestions(counts))
  }
})

test('the properties of a measure come by name', () => {
  const by = chanceOf(32)
  for (let count = 0; count <= 8; count += 1) {
    const properties = Array.from({ length: count }, () => by.oneOf(askedProperties))
    assert.deepEqual(byName([...properties]), properties.toSorted())
  }
})
