/**
 * The service's own words in an answer are in the language asked, on every route that has one; where a route has none, and in
 * what stands around a bulk, they are English (contract 5).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { disclaimer } from '../../src/contract/envelope.ts'
import { notChecked, pastDeadlinesFirst } from '../../src/measures/warnings.ts'
import { languages } from '../../src/values/vocabularies.ts'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { input, sampleDefinition } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

let service: TestService
before(async () => {
  service = await startService(embedded, { definitions: [sampleDefinition({ connector: 'file' })] })
  service.means.connectors = new Map([['file', service.sources.connector]])
  await service.publish([
    input('curated', {
      ...{ company_sizes: ['micro'], status: 'open', conditions: [{ id: 'c', text: 'Voorwaarde.' }] },
      ...{
        instrument_type: 'loan',
        cost_types: ['equipment'],
        amount: { max: 900, rate_max: 0.5, basis: 'investment' },
      },
    }),
  ])
})
after(() => service.stop())

type Meta = { warnings: { code: string; message: string }[]; disclaimer?: string }
type Rule = { text: string }
type Result = {
  matches: { reason: string; rules: Rule[]; indicative_amount: { explanation: string } }[]
  questions: { field: string; question: string }[]
  warnings: Meta['warnings']
}

async function asked(
  method: 'GET' | 'POST',
  path: string,
  json?: unknown,
): Promise<{ meta: Meta } & Record<string, unknown>> {
  const answer = await call(service.origin, method, path, {
    key: service.keys.enterprise,
    ...(json === undefined ? {} : { json }),
  })
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json() as { meta: Meta } & Record<string, unknown>
}

for (const language of languages) {
  const unchecked = { code: 'not_checked', message: notChecked.message[language] }

  test(`lang=${language}: lists, single measures and versions warn and disclaim in it`, async () => {
    const list = await asked('GET', `/v1/subsidies?lang=${language}`)
    assert.equal(list.meta.disclaimer, disclaimer[language])
    assert.deepEqual(list.meta.warnings, [
      { code: 'past_deadlines_first', message: pastDeadlinesFirst.message[language] },
      unchecked,
    ])
    for (const path of ['', '/versions/1']) {
      const one = await asked('GET', `/v1/subsidies/al:curated${path}?lang=${language}`)
      assert.deepEqual(one.meta.warnings, [unchecked])
    }
    const then = await asked('GET', `/v1/subsidies/al:curated?as_of=2100-01-01&lang=${language}`)
    assert.deepEqual(then.meta.warnings, [unchecked])
  })

  test(`language ${language}: a match warns, disclaims, asks and reasons in it`, async () => {
    const body = { language, company: { employees: 3 }, answers: { 'al:gone#c': true } }
    const match = await asked('POST', '/v1/match', body)
    assert.equal(match.meta.disclaimer, disclaimer[language])
    assert.deepEqual(
      match.meta.warnings.map(({ code }) => code),
      ['size_assumes_autonomous', 'size_assumed', 'answer_unused', 'not_checked'],
    )
    assert.deepEqual(match.meta.warnings.at(-1), unchecked)
    const bulk = await asked('POST', '/v1/match/bulk', { companies: [{ reference: 'a', ...body }] })
    const [entry] = bulk.data as { result: Result }[]
    assert.deepEqual(entry?.result.warnings, match.meta.warnings)
    assert.deepEqual([bulk.meta.warnings, bulk.meta.disclaimer], [[], disclaimer.en])
    // No text of one language is that of another.
    const other = await asked('POST', '/v1/match', { ...body, language: language === 'fr' ? 'nl' : 'fr' })
    const textsOf = (answer: Record<string, unknown> & { meta: Meta }): string[] => {
      const { matches, questions } = answer as unknown as Result
      const said = matches.flatMap(({ reason, rules, indicative_amount }) => [
        reason,
        indicative_amount.explanation,
        ...rules.map(({ text }) => text),
      ])
      return [
        ...said,
        // The question of one measure's own condition is that condition, in the language of its source.
        ...questions.filter(({ field }) => !field.includes('#')).map(({ question }) => question),
        ...answer.meta.warnings.map(({ message }) => message),
      ]
    }
    const texts = textsOf(match)
    assert.ok(texts.length > 5)
    assert.deepEqual(
      texts.filter((text) => textsOf(other).includes(text)),
      [],
    )
  })
}

test('without a language, and on routes that know none, the words are English', async () => {
  const unchecked = { code: 'not_checked', message: notChecked.message.en }
  assert.equal((await asked('GET', '/v1/subsidies')).meta.disclaimer, disclaimer.en)
  const match = await asked('POST', '/v1/match', { company: { postcode: '9000' } })
  assert.deepEqual([match.meta.disclaimer, match.meta.warnings], [disclaimer.en, [unchecked]])
  assert.deepEqual((await asked('GET', '/v1/subsidies/al:curated/versions')).meta.warnings, [unchecked])
})

test('a match is warned of as unchecked only where a measure that it shows is', async () => {
  const { meta } = await asked('POST', '/v1/match', { company: { applicant_type: 'household' } })
  assert.deepEqual(meta.warnings, [])
})

test('Accept-Language is for pages alone', async () => {
  const answer = await service.get('/v1/subsidies', {
    key: service.keys.enterprise,
    headers: { 'accept-language': 'nl' },
  })
  assert.equal((answer.json() as { meta: Meta }).meta.disclaimer, disclaimer.en)
})
