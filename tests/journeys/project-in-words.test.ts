/** `project.text` at the wire: read as topics and cost types, shown back, and stored nowhere (contract 5, 11). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { type Answer, call } from '../harness/http.ts'
import { input } from '../harness/ingestion.ts'
import { mcpCaller } from '../harness/mcp.ts'
import { startService, type TestService } from '../harness/service.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

const company = { postcode: '9000', employees: 8 }
const text = 'Zonnepanelen op het dak van onze bakkerij, en de werknemers opleiden'
/** What the purposes of the text are about, as the table of purposes has it. */
const topics = ['renewable_energy', 'training']

let service: TestService
before(async () => {
  service = await startService(embedded)
  await service.publish([
    input('sun', { status: 'open', topics: ['renewable_energy'] }),
    input('train', { status: 'open', topics: ['training'] }),
    input('sea', { status: 'open', topics: ['fisheries'] }),
  ])
})
after(() => service.stop())
const post = (path: string, json: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  call(service.origin, 'POST', path, { key: service.keys.enterprise, json, headers })
const mcp = mcpCaller(() => ({ origin: service.origin, key: service.keys.enterprise }))

type Understood = { kind: string; text: string; id: string | null; label: string | null }
type Matched = {
  other_topic: number
  matches: { subsidy: { id: string }; status: string; score: number }[]
  meta: { understood?: Understood[] }
}
const match = async (project: unknown, more: object = {}): Promise<Matched> => {
  const answer = await post('/v1/match', { company, project, ...more })
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json() as unknown as Matched
}
const verdicts = ({ matches, other_topic }: Pick<Matched, 'matches' | 'other_topic'>) => ({
  matches: matches.map(({ subsidy, status, score }) => ({ id: subsidy.id, status, score })),
  other_topic,
})

test('a project in words is judged as the topics and cost types of its purposes are, and what was understood is shown', async () => {
  const inWords = await match({ text }, { language: 'nl' })
  const purposes = inWords.meta.understood?.filter(({ kind }) => kind === 'purpose') ?? []
  assert.deepEqual(
    purposes.map((one) => one.text),
    ['Zonnepanelen', 'opleiden'],
  )
  assert.deepEqual(Object.keys(purposes[0] ?? {}).sort(), ['id', 'kind', 'label', 'text'])
  assert.equal(inWords.other_topic, 1)
  assert.deepEqual(
    verdicts(inWords)
      .matches.map(({ id }) => id)
      .slice(0, 2)
      .sort(),
    ['al:sun', 'al:train'],
  )
  assert.notDeepEqual(verdicts(inWords), verdicts(await match({})))
  assert.deepEqual(verdicts(await match({ text: 'solar panels, training' })).other_topic, 1, 'in any language')
})

test('what is given stands beside what the words mean', async () => {
  const both = await match({ topics: ['fisheries'], text: 'opleiden' })
  assert.equal(both.other_topic, 1)
  assert.deepEqual(
    verdicts(both)
      .matches.map(({ id }) => id)
      .slice(0, 2)
      .sort(),
    ['al:sea', 'al:train'],
  )
  assert.deepEqual(
    verdicts(await match({ topics: ['fisheries'], text: 'xyzzy' })),
    verdicts(await match({ topics: ['fisheries'] })),
  )
})

test('understood stands only where words are given, also where nothing in them was understood', async () => {
  for (const project of [{}, { topics }, { text: null }, null])
    assert.equal('understood' in (await match(project)).meta, false, JSON.stringify(project))
  assert.deepEqual((await match({ text: '' })).meta.understood, [])
  assert.deepEqual((await match({ text: 'qwrtp' })).meta.understood, [
    { kind: 'word', text: 'qwrtp', id: null, label: null },
  ])
})

test('more than 500 characters are 422, another type is 400, and an astral character counts once', async () => {
  assert.equal((await post('/v1/match', { project: { text: '\u{1F41F}'.repeat(500) } })).status, 200)
  const long = await post('/v1/match', { project: { text: 'a'.repeat(501) } })
  assert.deepEqual([long.status, (long.json().error as { details: object }).details], [422, { field: 'project.text' }])
  for (const wrong of [5, ['zon'], {}]) {
    const refused = await post('/v1/match', { project: { text: wrong } })
    assert.equal(refused.status, 400, JSON.stringify(wrong))
  }
})

test('an entry of a bulk says what was understood of it, is judged as alone, and a fault is its own', async () => {
  const companies = [
    { reference: 'words', company, project: { text }, language: 'nl' },
    { reference: 'plain', company, project: { topics } },
    { reference: 'long', company, project: { text: 'a'.repeat(501) } },
  ]
  const { data, evaluated } = (await post('/v1/match/bulk', { companies })).json() as unknown as {
    data: {
      result: (Omit<Matched, 'meta'> & { understood?: Understood[] }) | null
      error: { details: object } | null
    }[]
    evaluated: number
  }
  const [words, plain, long] = data
  const alone = await match({ text }, { language: 'nl' })
  assert.ok(words?.result && plain?.result)
  assert.deepEqual(words.result.understood, alone.meta.understood)
  assert.deepEqual(verdicts(words.result), verdicts(alone))
  assert.equal('understood' in plain.result, false)
  assert.deepEqual([long?.result, long?.error?.details], [null, { field: 'project.text' }])
  assert.equal(evaluated, 2)
  const forged = await post('/v1/match/bulk', { companies: [{ reference: 'a', company, understood: [] }] })
  assert.equal(forged.status, 400)
})

test('the tools take a project in words as their routes do', async () => {
  const matched = (await mcp.answers('match_company', {
    company,
    project: { text },
    language: 'nl',
  })) as unknown as Matched
  const alone = await match({ text }, { language: 'nl' })
  assert.deepEqual(matched.meta.understood, alone.meta.understood)
  assert.deepEqual(verdicts(matched), verdicts(alone))
  const explained = (await mcp.answers('explain_eligibility', {
    ...{ id: 'al:sun', company, project: { text }, language: 'nl' },
  })) as unknown as { meta: { understood?: Understood[] }; match: { score: number } }
  assert.deepEqual(explained.meta.understood, alone.meta.understood)
  assert.equal(explained.match.score, alone.matches.find(({ subsidy }) => subsidy.id === 'al:sun')?.score)
})

test('a watchlist refuses a project in words and says why, and holds no place for it', async () => {
  const { data: list } = (await post('/v1/watchlists', { name: 'Clients' })).json() as { data: { id: string } }
  const path = `/v1/watchlists/${list.id}/companies`
  const upload = (project: object) =>
    call(service.origin, 'POST', path, {
      key: service.keys.enterprise,
      json: { companies: [{ reference: 'a', company, project }] },
    })
  const refused = await upload({ text })
  const { error } = refused.json() as { error: { code: string; message: string; details: object } }
  assert.equal(refused.status, 400)
  assert.match(error.message, /project\.text is unknown here\. .*never stored: give its `topics` and `cost_types`/)
  assert.ok(!error.message.includes('Zonnepanelen'))
  assert.equal((await upload({ topics })).status, 200)
  const { data } = (await service.get(path)).json() as unknown as { data: { project: object }[] }
  assert.ok(data[0] !== undefined && !('text' in data[0].project))
})
