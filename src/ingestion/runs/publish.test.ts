/** What publishing finds need not be what was prepared for it: changes that come between the two, and those that wait. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { type IngestionScene, ingestionScene, input, sampleDefinition } from '../../../tests/harness/ingestion.ts'
import { recordsAmiss } from '../../../tests/harness/records.ts'
import { mergeMeasures } from '../../measures/merge.ts'
import { sweepPreparations } from '../../measures/publishing/publishing.ts'
import { switchSource } from '../../measures/publishing/switch-source.ts'
import { settleClock } from '../../measures/versions/clock.ts'
import { reinstateMeasure, withdrawMeasure } from '../../measures/withdraw.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Run } from '../../sources/source/source.ts'
import { ingest } from '../ingest.ts'

/** The store, on which `between` happens once, after everything was prepared and before it is published. */
function comingBetween(database: Database, between: () => Promise<unknown>): Database {
  let isDone = false
  const around = (whole: Database): Database =>
    new Proxy(whole, {
      get: (target, property) => {
        if (property === 'forBulk') return () => around(target.forBulk())
        if (property === 'withSignal') return (signal: AbortSignal) => around(target.withSignal(signal))
        const value: unknown = Reflect.get(target, property)
        if (property !== 'transaction' && property !== 'longTransaction')
          return typeof value === 'function' ? value.bind(target) : value
        return async <T>(work: Parameters<typeof target.transaction<T>>[0]): Promise<T> => {
          const made = await target.all('select id from prepared_measure limit 1')
          // The first transaction after the one that laid everything ready is the one that publishes.
          if (made.length > 0 && !isDone) {
            isDone = true
            await between()
          }
          return target[property](work)
        }
      },
    })
  return around(database)
}

type Between = (scene: IngestionScene) => Promise<unknown>

/** A source with the measures a to d; it changes, and something comes between the preparing and the publishing. */
async function played(scene: IngestionScene, items: readonly unknown[], between: Between): Promise<Run | undefined> {
  scene.sources.lists('alpha', { items: ['a', 'b', 'c', 'd'].map((id) => input(id)) })
  await ingest(scene.means, ['alpha'])
  scene.clock.advance({ hours: 1 })
  scene.sources.lists('alpha', { items })
  // The test's clock makes leaps; that its process was not seen for so long is another test's.
  const [run] = await ingest(
    { ...scene.means, heartbeatMs: 60_000, database: comingBetween(scene.database, () => between(scene)) },
    ['alpha'],
  )
  return run
}

async function versions({ database }: IngestionScene): Promise<string[]> {
  const rows = await database.all(
    `select m.local_id, m.version, m.slug, m.status, m.withdrawn_at from measure m order by m.id`,
  )
  return rows.map((row) => `${row.local_id}${row.version}${row.withdrawn_at === null ? '' : '-'} ${row.status}`)
}

/** What every history must be: versions in a row, each with its event of the same time and diff, in the feed's order. */
async function checkHistory({ database }: IngestionScene): Promise<void> {
  const rows = await database.all(
    `select v.measure_id, v.version, v.valid_from, v.diff, v.record_id, e.seq, e.created_at, e.diff as told, m.updated_at,
       m.version as newest, m.record_id as now
     from measure_version v join change_event e on e.id = v.event_id join measure m on m.id = v.measure_id order by e.seq`,
  )
  assert.equal(rows.length, Number((await database.one('select count(*) as n from change_event'))?.n))
  const last = new Map<unknown, number>()
  for (const [index, row] of rows.entries()) {
    assert.equal(row.seq, index + 1)
    assert.equal(row.valid_from, row.created_at)
    assert.equal(row.diff, row.told)
    assert.equal(row.version, (last.get(row.measure_id) ?? 0) + 1)
    last.set(row.measure_id, Number(row.version))
    if (row.version === row.newest) assert.deepEqual([row.updated_at, row.now], [row.valid_from, row.record_id])
  }
  for (const table of ['preparation', 'prepared_measure', 'prepared_event', 'held_record'])
    assert.equal((await database.all(`select 1 as one from ${table} limit 1`)).length, 0, table)
  assert.deepEqual(await recordsAmiss(database), { unsaid: 0, missing: 0 })
}

const changed = ['a', 'b', 'c', 'd'].map((id) => input(id, { title: `Other ${id}` }))
const closing = { application_window: { closes_at: '2026-03-03T12:30:00+01:00' } }

for (const engine of engines) {
  test(`${engine.name}: a measure that the operator withdrew meanwhile stays withdrawn, and has both versions`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const run = await played(scene, changed, ({ means }) => withdrawMeasure(means, 'al:b'))
    assert.deepEqual([run?.status, run?.changed], ['succeeded', 4])
    assert.deepEqual(await versions(scene), ['a2 unknown', 'b3- unknown', 'c2 unknown', 'd2 unknown'])
    await checkHistory(scene)
  })

  test(`${engine.name}: a measure that changed meanwhile, and was not to be changed, is left as it became`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const items = [...changed.slice(0, 3), input('d')]
    const run = await played(scene, items, async ({ means }) => {
      await withdrawMeasure(means, 'al:d')
      await reinstateMeasure(means, 'al:d')
    })
    assert.deepEqual([run?.changed, run?.unchanged], [3, 1])
    assert.deepEqual(await versions(scene), ['a2 unknown', 'b2 unknown', 'c2 unknown', 'd3 unknown'])
    await checkHistory(scene)
  })

  test(`${engine.name}: a deadline that passes between preparing and publishing is published as passed`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const items = [input('a', closing), input('b', { ...closing, title: 'Other b' }), input('e', closing)]
    const run = await played(scene, [...items, input('c'), input('d')], async ({ clock }) =>
      clock.advance({ hours: 3 }),
    )
    assert.deepEqual([run?.changed, run?.created], [2, 1])
    assert.deepEqual(await versions(scene), ['a2 closed', 'b2 closed', 'c1 unknown', 'd1 unknown', 'e1 closed'])
    const due = await settleClock(scene.means)
    assert.equal(due, 0, 'the clock owes nothing of what was published')
    await checkHistory(scene)
  })

  test(`${engine.name}: a slug that another source was given meanwhile is not given again`, async () => {
    await using store = await engine.open()
    const definitions = [sampleDefinition(), sampleDefinition({ id: 'beta', prefix: 'be', name: 'Beta' })]
    const scene = await ingestionScene(store.database, definitions)
    const items = [...changed, input('e', { title: 'Solar aid' }), input('f', { title: 'Solar aid' })]
    const run = await played(scene, items, async ({ sources, means }) => {
      sources.lists('beta', { items: [input('x', { title: 'Solar aid' })] })
      await ingest(means, ['beta'])
    })
    assert.deepEqual([run?.status, run?.created], ['succeeded', 2])
    const rows = await store.database.all(`select id, slug from measure where slug like 'solar%' order by id`)
    assert.deepEqual(
      rows.map(({ id, slug }) => `${id} ${slug}`),
      ['al:e solar-aid-3', 'al:f solar-aid-2', 'be:x solar-aid'],
    )
    await checkHistory(scene)
  })

  test(`${engine.name}: what was taken for a dead process's while it was prepared is prepared anew`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    // More than one step, so that it is swept between two of them.
    const many = Array.from({ length: 60 }, (_, index) => input(`m${index}`))
    const run = await played(scene, [...changed, ...many], ({ database, clock }) =>
      sweepPreparations(database, clock.now() + 3_600_000),
    )
    assert.deepEqual([run?.status, run?.error, run?.created, run?.changed], ['succeeded', null, 60, 4])
    await checkHistory(scene)
  })

  test(`${engine.name}: measures that were merged away meanwhile lead on, and the survivor has both its versions`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const run = await played(scene, [...changed, input('e')], async ({ means, clock }) => {
      await mergeMeasures(means, 'al:a', 'al:b')
      // What is published after it is not older than it, though the clock went back.
      clock.advance({ hours: -2 })
    })
    assert.deepEqual([run?.status, run?.changed, run?.created], ['succeeded', 3, 1])
    assert.deepEqual(await versions(scene), ['a1 unknown', 'b3 unknown', 'c2 unknown', 'd2 unknown', 'e1 unknown'])
    await checkHistory(scene)
  })

  test(`${engine.name}: a source whose settings changed meanwhile is prepared anew, with the settings of now`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const run = await played(scene, changed, async ({ database }) => {
      const definition = JSON.stringify(sampleDefinition({ regions: ['wallonia'] }))
      await database.run('update source set definition = $1', [definition])
    })
    assert.deepEqual([run?.status, run?.changed], ['succeeded', 4])
    const regions = await store.database.all('select distinct regions from change_event where version = 2')
    assert.deepEqual(
      regions.map((row) => row.regions),
      ['["wallonia"]'],
    )
    await checkHistory(scene)
  })

  test(`${engine.name}: a source that was switched off meanwhile publishes nothing, and leaves nothing lying`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const run = await played(scene, changed, ({ means }) => switchSource(means, 'alpha', false))
    assert.deepEqual([run?.status, run?.error], ['failed', 'the source was switched off while it was read'])
    assert.deepEqual(await versions(scene), ['a2- unknown', 'b2- unknown', 'c2- unknown', 'd2- unknown'])
    await checkHistory(scene)
  })

  test(`${engine.name}: what is withdrawn says in its diff when, to the millisecond of its event`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    scene.clock.advance({ ms: 7 })
    await played(scene, changed, async ({ clock }) => clock.advance({ ms: 13 }))
    await switchSource(scene.means, 'alpha', false)
    const rows = await store.database.all(`select diff, created_at from change_event where event = 'subsidy.withdrawn'`)
    assert.equal(rows.length, 4)
    for (const row of rows) {
      const { withdrawn_at: told } = JSON.parse(String(row.diff))
      assert.deepEqual([told.from, Date.parse(told.to)], [null, row.created_at])
    }
    await checkHistory(scene)
  })

  test(`${engine.name}: the transaction that publishes is as many statements for 1,500 records as for few, but for a step each 250`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const counts: number[] = []
    const counting = (whole: Database): Database =>
      new Proxy(whole, {
        get: (target, property) => {
          if (property === 'forBulk') return () => counting(target.forBulk())
          if (property === 'withSignal') return (signal: AbortSignal) => counting(target.withSignal(signal))
          const value: unknown = Reflect.get(target, property)
          if (property !== 'longTransaction') return typeof value === 'function' ? value.bind(target) : value
          return <T>(work: (transaction: Sql) => Promise<T>): Promise<T> =>
            target.longTransaction((transaction) => {
              let count = 0
              const counted = new Proxy(transaction, {
                get: (handle, name) => {
                  count += 1
                  counts[0] = count
                  return Reflect.get(handle, name)
                },
              })
              return work(counted)
            })
        },
      })
    const records = 1_500
    scene.sources.lists('alpha', { items: Array.from({ length: records }, (_, index) => input(`m${index}`)) })
    // The test's clock makes leaps; that its process was not seen for so long is another test's.
    const [run] = await ingest({ ...scene.means, database: counting(store.database) }, ['alpha'])
    assert.equal(run?.created, records)
    // Measures, versions and events: three statements a step. What else there is does not depend on the number.
    const steps = records / 250
    assert.ok((counts[0] ?? 0) > 3 * steps && (counts[0] ?? 0) < 3 * steps + 30, `${counts[0]} statements`)
    await checkHistory(scene)
  })

  test(`${engine.name}: a run that is told to stop in the middle of its publishing takes it back at once, and holds nobody up`, async () => {
    for (const records of [20, 600]) {
      await using store = await engine.open()
      const scene = await ingestionScene(store.database)
      const stop = new AbortController()
      const stopping = (whole: Database): Database =>
        new Proxy(whole, {
          get: (target, property) => {
            if (property === 'forBulk') return () => stopping(target.forBulk())
            if (property === 'withSignal') return (signal: AbortSignal) => stopping(target.withSignal(signal))
            const value: unknown = Reflect.get(target, property)
            if (property !== 'transaction' && property !== 'longTransaction')
              return typeof value === 'function' ? value.bind(target) : value
            return <T>(work: (transaction: Sql) => Promise<T>): Promise<T> =>
              target[property]((transaction) =>
                work({
                  ...transaction,
                  run: async (text, parameters) => {
                    // The measures are moved, their versions are not.
                    if (text.startsWith('insert into measure_version')) stop.abort(new Error('told to stop'))
                    return transaction.run(text, parameters)
                  },
                }),
              )
          },
        })
      scene.sources.lists('alpha', { items: Array.from({ length: records }, (_, index) => input(`m${index}`)) })
      const [run] = await ingest({ ...scene.means, database: stopping(store.database) }, ['alpha'], {
        signal: stop.signal,
      })
      assert.deepEqual([run?.status, run?.error], ['failed', 'interrupted'])
      assert.deepEqual(await versions(scene), [])
      await checkHistory(scene)
    }
  })
}
