import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { type Engine, engines } from '../../../tests/harness/databases.ts'
import { type IngestionScene, ingestionScene, input, sampleDefinition } from '../../../tests/harness/ingestion.ts'
import { unobserved } from '../../../tests/harness/observer.ts'
import { sampleLookups } from '../../../tests/harness/sample-measures.ts'
import { instantOrDay } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import { ingest } from '../../ingestion/ingest.ts'
import { formatInstant, type Instant, parseInstant } from '../../values/brussels.ts'
import { FollowedCatalogue } from '../catalogue/follow.ts'
import { mergeMeasures } from '../merge.ts'
import { naceCover } from '../record/nace-cover.ts'
import type { Subsidy } from '../record/record-schema.ts'
import { reinstateMeasure, withdrawMeasure } from '../withdraw.ts'
import { settleClock } from './clock.ts'
import { listVersions, measureAsOf, measureVersion, resolveSubsidy } from './history.ts'

const asOf = instantOrDay('end', { description: '' })

type Scene = IngestionScene & {
  to(time: string): void
  publish(...items: unknown[]): Promise<void>
  /** As `as_of` of the route reads it, after the catalogue has caught up. */
  asOf(name: string, time: string | Instant): Promise<Subsidy>
  versions(name: string): ReturnType<typeof listVersions>
  version(name: string, number: number): ReturnType<typeof measureVersion>
}

async function withScene(engine: Engine, run: (scene: Scene) => Promise<void>): Promise<void> {
  await using store = await engine.open()
  const base = await ingestionScene(store.database, [
    sampleDefinition(),
    sampleDefinition({ id: 'beta', prefix: 'be' }),
  ])
  const { database, clock, means } = base
  const followed = new FollowedCatalogue({
    ...{ database, clock, lookups: sampleLookups, naceCover, baseUrl: means.baseUrl, slabFolder: tmpdir() },
    companion: null,
    observer: unobserved,
  })
  const current = async () => {
    await followed.catchUp()
    return followed.read(({ state }) => state)
  }
  try {
    await run({
      ...base,
      to(time) {
        const instant = parseInstant(time)
        assert.ok(instant !== null && instant >= clock.now(), time)
        clock.advance({ ms: instant - clock.now() })
      },
      async publish(...items) {
        base.sources.lists('alpha', { items })
        const [done] = await ingest(means, ['alpha'])
        assert.equal(done?.status, 'succeeded')
      },
      async asOf(name, time) {
        const state = await current()
        const at = typeof time === 'number' ? time : asOf.read('as_of', time, 'query')
        return measureAsOf(database, state, resolveSubsidy(state, name), at, 'en', clock.now())
      },
      async versions(name) {
        const state = await current()
        return listVersions(database, state, resolveSubsidy(state, name))
      },
      async version(name, number) {
        const state = await current()
        return measureVersion(database, state, resolveSubsidy(state, name), number, 'en')
      },
    })
  } finally {
    await followed.stop()
  }
}

const isVersionNotFound = (words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal)
  assert.equal(error.code, 'version_not_found')
  assert.match(error.message, words)
  return true
}

/** A measure with a version of every sort: the operator's, the source's, the clock's. Ten in all. */
async function lively(scene: Scene): Promise<void> {
  const window = { opens_at: '2026-03-29', cut_offs: ['2026-05-31', '2026-10-25'] }
  const later = { ...window, cut_offs: ['2026-05-31', '2026-10-26'] }
  const duplicate = input('double')
  await scene.publish(input('a', { application_window: window }), duplicate)
  scene.to('2026-03-10T08:00:00.123Z')
  await scene.publish(input('a', { application_window: window, summary: 'Now with words.' }), duplicate)
  scene.to('2026-03-28T23:00:00Z')
  await settleClock(scene.means)
  scene.to('2026-03-29T21:59:59.999Z')
  await withdrawMeasure(scene.means, 'al:a')
  scene.to('2026-03-29T22:00:00Z')
  await reinstateMeasure(scene.means, 'al:a')
  scene.to('2026-05-31T22:00:00Z')
  await settleClock(scene.means)
  scene.to('2026-07-01T00:00:00.001Z')
  await mergeMeasures(scene.means, 'al:double', 'al:a')
  scene.to('2026-08-01T00:00:00Z')
  await scene.publish(input('a', { application_window: later, amount: { max: 100 } }), duplicate)
  scene.to('2026-10-25T22:59:59.999Z')
  await scene.publish(input('a', { application_window: later, amount: { max: 200 } }), duplicate)
  scene.to('2026-10-26T23:00:00Z')
  await settleClock(scene.means)
  scene.to('2026-12-01T00:00:00Z')
}

for (const engine of engines) {
  test(`${engine.name}: at every version's beginning, a millisecond before and one after it, as_of is the version that held`, () =>
    withScene(engine, async (scene) => {
      await lively(scene)
      const versions = (await scene.versions('al:a')).toReversed()
      assert.equal(versions.length, 10)
      for (const [index, element] of versions.entries()) {
        assert.equal(element.version, index + 1)
        assert.equal(element.valid_to, versions[index + 1]?.valid_from ?? null)
        const from = parseInstant(element.valid_from) ?? Number.NaN
        assert.equal((await scene.asOf('al:a', from)).version, element.version, element.valid_from)
        const endsAtOnce = parseInstant(element.valid_to ?? '') === from + 1
        assert.equal((await scene.asOf('al:a', from + 1)).version, element.version + (endsAtOnce ? 1 : 0))
        if (index > 0) assert.equal((await scene.asOf('al:a', from - 1)).version, index)
        else
          await assert.rejects(scene.asOf('al:a', from - 1), isVersionNotFound(/first version is of 2026-03-03T10:00/))
      }
    }))

  test(`${engine.name}: a day in as_of is its end in Brussels, on both days on which the clock changes`, () =>
    withScene(engine, async (scene) => {
      await lively(scene)
      const rows: [day: string, version: number][] = [
        ['2026-03-28', 2],
        ['2026-03-29', 4],
        ['2026-03-30', 5],
        ['2026-05-31', 5],
        ['2026-06-01', 6],
        ['2026-10-24', 8],
        ['2026-10-25', 9],
        ['2026-10-26', 9],
        ['2026-10-27', 10],
        ['2030-01-01', 10],
      ]
      for (const [day, version] of rows) assert.equal((await scene.asOf('al:a', day)).version, version, day)
      await assert.rejects(scene.asOf('al:a', '2026-03-02'), isVersionNotFound(/did not exist/))
    }))

  test(`${engine.name}: status and deadline of as_of are those of the instant asked, of a version those of its beginning`, () =>
    withScene(engine, async (scene) => {
      const window = { opens_at: '2026-03-29', cut_offs: ['2026-05-31', '2026-10-25'] }
      await scene.publish(input('a', { application_window: window }))
      // Nobody ran the clock: there is one version, and what the dates say all the same.
      scene.to('2027-01-01T00:00:00Z')
      const first = '2026-05-31T23:59:59.999+02:00'
      const last = '2026-10-25T23:59:59.999+01:00'
      const rows: [at: string, status: string, closesAt: string][] = [
        ['2026-03-28', 'forthcoming', first],
        ['2026-03-28T22:59:59.999Z', 'forthcoming', first],
        ['2026-03-28T23:00:00Z', 'open', first],
        ['2026-05-31', 'open', first],
        ['2026-06-01T00:00:00+02:00', 'open', last],
        ['2026-10-25', 'open', last],
        ['2026-10-26T00:00:00+01:00', 'closed', last],
        ['2030-01-01', 'closed', last],
      ]
      for (const [at, status, closesAt] of rows) {
        const shown = await scene.asOf('al:a', at)
        assert.deepEqual([shown.status, shown.closes_at, shown.version], [status, closesAt, 1], at)
        assert.equal(shown.application_window.closes_at, closesAt)
      }
      const version = await scene.version('al:a', 1)
      assert.deepEqual([version.status, version.closes_at], ['forthcoming', first])
    }))

  test(`${engine.name}: a version is the record as it was, with its own withdrawal and merges, and the change that made it`, () =>
    withScene(engine, async (scene) => {
      await lively(scene)
      const types = (await scene.versions('al:a')).toReversed().map(({ type }) => type)
      assert.deepEqual(types, [
        'subsidy.created',
        'subsidy.content_changed',
        'subsidy.status_changed',
        'subsidy.withdrawn',
        'subsidy.reinstated',
        'subsidy.deadline_changed',
        'subsidy.merged',
        'subsidy.deadline_changed',
        'subsidy.amount_changed',
        'subsidy.status_changed',
      ])
      for (const [index, element] of (await scene.versions('al:a')).toReversed().entries()) {
        const version = await scene.version('al:a', index + 1)
        assert.deepEqual(version.change, element)
        assert.equal(version.updated_at, element.valid_from)
        assert.equal(version.summary, index === 1 || (index > 1 && index < 7) ? 'Now with words.' : null)
        assert.equal(version.withdrawn_at, index === 3 ? element.valid_from : null)
        assert.deepEqual(version.related.merged_from, index < 6 ? [] : ['al:double'])
        assert.equal(version.amount?.max ?? null, index < 7 ? null : index === 7 ? 100 : 200)
      }
      assert.deepEqual((await scene.versions('al:a')).at(-1)?.diff, {})
      assert.deepEqual((await scene.versions('al:a'))[6]?.diff, {
        withdrawn_at: { from: null, to: '2026-03-29T23:59:59.999+02:00' },
      })
    }))

  test(`${engine.name}: a merged id answers with the survivor's past, before the merge too`, () =>
    withScene(engine, async (scene) => {
      await lively(scene)
      for (const name of ['al:double', 'support-double']) {
        assert.equal((await scene.asOf(name, '2026-03-20')).id, 'al:a')
        assert.equal((await scene.asOf(name, '2026-03-20')).version, 2)
        assert.equal((await scene.versions(name)).length, 10)
        assert.equal((await scene.version(name, 1)).id, 'al:a')
      }
    }))

  test(`${engine.name}: a withdrawn measure keeps its past, and as_of says whether it was withdrawn then`, () =>
    withScene(engine, async (scene) => {
      await scene.publish(input('a'))
      scene.to('2026-04-01T12:00:00Z')
      await withdrawMeasure(scene.means, 'al:a')
      scene.to('2026-05-01T12:00:00Z')
      assert.equal((await scene.asOf('al:a', '2026-03-31')).withdrawn_at, null)
      assert.equal((await scene.asOf('al:a', '2026-04-01')).withdrawn_at, '2026-04-01T14:00:00+02:00')
      assert.equal((await scene.versions('al:a')).length, 2)
    }))

  test(`${engine.name}: a version that does not exist is refused with the current one, a time before the first with the first`, () =>
    withScene(engine, async (scene) => {
      await scene.publish(input('a'))
      scene.to('2026-04-01T12:00:00Z')
      await withdrawMeasure(scene.means, 'al:a')
      await assert.rejects(scene.version('al:a', 3), isVersionNotFound(/current version is 2\b/))
      await assert.rejects(scene.asOf('al:a', '2020-01-01'), isVersionNotFound(/2026-03-03T10:00:00\+01:00/))
      await assert.rejects(
        scene.asOf('al:nobody', '2026-03-31'),
        (error: unknown) => error instanceof Refusal && error.code === 'subsidy_not_found',
      )
    }))

  test(`${engine.name}: where the clock went back, a time ahead is still answered with the newest version`, () =>
    withScene(engine, async (scene) => {
      await scene.publish(input('a'))
      scene.to('2026-04-01T12:00:00Z')
      await scene.publish(input('a', { topics: ['water'] }), input('b'))
      scene.clock.advance({ ms: -3_600_000 })
      assert.equal((await scene.asOf('al:a', '2026-04-30')).version, 2)
      assert.equal((await scene.asOf('al:b', '2026-04-30')).version, 1)
    }))

  test(`${engine.name}: the version that a moment shows is current for exactly its time: every instant has one`, () =>
    withScene(engine, async (scene) => {
      await lively(scene)
      const versions = (await scene.versions('al:a')).toReversed()
      const firstFrom = parseInstant(versions[0]?.valid_from ?? '') ?? Number.NaN
      const step = 12 * 3_600_000 + 17
      for (let at = firstFrom; at < scene.clock.now(); at += step) {
        const holding = versions.filter(
          ({ valid_from: from, valid_to: to }) =>
            (parseInstant(from) ?? 0) <= at && (to === null || at < (parseInstant(to) ?? 0)),
        )
        assert.equal(holding.length, 1, formatInstant(at))
        assert.equal((await scene.asOf('al:a', at)).version, holding[0]?.version)
      }
    }))
}
