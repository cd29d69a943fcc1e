/**
 * What the service was last started with is what every command uses: in whatever environment one is run, it switches
 * nothing off, and only a service takes another list of sources over.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { freePorts } from '../harness/free-ports.ts'
import { type Operator, operatorOn } from '../harness/operator.ts'
import {
  fileSource,
  type ProcessScene,
  processScene,
  type Run,
  record,
  records,
  type SourceEntry,
} from '../harness/process.ts'

type Listed = { id: string; enabled: boolean; measures: number }

/** The same store in another environment: with another sources file, or without one. */
function elsewhere(scene: ProcessScene, changes: Record<string, string> = {}): Operator {
  return operatorOn(environmentOf(scene, changes))
}

function environmentOf(scene: ProcessScene, changes: Record<string, string>): Record<string, string> {
  const { SOURCES_FILE: _ofService, ...environment } = scene.environment
  return { ...environment, ...changes }
}

async function writeList(scene: ProcessScene, name: string, sources: readonly SourceEntry[]): Promise<string> {
  const file = path.join(scene.folder, name)
  await writeFile(file, JSON.stringify({ sources }))
  return file
}

async function listed(operator: Operator): Promise<unknown[]> {
  return (await operator.done<Listed[]>('sources', 'list')).map(({ id, enabled, measures }) => [id, enabled, measures])
}

const noSource = { SOURCES_FILE: '' }

for (const engine of engines) {
  describe(`${engine.name}: last start`, { concurrency: 2 }, () => {
    test('no command switches anything off: without the sources file of the service, with another, or in another folder', async () => {
      await using scene = await processScene(engine)
      await scene.lists('city', records(12))
      const service = await scene.serve()
      await scene.operator.done('ingest', 'city')
      const other = await writeList(scene, 'other.json', [fileSource('village')])
      const commands = [
        ['sources', 'list'],
        ['sources', 'show', 'city'],
        ['sources', 'enable', 'city'],
        ['ingest'],
        ['ingest', 'city'],
        ['sources', 'check', 'city'],
        ['doctor'],
        ['measures', 'show', 'city:m0'],
      ]
      const statuses = []
      for (const words of commands) {
        const { code } = await scene.start([...words, '--json'], noSource).end()
        statuses.push([words.join(' '), code])
      }
      assert.deepEqual(
        statuses,
        // No page of the example can be reached, which `check` says with its status.
        commands.map((words) => [words.join(' '), words[1] === 'check' ? 1 : 0]),
      )
      const ofSources = [...commands.slice(0, 6), ['sources', 'disable', 'city'], ['sources', 'confirm', 'city']]
      for (const words of ofSources) {
        for (const file of [other, 'bundled']) {
          const refused = await elsewhere(scene, { SOURCES_FILE: file }).command(...words, '--json')
          assert.equal(refused.status, 1)
          const { error } = refused.document<{ error: { code: string; message: string } }>()
          assert.equal(error.code, 'wrong_setting')
          assert.match(
            error.message,
            /^SOURCES_FILE must be left out here, or name .*sources\.json\. .* Nothing was changed\.$/,
          )
        }
      }
      assert.equal((await service.get('/v1/coverage')).json().total, 12)
      assert.deepEqual(await listed(elsewhere(scene)), [['city', true, 12]])
      assert.equal(await service.process.stop(), 0)
    })

    test('a service keeps the list of the store, takes a file over, and goes back to the bundled list; it says which', async () => {
      await using scene = await processScene(engine)
      const own = scene.environment.SOURCES_FILE ?? ''
      const said = async (role: string, sourcesFile: string): Promise<string> => {
        const program = scene.start(['serve', '--role', role], { SOURCES_FILE: sourcesFile, PORT: '0' })
        if (role === 'api') await program.printed(/^Docs /m)
        else await program.printed(/^Background work has begun\.$/m, 'error')
        assert.equal(await program.stop(), 0)
        return /^Sources: .*$/m.exec(program.error)?.[0] ?? 'nothing'
      }
      assert.equal(await said('api', own), 'nothing', 'an api process takes nothing over')
      assert.deepEqual(await listed(elsewhere(scene, { SOURCES_FILE: own })), [['city', true, 0]], 'a command does')
      await scene.lists('city', records(12))
      await scene.operator.done('ingest', 'city')

      assert.equal(await said('worker', ''), `Sources: 1, from ${own}; kept by the store, SOURCES_FILE is not set.`)
      const other = await writeList(scene, 'other.json', [fileSource('city'), fileSource('village')])
      assert.equal(await said('api', other), 'nothing')
      assert.deepEqual(await listed(elsewhere(scene)), [['city', true, 12]])
      assert.equal(await said('worker', other), `Sources: 2, from ${other}.`)
      assert.deepEqual(await listed(elsewhere(scene)), [
        ['city', true, 12],
        ['village', true, 0],
      ])
      assert.match(await said('worker', 'bundled'), /^Sources: \d+, from the bundled list\.$/)
      const bundled = await elsewhere(scene).done<Listed[]>('sources', 'list')
      assert.deepEqual(bundled[0], { ...bundled[0], id: 'eu-funding-tenders', enabled: true })
      assert.deepEqual(
        bundled
          .filter(({ id }) => ['city', 'village'].includes(id))
          .map(({ enabled, measures }) => [enabled, measures]),
        [
          [false, 0],
          [false, 0],
        ],
        'what left the list is switched off, by the start of a service alone',
      )
    })

    test('doctor says what brings the measures of a source back that was away from the list', async () => {
      await using scene = await processScene(engine)
      await scene.lists('city', records(12))
      const own = scene.environment.SOURCES_FILE ?? ''
      const other = await writeList(scene, 'other.json', [fileSource('village')])
      const startedWith = async (file: string): Promise<void> => {
        const program = scene.start(['serve', '--role', 'worker'], { SOURCES_FILE: file, PORT: '0' })
        await program.printed(/^Background work has begun\.$/m, 'error')
        assert.equal(await program.stop(), 0)
      }
      const said = async (): Promise<unknown> => {
        const { findings } = await elsewhere(scene).done<{ findings: Record<string, unknown>[] }>('doctor')
        return findings.find(({ check }) => check === 'source city')
      }
      await startedWith(own)
      await elsewhere(scene).done('ingest', 'city')
      await startedWith(other)
      await startedWith(own)
      assert.deepEqual(await said(), {
        check: 'source city',
        level: 'warning',
        message: 'fresh, but all its measures are withdrawn. Try: npx subsidies ingest city',
        tasks: [],
      })
      await elsewhere(scene).done('ingest', 'city')
      const message = 'fresh, 12 measures, 12 of them unchecked: nobody has read them against their page for a year'
      assert.deepEqual(await said(), { check: 'source city', level: 'advice', message, tasks: [] })
    })

    test('a start that fails takes nothing over', async () => {
      await using scene = await processScene(engine)
      await scene.lists('city', records(12))
      const service = await scene.serve()
      await scene.operator.done('ingest', 'city')
      const other = await writeList(scene, 'other.json', [fileSource('village')])
      const { port } = new URL(service.origin)
      const second = scene.start(['serve'], { SOURCES_FILE: other, PORT: port })
      assert.equal((await second.end()).code, 1)
      assert.match(second.error, /^PORT must be a free port/)
      assert.deepEqual(await listed(elsewhere(scene)), [['city', true, 12]])
      assert.equal(await service.process.stop(), 0)
    })

    test('a file that was changed, moved or removed since the start: commands go on with what was started with', async () => {
      await using scene = await processScene(engine)
      await scene.lists('city', records(12))
      const service = await scene.serve()
      await scene.operator.done('ingest', 'city')
      const own = await writeList(scene, 'sources.json', [fileSource('village')])
      const same = elsewhere(scene, { SOURCES_FILE: own })
      assert.deepEqual(await listed(same), [['city', true, 12]], 'an edited file holds from the next start')
      await rm(own)
      assert.equal(
        (await same.done<Run>('ingest', 'city')).unchanged,
        12,
        'relative paths still start where the file was',
      )
      const gone = await elsewhere(scene, { SOURCES_FILE: path.join(scene.folder, 'moved.json') }).command(
        'sources',
        'list',
      )
      assert.deepEqual(
        [gone.status, /^SOURCES_FILE .*moved\.json: there is no such file$/m.test(gone.error)],
        [1, true],
      )
      assert.equal(await service.process.stop(), 0)

      const moved = await writeList(scene, 'moved.json', [fileSource('city'), fileSource('village')])
      const restarted = await scene.serve([], { SOURCES_FILE: moved })
      assert.deepEqual(await listed(elsewhere(scene)), [
        ['city', true, 12],
        ['village', true, 0],
      ])
      assert.equal(await restarted.process.stop(), 0)
    })

    test('until a service was started, commands read their file anew, and take no other', async () => {
      await using scene = await processScene(engine)
      await scene.lists('city', records(12))
      await scene.lists('village', [record('v0')])
      assert.equal((await scene.operator.done<Run>('ingest', 'city')).created, 12, 'on a store without a list')
      await writeList(scene, 'sources.json', [fileSource('city'), fileSource('village')])
      assert.equal((await scene.operator.done<Run>('ingest', 'village')).created, 1)
      const other = await writeList(scene, 'other.json', [fileSource('village')])
      assert.equal(await elsewhere(scene, { SOURCES_FILE: other }).refused('ingest', 'village'), 'wrong_setting')
      assert.equal((await elsewhere(scene).done<Run>('ingest', 'city')).unchanged, 12)
    })

    test('two that start at once with different files leave one list whole', async () => {
      await using scene = await processScene(engine)
      const files = await Promise.all(
        ['one', 'two'].map((name) => writeList(scene, `${name}.json`, [fileSource(name), fileSource(`${name}-b`)])),
      )
      const workers = files.map((file) => scene.start(['serve', '--role', 'worker'], { SOURCES_FILE: file }))
      await Promise.all(workers.map((worker) => worker.printed(/^Background work has begun\.$/m, 'error')))
      const enabled = (await elsewhere(scene).done<Listed[]>('sources', 'list')).filter((source) => source.enabled)
      const names = enabled.map(({ id }) => id)
      assert.ok(['one,one-b', 'two,two-b'].includes(names.join()), names.join())
    })

    test('links of events lead to where the service was last started, whatever address a command is given', async () => {
      await using scene = await processScene(engine)
      await scene.lists('city', records(1))
      const service = await scene.serve()
      const command = elsewhere(scene, { BASE_URL: 'https://wrong.example', PORT: '1' })
      await command.done('ingest', 'city')
      await command.done('measures', 'withdraw', 'city:m0')
      const { key } = await scene.customer('business')
      const { data } = (await service.get('/v1/changes', { key })).json() as {
        data: { data: { links: { api: string } } }[]
      }
      assert.deepEqual(
        data.map((event) => event.data.links.api),
        data.map(() => `${service.origin}/v1/subsidies/city:m0`),
      )
      assert.equal(data.length, 2)
      assert.equal(await service.process.stop(), 0)
    })

    test('only serve and migrate make a store: any other command says that there is none, exits 1, and leaves nothing', async () => {
      await using scene = await processScene(engine, { isEmpty: true })
      const commands = [
        ['accounts', 'list'],
        ['keys', 'revoke', 'key_0'],
        ['ingest'],
        ['sources', 'list'],
        ['sources', 'check', 'city'],
        ['measures', 'show', 'city:m0'],
      ]
      for (const words of commands) assert.equal(await scene.operator.refused(...words), 'no_store')
      const looked = await scene.operator.command('doctor', '--json')
      const { findings, faults } = looked.document<{ findings: { check: string; level: string }[]; faults: number }>()
      assert.deepEqual([looked.status, faults, findings[0]?.check, findings[0]?.level], [1, 1, 'store', 'fault'])
      assert.ok(
        findings.some(({ check }) => check === 'mail server'),
        'what needs no store is looked at all the same',
      )
      const told = await scene.command('accounts', 'list')
      assert.deepEqual([told.status, told.out], [1, ''])
      assert.match(told.error, /^There is no store in .*\. Start the service, .*, or run: npx subsidies migrate\n$/)
      assert.doesNotMatch(told.error, /postgres:/)
      assert.equal(existsSync(scene.environment.DATA_DIR ?? ''), false)
      const { applied } = await scene.operator.done<{ applied: string[] }>('migrate')
      assert.notEqual(applied.length, 0)
      assert.deepEqual(await scene.operator.done('accounts', 'list'), [])
    })
  })
}

test('while the server of the store does not answer, doctor says so first, looks at all else, and ends with status 1', async () => {
  const [port] = await freePorts(1)
  const operator = operatorOn({
    DATABASE_URL: `postgres://someone:pass-of-the-store@127.0.0.1:${port}/store`,
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: path.join(tmpdir(), 'no-such-folder'),
    LOG_LEVEL: 'silent',
  })
  const looked = await operator.command('doctor', '--json')
  type Finding = { check: string; level: string; message: string }
  const { findings, faults } = looked.document<{ findings: Finding[]; faults: number }>()
  const [first] = findings
  assert.deepEqual([looked.status, faults, first?.check, first?.level], [1, 1, 'store', 'fault'])
  assert.match(
    first?.message ?? '',
    new RegExp(`^it cannot be looked at: The store cannot be reached: .*:${port}. Does PostgreSQL run`),
  )
  assert.ok(
    findings.some(({ check }) => check === 'mail server'),
    'what needs no store is looked at all the same',
  )
  assert.doesNotMatch(looked.out + looked.error, /pass-of-the-store/)
  assert.equal(await operator.refused('sources', 'list'), 'store_unavailable', 'whoever needs the store is refused')
})
