import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, matchable } from '../../../tests/harness/match-samples.ts'
import type { CompanyInput } from '../request/request-schema.ts'
import { judgeRule, outcomeOf } from './judge-rule.ts'
import { prepare } from './prepared-measure.ts'

type Given = { [property: string]: unknown }
let count = 0
const leaf = (field: string, operator: string, value: unknown, more: Given = {}): Given => {
  count += 1
  return { id: `leaf-${count}`, field, operator, value, ...more }
}
const inFlanders = () => leaf('company.region', 'in', ['flanders'])
const isSmall = (more: Given = {}) => leaf('company.size', 'in', ['micro', 'small'], more)
const isYoung = (more: Given = {}) => leaf('company.age_months', 'at_most', 60, more)
const inTech = (more: Given = {}) => leaf('company.nace', 'covers', ['62'], more)
const any = (...members: Given[]): Given => ({ id: 'group', any: members })
const all = (...members: Given[]): Given => ({ id: 'group', all: members })
const named = (group: Given, id: string): Given => ({ ...group, id })

function ruleOf(rule: Given) {
  const [prepared] = prepare(matchable({ rules: [rule] })).rules
  assert.ok(prepared)
  return prepared
}

const rows: [what: string, rule: Given, company: CompanyInput, verdict: string][] = [
  ['one pass settles any', any(inFlanders(), isYoung()), { postcode: '9000' }, 'pass'],
  [
    'one fail does not settle any',
    any(inFlanders(), isYoung()),
    { postcode: '4000' },
    'unknown, lacks company.founded_on',
  ],
  ['any fails when all do', any(inFlanders(), isYoung()), { postcode: '4000', founded_on: '2000-01-01' }, 'fail'],
  ['one fail settles all', all(inFlanders(), isYoung()), { postcode: '4000' }, 'fail'],
  [
    'one pass does not settle all',
    all(inFlanders(), isYoung()),
    { postcode: '9000' },
    'unknown, lacks company.founded_on',
  ],
  ['all passes when all do', all(inFlanders(), isYoung()), { postcode: '9000', founded_on: '2026-01-01' }, 'pass'],
  [
    'an undecided group lacks what its undecided members lack, the first needed first',
    any(inTech(), inFlanders(), isYoung()),
    { postcode: '4000' },
    'unknown, lacks company.nace company.founded_on',
  ],
  [
    'what several members lack is lacked once',
    all(inFlanders(), leaf('company.province', 'in', ['antwerp'])),
    {},
    'unknown, lacks company.postcode',
  ],
  [
    'a settled group within an undecided one lacks nothing',
    any(named(all(inFlanders(), isYoung()), 'inner'), inTech()),
    { postcode: '4000' },
    'unknown, lacks company.nace',
  ],
  [
    'a group within a group settles it',
    any(named(all(inFlanders(), inTech()), 'inner'), isYoung()),
    { postcode: '9000', nace: ['62.10'] },
    'pass',
  ],
]
for (const [what, rule, company, verdict] of rows) {
  test(`${what}: ${verdict}`, () => {
    const facts = factsOf({ company })
    const prepared = ruleOf(rule)
    const { outcome, lacks } = judgeRule(prepared, facts)
    assert.equal(outcome === 'unknown' ? `unknown, lacks ${lacks.join(' ')}` : outcome, verdict)
    assert.equal(lacks.length > 0, outcome === 'unknown')
    assert.equal(outcomeOf(prepared, facts), outcome)
  })
}

const highTurnover: CompanyInput = { employees: 5, turnover_eur: 20_000_000 }
const confidenceRows: [what: string, rule: Given, company: CompanyInput, confidence: number][] = [
  ['a leaf has its own', isSmall({ confidence: 0.7 }), { employees: 5 }, 0.7],
  ['a leaf without one has its method’s', isSmall(), { employees: 5 }, 1],
  ['a group has its own', { ...any(isSmall({ confidence: 0.3 })), confidence: 0.9 }, { employees: 5 }, 0.9],
  [
    'a group without one has the lowest of its members',
    any(isSmall({ confidence: 0.7 }), isYoung({ confidence: 0.6 })),
    { employees: 5 },
    0.6,
  ],
  ['a fail by turnover alone is worth 0.4', isSmall(), highTurnover, 0.4],
  ['a fail by turnover alone is worth no more than its rule', isSmall({ confidence: 0.2 }), highTurnover, 0.2],
  ['a pass by turnover alone is sure', leaf('company.size', 'in', ['medium']), highTurnover, 1],
  ['a group without its own takes a doubtful fail over', any(isSmall(), isYoung()), highTurnover, 0.4],
  ['a group with its own does not', { ...any(isSmall(), isYoung()), confidence: 0.9 }, highTurnover, 0.9],
]
for (const [what, rule, company, confidence] of confidenceRows) {
  test(`confidence: ${what}`, () => {
    assert.equal(judgeRule(ruleOf(rule), factsOf({ company })).confidence, confidence)
  })
}

test('a fail that a stand-in for the main activity finds is worth 0.4', () => {
  const rule = { id: 'sector', field: 'company.nace', operator: 'not_covers', value: ['4719', '62'] }
  const [prepared] = prepare(matchable({ nace: { version: 2008 }, rules: [rule] })).rules
  assert.ok(prepared)
  const verdict = judgeRule(prepared, factsOf({ company: { nace: ['47.91', '62.01'] } }))
  assert.deepEqual([verdict.outcome, verdict.confidence, verdict.doubtful], ['fail', 0.4, true])
})
