/**
 * The ways in which an authority's source breaks without failing: it answers, and says something else. Each way is made at
 * the stand-ins of the EU portal and of the Flemish catalogue, and read by the real connector. Nothing wrong may be
 * published, nobody may be told a change, and the operator must be told.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkUp } from '../../src/health/check-up.ts'
import { comparedProfiles } from '../../src/ingestion/run-profiles.ts'
import { confirmHeldRun } from '../../src/ingestion/runs/confirm.ts'
import { brokenCatalogue } from '../harness/broken-catalogue.ts'
import { brokenPortal } from '../harness/broken-portal.ts'
import { type BrokenScene, recordCount, type Way } from '../harness/broken-sources.ts'
import { type Engine, engines } from '../harness/databases.ts'

const standIns: readonly [name: string, start: (engine: Engine) => Promise<BrokenScene>][] = [
  ['the EU portal', brokenPortal],
  ['the Flemish catalogue', brokenCatalogue],
]

type Coverage = { total: number; by_status: Record<string, number> }

/** The first run of the source, which publishes every record. */
async function publishAll({ read }: BrokenScene): Promise<void> {
  const first = await read()
  assert.deepEqual([first.status, first.created, first.rejected], ['succeeded', recordCount, 0], first.error ?? '')
}

/** Of the newest publication: a request with a key brings the process to it. */
async function coverageOf({ service }: BrokenScene): Promise<Coverage> {
  assert.equal((await service.get('/v1/subsidies?limit=1')).status, 200)
  return (await service.get('/v1/coverage')).json() as unknown as Coverage
}

/** What anybody can see of the measures, and how many changes they were told. */
async function servedBy(scene: BrokenScene): Promise<{ coverage: Coverage; events: unknown }> {
  const coverage = await coverageOf(scene)
  const events = await scene.service.database.one('select count(*) as events from change_event')
  return { coverage, events: events?.events }
}

/** What `doctor` finds wrong with the source. */
async function toldTheOperator({ service, sourceId }: BrokenScene): Promise<string[]> {
  const { database, means, clock } = service
  const findings = await checkUp({ database, lookups: means.lookups }, clock.now())
  return findings.flatMap(({ check, level, message }) =>
    check === `source ${sourceId}` && level !== 'ok' ? message : [],
  )
}

/** The run that the way brings, what is published after it, and what the operator is told. */
async function checkWay(scene: BrokenScene, { breakIt, mendIt, outcome, read = scene.read }: Way): Promise<void> {
  const before = await servedBy(scene)
  assert.equal(before.coverage.total, recordCount)
  breakIt()
  const run = await read()
  assert.equal(run.status, outcome.status, run.error ?? 'no error')
  assert.match(run.error ?? '', outcome.error)
  assert.deepEqual([run.created, run.changed, run.unchanged, run.withdrawn], [0, 0, 0, 0])
  assert.deepEqual(await servedBy(scene), before)
  const told = await toldTheOperator(scene)
  assert.ok(
    told.some((message) => message.includes(run.error ?? '?')),
    JSON.stringify(told),
  )
  mendIt()
  const mended = await read()
  assert.deepEqual([mended.status, mended.changed, mended.unchanged], ['succeeded', 0, recordCount], mended.error ?? '')
  assert.deepEqual(await servedBy(scene), before)
}

for (const engine of engines) {
  for (const [name, start] of standIns) {
    test(`${engine.name}: whatever form ${name} takes on, nothing wrong is published and the operator is told`, async (t) => {
      await using scene = await start(engine)
      await publishAll(scene)
      for (const [way, made] of Object.entries(scene.ways)) await t.test(way, () => checkWay(scene, made))
    })

    test(`${engine.name}: a measure of ${name} whose deadline alone vanishes is unknown, never open, however few they are`, async () => {
      await using scene = await start(engine)
      await publishAll(scene)
      const { open, closed } = scene.statuses
      const statuses = async (): Promise<unknown[]> => {
        const { by_status: now } = await coverageOf(scene)
        return [now.open, now.closed, now.unknown]
      }
      assert.deepEqual(await statuses(), [open, closed, 0])
      scene.takeDeadlines(9)
      for (const changed of [9, 0]) {
        const run = await scene.read()
        assert.deepEqual([run.status, run.changed], ['succeeded', changed], run.error ?? '')
        assert.deepEqual(await statuses(), [open, closed - 9, 9])
      }
      scene.mend()
      assert.equal((await scene.read()).changed, 9)
      assert.deepEqual(await statuses(), [open, closed, 0])
    })

    test(`${engine.name}: when ${name} gives a new id to every record, none is lost: they are new measures once, and the old ones go by the operator's word alone`, async () => {
      await using scene = await start(engine)
      await publishAll(scene)
      const { service, sourceId } = scene
      scene.giveNewIds()
      const first = await scene.read()
      assert.deepEqual(
        [first.status, first.created, first.changed, first.unchanged, first.withdrawn],
        ['succeeded', recordCount, 0, 0, 0],
        first.error ?? '',
      )
      const before = await servedBy(scene)
      assert.equal(before.coverage.total, 2 * recordCount)
      assert.match(
        (await toldTheOperator(scene)).join('\n'),
        /^its last succeeded run did not list 60 of its 120 measures/,
      )
      for (const _again of ['second', 'third']) {
        const run = await scene.read()
        assert.equal(run.status, 'held')
        assert.match(run.error ?? '', /^held: 60 of 120 listed measures \(50 %\) would be withdrawn;/)
        assert.deepEqual([run.created, run.changed, run.unchanged, run.withdrawn], [0, 0, 0, 0])
        assert.deepEqual(await servedBy(scene), before)
        assert.match((await toldTheOperator(scene)).join('\n'), /^its newest run looks wrong and is held: 60 of 120/)
      }
      const confirmed = await confirmHeldRun(service.means, sourceId)
      assert.deepEqual(
        [confirmed.status, confirmed.created, confirmed.unchanged, confirmed.withdrawn],
        ['succeeded', 0, recordCount, recordCount],
      )
      assert.equal((await coverageOf(scene)).total, recordCount)
    })
  }

  test(`${engine.name}: a held run shows its profile beside that of the published one before it`, async () => {
    await using scene = await brokenPortal(engine)
    await publishAll(scene)
    scene.ways['the date fields have other names']?.breakIt()
    const run = await scene.read()
    const { newest, published_before: before } = await comparedProfiles(scene.service.database, 'portal')
    assert.equal(newest?.run_id, run.id)
    assert.deepEqual([newest?.profile.records, before?.profile.records], [recordCount, recordCount])
    assert.deepEqual([newest?.profile.properties.closes_at, before?.profile.properties.closes_at], [0, recordCount])
    assert.deepEqual([newest?.profile.statuses.closed, before?.profile.statuses.closed], [0, 40])
    assert.deepEqual([newest?.profile.distinct_titles, newest?.profile.broken_characters], [recordCount, 0])
  })
}
