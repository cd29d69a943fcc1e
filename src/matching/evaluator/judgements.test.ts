import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../../../tests/harness/match-samples.ts'
import { chanceOf, randomInput, randomMeasures } from '../../../tests/harness/random-matches.ts'
import type { RuleField } from '../../values/vocabularies.ts'
import { judge } from '../verdict/judge-predicate.ts'
import { type MatchLeaf, type MatchRule, prepare } from '../verdict/prepared-measure.ts'
import { said } from '../verdict/said.ts'
import { Judgements } from './judgements.ts'
import { PredicatePool } from './predicate-pool.ts'

function leavesOf(rule: MatchRule): readonly MatchLeaf[] {
  return rule.kind === 'leaf' ? [rule] : rule.members.flatMap(leavesOf)
}

test('a predicate that does not fail says what it is judged as, whatever its field alone says', () => {
  const pool = new PredicatePool()
  const rules = randomMeasures(600, 41).flatMap((measure) => prepare(measure).rules.map((rule) => pool.take(rule)))
  const predicates = [...new Set(rules.flatMap(leavesOf).map(({ predicate }) => predicate))]
  // More than the pool has room for at first.
  assert.ok(pool.places > 1_024)
  const by = chanceOf(42)
  const judgements = new Judgements(pool)
  const seen = { passing: new Set<RuleField>(), undecided: new Set<RuleField>() }
  for (let company = 0; company < 60; company += 1) {
    const facts = factsOf(randomInput(by))
    judgements.begin(facts)
    for (const predicate of predicates) {
      const judged = judge(predicate, facts)
      if (judged !== 'pass' && judged !== 'unknown') continue
      seen[judged === 'pass' ? 'passing' : 'undecided'].add(predicate.field)
      const says = judgements.ofUnfailing(pool.placeOf(predicate))
      assert.equal(says, judged === 'pass' ? said.passes : said.undecided, predicate.field)
    }
  }
  assert.ok(seen.passing.size > 20 && seen.undecided.size > 20)
})
