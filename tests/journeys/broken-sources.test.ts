/**
 * The ways in which an authority's source breaks without failing: it answers, and says something else. Each way is made at
 * the stand-ins of the EU portal and of the Flemish catalogue, and read by the real connector. Nothing wrong may be
 * published, nobody may be told a change, and the operator must be told.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { checkUp } from '../../src/health/check-up.ts'
import { ingest } from '../../src/ingestion/ingest.ts'
import { comparedProfiles } from '../../src/ingestion/run-profiles.ts'
import type { Run } from '../../src/sources/source/source.ts'
import { type Engine, engines } from '../harness/databases.ts'
import { sampleDefinition } from '../harness/ingestion.ts'
import { type IpdcJson, version } from '../harness/ipdc-products.ts'
import { startCatalogue } from '../harness/ipdc-stand-in.ts'
import { type PortalRow, topicRow } from '../harness/portal-rows.ts'
import { startPortal } from '../harness/portal-stand-in.ts'
import { startService, type TestService } from '../harness/service.ts'

type Outcome = { status: Run['status']; error: RegExp | null }

const held = (why: RegExp): Outcome => ({ status: 'held', error: why })
const failed = (why: RegExp): Outcome => ({ status: 'failed', error: why })

/** UTF-8 that was read as Windows-1252. */
const misread = (text: string): string => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))

/** The same with every text in it misread. */
function misreadAll<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'string' ? misread(one) : one))
}

const count = 60
const numbers = Array.from({ length: count }, (_, index) => index)

/** Two thirds are over, a sixth is open, a sixth is to come; the portal's code says "open" of each. */
function portalRows(): PortalRow[] {
  return numbers.map((number) =>
    topicRow({
      identifier: `TEST-2026-${String(number).padStart(3, '0')}`,
      title: `Énergie, call ${number}`,
      startDate: number < 50 ? '2025-09-01T00:00:00.000+0000' : '2026-06-01T00:00:00.000+0000',
      deadlineDates: [number < 40 ? '2025-12-01T17:00:00.000+0000' : '2026-11-01T17:00:00.000+0000'],
      metadata: {
        budgetOverview: [
          JSON.stringify({
            budgetTopicActionMap: {
              1: [
                {
                  action: `TEST-2026-${String(number).padStart(3, '0')} - RIA`,
                  minContribution: 1_000_000,
                  maxContribution: 3_000_000,
                  budgetYearMap: { 2026: '9000000' },
                },
              ],
            },
          }),
        ],
      },
    }),
  )
}

type Change = (metadata: Record<string, unknown>, row: PortalRow, place: number) => PortalRow | null

/** Rows of which each is what the change makes of it; null leaves a row out. */
function portalWith(change: Change): PortalRow[] {
  return portalRows().flatMap((row, place) => change(row.metadata, row, place) ?? [])
}

function renamed(metadata: Record<string, unknown>, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [names.includes(name) ? `${name}New` : name, value]),
  )
}

const portalWays: Record<string, { rows(): PortalRow[]; outcome: Outcome }> = {
  'the date fields have other names': {
    rows: () => portalWith((metadata, row) => ({ ...row, metadata: renamed(metadata, 'startDate', 'deadlineDate') })),
    outcome: held(/60 of 60 listed measures \(100 %\) would lose their deadline/),
  },
  'the field of the deadline alone has another name': {
    rows: () => portalWith((metadata, row) => ({ ...row, metadata: renamed(metadata, 'deadlineDate') })),
    outcome: held(/would lose their deadline.*would become unknown/),
  },
  'all deadlines are in 2016, before the openings': {
    rows: () =>
      portalWith((metadata, row) => ({
        ...row,
        metadata: { ...metadata, deadlineDate: ['2016-03-01T00:00:00.000+0000'] },
      })),
    outcome: failed(/^rejected every one of 60 records, because of .*opens_at/),
  },
  'all dates are ten years early': {
    rows: () =>
      portalWith((metadata, row) => ({
        ...row,
        metadata: {
          ...metadata,
          startDate: ['2015-09-01T00:00:00.000+0000'],
          deadlineDate: ['2016-03-01T00:00:00.000+0000'],
        },
      })),
    outcome: held(/20 of 60 listed measures \(33.3 %\) would become closed/),
  },
  'every title is the same': {
    rows: () => portalWith((metadata, row) => ({ ...row, metadata: { ...metadata, title: ['Untitled'] } })),
    outcome: held(/60 of 60 listed measures \(100 %\) would get another title/),
  },
  'the title has another name': {
    rows: () => portalWith((metadata, row) => ({ ...row, metadata: renamed(metadata, 'title') })),
    outcome: failed(/^rejected every one of 60 records, because of .*title/),
  },
  'texts come in another encoding': {
    rows: () =>
      portalWith((metadata, row) => ({ ...row, metadata: { ...metadata, title: misreadAll(metadata.title) } })),
    outcome: held(/would get another title; .*would get texts with broken characters/),
  },
  'the budget has another name': {
    rows: () => portalWith((metadata, row) => ({ ...row, metadata: renamed(metadata, 'budgetOverview') })),
    outcome: held(/60 of 60 listed measures \(100 %\) would lose their amount/),
  },
  'the budget is no JSON in a quarter of the rows': {
    rows: () =>
      portalWith((metadata, row, place) => ({
        ...row,
        metadata: place % 4 === 0 ? { ...metadata, budgetOverview: ['<html>'] } : metadata,
      })),
    outcome: held(/15 of 60 records that were read \(25 %\) are rejected/),
  },
  'every row has the same reference': {
    rows: () => portalWith((_metadata, row) => ({ ...row, reference: '1TOPICSen' })),
    outcome: failed(/^reference: 59 of 60 rows have the reference of another row$/),
  },
  'one title stands on two thirds of the rows': {
    rows: () =>
      portalWith((metadata, row, place) => ({
        ...row,
        metadata: place % 3 === 0 ? metadata : { ...metadata, title: ['Call for proposals'] },
      })),
    outcome: held(/40 of 60 listed measures \(66.7 %\) would get another title/),
  },
  'nothing is listed any more': {
    rows: () => [],
    outcome: failed(/^read no record of a source that lists 60/),
  },
}

/** The first half was closed on a day of the past, the second half ends in November. */
function products(): IpdcJson[] {
  return numbers.map((number) =>
    version(number, 1, {
      naam: { nl: `Coördinatiesubsidie ${number}` },
      beschrijving: { nl: '<p>Voor financiële coördinatie.</p>' },
      startDienstVerlening: '2025-01-01T00:00:00Z',
      eindeDienstVerlening: number < 30 ? '2026-01-01T00:00:00Z' : '2026-11-01T00:00:00Z',
      financieleVoordelen: [{ naam: { nl: 'Bedrag' }, beschrijving: { nl: 'Ten hoogste 5.000 euro.' } }],
    }),
  )
}

function productsWith(change: (product: IpdcJson, place: number) => IpdcJson): IpdcJson[] {
  return products().map((product, place) => ({ ...change(product, place), generatedAtTime: '2026-02-03T09:00:00Z' }))
}

const catalogueWays: Record<string, { members(): IpdcJson[]; outcome: Outcome }> = {
  'the date fields have other names': {
    members: () => productsWith((product) => renamed(product, 'startDienstVerlening', 'eindeDienstVerlening')),
    outcome: held(/60 of 60 listed measures \(100 %\) would lose their deadline/),
  },
  'the end alone has another name': {
    members: () => productsWith((product) => renamed(product, 'eindeDienstVerlening')),
    outcome: held(/would lose their deadline.*would become unknown/),
  },
  'every end lies before its beginning': {
    members: () => productsWith((product) => ({ ...product, eindeDienstVerlening: '2016-01-01T00:00:00Z' })),
    outcome: failed(/^rejected every one of 60 records, because of eindeDienstVerlening/),
  },
  'every name is the same': {
    members: () => productsWith((product) => ({ ...product, naam: { nl: 'Titel' } })),
    outcome: held(/would get another title/),
  },
  'the name has another name': {
    members: () => productsWith((product) => renamed(product, 'naam')),
    outcome: failed(/^rejected every one of 60 records, because of naam: missing/),
  },
  'names change their language': {
    members: () => productsWith((product) => ({ ...product, naam: { en: (product.naam as { nl: string }).nl } })),
    outcome: { status: 'held', error: /would lose their title in nl/ },
  },
  'texts come in another encoding': {
    members: () =>
      productsWith((product) => ({
        ...product,
        naam: misreadAll(product.naam),
        beschrijving: misreadAll(product.beschrijving),
      })),
    outcome: held(/would get texts with broken characters/),
  },
  'what is paid has another name': {
    members: () => productsWith((product) => renamed(product, 'financieleVoordelen')),
    outcome: held(/would lose their amount/),
  },
  'dates are no dates in a third of the products': {
    members: () =>
      productsWith((product, place) => (place % 3 === 0 ? { ...product, eindeDienstVerlening: '31.12.26' } : product)),
    outcome: held(/20 of 60 records that were read \(33.3 %\) are rejected/),
  },
}

type BrokenScene = {
  service: TestService
  sourceId: string
  /** Reads what the stand-in now has. */
  read(): Promise<Run>
}

type Coverage = { total: number; by_status: Record<string, number> }

/** Of the newest publication: a request with a key brings the process to it. */
async function coverageOf(service: TestService): Promise<Coverage> {
  assert.equal((await service.get('/v1/subsidies?limit=1')).status, 200)
  return (await service.get('/v1/coverage')).json() as unknown as Coverage
}

async function published({ service }: BrokenScene): Promise<unknown> {
  const coverage = await coverageOf(service)
  assert.equal(coverage.total, count)
  const events = await service.database.one('select count(*) as events from change_event')
  return { coverage, events: events?.events }
}

/** The run that the way brings, what is published after it, and what the operator is told. */
async function checkWay(scene: BrokenScene, outcome: Outcome, breakIt: () => void, mendIt: () => void): Promise<void> {
  const before = await published(scene)
  breakIt()
  const run = await scene.read()
  assert.equal(run.status, outcome.status, run.error ?? 'no error')
  assert.match(run.error ?? '', outcome.error ?? /^$/)
  assert.deepEqual([run.created, run.changed, run.unchanged, run.withdrawn], [0, 0, 0, 0])
  assert.deepEqual(await published(scene), before)
  const { database, means, clock } = scene.service
  const findings = await checkUp({ database, lookups: means.lookups }, clock.now())
  const told = findings.filter(({ check, level }) => check === `source ${scene.sourceId}` && level !== 'ok')
  assert.ok(
    told.some(({ message }) => message.includes(run.error ?? '?')),
    JSON.stringify(told),
  )
  mendIt()
  const mended = await scene.read()
  assert.deepEqual([mended.status, mended.changed, mended.unchanged], ['succeeded', 0, count], mended.error ?? '')
  assert.deepEqual(await published(scene), before)
}

async function withPortal(
  engine: Engine,
  work: (scene: BrokenScene, portal: Awaited<ReturnType<typeof startPortal>>) => Promise<void>,
) {
  const portal = await startPortal({ rows: portalRows() })
  const definition = sampleDefinition({ id: 'portal', prefix: 'eu', government_level: 'eu', regions: [] })
  const service = await startService(engine, {
    definitions: [{ ...definition, connector: 'eu-funding-tenders', settings: { base_url: portal.url } }],
  })
  const read = async (): Promise<Run> => {
    service.clock.advance({ hours: 1 })
    const [run] = await ingest(service.means, ['portal'])
    assert.ok(run !== undefined)
    return run
  }
  try {
    const first = await read()
    assert.deepEqual([first.status, first.created, first.rejected], ['succeeded', count, 0], first.error ?? '')
    await work({ service, sourceId: 'portal', read }, portal)
  } finally {
    await service.stop()
    await portal.close()
  }
}

for (const engine of engines) {
  test(`${engine.name}: whatever form the EU portal takes on, nothing wrong is published and the operator is told`, async (t) => {
    await withPortal(engine, async (scene, portal) => {
      for (const [way, { rows, outcome }] of Object.entries(portalWays)) {
        await t.test(way, () =>
          checkWay(
            scene,
            outcome,
            () => portal.serve(rows()),
            () => portal.serve(portalRows()),
          ),
        )
      }
      for (const fault of ['notjson', 'truncated', 'grown'] as const) {
        await t.test(`the portal's answers are broken: ${fault}`, () =>
          checkWay(
            scene,
            failed(/./),
            () => portal.fault(fault, { times: 20 }),
            () => portal.fault(fault, { times: 0 }),
          ),
        )
      }
    })
  })

  test(`${engine.name}: a call whose deadline alone vanishes is unknown, never open, however few they are`, async () => {
    await withPortal(engine, async ({ service, read }, portal) => {
      const statuses = async (): Promise<Coverage['by_status']> => (await coverageOf(service)).by_status
      const { open = 0, closed = 0, unknown = 0 } = await statuses()
      assert.deepEqual([open, closed, unknown], [10, 40, 0])
      const without = (metadata: Record<string, unknown>, row: PortalRow, place: number): PortalRow => ({
        ...row,
        metadata: place < 9 ? renamed(metadata, 'deadlineDate') : metadata,
      })
      portal.serve(portalWith(without))
      for (const changed of [9, 0]) {
        const run = await read()
        assert.deepEqual([run.status, run.changed], ['succeeded', changed], run.error ?? '')
        const now = await statuses()
        assert.deepEqual([now.open, now.closed, now.unknown], [10, 31, 9])
      }
      portal.serve(portalRows())
      assert.equal((await read()).changed, 9)
      assert.deepEqual((await statuses()).closed, 40)
    })
  })

  test(`${engine.name}: a held run shows its profile beside that of the published one before it`, async () => {
    await withPortal(engine, async ({ service, read }, portal) => {
      portal.serve(portalWays['the date fields have other names']?.rows() ?? [])
      const run = await read()
      const { newest, published_before: before } = await comparedProfiles(service.database, 'portal')
      assert.equal(newest?.run_id, run.id)
      assert.deepEqual([newest?.profile.records, before?.profile.records], [count, count])
      assert.deepEqual([newest?.profile.properties.closes_at, before?.profile.properties.closes_at], [0, count])
      assert.deepEqual([newest?.profile.statuses.closed, before?.profile.statuses.closed], [0, 40])
      assert.deepEqual([newest?.profile.distinct_titles, newest?.profile.broken_characters], [count, 0])
    })
  })

  test(`${engine.name}: whatever form the Flemish catalogue takes on, nothing wrong is published and the operator is told`, async (t) => {
    const catalogue = await startCatalogue()
    const folder = await mkdtemp(path.join(tmpdir(), 'broken-sources-'))
    const definition = sampleDefinition({ id: 'flanders-ipdc', prefix: 'ipdc', language: 'nl' })
    let state = 0
    const settings: Record<string, unknown> = { base_url: catalogue.url }
    const service = await startService(engine, {
      definitions: [{ ...definition, connector: 'flanders-ipdc', settings }],
    })
    // The connector remembers the stream; each reading here begins anew, so that what was broken is not remembered.
    const read = async (): Promise<Run> => {
      service.clock.advance({ hours: 1 })
      state += 1
      const row = await service.database.one<{ definition: string }>('select definition from source')
      const changed = {
        ...JSON.parse(row?.definition ?? ''),
        settings: { ...settings, state_file: path.join(folder, `${state}.ndjson`) },
      }
      await service.database.run('update source set definition = $1', [JSON.stringify(changed)])
      const [run] = await ingest(service.means, ['flanders-ipdc'])
      assert.ok(run !== undefined)
      return run
    }
    try {
      catalogue.stream(products())
      const first = await read()
      assert.deepEqual([first.status, first.created, first.rejected], ['succeeded', count, 0], first.error ?? '')
      const scene = { service, sourceId: 'flanders-ipdc', read }
      for (const [way, { members, outcome }] of Object.entries(catalogueWays)) {
        await t.test(way, () =>
          checkWay(
            scene,
            outcome,
            () => catalogue.stream(members()),
            () => catalogue.stream(products()),
          ),
        )
      }
    } finally {
      await service.stop()
      await catalogue.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
}
