import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines } from '../../../tests/harness/databases.ts'
import { type IngestionScene, ingestionScene, input, sampleDefinition } from '../../../tests/harness/ingestion.ts'
import { ingest } from '../../ingestion/ingest.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { formatInstant, parseInstant } from '../../values/brussels.ts'
import { mergeMeasures } from '../merge.ts'
import { settleClock } from '../versions/clock.ts'
import { reinstateMeasure, withdrawMeasure } from '../withdraw.ts'
import { closingSoonJob } from './closing-soon.job.ts'
import { type Look, remindOfDeadlines } from './closing-soon.ts'

const daysBefore = [14, 3]

type Scene = IngestionScene & {
  /** Lists these and no others. */
  publish(...items: unknown[]): Promise<void>
  /** What the two jobs do at their next turn, as they do it: remembering the last look. */
  look(): Promise<number>
  /** Moves the clock there and looks. */
  at(time: string): Promise<number>
  /** Forgets the last look, as a process that starts does. */
  restart(): void
}

async function withScene(engine: Engine, run: (scene: Scene) => Promise<void>): Promise<void> {
  await using store = await engine.open()
  const base = await ingestionScene(store.database)
  let last: Look | null = null
  const scene: Scene = {
    ...base,
    async publish(...items) {
      base.sources.lists('alpha', { items })
      const [finished] = await ingest(base.means, ['alpha'])
      assert.equal(finished?.status, 'succeeded')
    },
    async look() {
      await settleClock(base.means)
      const { made, look } = await remindOfDeadlines({ ...base.means, daysBefore }, last)
      last = look
      return made
    },
    at(time) {
      const instant = parseInstant(time)
      assert.ok(instant !== null && instant >= base.clock.now(), time)
      base.clock.advance({ ms: instant - base.clock.now() })
      return scene.look()
    },
    restart() {
      last = null
    },
  }
  await run(scene)
}

/** `<measure> <deadline it speaks of> at <time>`, in the order of the feed. */
async function reminders(database: Database): Promise<string[]> {
  const rows = await database.all(
    `select subject_id, created_at, summary from change_event where event = 'subsidy.closing_soon' order by seq`,
  )
  return rows.map(({ subject_id: id, created_at: at, summary }) => {
    const { closes_at: deadline } = JSON.parse(String(summary))
    return `${id} ${deadline.slice(0, 16)} at ${formatInstant(Number(at)).slice(0, 16)}`
  })
}

const open = (closesAt: string | null, more: Record<string, unknown> = {}) =>
  input('a', { status: 'open', application_window: { closes_at: closesAt, ...more } })

/** Every hour from now on, and a look at each. */
async function everyHour(scene: Scene, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    scene.clock.advance({ hours: 1 })
    await scene.look()
  }
}

for (const engine of engines) {
  test(`${engine.name}: a deadline is announced 14 and 3 days before, at 09:00, once each, however often one looks`, () =>
    withScene(engine, async (scene) => {
      await scene.publish(open('2026-03-25'))
      await everyHour(scene, 24 * 25)
      assert.deepEqual(await reminders(scene.database), [
        'al:a 2026-03-25T23:59 at 2026-03-11T09:00',
        'al:a 2026-03-25T23:59 at 2026-03-22T09:00',
      ])
    }))

  test(`${engine.name}: across both changes of the clock a reminder comes at 09:00 of its day`, () =>
    withScene(engine, async (scene) => {
      const items = ['2026-04-01', '2026-10-28'].map((day) =>
        input(`d${day}`, { status: 'open', application_window: { closes_at: day } }),
      )
      await scene.publish(...items)
      const times = ['2026-03-18', '2026-03-29', '2026-10-14', '2026-10-25']
      for (const day of times) {
        const offset = day === '2026-03-18' || day === '2026-10-25' ? '+01:00' : '+02:00'
        assert.equal(await scene.at(`${day}T08:59:59.999${offset}`), 0, day)
        assert.equal(await scene.at(`${day}T09:00:00${offset}`), 1, day)
      }
      assert.deepEqual(
        (await reminders(scene.database)).map((line) => line.split(' at ')[1]),
        times.map((day) => `${day}T09:00`),
      )
    }))

  test(`${engine.name}: the event is no version: its own type alone, an empty diff, the summary of the measure`, () =>
    withScene(engine, async (scene) => {
      await scene.publish(open('2026-03-10', { opens_at: '2026-01-01' }))
      assert.equal(await scene.look(), 1)
      const event = await scene.database.one(`select * from change_event where event = 'subsidy.closing_soon'`)
      assert.deepEqual(
        [event?.version, event?.diff, event?.categories, event?.source_id, event?.regions, event?.subject],
        [null, '{}', '["subsidy.closing_soon"]', 'alpha', '["flanders"]', 'subsidy'],
      )
      const summary = JSON.parse(String(event?.summary))
      assert.deepEqual(Object.keys(summary), [
        ...['title', 'status', 'instrument_type', 'issuer', 'closes_at', 'regions', 'topics', 'url', 'source_id'],
      ])
      assert.deepEqual([summary.status, summary.closes_at], ['open', '2026-03-10T23:59:59.999+01:00'])
      assert.match(String(event?.links), /"versions":"http:.*al:a\/versions"/)
      assert.equal((await scene.database.one('select version from measure'))?.version, 1)
    }))

  test(`${engine.name}: each cut-off is announced, by the deadline that the event speaks of`, () =>
    withScene(engine, async (scene) => {
      await scene.publish(open(null, { cut_offs: ['2026-03-20', '2026-03-25', '2026-06-01'] }))
      await everyHour(scene, 24 * 30)
      assert.deepEqual(await reminders(scene.database), [
        'al:a 2026-03-20T23:59 at 2026-03-06T09:00',
        'al:a 2026-03-25T23:59 at 2026-03-11T09:00',
        'al:a 2026-03-20T23:59 at 2026-03-17T09:00',
        'al:a 2026-03-25T23:59 at 2026-03-22T09:00',
      ])
    }))

  test(`${engine.name}: a threshold that is past when the deadline becomes known is made up at once, the nearest alone`, () =>
    withScene(engine, async (scene) => {
      await scene.publish(
        open('2026-03-05'),
        input('b', { status: 'open', application_window: { closes_at: '2026-03-12' } }),
      )
      assert.equal(await scene.look(), 2)
      await everyHour(scene, 24 * 12)
      assert.deepEqual(await reminders(scene.database), [
        'al:a 2026-03-05T23:59 at 2026-03-03T10:00',
        'al:b 2026-03-12T23:59 at 2026-03-03T10:00',
        'al:b 2026-03-12T23:59 at 2026-03-09T09:00',
      ])
    }))

  test(`${engine.name}: what passed while nothing ran is made up when the service comes back, the nearest alone, while the deadline lies ahead`, () =>
    withScene(engine, async (scene) => {
      const items = ['2026-03-20', '2026-03-27', '2026-04-30'].map((day) =>
        input(`d${day}`, { status: 'open', application_window: { closes_at: day } }),
      )
      await scene.publish(...items)
      await scene.look()
      scene.restart()
      assert.equal(await scene.at('2026-03-25T12:00:00+01:00'), 1)
      assert.deepEqual(await reminders(scene.database), ['al:d2026-03-27 2026-03-27T23:59 at 2026-03-25T12:00'])
    }))

  test(`${engine.name}: a new deadline arms the reminders again, one that returns was already announced`, () =>
    withScene(engine, async (scene) => {
      await scene.publish(open('2026-03-16'))
      assert.equal(await scene.look(), 1)
      await scene.publish(open('2026-03-17'))
      assert.equal(await scene.look(), 1)
      await scene.publish(open('2026-03-16'))
      assert.equal(await scene.look(), 0)
      await scene.publish(open('2026-12-01'))
      assert.equal(await scene.look(), 0)
      assert.equal(await scene.at('2026-11-17T09:00:00+01:00'), 1)
      assert.equal(await scene.at('2026-11-28T09:00:00+01:00'), 1)
    }))

  test(`${engine.name}: nobody is reminded of what cannot be applied for; one that can be again has its nearest past threshold made up`, () =>
    withScene(engine, async (scene) => {
      const paused = input('a', { status: 'paused', application_window: { closes_at: '2026-03-25' } })
      await scene.publish(paused)
      assert.equal(await scene.at('2026-03-11T09:00:00+01:00'), 0)
      await scene.publish(open('2026-03-25'))
      assert.equal(await scene.look(), 1)
      await scene.publish(paused)
      assert.equal(await scene.at('2026-03-22T09:00:00+01:00'), 0)
      await scene.publish(open('2026-03-25'))
      assert.equal(await scene.look(), 1)
      assert.equal((await reminders(scene.database)).length, 2)
    }))

  test(`${engine.name}: nobody is reminded of a withdrawn or merged measure; a reinstated one has its nearest past threshold made up`, () =>
    withScene(engine, async (scene) => {
      const windowed = (id: string) => input(id, { status: 'open', application_window: { closes_at: '2026-03-25' } })
      await scene.publish(windowed('a'), windowed('b'), input('c'))
      await withdrawMeasure(scene.means, 'al:a')
      await mergeMeasures(scene.means, 'al:b', 'al:c')
      assert.equal(await scene.at('2026-03-11T09:00:00+01:00'), 0)
      await reinstateMeasure(scene.means, 'al:a')
      assert.equal(await scene.look(), 1)
      assert.deepEqual(await reminders(scene.database), ['al:a 2026-03-25T23:59 at 2026-03-11T09:00'])
    }))

  test(`${engine.name}: what opens while it is near is announced after the version that says so, with its status`, () =>
    withScene(engine, async (scene) => {
      await scene.publish(open('2026-03-25', { opens_at: '2026-03-11T09:00:00+01:00' }))
      scene.clock.advance({ ms: (parseInstant('2026-03-11T09:00:00+01:00') ?? 0) - scene.clock.now() })
      assert.equal((await remindOfDeadlines({ ...scene.means, daysBefore }, null)).made, 0, 'its version comes first')
      assert.equal(await scene.look(), 1)
      const rows = await scene.database.all('select event, summary from change_event order by seq')
      assert.deepEqual(
        rows.map(({ event, summary }) => [event, JSON.parse(String(summary)).status]),
        [
          ['subsidy.created', 'forthcoming'],
          ['subsidy.status_changed', 'open'],
          ['subsidy.closing_soon', 'open'],
        ],
      )
    }))

  test(`${engine.name}: several processes at once, after any restart, make each reminder once`, async () => {
    await using store = await engine.open()
    const second = await openDatabase(store.settings)
    try {
      const scene = await ingestionScene(store.database, [
        sampleDefinition(),
        sampleDefinition({ id: 'beta', prefix: 'be' }),
      ])
      const items = Array.from({ length: 250 }, (_, index) =>
        input(`m${index}`, { status: 'open', application_window: { closes_at: '2026-03-10' } }),
      )
      for (const id of ['alpha', 'beta']) scene.sources.lists(id, { items })
      await ingest(scene.means, [])
      const at = (database: Database) => remindOfDeadlines({ ...scene.means, database, daysBefore }, null)
      const done = await Promise.all([at(store.database), at(second), at(store.database), at(second)])
      assert.equal(
        done.reduce((sum, { made }) => sum + made, 0),
        500,
      )
      assert.equal((await at(second)).made, 0)
      const told = await reminders(store.database)
      assert.equal(new Set(told.map((line) => line.split(' ')[0])).size, 500)
      assert.equal(told.length, 500)
    } finally {
      await second.close()
    }
  })

  test(`${engine.name}: a look at which nothing changed reads no measure, and one that was cut short is no look`, () =>
    withScene(engine, async (scene) => {
      await scene.publish(open('2026-03-25'))
      const { look } = await remindOfDeadlines({ ...scene.means, daysBefore }, null)
      assert.ok(look !== null)
      let statements = 0
      const counting = new Proxy(scene.database, {
        get(target, property) {
          const value: unknown = Reflect.get(target, property)
          if (typeof value !== 'function') return value
          return (...given: unknown[]) => {
            statements += 1
            return value.apply(target, given)
          }
        },
      })
      assert.deepEqual(await remindOfDeadlines({ ...scene.means, database: counting, daysBefore }, look), {
        made: 0,
        look,
      })
      assert.equal(statements, 1)
      const signal = AbortSignal.abort()
      assert.equal((await remindOfDeadlines({ ...scene.means, daysBefore, signal }, null)).look, null)
    }))

  test(`${engine.name}: the job reminds at its first turn, of what changed at its next, and of nothing twice`, () =>
    withScene(engine, async ({ database, clock, means, publish }) => {
      const job = closingSoonJob({ ...means, daysBefore })
      const turn = async (): Promise<number> => {
        await job.run({ database, clock, signal: new AbortController().signal })
        return (await reminders(database)).length
      }
      await publish(open('2026-03-10'))
      assert.deepEqual([await turn(), await turn()], [1, 1])
      await publish(open('2026-03-11'))
      assert.deepEqual([await turn(), await turn()], [2, 2])
      const other = closingSoonJob({ ...means, daysBefore })
      await other.run({ database, clock, signal: new AbortController().signal })
      assert.equal((await reminders(database)).length, 2)
    }))

  test(`${engine.name}: what was announced is forgotten a month after its deadline`, () =>
    withScene(engine, async (scene) => {
      await scene.publish(open('2026-03-05'))
      await scene.look()
      const kept = async () => (await scene.database.one('select count(*) as n from reminder'))?.n
      assert.equal(await kept(), 1)
      await scene.at('2026-04-03T00:00:00+02:00')
      assert.equal(await kept(), 1)
      await scene.at('2026-04-06T00:00:00+02:00')
      assert.equal(await kept(), 0)
    }))
}
