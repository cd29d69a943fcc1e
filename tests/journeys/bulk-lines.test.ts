/** `POST /v1/match/bulk` as lines of JSON: the same entries as in a document, and a last line that says that it is whole. */
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, before, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { engines } from '../harness/databases.ts'
import { type Answer, call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

let service: TestService
before(async () => {
  service = await startService(embedded)
  await service.publish([
    input('small', { company_sizes: ['micro'], status: 'open', summary: { nl: 'Regel\nna € regel' } }),
  ])
})
after(() => service.stop())

const linesAsked = { accept: 'application/x-ndjson' }
const post = (json: unknown, headers: Record<string, string> = {}, key = service.keys.enterprise): Promise<Answer> =>
  call(service.origin, 'POST', '/v1/match/bulk', { key, json, headers })
/** Companies of several slices, one of them impossible. */
const companies = Array.from({ length: 60 }, (_, index) => ({
  reference: `€${index}\u2028`,
  language: 'nl',
  company: index === 7 ? { postcode: '0001' } : { employees: index },
}))
const linesOf = (body: Buffer): Record<string, unknown>[] => {
  const texts = body.toString('utf8').split('\n')
  assert.equal(texts.pop(), '', 'the last line ends too')
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>)
}
const withoutInstant = (value: unknown): unknown => {
  const { result, ...entry } = value as { result: Record<string, unknown> | null }
  return { ...entry, result: result === null ? null : { ...result, evaluated_at: null } }
}

test('lines are the entries of the document in their order, and last the counts and meta', async () => {
  const [document, asLines] = [await post({ companies }), await post({ companies }, linesAsked)]
  assert.deepEqual([document.status, asLines.status], [200, 200])
  assert.equal(document.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(asLines.headers['content-type'], 'application/x-ndjson')
  for (const { headers } of [document, asLines]) assert.match(headers.vary ?? '', /(^|, )Accept(,|$)/)
  const { data, meta, ...counts } = document.json() as { data: unknown[]; meta: Record<string, unknown> }
  const lines = linesOf(asLines.body)
  const { meta: endMeta, ...endCounts } = lines.pop() ?? {}
  assert.deepEqual(lines.map(withoutInstant), data.map(withoutInstant))
  assert.deepEqual([endCounts, counts], [counts, { evaluated: 59, rejected: 1 }])
  const id = asLines.headers['x-request-id']
  assert.deepEqual(endMeta, { ...meta, request_id: id })
})

test('lines are compressed on request as a document is', async () => {
  const answer = await post({ companies }, { ...linesAsked, 'accept-encoding': 'br' })
  assert.equal(answer.headers['content-encoding'], 'br')
  assert.equal(linesOf(brotliDecompressSync(answer.body)).length, companies.length + 1)
})

test('a document is answered where JSON is preferred, or lines are not named', async () => {
  const [one] = companies
  for (const accept of ['*/*', 'application/json', 'application/json, application/x-ndjson;q=0.5']) {
    const answer = await post({ companies: [one] }, { accept })
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', accept)
    assert.deepEqual(Object.keys(answer.json()), ['data', 'evaluated', 'rejected', 'meta'])
  }
})

test('a refusal stays the JSON of every refusal', async () => {
  const refused: [status: number, answer: Answer][] = [
    [400, await post({ firms: [] }, linesAsked)],
    [401, await post({ companies }, linesAsked, 'nobody')],
    [403, await post({ companies }, linesAsked, service.keys.pro)],
    [422, await post({ companies: [] }, linesAsked)],
  ]
  for (const [status, answer] of refused) {
    assert.equal(answer.status, status)
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.ok(answer.error().code)
  }
})

test('no other route takes notice of lines being asked for', async () => {
  const answer = await call(service.origin, 'POST', '/v1/match', {
    key: service.keys.enterprise,
    json: {},
    headers: linesAsked,
  })
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(answer.headers.vary, 'Authorization, X-API-Key, Accept-Encoding')
})

test('every valid company is counted before the first byte, and a reader who leaves is given none back', async () => {
  const key = service.keys.business
  const counted = async (): Promise<number> => {
    const { data } = (await service.get('/v1/key', { key })).json() as {
      data: { match_evaluations_this_month: number }
    }
    return data.match_evaluations_this_month
  }
  const before = await counted()
  const many = Array.from({ length: 300 }, (_, index) => ({ reference: `c${index}`, include_not_eligible: true }))
  await new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...linesAsked }
    const outgoing = httpRequest(`${service.origin}/v1/match/bulk`, { method: 'POST', headers, agent: false })
    outgoing.on('response', (incoming) => {
      incoming.once('data', () => outgoing.destroy())
      incoming.once('close', resolve)
      incoming.on('error', () => {})
    })
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify({ companies: many }))
  })
  assert.equal((await counted()) - before, 300)
})
