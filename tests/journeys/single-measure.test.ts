/** `GET /v1/subsidies/{id}` at the wire: every name a measure has, the clock, tags, and what is not found. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeMeasures } from '../../src/measures/merge.ts'
import { withdrawMeasure } from '../../src/measures/withdraw.ts'
import { engines } from '../harness/databases.ts'
import { input, sampleDefinition } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'

type Full = { id: string; slug: string; status: string; closes_at: string | null; [key: string]: unknown }

async function measure(service: TestService, name: string): Promise<Full> {
  const answer = await service.get(`/v1/subsidies/${name}`)
  assert.equal(answer.status, 200, answer.body.toString())
  return answer.json().data as Full
}

for (const engine of engines) {
  test(`${engine.name}: a measure answers to its id, its slug, and the ids and slugs of those merged into it`, async () => {
    const service = await startService(engine)
    try {
      await service.publish([
        input('a', { title: 'First support' }),
        input('b', { title: 'Second support' }),
        input('c', { title: 'Third support' }),
      ])
      await mergeMeasures(service.means, 'al:a', 'al:b')
      await mergeMeasures(service.means, 'al:b', 'al:c')
      for (const name of ['al:c', 'third-support', 'al:a', 'first-support', 'al:b', 'second-support', 'al%3Aa']) {
        assert.equal((await measure(service, name)).id, 'al:c', name)
      }
      assert.deepEqual((await measure(service, 'al:c')).related, {
        excludes: [],
        requires: [],
        variant_of: null,
        replaced_by: [],
        replaces: [],
        merged_from: ['al:a', 'al:b'],
      })
      const list = (await service.get('/v1/subsidies?include_withdrawn=true')).json() as { data: unknown[] }
      assert.equal(list.data.length, 1)
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: a withdrawn measure keeps answering, and says since when`, async () => {
    const service = await startService(engine)
    try {
      await service.publish([input('a')])
      assert.equal((await measure(service, 'al:a')).withdrawn_at, null)
      await withdrawMeasure(service.means, 'al:a')
      const withdrawn = await measure(service, 'support-a')
      assert.match(String(withdrawn.withdrawn_at), /^2026-03-03T10:\d\d:\d\d(\.\d{3})?\+01:00$/)
      assert.equal(withdrawn.version, 2)
      const coverage = (await service.get('/v1/coverage')).json()
      assert.equal(coverage.total, 0)
      assert.equal(coverage.withdrawn, 1)
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: status and served deadline follow the clock to the millisecond, before any job has run`, async () => {
    const service = await startService(engine, { start: Date.parse('2026-03-01T12:00:00Z') })
    try {
      const window = { opens_at: '2026-03-10', cut_offs: ['2026-03-20', '2026-03-29'] }
      await service.publish([input('a', { application_window: window })])
      const states: [at: string, status: string, closesAt: string][] = [
        ['2026-03-09T23:59:59.000+01:00', 'forthcoming', '2026-03-20T23:59:59.999+01:00'],
        ['2026-03-10T00:00:01.000+01:00', 'open', '2026-03-20T23:59:59.999+01:00'],
        ['2026-03-20T23:59:58.000+01:00', 'open', '2026-03-20T23:59:59.999+01:00'],
        ['2026-03-21T00:00:00.000+01:00', 'open', '2026-03-29T23:59:59.999+02:00'],
        ['2026-03-29T23:59:58.000+02:00', 'open', '2026-03-29T23:59:59.999+02:00'],
        ['2026-03-30T00:00:00.000+02:00', 'closed', '2026-03-29T23:59:59.999+02:00'],
      ]
      for (const [at, status, closesAt] of states) {
        service.clock.advance({ seconds: (Date.parse(at) - service.clock.now()) / 1000 })
        const { status: served, closes_at } = await measure(service, 'al:a')
        assert.deepEqual([served, closes_at], [status, closesAt], at)
        const list = (await service.get(`/v1/subsidies?status=${status}`)).json() as { meta: { total: number } }
        assert.equal(list.meta.total, 1, `${at}: the filter agrees`)
      }
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: exclusion is shown on both sides, and the side that did not change gets no version`, async () => {
    const service = await startService(engine)
    try {
      await service.publish([input('a', { related: { excludes: ['al:b', 'xx:unknown'] } }), input('b')])
      const [a, b] = [await measure(service, 'al:a'), await measure(service, 'al:b')]
      assert.deepEqual((a.related as { excludes: string[] }).excludes, ['al:b', 'xx:unknown'])
      assert.deepEqual((b.related as { excludes: string[] }).excludes, ['al:a'])
      await service.publish([input('a'), input('b')])
      const later = await measure(service, 'al:b')
      assert.deepEqual((later.related as { excludes: string[] }).excludes, [])
      assert.equal(later.version, 1)
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: what took a measure's place is named on both sides, follows merges, and gives a version to the side that says so`, async () => {
    const service = await startService(engine)
    const related = async (id: string) => (await measure(service, id)).related as Record<string, string[]>
    try {
      await service.publish([input('old'), input('next'), input('other')])
      await service.publish([input('old', { related: { replaced_by: ['al:next'] } }), input('next'), input('other')])
      const [old, next] = [await measure(service, 'al:old'), await measure(service, 'al:next')]
      assert.deepEqual([old.version, next.version], [2, 1])
      assert.deepEqual((await related('al:old')).replaced_by, ['al:next'])
      assert.deepEqual((await related('al:next')).replaces, ['al:old'])
      const { data } = (await service.get('/v1/subsidies/al:old/versions')).json() as {
        data: Record<string, unknown>[]
      }
      const newest = data.find(({ version }) => version === 2)
      assert.deepEqual(
        [newest?.type, newest?.severity, newest?.diff],
        ['subsidy.content_changed', 'low', { 'related.replaced_by': { from: [], to: ['al:next'] } }],
      )
      await mergeMeasures(service.means, 'al:next', 'al:other')
      assert.deepEqual((await related('al:other')).replaces, ['al:old'])
      await service.publish([input('old'), input('next'), input('other')])
      assert.deepEqual((await related('al:other')).replaces, [])
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: a run that changed nothing moves last_checked_at and nothing else`, async () => {
    const service = await startService(engine)
    try {
      await service.publish([input('a')])
      const before = await measure(service, 'al:a')
      service.clock.advance({ hours: 5 })
      const run = await service.publish([input('a')])
      assert.deepEqual([run.created, run.changed, run.unchanged], [0, 0, 1])
      const after = await measure(service, 'al:a')
      const checked = (full: Full) => (full.source as { last_checked_at: string }).last_checked_at
      assert.notEqual(checked(after), checked(before))
      assert.equal(after.version, 1)
      assert.equal(after.updated_at, before.updated_at)
    } finally {
      await service.stop()
    }
  })

  test(`${engine.name}: a source that says link_only withholds texts everywhere, and its links stand`, async () => {
    const service = await startService(engine, { definitions: [sampleDefinition({ reuse_mode: 'link_only' })] })
    try {
      await service.publish([
        input('a', {
          summary: 'Secret summary',
          description: 'Secret words',
          conditions: [{ id: 'c', text: 'Secret condition', kind: 'standing' }],
          legal_basis: [{ title: 'Secret decree', url: 'https://example.org/decree' }],
        }),
      ])
      for (const path of ['/v1/subsidies/al:a', '/v1/subsidies?view=full', '/v1/subsidies/al:a/versions/1']) {
        const answer = await service.get(path)
        assert.equal(answer.status, 200)
        assert.ok(!answer.body.toString().includes('Secret'), path)
        assert.ok(answer.body.toString().includes('https://alpha.example/a'), path)
      }
      const found = (await service.get('/v1/subsidies?q=secret')).json() as { data: unknown[] }
      assert.deepEqual(found.data, [], 'what is not served is not found either')
    } finally {
      await service.stop()
    }
  })
}

test('the tag of a measure asks again for nothing, changes with the measure, and the 304 counts as a request', async () => {
  const [embedded] = engines
  if (embedded === undefined) throw new Error('there is always the embedded store')
  const service = await startService(embedded)
  try {
    await service.publish([input('a')])
    const options = { key: service.keys.pro }
    const first = await service.get('/v1/subsidies/al:a', options)
    const conditional = { ...options, headers: { 'if-none-match': first.headers.etag ?? '' } }
    const second = await service.get('/v1/subsidies/al:a', conditional)
    assert.equal(second.status, 304)
    assert.equal(Number(first.headers['x-quota-remaining']) - Number(second.headers['x-quota-remaining']), 1)
    await service.publish([input('a', { summary: 'New' })])
    assert.equal((await service.get('/v1/subsidies/al:a', conditional)).status, 200)
  } finally {
    await service.stop()
  }
})

test('an id that nobody has, of any form, is 404 subsidy_not_found with the id in its details', async () => {
  const [embedded] = engines
  if (embedded === undefined) throw new Error('there is always the embedded store')
  const service = await startService(embedded)
  try {
    await service.publish([input('a')])
    for (const [path, subsidy] of [
      ['al:nobody', 'al:nobody'],
      ['no-such-slug', 'no-such-slug'],
      ['AL:A', 'AL:A'],
      ['a%20b', 'a b'],
      ['x'.repeat(3000), 'x'.repeat(3000)],
    ] as const) {
      for (const suffix of ['', '?as_of=2026-03-03', '/versions', '/versions/1']) {
        const answer = await service.get(`/v1/subsidies/${path}${suffix}`)
        assert.equal(answer.status, 404, path.slice(0, 20))
        assert.equal(answer.error().code, 'subsidy_not_found')
        assert.deepEqual(answer.error().details, { subsidy })
      }
    }
    for (const path of ['%zz', '%ff', 'al%']) {
      assert.equal((await service.get(`/v1/subsidies/${path}`)).error().code, 'subsidy_not_found', path)
    }
  } finally {
    await service.stop()
  }
})
