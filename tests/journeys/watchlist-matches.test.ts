/** The matches of a portfolio on the bundled records, held against what each of its companies is answered alone. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Refusal } from '../../src/contract/refusals.ts'
import { listMatches, type MatchesCall, type MatchesNeeds } from '../../src/watchlists/matches/list-matches.ts'
import { startCuratedService } from '../harness/curated-service.ts'
import { goldenCompanies } from '../harness/golden-companies.ts'
import { type Answer, call } from '../harness/http.ts'
import type { TestService } from '../harness/service.ts'

type Row = {
  company_reference: string
  subsidy: { id: string; closes_at: string | null }
  status: string
  review_reasons: string[]
  score: number
  questions: string[]
  indicative_amount: unknown
}
type Rows = { data: Row[]; pagination: { has_more: boolean; limit: number }; meta: Record<string, unknown> }
type Match = Omit<Row, 'company_reference'> & Record<string, unknown>

const companies = goldenCompanies()
  .slice(0, 24)
  .map(({ name, input }) => ({ reference: name, ...input }))
const groups = ['likely_eligible', 'possibly_eligible needs_review', 'not_eligible']

let service: TestService
let list = ''

const send = (method: string, path: string, json?: unknown): Promise<Answer> =>
  call(service.origin, method, path, { key: service.keys.enterprise, ...(json === undefined ? {} : { json }) })
const matchesOf = async (query: string, id = list): Promise<Rows> => {
  const answer = await service.get(`/v1/watchlists/${id}/matches${query}`)
  assert.equal(answer.status, 200, answer.body.toString().slice(0, 300))
  return answer.json() as Rows
}

before(async () => {
  service = await startCuratedService()
  const made = await send('POST', '/v1/watchlists', { name: 'Clients', language: 'nl' })
  assert.equal(made.status, 201)
  list = (made.json().data as { id: string }).id
  const uploaded = await send('POST', `/v1/watchlists/${list}/companies`, { companies })
  assert.deepEqual(uploaded.json().data, { added: companies.length, replaced: 0, rejected: [] })
})
after(() => service.stop())

/** What each company is answered when it asks alone, as rows of the portfolio's. */
async function alone(limit: number, includeNotEligible: boolean): Promise<Row[]> {
  const rows: Row[] = []
  for (const { reference, ...facts } of companies) {
    const asked = { ...facts, language: 'nl', limit, include_not_eligible: includeNotEligible }
    const answer = await send('POST', '/v1/match', asked)
    assert.equal(answer.status, 200)
    for (const match of answer.json().matches as Match[]) {
      const { subsidy, status, review_reasons, score, questions, indicative_amount } = match
      const rest = { subsidy, status, review_reasons, score, questions, indicative_amount }
      rows.push({ company_reference: reference, ...rest })
    }
  }
  return rows
}

const groupOf = ({ status }: Row): number => groups.findIndex((group) => group.includes(status))
const closes = ({ subsidy }: Row): number =>
  subsidy.closes_at === null ? Number.POSITIVE_INFINITY : Date.parse(subsidy.closes_at)
const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
const inOrder = (left: Row, right: Row): number =>
  groupOf(left) - groupOf(right) ||
  right.score - left.score ||
  (closes(left) === closes(right) ? 0 : closes(left) - closes(right)) ||
  byText(left.subsidy.id, right.subsidy.id) ||
  byText(left.company_reference, right.company_reference)

test('the best matches of all companies are the best of what each is answered alone, in the order of matches, then of references', async () => {
  for (const includeNotEligible of [false, true]) {
    const expected = (await alone(100, includeNotEligible)).sort(inOrder)
    for (const limit of [1, 7, 100]) {
      const { data, pagination } = await matchesOf(`?limit=${limit}&include_not_eligible=${includeNotEligible}`)
      assert.deepEqual(data, expected.slice(0, limit))
      assert.deepEqual(pagination, { has_more: true, limit })
    }
  }
})

test('one company has the matches that it is answered alone', async () => {
  const [, second] = companies
  assert.ok(second)
  const rows = (await alone(100, false)).filter(({ company_reference }) => company_reference === second.reference)
  const { data, pagination } = await matchesOf(`?limit=100&company=${encodeURIComponent(second.reference)}`)
  assert.deepEqual(data, rows)
  const all = await matchesOf(`?limit=5000&include_not_eligible=true&company=${encodeURIComponent(second.reference)}`)
  const evaluated = Number((await send('POST', '/v1/match', {})).json().evaluated)
  assert.equal(all.data.length, evaluated)
  assert.deepEqual(all.pagination, { has_more: false, limit: 5000 })
  assert.ok(pagination.has_more)
})

test('without a limit there are 500 rows; texts, disclaimer and warnings are in the language of the list', async () => {
  const { data, pagination, meta } = await matchesOf('')
  assert.equal(data.length, 500)
  assert.deepEqual(pagination, { has_more: true, limit: 500 })
  assert.match(String(meta.disclaimer), /^Dit is een onafhankelijke dienst/)
  assert.ok(Array.isArray(meta.attribution))
  for (const { message } of meta.warnings as { message: string }[]) assert.match(message, /\b(?:de|het|en)\b/)
})

test('measures that are muted are shown', async () => {
  const [best] = (await matchesOf('?limit=1')).data
  assert.ok(best)
  const patched = await send('PATCH', `/v1/watchlists/${list}`, { muted_subsidies: [best.subsidy.id] })
  assert.equal(patched.status, 200)
  assert.deepEqual((await matchesOf('?limit=1')).data, [best])
})

test('a company that is replaced or taken off is matched as it then is, at once', async () => {
  const [first, second] = companies
  assert.ok(first && second)
  const path = `/v1/watchlists/${list}/companies`
  const { reference: _reference, ...others } = second
  await send('POST', path, { companies: [{ ...others, reference: first.reference }] })
  const of = async (reference: string): Promise<unknown[]> =>
    (await matchesOf(`?limit=50&company=${encodeURIComponent(reference)}`)).data.map(
      ({ company_reference: _company, ...row }) => row,
    )
  assert.deepEqual(await of(first.reference), await of(second.reference))
  const removed = await send('DELETE', `${path}/${encodeURIComponent(second.reference)}`)
  assert.equal(removed.status, 200)
  const gone = await service.get(`/v1/watchlists/${list}/matches?company=${encodeURIComponent(second.reference)}`)
  assert.deepEqual([gone.status, gone.error().code], [404, 'not_found'])
  const rows = (await matchesOf('?limit=5000')).data
  assert.ok(rows.every(({ company_reference }) => company_reference !== second.reference))
})

test('an answer to a measure’s own condition counts while it says what was answered, and is named where it does not', async () => {
  const rows = (await send('POST', '/v1/match', { ...companies[3], reference: undefined, limit: 100 })).json()
  const asking = (rows.matches as { unevaluated_conditions: { answer_as: string | null }[] }[])
    .flatMap(({ unevaluated_conditions }) => unevaluated_conditions)
    .find(({ answer_as }) => answer_as?.includes('#'))
  assert.ok(asking?.answer_as)
  const made = await send('POST', '/v1/watchlists', { name: 'Answers' })
  const { id } = made.json().data as { id: string }
  const answers = { [asking.answer_as]: false, 'be:nobody#c-0': true }
  const upload = await send('POST', `/v1/watchlists/${id}/companies`, { companies: [{ ...companies[3], answers }] })
  assert.deepEqual(
    (upload.json().meta as { warnings: { code: string }[] }).warnings.map(({ code }) => code),
    ['answer_unused'],
  )
  const measure = asking.answer_as.split('#')[0]
  const statusOf = async (): Promise<string | undefined> =>
    (await matchesOf('?limit=5000&include_not_eligible=true', id)).data.find(({ subsidy }) => subsidy.id === measure)
      ?.status
  assert.equal(await statusOf(), 'not_eligible')
  await service.database.run('update watched_company set answered_texts = $1, revision = revision + 1', [
    JSON.stringify({ [asking.answer_as]: 'another text' }),
  ])
  await service.database.run('update watchlist set revision = revision + 1')
  assert.notEqual(await statusOf(), 'not_eligible')
  const { warnings } = (await matchesOf('', id)).meta as { warnings: { code: string; message: string }[] }
  const unused = warnings.find(({ code }) => code === 'answer_unused')
  assert.ok(unused?.message.includes(asking.answer_as))
})

test('companies whose facts can not be read any more are named in the language of the list, and the others matched', async () => {
  const made = await send('POST', '/v1/watchlists', { name: 'Old codes', language: 'fr' })
  const { id } = made.json().data as { id: string }
  const rows = ['fine', 'old'].map((reference) => ({ reference, company: { postcode: '9000', employees: 8 } }))
  assert.equal((await send('POST', `/v1/watchlists/${id}/companies`, { companies: rows })).status, 200)
  await service.database.run(
    `update watched_company set facts = replace(facts, '"9000"', '"0000"') where watchlist_id = $1 and reference = 'old'`,
    [id],
  )
  const told = async (query: string): Promise<[references: string[], warning: string | undefined]> => {
    const { data, meta } = await matchesOf(query, id)
    const { warnings } = meta as { warnings: { code: string; message: string }[] }
    const references = [...new Set(data.map(({ company_reference }) => company_reference))]
    return [references, warnings.find(({ code }) => code === 'companies_unreadable')?.message]
  }
  const [references, message] = await told('')
  assert.deepEqual(references, ['fine'])
  assert.match(message ?? '', /^1 entreprise.* : old$/)
  assert.deepEqual(await told('?company=old'), [[], message])
  assert.deepEqual(await told('?company=fine'), [['fine'], undefined])
  const again = [{ reference: 'old', company: { postcode: '9000' } }]
  assert.equal((await send('POST', `/v1/watchlists/${id}/companies`, { companies: again })).status, 200)
  assert.deepEqual(await told('?company=old'), [['old'], undefined])
})

test('a list that is deleted while its matches are worked out is none', async () => {
  const needs = {
    database: service.database,
    catalogue: { whenRead: async () => {} },
    watchedLists: { hold: async () => null },
  }
  const call = { accountId: service.accounts.enterprise, watchlistId: list, company: null, warn: () => {} }
  await assert.rejects(
    listMatches(needs as unknown as MatchesNeeds, call as unknown as MatchesCall),
    (fault) => fault instanceof Refusal && fault.code === 'watchlist_not_found',
  )
})

test('what can not be asked is refused by name, and a list that is not the caller’s is none', async () => {
  const refusals: [path: string, status: number, code: string, parameter: string | undefined][] = [
    [`/v1/watchlists/${list}/matches?limit=0`, 400, 'invalid_parameter', 'limit'],
    [`/v1/watchlists/${list}/matches?limit=5001`, 400, 'invalid_parameter', 'limit'],
    [`/v1/watchlists/${list}/matches?include_not_eligible=yes`, 400, 'invalid_parameter', 'include_not_eligible'],
    [`/v1/watchlists/${list}/matches?company=`, 400, 'invalid_parameter', 'company'],
    [`/v1/watchlists/${list}/matches?cursor=x`, 400, 'invalid_parameter', 'cursor'],
    [`/v1/watchlists/${list}/matches?company=nobody`, 404, 'not_found', undefined],
    [`/v1/watchlists/${list}/matches?company=a%00b`, 404, 'not_found', undefined],
    ['/v1/watchlists/wl_0/matches', 404, 'watchlist_not_found', undefined],
  ]
  for (const [path, status, code, parameter] of refusals) {
    const answer = await service.get(path)
    assert.deepEqual([answer.status, answer.error().code, answer.error().details.parameter], [status, code, parameter])
  }
  const other = await service.get(`/v1/watchlists/${list}/matches`, { key: service.keys.business })
  assert.deepEqual([other.status, other.error().code], [404, 'watchlist_not_found'])
  const poor = await service.get(`/v1/watchlists/${list}/matches`, { key: service.keys.pro })
  assert.deepEqual([poor.status, poor.error().details.capability], [403, 'watchlists'])
})
