import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deserialize, serialize } from 'node:v8'
import { randomMeasures } from '../../tests/harness/random-matches.ts'
import { SharedRules } from './shared-rules.ts'
import { prepare } from './verdict/prepared-measure.ts'

const measures = randomMeasures(400, 5).map(prepare)

test('a rule under its number says what it said, and those that differ in anything have numbers of their own', () => {
  const shared = new SharedRules()
  for (const { rules } of measures) for (const rule of rules) assert.deepEqual(shared.at(shared.numberOf(rule)), rule)
  const all = measures.reduce((sum, { rules }) => sum + rules.length, 0)
  assert.ok(shared.list.length < all, `${shared.list.length} of ${all} rules are shared`)
})

test('rules that were written down are taken up under the numbers they had, and new ones behind them', () => {
  const before = new SharedRules()
  const numbers = measures.slice(0, 300).map(({ rules }) => rules.map((rule) => before.numberOf(rule)))
  const after = new SharedRules(deserialize(serialize(before.list)))
  for (const [place, { rules }] of measures.slice(0, 300).entries()) {
    assert.deepEqual(
      rules.map((rule) => after.numberOf(rule)),
      numbers[place],
    )
    assert.deepEqual(
      numbers[place]?.map((number) => after.at(number)),
      rules,
    )
  }
  const known = before.list.length
  const later = measures.slice(300).flatMap(({ rules }) => rules.map((rule) => after.numberOf(rule)))
  assert.ok(later.some((number) => number >= known))
  assert.throws(() => after.at(after.list.length), /no rule has the number/)
})

test('the same predicate in different rules is one object, when they were written down too', () => {
  const shared = new SharedRules()
  const [leaf] = measures.flatMap(({ rules }) => rules).filter((rule) => rule.kind === 'leaf')
  assert.ok(leaf !== undefined)
  const again = { ...structuredClone(leaf), id: `${leaf.id}-again` }
  const later = { ...structuredClone(leaf), id: `${leaf.id}-later` }
  const numbers = [leaf, again].map((rule) => shared.numberOf(rule))
  const writtenDown = new SharedRules(deserialize(serialize(shared.list)))
  for (const { rules, numbers: those } of [
    { rules: shared, numbers },
    { rules: writtenDown, numbers: [...numbers, writtenDown.numberOf(later)] },
  ]) {
    const leaves = those.map((number) => rules.at(number)).filter((rule) => rule.kind === 'leaf')
    assert.deepEqual([leaves.length, new Set(leaves).size], [those.length, those.length])
    assert.equal(new Set(leaves.map(({ predicate }) => predicate)).size, 1)
  }
})
