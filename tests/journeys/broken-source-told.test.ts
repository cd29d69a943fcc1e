/**
 * How an operator hears that a source has broken: by the exit status of the command, in the list of the sources, in what is shown of
 * the source, in what `doctor` finds, and in the metrics that a running service shows.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { portalRows, portalWays } from '../harness/broken-portal.ts'
import { recordCount } from '../harness/broken-sources.ts'
import { engines } from '../harness/databases.ts'
import { type ProcessScene, portalSource, processScene, type Run, records } from '../harness/process.ts'
import { figureOf, metricsOrigin, samplesIn, scrape } from '../harness/scrapes.ts'
import { until } from '../harness/started-process.ts'

const scraped = { METRICS_PORT: '0' }
const counts = ['seen', 'created', 'changed', 'unchanged', 'withdrawn', 'rejected'] as const

/** The list of the sources tells of this run as the newest one of its source: as a document, and in the words of a person. */
async function listTells({ operator }: ProcessScene, source: string, run: Run, words: string): Promise<void> {
  const { id, status, seen, changed, rejected, error } = run
  const listed = await operator.done<{ id: string; last_run: unknown }[]>('sources', 'list')
  assert.deepEqual(listed.find((one) => one.id === source)?.last_run, { id, status, seen, changed, rejected, error })
  const { out } = await operator.command('sources', 'list')
  assert.match(out, new RegExp(`^${source} {2,}yes .* {2}${words}(?: {2}|$)`, 'm'))
}

/** Waits until the metrics say this of the newest run: 1 where it is held, else 0, and its counts. The service asks its store every few seconds. */
async function metricsSay(origin: string, source: string, ...wanted: (number | undefined)[]): Promise<void> {
  await until(`metrics that say ${wanted.join(' ')} of the newest run of ${source}`, async () => {
    const samples = samplesIn(String((await scrape(origin)).body))
    const said = [
      figureOf(samples, 'subsidies_source_run_held', { source }),
      ...counts.map((of) => figureOf(samples, 'subsidies_source_run_records', { source, of })),
    ]
    return isDeepStrictEqual(said, wanted)
  })
}

for (const engine of engines) {
  test(`${engine.name}: a held run and a failed one are told by exit status, list, source and metrics, until one succeeds`, async () => {
    const sources = (portal: ProcessScene['portal']) => [portalSource(portal.url, { schedule: null })]
    await using scene = await processScene(engine, { sources, environment: scraped })
    const { portal, operator } = scene
    const service = await scene.serve(['--role', 'api'])
    const origin = await metricsOrigin(service.process)
    const ingest = async (
      rows: ReturnType<typeof portalRows> | undefined,
    ): Promise<{ status: number | null; run: Run }> => {
      assert.ok(rows !== undefined)
      portal.serve(rows)
      const ended = await operator.command('ingest', 'portal', '--json')
      return { status: ended.status, run: ended.document<Run>() }
    }
    /** A line of what `sources show` compares, in its columns. */
    const figureLine = async (name: string): Promise<string[] | undefined> => {
      const page = await operator.command('sources', 'show', 'portal')
      return page.out
        .split('\n')
        .find((line) => line.startsWith(`${name}  `))
        ?.split(/ {2,}/)
    }

    const first = await ingest(portalRows())
    assert.deepEqual([first.status, first.run.status], [0, 'succeeded'])
    await listTells(scene, 'portal', first.run, 'succeeded')
    assert.deepEqual(await figureLine('closes_at'), ['closes_at', '60 (100 %)', '-'])
    await metricsSay(origin, 'portal', 0, recordCount, recordCount, 0, 0, 0, 0)

    const held = await ingest(portalWays['the date fields have other names']?.rows())
    assert.deepEqual([held.status, held.run.status], [3, 'held'])
    assert.match(held.run.error ?? '', /^held: 60 of 60 listed measures \(100 %\) would lose their deadline/)
    await listTells(scene, 'portal', held.run, 'held')
    assert.deepEqual(await figureLine('closes_at'), ['closes_at', '0 (0 %)', '60 (100 %)', 'differs'])
    await metricsSay(origin, 'portal', 1, recordCount, 0, 0, 0, 0, 0)

    const failed = await ingest(portalWays['the title has another name']?.rows())
    assert.deepEqual([failed.status, failed.run.status], [1, 'failed'])
    assert.match(failed.run.error ?? '', /^rejected every one of 60 records, because of .*title/)
    await listTells(scene, 'portal', failed.run, 'failed, 60 rejected')
    await metricsSay(origin, 'portal', 0, recordCount, 0, 0, 0, 0, recordCount)

    const mended = await ingest(portalRows())
    assert.deepEqual([mended.status, mended.run.status, mended.run.unchanged], [0, 'succeeded', recordCount])
    await listTells(scene, 'portal', mended.run, 'succeeded')
    assert.deepEqual(await figureLine('closes_at'), ['closes_at', '60 (100 %)', '60 (100 %)'])
  })

  test(`${engine.name}: a source that rejects a quarter of its records again and again succeeds, and doctor, list and metrics go on to tell it`, async () => {
    await using scene = await processScene(engine, { environment: scraped })
    const { operator } = scene
    const wrong = records(11, { title: '' }).map((record, place) => ({ ...record, local_id: `wrong${place}` }))
    await scene.lists('city', [...records(29), ...wrong])
    const service = await scene.serve(['--role', 'api'])
    const origin = await metricsOrigin(service.process)
    for (const [created, unchanged] of [
      [29, 0],
      [0, 29],
    ]) {
      const run = await operator.done<Run>('ingest', 'city')
      assert.deepEqual(
        [run.status, run.seen, run.created, run.unchanged, run.rejected],
        ['succeeded', 40, created, unchanged, 11],
      )
      await listTells(scene, 'city', run, 'succeeded, 11 rejected')
      const { findings } = await operator.done<{ findings: { check: string; level: string; message: string }[] }>(
        'doctor',
      )
      const told = findings.filter(({ check, level }) => check === 'source city' && level === 'warning')
      assert.deepEqual(
        told.map(({ message }) => message),
        [
          'its newest run rejected 11 of 40 records; their measures stay as they were and grow old. Which, and why: npx subsidies sources show city',
        ],
      )
      await metricsSay(origin, 'city', 0, 40, created, 0, unchanged, 0, 11)
    }
  })
}
