/** `explain_eligibility` at the wire: what a match says of the measure, and what is open of it alone. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { mergeMeasures } from '../../src/measures/merge.ts'
import { startCuratedService } from '../harness/curated-service.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { goldenCompanies } from '../harness/golden-companies.ts'
import { call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { mcpCaller } from '../harness/mcp.ts'
import { startService, type TestService } from '../harness/service.ts'

type Match = {
  subsidy: { id: string; slug: string; title: string }
  status: string
  questions: string[]
  excludes: string[]
  indicative_amount: unknown
}
type Question = { field: string; question: string; settles: number; appears_in: number }
type Explained = {
  company: Record<string, unknown>
  evaluated_at: string
  match: Match
  questions: Question[]
  meta: { request_id: string; warnings: { code: string; message: string }[]; attribution: string[]; disclaimer: string }
}
type Matched = Omit<Explained, 'match'> & { matches: Match[] }

/** Of each company: enough to meet every status. */
const explainedEach = 12

describe('the bundled records', () => {
  let service: TestService
  before(async () => {
    service = await startCuratedService()
  })
  after(() => service.stop())
  const mcp = mcpCaller(() => ({ origin: service.origin, key: service.keys.enterprise }))

  for (const { name, input: asked } of goldenCompanies()) {
    test(`${name}: an explanation of a measure says of it what the match over all does`, async () => {
      const json = { ...asked, limit: 100, include_not_eligible: true, language: 'nl' }
      const answer = await call(service.origin, 'POST', '/v1/match', { key: service.keys.enterprise, json })
      assert.equal(answer.status, 200, answer.body.toString())
      const { matches, company, meta } = answer.json() as unknown as Matched
      const step = Math.ceil(matches.length / explainedEach)
      for (const row of matches.filter((_row, place) => place % step === 0)) {
        const given = { ...asked, id: row.subsidy.id, language: 'nl' }
        const explained = (await mcp.answers('explain_eligibility', given)) as unknown as Explained
        // By itself its questions are ranked among themselves, and nothing stands beside it that it could shut out.
        const unordered = (match: Match) => ({ ...match, questions: match.questions.toSorted(), excludes: [] })
        assert.deepEqual(unordered(explained.match), unordered(row))
        assert.deepEqual(explained.company, company)
        assert.equal(explained.meta.disclaimer, meta.disclaimer)
        assert.deepEqual(
          explained.questions.map(({ field }) => field),
          explained.match.questions,
        )
        for (const { question } of explained.questions) assert.notEqual(question, '')
      }
    })
  }
})

for (const engine of engines) explanationsOn(engine)

function explanationsOn(engine: Engine): void {
  let service: TestService
  before(async () => {
    service = await startService(engine)
    await service.publish([
      input('asked', {
        status: 'open',
        company_sizes: ['micro'],
        conditions: [
          { id: 'own', text: { nl: 'Is dit de eerste aanvraag?', fr: 'Première demande ?' } },
          { id: 'sound', text: 'Niet in moeilijkheden.', point: 'in_difficulty', expects: false },
          { id: 'ranked', text: 'Projecten worden gerangschikt.', kind: 'assessment' },
        ],
      }),
      input('withheld', {
        status: 'open',
        company_sizes: ['micro'],
        conditions: [{ id: 'own', text: 'Een voorwaarde.' }],
        licence: { conditions: 'link_only' },
      }),
      input('closed', { status: 'closed', company_sizes: ['micro'] }),
      input('walloon', { status: 'open', regions: ['wallonia'] }),
      input('double', { status: 'open' }),
    ])
    await mergeMeasures(service.means, 'al:double', 'al:asked')
  })
  after(() => service.stop())
  const on = (name: string): string => `${engine.name}: ${name}`
  const mcp = mcpCaller(() => ({ origin: service.origin, key: service.keys.enterprise }))
  const explain = async (given: Record<string, unknown>) =>
    (await mcp.answers('explain_eligibility', given)) as unknown as Explained
  const small = { company: { postcode: '9000', employees: 3, turnover_eur: 1, balance_total_eur: 1 } }

  test(on('the answer has the facts, one match, its questions and meta, in this order'), async () => {
    const explained = await explain({ id: 'al:asked', ...small })
    assert.deepEqual(Object.keys(explained), ['company', 'evaluated_at', 'match', 'questions', 'meta'])
    assert.equal(explained.match.status, 'possibly_eligible')
    assert.deepEqual(explained.match.excludes, [])
    assert.equal(explained.company.size, 'micro')
    assert.deepEqual(Object.keys(explained.meta), ['request_id', 'warnings', 'attribution', 'disclaimer'])
  })

  test(
    on('questions hold those of the measure itself, in the words of the condition, and count this one'),
    async () => {
      const { questions, match } = await explain({ id: 'al:asked', company: { postcode: '9000' }, language: 'fr' })
      assert.deepEqual(
        questions.map(({ field, settles, appears_in }) => [field, settles, appears_in]),
        [
          ['answers.al:asked#own', 0, 1],
          ['answers.in_difficulty', 0, 1],
          ['company.employees', 0, 1],
        ],
      )
      assert.equal(questions[0]?.question, 'Première demande ?')
      assert.deepEqual(
        match.questions,
        questions.map(({ field }) => field),
      )
      const last = await explain({ id: 'al:asked', ...small, answers: { in_difficulty: false } })
      assert.deepEqual(
        last.questions.map(({ field, settles }) => [field, settles]),
        [['answers.al:asked#own', 1]],
      )
      const settled = await explain({
        id: 'al:asked',
        ...small,
        answers: { in_difficulty: false, 'al:asked#own': true },
      })
      assert.equal(settled.match.status, 'likely_eligible')
      assert.deepEqual(settled.questions, [])
    },
  )

  test(on('a condition whose text is withheld is asked without it'), async () => {
    const { questions } = await explain({ id: 'al:withheld', ...small, language: 'nl' })
    assert.equal(questions[0]?.field, 'answers.al:withheld#own')
    assert.match(questions[0]?.question ?? '', /op de pagina van de overheid/)
    assert.ok(!JSON.stringify(questions).includes('Een voorwaarde'))
  })

  test(on('what a person must look at anyway is settled by no answer'), async () => {
    const { questions, match } = await explain({ id: 'al:closed', company: { postcode: '9000' } })
    assert.deepEqual(match.status, 'needs_review')
    assert.deepEqual(
      questions.map(({ field, settles, appears_in }) => [field, settles, appears_in]),
      [['company.employees', 0, 1]],
    )
  })

  test(on('a measure that does not fit is explained too, and asks nothing'), async () => {
    const { match, questions } = await explain({ id: 'al:walloon', ...small })
    assert.equal(match.status, 'not_eligible')
    assert.equal(match.indicative_amount, null)
    assert.deepEqual([match.questions, questions], [[], []])
  })

  test(on('a slug and the id of a merged measure lead to the measure'), async () => {
    const { match } = await explain({ id: 'al:asked' })
    for (const id of [match.subsidy.slug, 'al:double']) {
      assert.equal((await explain({ id })).match.subsidy.id, 'al:asked')
    }
  })

  test(
    on('warnings are those of a match: of facts, of answers that nobody asks, of what nobody has checked'),
    async () => {
      const given = {
        id: 'al:asked',
        company: { postcode: '9000', employees: 3 },
        answers: { 'al:asked#no': true },
        language: 'nl',
      }
      const { meta } = await explain(given)
      const { id: _id, ...json } = given
      const matched = await call(service.origin, 'POST', '/v1/match', { key: service.keys.enterprise, json })
      assert.deepEqual(meta.warnings, (matched.json() as unknown as Matched).meta.warnings)
      assert.deepEqual(
        meta.warnings.map(({ code }) => code),
        ['size_assumes_autonomous', 'size_assumed', 'answer_unused'],
      )
    },
  )
}
