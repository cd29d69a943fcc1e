import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import {
  type IngestionScene,
  ingestionScene,
  input,
  sampleDefinition,
  testMeans,
} from '../../../tests/harness/ingestion.ts'
import { Refusal } from '../../contract/refusals.ts'
import { switchSource } from '../../measures/publishing/switch-source.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { leaseMs, renewLease } from '../../platform/leases.ts'
import type { Run } from '../../sources/source/source.ts'
import { ingest } from '../ingest.ts'
import { rejectedRecords } from '../rejected.ts'
import { runSource } from './run-source.ts'
import { newestRuns } from './run-store.ts'
import { beginRun, leaseOf, noProgressMs, reapRuns, runsKept } from './runs.ts'

/** A run that is reading: its source waits until `goOn`. */
async function underWay(scene: IngestionScene, items: readonly unknown[]) {
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  scene.sources.lists('alpha', {
    items,
    before: () => {
      reached.resolve()
      return gate.promise
    },
  })
  const stop = new AbortController()
  const ended = runSource(scene.means, 'alpha', { signal: stop.signal })
  await reached.promise
  return { ended, stop, goOn: gate.resolve }
}

async function published({ database }: IngestionScene): Promise<unknown[]> {
  return (await database.all('select id from measure order by id')).map((row) => row.id)
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve))
}

for (const engine of engines) {
  test(`${engine.name}: a second run of the same data writes no version, no event and no measure`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    scene.sources.lists('alpha', { items: Array.from({ length: 450 }, (_, index) => input(`m${index}`)) })
    await ingest(scene.means, ['alpha'])
    const state = async (): Promise<unknown> => [
      await store.database.one('select count(*) as n, max(publication) as newest from measure'),
      await store.database.one('select count(*) as n from measure_version'),
      await store.database.one('select count(*) as n, max(seq) as newest from change_event'),
      await store.database.one('select count(*) as n from held_record'),
    ]
    const before = JSON.stringify(await state())
    scene.clock.advance({ hours: 1 })
    const [run] = await ingest(scene.means, ['alpha'])
    assert.deepEqual([run?.seen, run?.unchanged], [450, 450])
    assert.equal(JSON.stringify(await state()), before)
  })

  test(`${engine.name}: a reader sees nothing of a run before it is published, and then all of it`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const items = Array.from({ length: 650 }, (_, index) => input(`m${index}`))
    const run = await underWay(scene, items)
    run.goOn()
    const counts = new Set<unknown>()
    let isOver = false
    run.ended.finally(() => {
      isOver = true
    })
    await eventually(async () => {
      counts.add((await store.database.one('select count(*) as n from measure'))?.n)
      counts.add((await store.database.one('select count(*) as n from change_event'))?.n)
      return isOver
    })
    counts.add((await store.database.one('select count(*) as n from measure'))?.n)
    assert.deepEqual([...counts], [0, 650])
  })

  test(`${engine.name}: ingest waits for a run under way in another process, then makes its own`, async () => {
    await using store = await engine.open()
    const second = await openDatabase(store.settings)
    try {
      const scene = await ingestionScene(store.database)
      const first = await underWay(scene, [input('a')])
      const other = testMeans(second, scene.clock, scene.sources)
      const waiting = ingest(other, ['alpha'])
      const begun = await beginRun(second, scene.clock, 'alpha', other.holder, { whenDue: false })
      assert.equal(begun, 'busy')
      assert.equal((await newestRuns(store.database, 'alpha', 10)).length, 1)
      scene.sources.lists('alpha', { items: [input('a'), input('b')] })
      first.goOn()
      const [own] = await waiting
      assert.equal((await first.ended).created, 1)
      assert.deepEqual([own?.created, own?.unchanged], [1, 1])
      const runs = await newestRuns(store.database, 'alpha', 10)
      assert.deepEqual(
        runs.map((run) => run.status),
        ['succeeded', 'succeeded'],
      )
      assert.ok((runs[0]?.startedAt ?? 0) > (runs[1]?.startedAt ?? 0))
    } finally {
      await second.close()
    }
  })

  test(`${engine.name}: a run that is stopped fails as interrupted, and what it read is gone`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const run = await underWay(scene, [input('a')])
    run.stop.abort(new Error('stopping'))
    const ended = await run.ended
    assert.deepEqual([ended.status, ended.error], ['failed', 'interrupted'])
    assert.deepEqual(await published(scene), [])
    run.goOn()
  })

  test(`${engine.name}: a run without progress for 5 minutes fails, also where its source never answers again`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const run = await underWay(scene, [input('a')])
    scene.clock.advance({ ms: noProgressMs + 1 })
    const ended = await run.ended
    assert.deepEqual([ended.status, ended.error, noProgressMs], ['failed', 'no progress for 5 minutes', 300_000])
    run.goOn()
  })

  test(`${engine.name}: the run of a dead process is interrupted once its lease has ended, by one of two who look`, async () => {
    await using store = await engine.open()
    const second = await openDatabase(store.settings)
    try {
      const scene = await ingestionScene(store.database)
      const { clock } = scene
      const begun = await beginRun(store.database, clock, 'alpha', 'a dead process', { whenDue: false })
      assert.ok(typeof begun === 'object')
      clock.advance({ ms: leaseMs - 1 })
      assert.equal(await reapRuns(store.database, clock), 0)
      clock.advance({ ms: 1 })
      const reaped = await Promise.all([reapRuns(store.database, clock), reapRuns(second, clock)])
      assert.equal(reaped[0] + reaped[1], 1)
      const [run] = await newestRuns(store.database, 'alpha', 1)
      assert.deepEqual([run?.status, run?.error, run?.finishedAt], ['failed', 'interrupted', clock.now()])
      const source = await store.database.one('select failed_in_a_row from source')
      assert.equal(source?.failed_in_a_row, 1)
    } finally {
      await second.close()
    }
  })

  test(`${engine.name}: a process that was thought dead publishes nothing, and its successor's run stands`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const run = await underWay(scene, [input('a')])
    // As if the process had been suspended: its lease ends unrenewed, and its run is ended for it.
    await eventually(async () => {
      await store.database.counters.run(`update held_lease set holder = 'nobody', until = 0 where name = $1`, [
        leaseOf('alpha'),
      ])
      await reapRuns(store.database, scene.clock)
      return (await newestRuns(store.database, 'alpha', 1))[0]?.status === 'failed'
    })
    run.goOn()
    const ended = await run.ended
    assert.deepEqual([ended.status, ended.error], ['failed', 'interrupted'])
    assert.deepEqual(await published(scene), [])
    assert.equal(await renewLease(store.database, scene.clock, leaseOf('alpha'), ended.id), false)
  })

  test(`${engine.name}: a source that is switched off while it is read publishes nothing`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const run = await underWay(scene, [input('a')])
    await switchSource(scene.means, 'alpha', false)
    run.goOn()
    const ended = await run.ended
    assert.deepEqual([ended.status, ended.error], ['failed', 'the source was switched off while it was read'])
    assert.deepEqual(await published(scene), [])
  })

  test(`${engine.name}: rejected records are kept with place and reason, until the source's next run`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    scene.sources.lists('alpha', {
      items: [input('a'), input('b', { colour: 'green' }), 'no record', input('a', { title: 'Again' })],
    })
    const [run] = await ingest(scene.means, ['alpha'])
    assert.deepEqual([run?.seen, run?.created, run?.rejected], [4, 1, 3])
    const rejected = await rejectedRecords(store.database, 'alpha', 10)
    assert.deepEqual(
      rejected.map(({ line, localId }) => [line, localId]),
      [
        [2, 'b'],
        [3, null],
        [4, 'a'],
      ],
    )
    assert.match(rejected[0]?.reason ?? '', /colour/)
    assert.equal(rejected[2]?.reason, 'local_id: a was already read at position 1')
    scene.sources.lists('alpha', { items: [input('a')] })
    await ingest(scene.means, ['alpha'])
    assert.deepEqual(await rejectedRecords(store.database, 'alpha', 10), [])
  })

  test(`${engine.name}: an id that a measure of another source has is not given again`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    scene.sources.lists('alpha', { items: [input('a')] })
    await ingest(scene.means, ['alpha'])
    const heir = sampleDefinition({ id: 'heir' })
    const next = await ingestionScene(store.database, [heir])
    next.sources.lists('heir', { items: [input('a'), input('b')] })
    const [run] = await ingest(next.means, ['heir'])
    assert.deepEqual([run?.created, run?.rejected], [1, 1])
    const [rejected] = await rejectedRecords(store.database, 'heir', 10)
    assert.equal(rejected?.reason, 'local_id: al:a is a measure of another source')
  })

  test(`${engine.name}: unknown and switched-off sources are refused before any run is made`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code
    await assert.rejects(ingest(scene.means, ['alpha', 'nowhere']), refusedWith('source_not_found'))
    await switchSource(scene.means, 'alpha', false)
    await assert.rejects(ingest(scene.means, ['alpha']), refusedWith('conflict'))
    assert.deepEqual(await ingest(scene.means, []), [])
    assert.deepEqual(await newestRuns(store.database, 'alpha', 10), [])
  })

  test(`${engine.name}: 100 runs of a source are kept, the newest`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    scene.sources.lists('alpha', { items: [input('a')] })
    const runs: Run[] = []
    for (let count = 0; count < runsKept + 3; count += 1) runs.push(...(await ingest(scene.means, ['alpha'])))
    const kept = await newestRuns(store.database, 'alpha', 1_000)
    assert.equal(runsKept, 100)
    assert.deepEqual(
      kept.map((run) => run.id),
      runs
        .slice(-runsKept)
        .reverse()
        .map((run) => run.id),
    )
  })

  test(`${engine.name}: a slug is given once, and stays when the title changes or another measure has the same`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const titled = (local: string, title: string) => input(local, { title })
    scene.sources.lists('alpha', { items: [titled('a', 'Aid'), titled('b', 'Aid'), titled('c', 'Aid')] })
    await ingest(scene.means, ['alpha'])
    scene.sources.lists('alpha', {
      items: [titled('a', 'Loan'), titled('b', 'Aid'), titled('c', 'Aid'), titled('d', 'Loan')],
    })
    await ingest(scene.means, ['alpha'])
    const rows = await store.database.all('select slug from measure order by local_id')
    assert.deepEqual(
      rows.map((row) => row.slug),
      ['aid', 'aid-2', 'aid-3', 'loan'],
    )
  })

  test(`${engine.name}: while a run missed a measure, it was last seen by the last success that listed it`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const lastSeen = async (): Promise<unknown[]> =>
      (await store.database.all('select last_checked_at from measure order by id')).map((row) => row.last_checked_at)
    const list = async (...locals: string[]): Promise<Run | undefined> => {
      scene.clock.advance({ hours: 1 })
      scene.sources.lists('alpha', { items: locals.map((local) => input(local)) })
      return (await ingest(scene.means, ['alpha']))[0]
    }
    await list('a', 'b')
    const both = await list('a', 'b')
    await list('a')
    assert.deepEqual(await lastSeen(), [null, both?.finishedAt])
    await list('a')
    assert.deepEqual(await lastSeen(), [null, both?.finishedAt])
    await list('a')
    assert.deepEqual(await lastSeen(), [null, both?.finishedAt])
    await list('a', 'b')
    assert.deepEqual(await lastSeen(), [null, null])
  })

  test(`${engine.name}: what a run leaves on its source`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const facts = async (): Promise<unknown[]> => {
      const row = await store.database.one('select * from source')
      return [row?.last_run_at, row?.last_success_at, row?.last_change_at, row?.failed_in_a_row]
    }
    scene.sources.lists('alpha', { items: [input('a')] })
    const [created] = await ingest(scene.means, ['alpha'])
    assert.deepEqual(await facts(), [created?.startedAt, created?.finishedAt, created?.finishedAt, 0])
    scene.clock.advance({ hours: 1 })
    const [unchanged] = await ingest(scene.means, ['alpha'])
    assert.deepEqual(await facts(), [unchanged?.startedAt, unchanged?.finishedAt, created?.finishedAt, 0])
    scene.clock.advance({ hours: 1 })
    scene.sources.lists('alpha', { items: [] })
    const [failed] = await ingest(scene.means, ['alpha'])
    assert.deepEqual(await facts(), [failed?.startedAt, unchanged?.finishedAt, created?.finishedAt, 1])
  })
}
