import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { type IngestionScene, ingestionScene, input, sampleDefinition } from '../../../tests/harness/ingestion.ts'
import { noteSourcesFrom } from '../../sources/last-start.ts'
import { bundledList } from '../../sources/list-choice.ts'
import type { Run } from '../../sources/source/source.ts'
import { ingest } from '../ingest.ts'
import { confirmHeldRun } from './confirm.ts'
import type { RunOptions } from './run-source.ts'

const listed = 40
const ids = Array.from({ length: listed }, (_, index) => `m${index}`)

/** Forty records, of which the change adds to the first so many. */
function items(changedCount = 0, change: Record<string, unknown> = {}, base: Record<string, unknown> = {}): unknown[] {
  return ids.map((id, place) => input(id, { ...base, ...(place < changedCount ? change : {}) }))
}

async function run(scene: IngestionScene, records: readonly unknown[], options: RunOptions = {}): Promise<Run> {
  scene.clock.advance({ hours: 1 })
  scene.sources.lists('alpha', { items: records })
  const [made] = await ingest(scene.means, ['alpha'], options)
  assert.ok(made !== undefined)
  return made
}

const broken = { colour: 'green' }
const known = {
  title: { en: 'Support', nl: 'Steun' },
  status: 'open',
  amount: { min: 100, max: 200 },
  application_window: { opens_at: '2026-01-01', closes_at: '2026-12-31' },
}

/** What becomes of the first so many records, and why the run is held; null: it is published. */
const changes: [what: string, count: number, change: Record<string, unknown>, reason: RegExp | null][] = [
  [
    'lose their deadline',
    11,
    { application_window: { opens_at: '2026-01-01' } },
    /11 of 40 .* would lose their deadline/,
  ],
  ['lose their deadline', 10, { application_window: { opens_at: '2026-01-01' } }, null],
  ['lose their amount', 11, { amount: null }, /11 of 40 .* would lose their amount/],
  ['lose the greatest amount', 11, { amount: { min: 100 } }, /would lose their amount/],
  ['get another amount', 40, { amount: { min: 150, max: 400 } }, null],
  ['get a rate in place of an amount', 40, { amount: { rate_max: 0.4 } }, null],
  ['lose their Dutch title', 11, { title: { en: 'Support' } }, /would lose their title in nl/],
  ['get a French title', 40, { title: { en: 'Support', nl: 'Steun', fr: 'Aide' } }, null],
  ['lose the word on their status', 11, { status: null }, /would lose the source's word/],
  ['become paused', 11, { status: 'paused' }, /11 of 40 .* would become paused/],
  ['become paused', 10, { status: 'paused' }, null],
  ['get another title', 21, { title: { en: 'Untitled', nl: 'Steun' } }, /21 of 40 .* would get another title/],
  ['get another title', 20, { title: { en: 'Untitled', nl: 'Steun' } }, null],
  ['get another text', 40, { summary: 'Another text' }, null],
  ['get broken characters', 21, { summary: 'Prime Ã©nergie' }, /21 of 40 .* broken characters/],
  ['get broken characters', 20, { summary: 'Prime Ã©nergie' }, null],
  ['are rejected', 11, broken, /11 of 40 records that were read \(27.5 %\) are rejected/],
  ['are rejected', 8, broken, null],
]

for (const engine of engines) {
  for (const [what, count, change, reason] of changes) {
    test(`${engine.name}: a run in which ${count} of 40 ${what} ${JSON.stringify(change)} is ${reason === null ? 'published' : 'held'}`, async () => {
      await using store = await engine.open()
      const scene = await ingestionScene(store.database)
      await run(scene, items(0, {}, known))
      const made = await run(scene, items(count, change, known))
      assert.equal(made.status, reason === null ? 'succeeded' : 'held', made.error ?? '')
      if (reason !== null) assert.match(made.error ?? '', reason)
    })
  }

  test(`${engine.name}: the passing of deadlines counts for nothing: measures that close by the clock are not moved by the run`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    await run(scene, items(0, {}, known))
    scene.clock.advance({ days: 400 })
    const made = await run(scene, items(40, { summary: 'Another text' }, known))
    assert.deepEqual([made.status, made.changed], ['succeeded', 40], made.error ?? '')
  })

  test(`${engine.name}: a held run is published as it was read, and its losses are no news to the next run`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    await run(scene, items(0, {}, known))
    const paused = items(40, { status: 'paused' }, known)
    assert.equal((await run(scene, paused)).status, 'held')
    const confirmed = await confirmHeldRun(scene.means, 'alpha')
    assert.equal(confirmed.changed, 40)
    const again = new RegExp(`^The run ${confirmed.id} of the source alpha was confirmed already: `)
    await assert.rejects(confirmHeldRun(scene.means, 'alpha'), { message: again })
    const next = await run(scene, paused)
    assert.deepEqual([next.status, next.unchanged], ['succeeded', 40])
    await assert.rejects(confirmHeldRun(scene.means, 'alpha'), { message: 'No run of the source alpha is held.' })
  })

  test(`${engine.name}: what the last published run rejected is no reason to hold the next, whatever ran in between`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    await run(scene, items())
    const rejecting = items(30, broken)
    assert.equal((await run(scene, rejecting)).status, 'held')
    assert.equal((await run(scene, rejecting)).status, 'held')
    assert.equal((await confirmHeldRun(scene.means, 'alpha')).rejected, 30)
    await assert.rejects(confirmHeldRun(scene.means, 'alpha'), /was confirmed already/)
    assert.equal((await run(scene, rejecting)).status, 'succeeded')
    await assert.rejects(confirmHeldRun(scene.means, 'alpha'), /is overtaken/)
    // A failed run leaves other rejections behind, and publishes none.
    assert.equal((await run(scene, [...items(40, broken)])).status, 'failed')
    assert.equal((await run(scene, rejecting)).status, 'succeeded')
    // Others than those that were rejected before.
    const others = ids.map((id, place) => input(id, place >= 20 ? broken : {}))
    const made = await run(scene, others)
    assert.equal(made.status, 'succeeded', made.error ?? '')
    assert.equal((await run(scene, rejecting)).status, 'held')
  })

  test(`${engine.name}: records without a readable id count as rejected by their number`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const nameless = (count: number): unknown[] => Array.from({ length: count }, () => 'no record')
    await run(scene, [...items(), ...nameless(30)])
    assert.equal((await run(scene, [...items(), ...nameless(40)])).status, 'succeeded')
    assert.match((await run(scene, [...items(), ...nameless(70)])).error ?? '', /^held: 30 of 110 records/)
  })

  test(`${engine.name}: a run that rejects every record fails, of a new source too, and says why the first was rejected`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const made = await run(scene, items(40, broken))
    assert.deepEqual([made.status, made.rejected], ['failed', 40])
    assert.match(made.error ?? '', /^rejected every one of 40 records, because of colour/)
    await run(scene, items(40, broken))
    await run(scene, items(40, broken))
    const source = await store.database.one('select freshness from source')
    assert.equal(source?.freshness, 'failing')
  })

  test(`${engine.name}: a source that lists nothing yet is not held, whatever it says`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const made = await run(scene, items(30, broken, { title: 'Untitled' }))
    assert.deepEqual([made.status, made.created, made.rejected], ['succeeded', 10, 30])
  })

  test(`${engine.name}: the first run of a release's bundled catalogue is not held; the next one, another file and a list of the operator's own are`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database, [sampleDefinition({ connector: 'file' })])
    scene.means.connectors = new Map([['file', scene.sources.connector]])
    const say = (status: string): unknown[] => items(40, { status }, known)
    assert.equal((await run(scene, say('open'))).status, 'succeeded')
    await store.database.transaction((transaction) => noteSourcesFrom(transaction, bundledList))
    assert.equal((await run(scene, say('paused'))).status, 'held', 'this release has published it before')
    scene.means.release = '0.0.1'
    assert.equal((await run(scene, say('paused'), { file: '/other.ndjson' })).status, 'held', 'another file')
    assert.equal((await run(scene, say('paused'))).status, 'succeeded')
    assert.equal((await run(scene, say('open'))).status, 'held')
    scene.means.release = '0.0.2'
    await store.database.transaction((transaction) => noteSourcesFrom(transaction, '/own/sources.yaml'))
    assert.equal((await run(scene, say('open'))).status, 'held', "the operator's own list")
  })
}
