import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { input, sampleDefinition } from '../../../tests/harness/ingestion.ts'
import { startService, type TestService } from '../../../tests/harness/service.ts'
import { syncSources } from '../publishing/switch-source.ts'
import { withdrawMeasure } from '../withdraw.ts'

const [embedded] = engines
if (embedded === undefined) throw new Error('there is always the embedded store')

let service: TestService
before(async () => {
  service = await startService(embedded)
  await service.publish([input('a', { title: { nl: 'Steun', en: 'Support' }, summary: 'Old.' })])
  await service.publish([input('a', { title: { nl: 'Hulp', en: 'Aid' }, summary: 'New.' })])
  await withdrawMeasure(service.means, 'al:a')
})
after(() => service.stop())

type Version = Record<string, unknown> & { version: number; diff: Record<string, unknown> }

async function data<Data>(path: string): Promise<Data> {
  const answer = await service.get(path)
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json().data as Data
}

async function refused(path: string, key = service.keys.enterprise) {
  // The bucket of the smallest plan holds a second's worth.
  service.clock.advance({ seconds: 1 })
  const answer = await service.get(path, { key })
  return { status: answer.status, ...answer.error() }
}

test('GET versions: every version newest first in one answer, with exactly the keys of the contract', async () => {
  const answer = (await service.get('/v1/subsidies/al:a/versions')).json() as { data: Version[]; pagination: unknown }
  assert.deepEqual(
    answer.data.map(({ version, type, severity }) => [version, type, severity]),
    [
      [3, 'subsidy.withdrawn', 'high'],
      [2, 'subsidy.content_changed', 'low'],
      [1, 'subsidy.created', 'high'],
    ],
  )
  for (const element of answer.data) {
    assert.deepEqual(Object.keys(element), [
      ...['version', 'valid_from', 'valid_to', 'event_id', 'type', 'categories', 'severity', 'diff'],
    ])
  }
  assert.deepEqual(answer.data[1]?.diff, {
    'title.nl': { from: 'Steun', to: 'Hulp' },
    'title.en': { from: 'Support', to: 'Aid' },
    'summary.en': { from: 'Old.', to: 'New.' },
  })
  assert.deepEqual(answer.data[2]?.diff, {})
  assert.deepEqual(answer.pagination, { has_more: false, limit: 3 })
})

test('GET versions/{version}: the full record as it was and `change`, in the language asked', async () => {
  const current = await data<Version>('/v1/subsidies/al:a')
  const first = await data<Version>('/v1/subsidies/al:a/versions/1?lang=nl')
  assert.deepEqual(Object.keys(first), [...Object.keys(current), 'change'])
  assert.deepEqual([first.title, first.summary, first.version, first.withdrawn_at], ['Steun', 'Old.', 1, null])
  const [newest] = await data<Version[]>('/v1/subsidies/al:a/versions')
  assert.deepEqual((await data<Version>('/v1/subsidies/support/versions/3')).change, newest)
  assert.deepEqual({ ...(await data<Version>('/v1/subsidies/al:a/versions/3')), change: 0 }, { ...current, change: 0 })
})

for (const path of ['0', '4', '01', '1.0', '-1', 'one', '99999999999', '1e0']) {
  test(`GET versions/${path}: what names no version is 404 version_not_found, with the current one`, async () => {
    const { status, code, message } = await refused(`/v1/subsidies/al:a/versions/${path}`)
    assert.deepEqual([status, code], [404, 'version_not_found'])
    assert.match(message, /current version is 3\b/)
  })
}

test('GET as_of: the refusal names the date of the first version', async () => {
  const early = await refused('/v1/subsidies/al:a?as_of=2020-01-01')
  assert.deepEqual([early.status, early.code], [404, 'version_not_found'])
  assert.match(early.message, /2026-03-03T10:/)
})

for (const path of ['', '/versions', '/versions/1', '?as_of=2026-03-04']) {
  test(`GET /v1/subsidies/al:nobody${path}: an unknown measure is 404 subsidy_not_found, naming it`, async () => {
    const { status, code, details } = await refused(`/v1/subsidies/al:nobody${path}`)
    assert.deepEqual([status, code, details], [404, 'subsidy_not_found', { subsidy: 'al:nobody' }])
  })
}

const lacking: [path: string, capability: string][] = [
  ['/v1/subsidies/al:a/versions', 'history'],
  ['/v1/subsidies/al:a/versions/1', 'history'],
  ['/v1/subsidies/al:nobody/versions', 'history'],
  ['/v1/subsidies/al:a/versions/none?lang=xx', 'history'],
  ['/v1/subsidies/al:a?as_of=2026-03-04', 'as_of'],
  ['/v1/subsidies/al:a?as_of=not-a-date', 'as_of'],
  ['/v1/subsidies/al:a?no_such=1&as_of=', 'as_of'],
  ['/v1/subsidies/al:nobody?as_of=2026-03-04', 'as_of'],
]
for (const [path, capability] of lacking) {
  test(`GET ${path}: the developer plan lacks ${capability}, and is told so before anything is read or looked for`, async () => {
    const error = await refused(path, service.keys.developer)
    assert.deepEqual([error.status, error.code], [403, 'plan_required'])
    assert.deepEqual(error.details, { capability, required_plan: 'pro' })
    assert.equal(error.required_plan, 'pro')
  })
}

test('GET /v1/subsidies/{id}: the developer plan reads the measure of now', async () => {
  service.clock.advance({ seconds: 1 })
  assert.equal((await service.get('/v1/subsidies/al:a', { key: service.keys.developer })).status, 200)
})

test('the licence of now holds in old versions, in as_of and in diffs', async () => {
  const closed = { ...sampleDefinition(), reuse_mode: 'link_only' as const }
  await syncSources(service.means, { file: 'sources.yaml', definitions: [closed], folder: '/' })
  assert.equal((await data<Version>('/v1/subsidies/al:a/versions/1')).summary, null)
  assert.equal((await data<Version>('/v1/subsidies/al:a?as_of=2030-01-01')).summary, null)
  const versions = await data<Version[]>('/v1/subsidies/al:a/versions')
  assert.deepEqual(versions[1]?.diff['summary.en'], { from: null, to: null })
  assert.deepEqual(versions[1]?.diff['title.nl'], { from: 'Steun', to: 'Hulp' })
})
