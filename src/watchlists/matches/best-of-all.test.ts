import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../../../tests/harness/match-samples.ts'
import { chanceOf, randomInput, randomMeasures } from '../../../tests/harness/random-matches.ts'
import { Evaluator } from '../../matching/evaluator/evaluator.ts'
import { byRank } from '../../matching/verdict/match-order.ts'
import { prepare } from '../../matching/verdict/prepared-measure.ts'
import { BestOfAll } from './best-of-all.ts'

const evaluator = new Evaluator()
for (const measure of randomMeasures(300, 1)) evaluator.put(prepare(measure))

test('the best of many companies are the first of all their matches, though most companies are asked for few', () => {
  const by = chanceOf(2)
  const companies = Array.from({ length: 120 }, () => factsOf(randomInput(by)))
  for (const includeNotEligible of [false, true]) {
    const options = { includeNotEligible, topicsOnly: false }
    const all = companies
      .flatMap((facts, company) =>
        evaluator.judge(facts, { ...options, limit: 1_000 }).best.map(({ verdict }) => ({ company, verdict })),
      )
      .sort((left, right) => byRank(left.verdict, right.verdict) || left.company - right.company)
    for (const limit of [1, 10, 300, 100_000]) {
      const best = new BestOfAll(limit)
      let asked = 0
      for (const [company, facts] of companies.entries()) {
        const { floor } = best
        const judged = evaluator.judge(facts, { ...options, limit, ...(floor === undefined ? {} : { floor }) })
        asked += judged.best.length
        best.add(company, judged)
      }
      const found = best.taken().map(({ company, judged: { verdict } }) => ({ company, verdict }))
      assert.deepEqual(found, all.slice(0, limit))
      if (limit === 10) assert.ok(asked < companies.length * limit)
    }
  }
})
