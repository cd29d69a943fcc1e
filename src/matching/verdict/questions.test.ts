import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, matchable } from '../../../tests/harness/match-samples.ts'
import type { FactsInput } from '../request/request-schema.ts'
import { plainTally } from './plain.ts'
import { prepare } from './prepared-measure.ts'
import { openQuestion, rankedQuestions, rowOrder } from './questions.ts'

const tally = (inputs: Parameters<typeof matchable>[0][], given: FactsInput) => {
  const measures = inputs.map((input, index) => prepare(matchable({ local_id: `m${index}`, ...input })))
  return plainTally(measures, factsOf(given), { limit: 100, includeNotEligible: false, topicsOnly: false })
}

test('a question counts the measures that answers alone decide, and those that no rule looks at', () => {
  const closed = { status: 'closed' }
  const asks = { conditions: [{ id: 'c', text: 'C.', point: 'will_hire', expects: true }] }
  const staff = { rules: [{ id: 's', field: 'company.employees', operator: 'at_least', value: 1 }] }
  const elsewhere = { topics: ['water'] }
  const own = { conditions: [{ id: 'c', text: 'C.' }] }
  const { questions, otherTopic } = tally(
    [asks, { ...asks, ...staff }, { ...asks, ...closed }, { ...asks, ...elsewhere }, { ...staff, ...own }, own],
    { project: { topics: ['training'] } },
  )
  assert.deepEqual(questions, [
    { field: 'answers.will_hire', settles: 1, appearsIn: 2 },
    { field: 'answers.fed:m5#c', settles: 1, appearsIn: 1 },
    { field: 'company.employees', settles: 0, appearsIn: 2 },
    { field: 'answers.fed:m4#c', settles: 0, appearsIn: 1 },
  ])
  assert.equal(otherTopic, 1)
})

test('the questions of a row follow the list of the answer, those of its own come last', () => {
  const listed = [
    { field: 'company.nace', settles: 2, appearsIn: 2 },
    { field: 'answers.will_hire', settles: 1, appearsIn: 2 },
    { field: 'company.employees', settles: 0, appearsIn: 1 },
  ] as const
  assert.deepEqual(
    rowOrder(listed)([
      'answers.a:b#c',
      'answers.in_difficulty',
      'answers.will_hire',
      'company.employees',
      'company.nace',
    ]),
    ['company.nace', 'answers.will_hire', 'company.employees', 'answers.in_difficulty', 'answers.a:b#c'],
  )
})

test('questions that settle most come first, then those that appear most, then by name', () => {
  const ranked = rankedQuestions(
    [
      { field: 'company.nace', settles: 1, appearsIn: 9 },
      { field: 'project.topics', settles: 2, appearsIn: 3 },
      { field: 'company.employees', settles: 1, appearsIn: 9 },
      { field: 'company.postcode', settles: 2, appearsIn: 4 },
      { field: 'company.founded_on', settles: 0, appearsIn: 0 },
    ],
    [],
  )
  assert.deepEqual(
    ranked.map(({ field }) => field),
    ['company.postcode', 'project.topics', 'company.employees', 'company.nace'],
  )
})

const hireRule = (id: string, field: string, value: unknown) => ({ id, field, operator: 'is', value })
const gated = {
  rules: [hireRule('d', 'hire.diploma', 'none'), hireRule('c', 'hire.contract', 'permanent')],
  conditions: [{ id: 'h', text: 'Er wordt aangeworven.', point: 'will_hire', expects: true, defines: true }],
}

test('an open gate stands for all that is behind it, and for the condition of its point', () => {
  const { questions, best } = tally([gated, { rules: gated.rules }], {})
  assert.deepEqual(questions, [{ field: 'answers.will_hire', settles: 2, appearsIn: 2 }])
  for (const { questions: own } of best) assert.deepEqual(own, ['answers.will_hire'])
})

test('a gate answered with yes opens what is behind it; with no it decides; what is given behind it answers it', () => {
  const questionsOf = (given: FactsInput) => tally([gated], given).questions.map(({ field }) => field)
  assert.deepEqual(questionsOf({ answers: { will_hire: true } }), ['hire.contract', 'hire.diploma'])
  assert.deepEqual(questionsOf({ hire: { diploma: 'none' } }), ['hire.contract'])
  const { counts } = tally([gated, { rules: gated.rules }], { answers: { will_hire: false } })
  assert.equal(counts.not_eligible, 2)
})

test('in the score a gate counts as many questions as the row lacks properties behind it, so that yes lowers none', () => {
  const scoreOf = (given: FactsInput) => tally([gated], given).best[0]?.score ?? 0
  assert.equal(scoreOf({}), scoreOf({ answers: { will_hire: true } }))
  assert.ok(scoreOf({ answers: { will_hire: true } }) < scoreOf({ hire: { diploma: 'none' } }))
})

test('questions of equal weight follow the matches shown, those that define a match before its others', () => {
  const own = (id: string, defines: boolean) => ({ id, text: `${id}.`, defines })
  const { questions } = tally(
    [
      { status: 'unknown', conditions: [own('a', false), own('b', true)] },
      { status: 'continuous', conditions: [own('a', false), own('b', true)] },
    ],
    {},
  )
  assert.deepEqual(
    questions.map(({ field }) => field),
    ['answers.fed:m1#b', 'answers.fed:m1#a', 'answers.fed:m0#b', 'answers.fed:m0#a'],
  )
})

test('the first ten matches put questions of their own to everybody, and no further one does', () => {
  const inputs = Array.from({ length: 12 }, () => ({ conditions: [{ id: 'own', text: 'Iets.' }] }))
  const { questions, best } = tally(inputs, {})
  assert.deepEqual(
    questions.map(({ field }) => field).sort(),
    best
      .slice(0, 10)
      .flatMap((verdict) => verdict.questions)
      .sort(),
  )
})

test('a question settles the measures that lack nothing else, and appears in all that lack it', () => {
  const staff = { id: 's', field: 'company.employees', operator: 'at_least', value: 1 }
  const { questions } = tally(
    [
      { regions: ['flanders'] },
      { regions: ['flanders'], rules: [staff] },
      { rules: [staff] },
      { company_sizes: ['micro'] },
    ],
    {},
  )
  assert.deepEqual(questions, [
    { field: 'company.employees', settles: 2, appearsIn: 3 },
    { field: 'company.postcode', settles: 1, appearsIn: 2 },
  ])
})

test('a measure that is not eligible asks nothing', () => {
  const { questions } = tally([{ regions: ['flanders'], company_sizes: ['micro'] }], { company: { postcode: '4000' } })
  assert.deepEqual(questions, [])
})

const naceRows: [versions: (2008 | 2025 | null)[], codes: string[], asked: string][] = [
  [[2008, 2008, 2025], [], 'NACE-BEL codes'],
  [[2008, 2008, 2025], ['47'], 'NACE-BEL 2008'],
  [[2008, 2025, 2025], ['95'], 'NACE-BEL 2025'],
  [[2008, 2025], ['95'], 'NACE-BEL 2008'],
  [[null], ['95'], 'NACE-BEL 2008'],
]
for (const [versions, nace, asked] of naceRows) {
  test(`rules of ${versions.join(', ')} wait while ${nace.join() || 'no code'} is given: asked for ${asked}`, () => {
    const inputs = versions.map((version) => ({ nace: { version, include: [version === 2008 ? '4540' : '9531'] } }))
    const found = tally(inputs, { company: { nace } })
    const [question] = found.questions
    assert.ok(question)
    assert.equal(question.field, 'company.nace')
    assert.match(
      openQuestion(question, found.naceWaiting, { establishments: [] }, 'en').question,
      new RegExp(`Which (codes of )?${asked}`),
    )
  })
}
