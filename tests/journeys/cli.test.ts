/** The operator's commands: what stands on standard output, how they end, and that they work beside a running service. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import type { Answer } from '../harness/http.ts'
import { operatorOn } from '../harness/operator.ts'
import { fileSource, type ProcessScene, processScene, type Run, record, records } from '../harness/process.ts'
import { until } from '../harness/started-process.ts'

const runKeys = 'id started_at finished_at status seen created changed unchanged withdrawn rejected error'.split(' ')
const sourceKeys =
  'id name prefix publisher url government_level regions licence reuse_mode attribution enabled expected_every_hours freshness last_run_at last_success_at last_change_at measures runs profiles rejected'.split(
    ' ',
  )
const measureKeys =
  'id slug source_id version status closes_at created_at updated_at withdrawn_at operator_withdrawn merged_into merged_from record'.split(
    ' ',
  )
/** What one process has committed, another shows within a second; one more for a machine that is busy with other tests. */
const showsWithinMs = 2_000

type Coverage = { by_source: Record<string, number | undefined> }
type SourceDocument = { enabled: boolean; runs: Run[]; rejected: unknown[]; measures: number }

const sorted = (value: object): string[] => Object.keys(value).toSorted()

for (const engine of engines) {
  describe(engine.name, () => {
    let scene: ProcessScene
    before(async () => {
      const sources = () => [
        fileSource('city'),
        fileSource('town', { settings: { path: 'town.yaml' } }),
        fileSource('shed', { enabled: false }),
      ]
      scene = await processScene(engine, { sources })
      await scene.lists('city', records(20))
      await writeFile(
        path.join(scene.folder, 'town.yaml'),
        '- { local_id: t1, title: Town, url: https://town.example/1 }\n',
      )
    })
    after(() => scene[Symbol.asyncDispose]())

    test('accounts and keys: each command prints its document, and a key is in none but the one that made it', async () => {
      const { operator } = scene
      const account = await operator.done('accounts', 'create', '--email', 'jan@example.org', '--plan', 'pro')
      const { id } = account
      assert.deepEqual(account, { id, email: 'jan@example.org', plan: 'pro' })
      assert.match(String(id), /^acc_/)
      const bare = await operator.done('accounts', 'create', '--email', 'an@example.org')
      assert.deepEqual(bare, { id: bare.id, email: 'an@example.org', plan: null })
      const words = ['--mode', 'test', '--name', 'mine']
      const key = await operator.done<{ id: string; key: string }>('keys', 'create', '--account', String(id), ...words)
      assert.match(key.key, /^sm_test_[0-9A-Za-z]{40}$/)
      assert.deepEqual(key, { id: key.id, key: key.key, mode: 'test', prefix: key.key.slice(0, 12) })

      const listed = await operator.done<Record<string, unknown>[]>('accounts', 'list')
      assert.deepEqual(
        listed.map(sorted),
        [1, 2].map(() => ['created_at', 'email', 'email_verified', 'id', 'language', 'operator', 'plan', 'plan_by']),
      )
      const shown = await operator.done<{ keys: object[] }>('accounts', 'show', 'JAN@example.org')
      const keys = await operator.done<object[]>('keys', 'list', '--account', String(id))
      assert.deepEqual(shown.keys, keys)
      assert.deepEqual(keys.map(sorted), [['created_at', 'id', 'mode', 'name', 'prefix', 'revoked_at']])
      const planned = await operator.done('accounts', 'set-plan', String(id), 'none')
      assert.deepEqual(planned, { id, email: 'jan@example.org', plan: null })
      const revoked = await operator.done('keys', 'revoke', key.id)
      assert.equal(typeof revoked.revoked_at, 'string')
      assert.deepEqual(await operator.done('accounts', 'delete', 'an@example.org'), { id: bare.id, deleted: true })
      assert.equal(await operator.refused('accounts', 'show', String(bare.id)), 'not_found')
      for (const document of [listed, shown, keys, planned, revoked])
        assert.ok(!JSON.stringify(document).includes(key.key))
    })

    test('what is refused says so with the code that the API has for it, and exit status 1', async () => {
      const { refused } = scene.operator
      assert.equal(await refused('accounts', 'create', '--email', 'nobody'), 'invalid_body')
      assert.equal(await refused('accounts', 'show', 'nobody@example.org'), 'not_found')
      assert.equal(await refused('accounts', 'set-plan', 'acc_0', 'pro'), 'not_found')
      assert.equal(await refused('keys', 'revoke', 'key_0'), 'not_found')
      for (const word of ['show', 'enable', 'disable', 'confirm']) {
        assert.equal(await refused('sources', word, 'nowhere'), 'source_not_found')
      }
      for (const word of ['show', 'withdraw', 'reinstate']) {
        assert.equal(await refused('measures', word, 'city:none'), 'subsidy_not_found')
      }
      assert.equal(await refused('ingest', 'nowhere'), 'source_not_found')
      assert.equal(await refused('ingest', 'city', 'nowhere'), 'source_not_found')
      assert.equal(await refused('ingest', 'shed'), 'conflict')
      assert.equal(await refused('ingest', 'city', 'shed'), 'conflict')
      assert.equal(await refused('ingest', 'city', 'town', '--file', 'x.json'), 'conflict')
      assert.equal(await refused('sources', 'confirm', 'city'), 'conflict')
      const { runs } = await scene.operator.done<SourceDocument>('sources', 'show', 'city')
      assert.deepEqual(runs, [], 'no run was made')
    })

    test('ingest prints the run, whatever became of it; a list for several sources and without names', async () => {
      const { operator } = scene
      const one = await operator.done<Run>('ingest', 'city')
      assert.deepEqual(sorted(one), runKeys.toSorted())
      assert.deepEqual([one.status, one.created], ['succeeded', 20])
      const two = await operator.done<Run[]>('ingest', 'town', 'city')
      assert.deepEqual(
        two.map(({ created, unchanged }) => [created, unchanged]),
        [
          [1, 0],
          [0, 20],
        ],
      )
      assert.equal((await operator.done<Run[]>('ingest')).length, 2, 'every enabled source')

      const failed = await operator.command('ingest', 'town', '--file', path.join(scene.folder, 'none.json'), '--json')
      assert.equal(failed.status, 1)
      assert.equal(failed.document<Run>().status, 'failed')
      const both = await operator.command('ingest', 'city', 'town', '--json')
      assert.equal(both.status, 0)

      await scene.lists('city', [
        ...records(4),
        { local_id: 'm4', title: '', url: 'https://city.example/m4' },
        { url: 3 },
      ])
      assert.equal((await operator.done<Run>('ingest', 'city')).rejected, 2)
      const { rejected, ...source } = await operator.done<SourceDocument>('sources', 'show', 'city')
      assert.deepEqual(sorted({ ...source, rejected }), sourceKeys.toSorted())
      assert.deepEqual(
        rejected.map((row) => Object.entries(Object(row)).map(([name, value]) => (name === 'reason' ? name : value))),
        [
          [5, 'm4', 'reason'],
          [6, null, 'reason'],
        ],
      )
    })

    test('a held run ends with status 3, publishes nothing, and is what list and show tell of the source; confirm publishes it', async () => {
      const { operator } = scene
      await scene.lists('city', records(4))
      assert.equal((await operator.done<Run>('ingest', 'city')).withdrawn, 0, 'missed once')
      const held = await scene.command('ingest', 'city', '--json')
      assert.equal(held.status, 3)
      assert.deepEqual([held.document<Run>().status, held.document<Run>().withdrawn], ['held', 0])
      assert.equal(held.error.includes('{'), false, 'progress alone stands on standard error')
      const { id, error } = held.document<Run>()
      const listed = await operator.done<{ id: string; last_run: unknown }[]>('sources', 'list')
      assert.deepEqual(listed.find((source) => source.id === 'city')?.last_run, {
        ...{ id, status: 'held', seen: 4, changed: 0, rejected: 0, error },
      })
      assert.match((await operator.command('sources', 'list')).out, /^city {2}.* {2}held {2}/m)
      const shown = (await operator.command('sources', 'show', 'city')).out
      assert.ok(shown.includes(`${error}\n`), shown)
      const differing = shown.split('\n').filter((line) => / {2}differs$/.test(line))
      assert.deepEqual(
        differing.map((line) => line.split(/ {2,}/)),
        [['not listed', '16 (80 %)', '16 (80 %)', 'differs']],
      )
      const mixed = await operator.command('ingest', 'town', 'city', '--json')
      assert.deepEqual(
        mixed.document<Run[]>().map(({ status }) => status),
        ['succeeded', 'held'],
      )
      assert.equal(mixed.status, 3)
      const confirmed = await operator.done<Run>('sources', 'confirm', 'city')
      assert.deepEqual(sorted(confirmed), runKeys.toSorted())
      assert.deepEqual([confirmed.status, confirmed.withdrawn], ['succeeded', 16])
    })

    test('sources and measures: what is shown, switched and merged comes back as it then stands', async () => {
      const { operator } = scene
      const listed = await operator.done<{ id: string; enabled: boolean }[]>('sources', 'list')
      assert.deepEqual(
        listed.map(({ id, enabled }) => [id, enabled]),
        [
          ['city', true],
          ['town', true],
          ['shed', false],
        ],
      )
      assert.equal((await operator.done<SourceDocument>('sources', 'disable', 'town')).measures, 0)
      assert.equal((await operator.done<SourceDocument>('sources', 'enable', 'town')).enabled, true)
      await operator.done('ingest', 'town')
      const shown = await operator.done('measures', 'show', 'town')
      assert.deepEqual(sorted(shown), measureKeys.toSorted())
      assert.deepEqual([shown.id, shown.withdrawn_at], ['town:t1', null])
      assert.equal((await operator.done('measures', 'withdraw', 'town:t1')).operator_withdrawn, true)
      assert.equal((await operator.done('measures', 'reinstate', 'town:t1')).withdrawn_at, null)
      const survivor = await operator.done('measures', 'merge', 'city:m1', 'city:m0')
      assert.deepEqual([survivor.id, survivor.merged_from], ['city:m0', ['city:m1']])
      assert.equal((await operator.done('measures', 'show', 'city:m1')).id, 'city:m0', 'the survivor')
      assert.equal(await operator.refused('measures', 'merge', 'city:m0', 'city:m1'), 'conflict')
    })

    test('a command about accounts, keys or measures that is given without the sources file leaves the sources as they are', async () => {
      const { SOURCES_FILE: _given, ...environment } = scene.environment
      const elsewhere = operatorOn(environment)
      await elsewhere.done('accounts', 'list')
      await elsewhere.done('keys', 'list', '--account', 'jan@example.org')
      await elsewhere.done('measures', 'show', 'town:t1')
      const sources = await scene.operator.done<{ id: string; measures: number }[]>('sources', 'list')
      assert.deepEqual(
        sources.map(({ id, measures }) => [id, measures]),
        [
          ['city', 3],
          ['town', 1],
          ['shed', 0],
        ],
      )
    })

    test('doctor, migrate and openapi print one document each', async () => {
      const { operator } = scene
      type Finding = { check: string; level: string; tasks: { id: string; detail: string | null }[] }
      const { findings, faults } = await operator.done<{ findings: Finding[]; faults: number }>('doctor')
      assert.equal(faults, 0)
      const unread = findings.find(({ check }) => check === 'curating unchecked')
      assert.equal(unread?.level, 'advice')
      assert.ok(
        unread.tasks.some(({ id, detail }) => id === 'town:t1' && detail === 'never'),
        'a record nobody read',
      )
      for (const finding of findings) assert.deepEqual(sorted(finding), ['check', 'level', 'message', 'tasks'])
      assert.deepEqual(
        findings.filter(({ check }) => check === 'watchlists').map(({ level }) => level),
        ['ok'],
      )
      assert.deepEqual(await operator.done('migrate'), { applied: [] })
      const elsewhere = operatorOn({ ...scene.environment, BASE_URL: 'https://api.example.org' })
      const document = await elsewhere.done<{ openapi: string; servers: object[] }>('openapi')
      assert.match(document.openapi, /^3\.1/)
      assert.deepEqual(document.servers, [{ url: 'https://api.example.org' }])
    })

    test('as a process: one document or text on standard output, nothing else there, and the exit status', async () => {
      const rows: [words: string, status: number, document: RegExp | null][] = [
        ['sources list --json', 0, /^\[\{"id":"city",.*\}\]\n$/],
        ['sources show nowhere --json', 1, /^\{"error":\{"code":"source_not_found",.*,"details":\{.*\}\}\}\n$/],
        ['ingest town --file none.yaml --json', 1, /^\{"id":"run_.*,"status":"failed",.*\}\n$/],
        ['sources show nowhere', 1, null],
        ['sources', 2, null],
      ]
      await Promise.all(
        rows.map(async ([words, status, document]) => {
          const ended = await scene.command(...words.split(' '))
          assert.equal(ended.status, status, words)
          if (document === null) assert.equal(ended.out, '', 'a failure is told on standard error')
          else assert.match(ended.out, document)
          assert.equal(ended.error === '', document !== null, words)
        }),
      )
    })

    test('sources check without a network says so in a line, and lists no page', async () => {
      const ended = await scene.command('sources', 'check', 'city')
      assert.equal(ended.status, 1)
      assert.match(ended.out, /^No page could be reached: nothing was recorded\. Check again .*\n$/)
    })

    test('--file is looked for where the command is given, not where the project is', async () => {
      await writeFile(path.join(scene.folder, 'given.json'), JSON.stringify([record('from-file')]))
      const ended = await scene.commandIn(scene.folder, 'ingest', 'town', '--file', 'given.json', '--json')
      assert.deepEqual([ended.status, ended.document<Run>().created], [0, 1])
    })

    test('a revoked key is refused by the next request, and a plan holds from the next request', async () => {
      const { customer, operator, command } = scene
      const [{ key, keyId, account }, service] = await Promise.all([customer('pro'), scene.serve(['--role', 'api'])])
      const other = await operator.done<{ key: string }>(
        ...['keys', 'create', '--account', account, '--mode', 'live', '--name', 'other'],
      )
      assert.equal((await service.get('/v1/key', { key })).status, 200)
      assert.equal((await command('keys', 'revoke', keyId)).status, 0)
      assert.equal((await service.get('/v1/key', { key })).status, 401)

      const next = (): Promise<Answer> => service.get('/v1/key', { key: other.key })
      assert.equal((await next()).headers['x-quota-limit'], '100000')
      await operator.done('accounts', 'set-plan', account, 'none')
      assert.equal((await next()).status, 402)
      await operator.done('accounts', 'set-plan', account, 'business')
      assert.equal((await next()).headers['x-quota-limit'], '500000')
      assert.equal(await service.process.stop(), 0)
    })

    test('what a command publishes the next keyed request shows, and a process that is not asked within a second', async () => {
      const { customer, operator } = scene
      const [{ key }, asked, idle] = await Promise.all([
        customer('business'),
        scene.serve(['--role', 'api']),
        scene.serve(['--role', 'api']),
      ])
      const seen = async (target: string): Promise<Record<string, unknown>> =>
        Object((await asked.get(target, { key })).json().data)
      const coverage = async (): Promise<Coverage> => (await idle.get('/v1/coverage')).json() as Coverage
      await scene.lists('city', [...records(4), record('new')])
      await operator.done('ingest', 'city', 'town')
      const listed = (await operator.done<SourceDocument>('sources', 'show', 'city')).measures

      assert.equal((await seen('/v1/subsidies/city:new')).withdrawn_at, null)
      await until('the new measure', async () => (await coverage()).by_source.city === listed, showsWithinMs)

      await operator.done('measures', 'withdraw', 'city:new')
      assert.notEqual((await seen('/v1/subsidies/city:new')).withdrawn_at, null)
      await until('the withdrawal', async () => (await coverage()).by_source.city === listed - 1, showsWithinMs)

      await operator.done('measures', 'merge', 'city:m3', 'city:m2')
      assert.equal((await seen('/v1/subsidies/city:m3')).id, 'city:m2')
      await until('the merge', async () => (await coverage()).by_source.city === listed - 2, showsWithinMs)

      await operator.done('sources', 'disable', 'city')
      assert.deepEqual(await seen('/v1/subsidies?source=city'), [])
      assert.equal((await idle.get('/v1/sources/city')).status, 404)
      await until('the end of the source', async () => (await coverage()).by_source.city === undefined, showsWithinMs)
      assert.deepEqual(await Promise.all([asked.process.stop(), idle.process.stop()]), [0, 0])
    })
  })
}
