/** The stand-in of the EU portal, broken in ways in which it goes on to answer. */
import { ingest } from '../../src/ingestion/ingest.ts'
import type { Run } from '../../src/sources/source/source.ts'
import {
  type BrokenScene,
  failed,
  held,
  misreadAll,
  type Outcome,
  recordNumbers,
  renamed,
  type Way,
} from './broken-sources.ts'
import type { Engine } from './databases.ts'
import { sampleDefinition } from './ingestion.ts'
import { type PortalRow, topicRow } from './portal-rows.ts'
import { type PortalFault, startPortal } from './portal-stand-in.ts'
import { startService } from './service.ts'

/** Two thirds are over, a sixth is open, a sixth is to come; the portal's code says "open" of each. */
export function portalRows(): PortalRow[] {
  return recordNumbers.map((number) =>
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

export const portalWays: Record<string, { rows(): PortalRow[]; outcome: Outcome }> = {
  'the date fields have other names': {
    rows: () => portalWith((metadata, row) => ({ ...row, metadata: renamed(metadata, 'startDate', 'deadlineDate') })),
    outcome: held(/60 of 60 listed measures \(100 %\) would lose their deadline/),
  },
  'the field of the opening alone has another name': {
    rows: () => portalWith((metadata, row) => ({ ...row, metadata: renamed(metadata, 'startDate') })),
    outcome: held(/60 of 60 listed measures \(100 %\) would lose the day on which they open/),
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

/** More than a reading asks for, however often it tries. */
const faultyAnswers = 50

const portalFaults: readonly [way: string, fault: PortalFault, outcome: Outcome][] = [
  ['its pages are no answers', 'notjson', failed(/\(4 attempts\)$/)],
  ['its answers break off', 'truncated', failed(/\(4 attempts\)$/)],
  ['it announces more rows than it lists', 'grown', failed(/^the portal announces 61 calls and 60 could be read/)],
]

const withoutDeadline = (row: PortalRow): PortalRow => ({ ...row, metadata: renamed(row.metadata, 'deadlineDate') })

/** Starts a service whose one source is the portal. */
export async function brokenPortal(engine: Engine): Promise<BrokenScene> {
  const portal = await startPortal({ rows: portalRows() })
  const definition = sampleDefinition({ id: 'portal', prefix: 'eu', government_level: 'eu', regions: [] })
  const service = await startService(engine, {
    definitions: [{ ...definition, connector: 'eu-funding-tenders', settings: { base_url: portal.url } }],
  })
  const read = async (): Promise<Run> => {
    service.clock.advance({ hours: 1 })
    const [run] = await ingest(service.means, ['portal'])
    if (run === undefined) throw new Error('no run was made')
    return run
  }
  const mend = (): void => portal.serve(portalRows())
  const ways: [string, Way][] = Object.entries(portalWays).map(([way, { rows, outcome }]) => [
    way,
    { breakIt: () => portal.serve(rows()), mendIt: mend, outcome },
  ])
  const faults: [string, Way][] = portalFaults.map(([way, fault, outcome]) => [
    way,
    {
      breakIt: () => portal.fault(fault, { times: faultyAnswers }),
      mendIt: () => portal.fault(fault, { times: 0 }),
      outcome,
    },
  ])
  return {
    ...{ service, sourceId: 'portal', statuses: { open: 10, closed: 40 }, read, mend },
    ways: Object.fromEntries([...ways, ...faults]),
    takeDeadlines: (count) =>
      portal.serve(portalRows().map((row, place) => (place < count ? withoutDeadline(row) : row))),
    giveNewIds: () => portal.serve(portalRows().map((row) => ({ ...row, reference: `9${row.reference}` }))),
    async [Symbol.asyncDispose]() {
      await service.stop()
      await portal.close()
    },
  }
}
