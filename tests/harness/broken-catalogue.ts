/** The stand-in of the Flemish catalogue, broken in ways in which it goes on to answer. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
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
import { type IpdcJson, version } from './ipdc-products.ts'
import { type CatalogueFault, startCatalogue } from './ipdc-stand-in.ts'
import { startService } from './service.ts'

/** The first half was closed on a day of the past, the second half ends in November. */
function products(): IpdcJson[] {
  return recordNumbers.map((number) =>
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
  'the beginning alone has another name': {
    members: () => productsWith((product) => renamed(product, 'startDienstVerlening')),
    outcome: held(/60 of 60 listed measures \(100 %\) would lose the day on which they open/),
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
    outcome: held(/would lose their title in nl/),
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
  'all dates are ten years early': {
    members: () =>
      productsWith((product, place) => ({
        ...product,
        startDienstVerlening: '2015-01-01T00:00:00Z',
        eindeDienstVerlening: place < 30 ? '2016-01-01T00:00:00Z' : '2016-11-01T00:00:00Z',
      })),
    outcome: held(/30 of 60 listed measures \(50 %\) would become closed/),
  },
  'one name stands on two thirds of the products': {
    members: () =>
      productsWith((product, place) => (place % 3 === 0 ? product : { ...product, naam: { nl: 'Subsidie' } })),
    outcome: held(/40 of 60 listed measures \(66.7 %\) would get another title/),
  },
  'nothing is listed any more': {
    members: () => [],
    outcome: failed(/^read no record of a source that lists 60/),
  },
}

/** More than a reading asks for, however often it tries. */
const faultyAnswers = 50

const streamFaults: readonly [way: string, fault: CatalogueFault, outcome: Outcome][] = [
  ['its pages are no answers', 'notjson', failed(/the answer is no page of the catalogue \(4 attempts\)$/)],
  ['its answers break off', 'truncated', failed(/\(4 attempts\)$/)],
]

/** Starts a service whose one source is the catalogue: its stream, where a way does not name its collection. */
export async function brokenCatalogue(engine: Engine): Promise<BrokenScene> {
  const catalogue = await startCatalogue()
  const folder = await mkdtemp(path.join(tmpdir(), 'broken-catalogue-'))
  const definition = sampleDefinition({ id: 'flanders-ipdc', prefix: 'ipdc', language: 'nl' })
  const settings = { base_url: catalogue.url }
  const service = await startService(engine, {
    definitions: [{ ...definition, connector: 'flanders-ipdc', settings }],
  })
  const readWith = async (more: Record<string, unknown>): Promise<Run> => {
    service.clock.advance({ hours: 1 })
    const row = await service.database.one<{ definition: string }>('select definition from source')
    const changed = { ...JSON.parse(row?.definition ?? ''), settings: { ...settings, ...more } }
    await service.database.run('update source set definition = $1', [JSON.stringify(changed)])
    const [run] = await ingest(service.means, ['flanders-ipdc'])
    if (run === undefined) throw new Error('no run was made')
    return run
  }
  let readings = 0
  // The connector remembers the stream; each reading here begins anew, so that what was broken is not remembered.
  const read = (): Promise<Run> => {
    readings += 1
    return readWith({ state_file: path.join(folder, `${readings}.ndjson`) })
  }
  const mend = (): void => catalogue.stream(products())
  const ways: [string, Way][] = Object.entries(catalogueWays).map(([way, { members, outcome }]) => [
    way,
    { breakIt: () => catalogue.stream(members()), mendIt: mend, outcome },
  ])
  const fault = (kind: CatalogueFault, outcome: Outcome): Way => ({
    breakIt: () => catalogue.fault(kind, { times: faultyAnswers }),
    mendIt: () => catalogue.fault(kind, { times: 0 }),
    outcome,
  })
  const faults: [string, Way][] = streamFaults.map(([way, kind, outcome]) => [way, fault(kind, outcome)])
  // The stream announces no number; the collection does.
  const fewer: Way = {
    ...fault('short', failed(/^the catalogue announces 60 products and 57 could be read, after 3 readings/)),
    read: () => readWith({ mode: 'rest' }),
  }
  mend()
  catalogue.products(products())
  return {
    ...{ service, sourceId: 'flanders-ipdc', statuses: { open: 30, closed: 30 }, read, mend },
    ways: {
      ...Object.fromEntries([...ways, ...faults]),
      'its collection lists fewer products than it announces': fewer,
    },
    takeDeadlines: (count) =>
      catalogue.stream(
        productsWith((product, place) => (place < count ? renamed(product, 'eindeDienstVerlening') : product)),
      ),
    giveNewIds: () =>
      catalogue.stream(productsWith((product) => ({ ...product, isVersionOf: `${product.isVersionOf}-new` }))),
    async [Symbol.asyncDispose]() {
      await service.stop()
      await catalogue.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
