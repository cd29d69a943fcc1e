import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { sampleDefinition, testClock, testStart } from '../../tests/harness/ingestion.ts'
import type { Call } from '../contract/call.ts'
import { Refusal } from '../contract/refusals.ts'
import type { RouteRecord } from '../contract/route.ts'
import { type SourceNeeds, sourceRoutes } from './routes.ts'
import type { Run, SourceEntry } from './source/source.ts'
import { SourcesView } from './view.ts'

const hourMs = 3_600_000

function run(number: number): Run {
  const startedAt = testStart - number * hourMs
  const counts = { seen: 4, created: 1, changed: 1, unchanged: 1, withdrawn: 0, rejected: 1 }
  const ended = { finishedAt: startedAt + 1_500, status: 'succeeded' as const, error: null }
  return { id: `run_${number}`, sourceId: 'alpha', startedAt, ...ended, ...counts }
}

function entry(id: string, enabled: boolean, changes: Partial<SourceEntry> = {}): SourceEntry {
  const source = {
    definition: sampleDefinition({ id, prefix: id }),
    folder: '/',
    position: 0,
    listed: true,
    operatorWord: enabled ? null : false,
    enabled,
    freshness: 'never' as const,
    failedInARow: 0,
    lastRunAt: null,
    lastSuccessAt: null,
    lastChangeAt: null,
    publishedRelease: null,
    createdAt: testStart,
  }
  return { source, measures: 0, runs: [], ...changes }
}

const runs = Array.from({ length: 12 }, (_, index) => run(index + 1))
const ran = entry('alpha', true, { measures: 3, runs })
const entries = [
  { ...ran, source: { ...ran.source, lastRunAt: testStart - hourMs, lastSuccessAt: testStart - 49 * hourMs } },
  entry('beta', true),
  entry('off', false),
]

async function answer(operation: string, path: Record<string, string> = {}): Promise<unknown> {
  const route = sourceRoutes.find((candidate) => candidate.operation === operation) as RouteRecord<SourceNeeds>
  const call: Call<SourceNeeds> = {
    requestId: 'req_x',
    now: testStart,
    signal: new AbortController().signal,
    path,
    query: {},
    header: () => undefined,
    cookies: {},
    body: undefined,
    idempotency: null,
    get caller(): never {
      throw new Error('an open route has no caller')
    },
    needs: { sources: new SourcesView({ load: async () => ({ entries }), clock: testClock(), published: () => null }) },
    warn: () => undefined,
    asLines: false,
    answerLimit: null,
    counted: { evaluations: 0 },
    warnings: [],
  }
  const { data } = await route.run(call)
  const schema = route.answers[200]?.schema
  assert.ok(schema !== undefined)
  const meta = route.shape === 'one' ? { meta: { request_id: 'req_x', warnings: [] } } : {}
  const body = JSON.parse(JSON.stringify({ data, ...meta }))
  assert.deepEqual(Compile(schema).Errors(body), [])
  return body.data
}

test('GET /v1/sources, 200: every source that is switched on, in the order of the file, with every key of contract 4', async () => {
  const [alpha, beta, ...others] = (await answer('listSources')) as Record<string, unknown>[]
  assert.deepEqual(others, [])
  assert.deepEqual(alpha, {
    id: 'alpha',
    name: 'Alpha',
    prefix: 'alpha',
    publisher: 'Agency Alpha',
    url: 'https://alpha.example',
    government_level: 'region',
    regions: ['flanders'],
    licence: { id: 'cc0', name: 'CC0', url: 'https://example.org/cc0' },
    reuse_mode: 'open',
    attribution: null,
    enabled: true,
    expected_every_hours: 24,
    freshness: 'stale',
    last_run_at: '2026-03-03T09:00:00+01:00',
    last_success_at: '2026-03-01T09:00:00+01:00',
    last_change_at: null,
    measures: 3,
  })
  assert.deepEqual([beta?.id, beta?.freshness, beta?.last_run_at], ['beta', 'never', null])
})

test('GET /v1/sources/{id}, 200: the newest ten runs, newest first; none for a source that never ran', async () => {
  const alpha = (await answer('getSource', { id: 'alpha' })) as { runs: Record<string, unknown>[] }
  assert.deepEqual(
    alpha.runs.map((shown) => shown.id),
    runs.slice(0, 10).map((shown) => shown.id),
  )
  assert.deepEqual(alpha.runs[0], {
    id: 'run_1',
    started_at: '2026-03-03T09:00:00+01:00',
    finished_at: '2026-03-03T09:00:01.500+01:00',
    status: 'succeeded',
    seen: 4,
    created: 1,
    changed: 1,
    unchanged: 1,
    withdrawn: 0,
    rejected: 1,
    error: null,
  })
  const beta = (await answer('getSource', { id: 'beta' })) as { runs: unknown[] }
  assert.deepEqual(beta.runs, [])
})

for (const id of ['nowhere', 'off', '', '../alpha']) {
  test(`GET /v1/sources/{id}, 404: "${id}" is unknown, switched off or no id at all, all alike`, async () => {
    await assert.rejects(answer('getSource', { id }), (error: unknown) => {
      assert.ok(error instanceof Refusal)
      assert.deepEqual([error.code, error.status, error.details], ['source_not_found', 404, { source: id }])
      return true
    })
  })
}
