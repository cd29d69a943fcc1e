import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf } from '../../../tests/harness/random-matches.ts'
import { askedProperties } from '../../values/questions.ts'
import type { OpenProperty } from '../request/answers.ts'
import { rankedQuestions } from '../verdict/questions.ts'
import { insertByName, placeOfLacked, QuestionRanking } from './question-ranking.ts'

test('questions come in the order of the plain way, whatever was counted and whenever their names were known', () => {
  const by = chanceOf(31)
  const ranking = new QuestionRanking()
  const points: OpenProperty[] = []
  for (let round = 0; round < 600; round += 1) {
    if (round % 4 === 0) {
      const name: OpenProperty = `answers.point_${by.below(1_000_000)}_${round}`
      assert.equal(ranking.know(name), points.length)
      points.push(name)
    }
    // Few different counts, so that names decide; and as many as an evaluator may hold.
    const most = by.oneOf([1, 3, 200, 3_000_000])
    const countsOf = <Name extends OpenProperty>(names: readonly Name[], share: number) =>
      names
        .filter(() => by.happens(share))
        .map((field) => {
          const appearsIn = by.below(most + 1)
          return { field, settles: by.below(appearsIn + 1), appearsIn }
        })
    const share = by.oneOf([0, 0.1, 0.7])
    const [lacked, asked] = [countsOf(askedProperties, share), countsOf(points, share)]
    ranking.begin()
    ranking.addAsked(
      lacked.map(({ field }) => placeOfLacked(field)),
      { settles: lacked.map(({ settles }) => settles), appearsIn: lacked.map(({ appearsIn }) => appearsIn) },
    )
    for (const count of asked) {
      const point = points.indexOf(count.field)
      ranking.pointsSettle[point] = count.settles
      ranking.pointsAppearIn[point] = count.appearsIn
    }
    const counts = [...lacked, ...asked]
    assert.deepEqual(rankedQuestions(ranking.counted(), []), rankedQuestions(counts, []))
  }
})

test('the properties of a measure come by name', () => {
  const by = chanceOf(32)
  const ranking = new QuestionRanking()
  const points = Array.from({ length: 40 }, (_, place): OpenProperty => `answers.point_${by.below(1_000)}_${place}`)
  for (const point of points) ranking.know(point)
  const places = new Map<OpenProperty, number>([
    ...askedProperties.map((property) => [property, placeOfLacked(property)] as const),
    ...points.map((property, point) => [property, ranking.placeOf(point)] as const),
  ])
  const all = [...places.keys()]
  for (let round = 0; round < 100; round += 1) {
    const some = [...new Set(Array.from({ length: by.below(9) }, () => by.oneOf(all)))]
    const itsPlaces = some.map((property) => places.get(property) ?? -1)
    const named = ranking.named(itsPlaces, itsPlaces.length)
    assert.deepEqual(named, some.toSorted())
    const own = by.oneOf(['answers.a:1#c', 'answers.point_5#c', 'answers.z:1#c'] as const)
    insertByName(named, own)
    assert.deepEqual(named, [...some, own].toSorted())
  }
})
