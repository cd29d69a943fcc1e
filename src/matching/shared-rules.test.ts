import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomMeasures } from '../../tests/harness/random-matches.ts'
import { SharedRules } from './shared-rules.ts'
import { prepare } from './verdict/prepared-measure.ts'

const rules = randomMeasures(400, 5).flatMap((measure) => prepare(measure).rules)

test('a shared rule says what the rule said, and rules that say the same are one object', () => {
  const shared = new SharedRules()
  const taken = rules.map((rule) => shared.as(rule))
  assert.deepEqual(taken, rules)
  const distinct = new Set(taken).size
  assert.ok(distinct < rules.length, `${distinct} of ${rules.length} rules`)
  for (const [at, rule] of rules.entries()) assert.equal(shared.as(structuredClone(rule)), taken[at])
})

test('rules that differ and look at the same have one predicate', () => {
  const shared = new SharedRules()
  const leaf = rules.find((rule) => rule.kind === 'leaf')
  assert.ok(leaf !== undefined)
  const others = ['again', 'later'].map((end) => ({ ...structuredClone(leaf), id: `${leaf.id}-${end}` }))
  const taken = [leaf, ...others].map((rule) => shared.as(rule)).filter((rule) => rule.kind === 'leaf')
  assert.equal(new Set(taken).size, 3)
  assert.equal(new Set(taken.map(({ predicate }) => predicate)).size, 1)
})
