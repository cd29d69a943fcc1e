/** The EU portal's own snapshots, oldest to newest, through the connector, ingestion and the API. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { settingsChecks } from '../../src/ingestion/connectors/connectors.ts'
import { ingest } from '../../src/ingestion/ingest.ts'
import { confirmHeldRun } from '../../src/ingestion/runs/confirm.ts'
import { readSourcesFile } from '../../src/sources/read-sources-file.ts'
import { engines } from '../harness/databases.ts'
import { noSavedAnswers, snapshotRows, snapshots, topicRow } from '../harness/portal-rows.ts'
import { startPortal } from '../harness/portal-stand-in.ts'
import { startService, type TestService } from '../harness/service.ts'

const bundled = path.join(import.meta.dirname, '..', '..', 'catalogue', 'sources.yaml')
const portalSource = 'eu-funding-tenders'

async function euSource(baseUrl: string) {
  const { definitions } = await readSourcesFile(bundled, settingsChecks)
  const definition = definitions.find(({ id }) => id === portalSource)
  assert.ok(definition !== undefined)
  return { ...definition, settings: { base_url: baseUrl } }
}

type Row = { id: string; title: string; url: string }
type Page = { data: Row[]; pagination: { next_cursor?: string }; meta: { warnings: { code: string }[] } }

/** How often a page is asked for again that says that a newer state exists. */
const againMax = 30

/** A page of the newest state: on a busy machine a catalogue of hundreds may take longer to load than an answer waits. */
async function pageOfNow(service: TestService, query: string): Promise<Page> {
  for (let again = 0; again < againMax; again += 1) {
    const answer = await service.get(`/v1/subsidies?${query}`)
    assert.equal(answer.status, 200, answer.body.toString())
    const page = answer.json() as unknown as Page
    if (!page.meta.warnings.some(({ code }) => code === 'catalogue_behind')) return page
  }
  return assert.fail('the catalogue stays behind')
}

/** Every row of a list, page by page. */
async function everyRow(service: TestService, query: string): Promise<Row[]> {
  const rows: Row[] = []
  let cursor = ''
  for (let pages = 0; pages < 50; pages += 1) {
    const page = await pageOfNow(service, `${query}${cursor}`)
    rows.push(...page.data)
    if (page.pagination.next_cursor === undefined) return rows
    cursor = `&cursor=${encodeURIComponent(page.pagination.next_cursor)}`
  }
  return assert.fail('the list does not end')
}

/** The day in a snapshot's name. */
const dayOfFile = (file: string): string => /\d{4}-\d{2}-\d{2}/.exec(file)?.[0] ?? ''
const idOf = (reference: unknown): string => `eu:${String(reference).replace(/(en|EN)$/, '')}`

for (const engine of engines) {
  test(`${engine.name}: a bundled source reads a portal over HTTP, and its calls are served with their attribution`, async () => {
    const portal = await startPortal({
      rows: [
        topicRow({ identifier: 'DIGITAL-2026-TEST-01', title: 'An invented topic' }),
        topicRow({ identifier: 'LIFE-2026-TEST-02', title: 'Another invented topic' }),
      ],
    })
    const service = await startService(engine, { definitions: [await euSource(portal.url)] })
    try {
      const [run] = await ingest(service.means, [portalSource])
      assert.deepEqual([run?.status, run?.created], ['succeeded', 2])
      const list = (await service.get('/v1/subsidies?q=invented&sort=title')).json() as {
        data: { programme?: string }[]
        meta: { attribution: string[] }
      }
      assert.equal(list.data.length, 2)
      assert.match(list.meta.attribution[0] ?? '', /European Union, CC BY 4\.0/)
      const [again] = await ingest(service.means, [portalSource])
      assert.deepEqual([again?.created, again?.changed, again?.unchanged], [0, 0, 2])
    } finally {
      await service.stop()
      await portal.close()
    }
  })

  test(`${engine.name}: saved snapshots: the newest lists its 723 calls, 83 of them cascade calls, and a second run makes no version`, {
    skip: noSavedAnswers,
  }, async () => {
    const newest = snapshots.at(-1)
    assert.ok(newest !== undefined)
    const rows = snapshotRows(newest)
    const portal = await startPortal({ rows })
    const service = await startService(engine, {
      definitions: [await euSource(portal.url)],
      start: Date.parse(`${dayOfFile(newest)}T10:00:00Z`),
    })
    try {
      const [run] = await ingest(service.means, [portalSource])
      assert.deepEqual([run?.status, run?.seen, run?.created, run?.rejected], ['succeeded', 723, 723, 0])
      const listed = await everyRow(service, 'sort=title&limit=200')
      assert.equal(listed.length, 723)
      assert.equal(listed.filter(({ id }) => id.endsWith('COMPETITIVE_CALL')).length, 83)
      assert.deepEqual(listed.map(({ id }) => id).sort(), rows.map(({ reference }) => idOf(reference)).sort())
      const [again] = await ingest(service.means, [portalSource])
      assert.deepEqual(
        [again?.status, again?.created, again?.changed, again?.unchanged, again?.withdrawn],
        ['succeeded', 0, 0, 723, 0],
      )
      const versions = await service.database.one<{ versions: number }>(
        'select count(*) as versions from measure_version',
      )
      assert.equal(versions?.versions, 723)
    } finally {
      await service.stop()
      await portal.close()
    }
  })

  test(`${engine.name}: saved snapshots: oldest to newest, every call of the newest is listed, and a great disappearance waits for the operator`, {
    skip: noSavedAnswers,
  }, async () => {
    const portal = await startPortal()
    const first = snapshots[0]
    assert.ok(first !== undefined)
    const service = await startService(engine, {
      definitions: [await euSource(portal.url)],
      start: Date.parse(`${dayOfFile(first)}T10:00:00Z`),
    })
    try {
      const statuses: string[] = []
      for (const file of snapshots) {
        service.clock.advance({ seconds: (Date.parse(`${dayOfFile(file)}T10:00:00Z`) - service.clock.now()) / 1000 })
        portal.serve(snapshotRows(file))
        const [run] = await ingest(service.means, [portalSource])
        assert.ok(run !== undefined)
        statuses.push(run.status)
        assert.equal(run.rejected, 0)
        if (run.status === 'held') {
          assert.match(run.error ?? '', /withdraw/)
          assert.equal((await confirmHeldRun(service.means, portalSource)).status, 'succeeded')
        }
      }
      assert.equal(statuses[0], 'succeeded')
      const listed = new Set((await everyRow(service, 'sort=deadline&limit=500')).map(({ id }) => id))
      const newest = snapshots.at(-1)
      for (const { reference } of snapshotRows(newest ?? '')) assert.ok(listed.has(idOf(reference)))
      const wrong = await service.get('/v1/subsidies?status=open&deadline_before=2026-08-21&limit=1')
      assert.equal((wrong.json() as unknown as { data: unknown[] }).data.length, 0, 'nothing past is open')
    } finally {
      await service.stop()
      await portal.close()
    }
  })
}
