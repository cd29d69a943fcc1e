/**
 * The Flemish catalogue of products and services (IPDC): what authorities in Flanders offer as financial support. Read
 * from its stream of versions, from its API, or from a file of triples; what becomes of a product is decided in
 * `record.ts`, whichever way it came.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Type from 'typebox'
import { replayFrom } from '../../../platform/outbound/recordings.ts'
import {
  type Connector,
  type ConnectorContext,
  ConnectorFailure,
  connectorSettings,
  type ReadItem,
  stopWhenAborted,
} from '../connector.ts'
import { readText } from '../file/documents.ts'
import { readTriplesFile } from '../triples-file.ts'
import { originOf } from '../web-address.ts'
import { readCollection } from './collection.ts'
import { StreamJournal } from './journal.ts'
import { type IpdcReading, readIpdcProduct } from './product.ts'
import { mapIpdcProduct } from './record.ts'
import type { CatalogueAccess } from './requests.ts'
import { followStream } from './stream.ts'
import { ipdcProductsIn } from './triples.ts'

const defaultOrigin = 'https://ipdc.vlaanderen.be'
const defaultPageSize = 25
const progressEvery = 500

const settings = connectorSettings(
  Type.Object(
    {
      mode: Type.Optional(
        Type.Enum(['ldes', 'rest'], { description: 'Read the stream of versions, or the API.', default: 'ldes' }),
      ),
      base_url: Type.Optional(Type.String({ description: 'Origin of the catalogue.', default: defaultOrigin })),
      api_key: Type.Optional(
        Type.String({ pattern: '^[\\x21-\\x7E]{1,500}$', description: 'The key that the catalogue gave.' }),
      ),
      api_key_file: Type.Optional(Type.String({ minLength: 1, description: 'A file that holds the key.' })),
      page_size: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 500,
          description: 'Products asked for at once.',
          default: defaultPageSize,
        }),
      ),
      timeout_seconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 60, description: 'Time for one page.', default: 20 }),
      ),
      state_file: Type.Optional(
        Type.String({ minLength: 1, description: 'Where what was read of the stream is kept between runs.' }),
      ),
      path: Type.Optional(
        Type.String({ minLength: 1, description: 'A file of N-Triples (.nt), read in place of the catalogue.' }),
      ),
      recordings: Type.Optional(
        Type.String({ minLength: 1, description: 'A folder of recorded exchanges, read in place of the network.' }),
      ),
    },
    { additionalProperties: false },
  ),
  (given) => {
    const [beside] = Object.keys(given).filter((name) => name !== 'path')
    if (given.path !== undefined && beside !== undefined) return `settings.path stands alone, without ${beside}`
    if (given.api_key !== undefined && given.api_key_file !== undefined) {
      return 'settings.api_key and settings.api_key_file exclude each other'
    }
    if (given.mode === 'rest' && given.state_file !== undefined) {
      return 'settings.state_file belongs to the mode ldes'
    }
    return given.base_url === undefined || originOf(given.base_url) !== null
      ? null
      : `settings.base_url must be an http or https origin; it is "${given.base_url}"`
  },
)

type Given = ReturnType<typeof settings.read>

export const flandersIpdc: Connector = {
  name: 'flanders-ipdc',
  method: 'structured',
  settings,
  read(context) {
    const given = settings.read(context.settings)

    async function* items(): AsyncGenerator<ReadItem> {
      let position = 0
      for await (const reading of readings(given, context)) {
        const item = itemOf(reading, position + 1)
        if (item === null) continue
        position += 1
        yield item
      }
      context.log.info({ source: context.source.id, products: position }, 'the catalogue was read')
    }

    // Whether all was read is known where it is read: by the end of the stream, or by the collection's own count.
    return { items: items(), announced: () => null }
  },
}

function itemOf(reading: IpdcReading, position: number): ReadItem | null {
  if (reading.kind === 'unlisted') return null
  const mapping = reading.kind === 'product' ? mapIpdcProduct(reading.product) : reading
  const place = { position, line: null, file: null }
  return 'record' in mapping
    ? { ...place, input: mapping.record }
    : { ...place, localId: mapping.localId, reason: mapping.reason }
}

async function* readings(given: Given, context: ConnectorContext): AsyncGenerator<IpdcReading> {
  const options = { keepsWording: context.source.reuseMode !== 'facts_only' }
  if (given.path !== undefined) {
    const graph = await readTriplesFile(path.resolve(context.folder, given.path), given.path)
    for (const product of ipdcProductsIn(graph)) yield readIpdcProduct(product, options)
    return
  }
  const access = await accessTo(given, context)
  const pageSize = given.page_size ?? defaultPageSize
  if (given.mode !== 'rest') return yield* streamed(given, context, { ...access, ...options, pageSize })
  const progress = (products: number, total: number): void => context.progress(products, total)
  for await (const product of readCollection({ ...access, pageSize, progress })) yield readIpdcProduct(product, options)
}

async function* streamed(
  given: Given,
  context: ConnectorContext,
  access: CatalogueAccess & { keepsWording: boolean; pageSize: number },
): AsyncGenerator<IpdcReading> {
  const passing = given.state_file === undefined ? await mkdtemp(path.join(tmpdir(), 'subsidy-measures-ipdc-')) : null
  const file = passing === null ? path.resolve(context.folder, given.state_file ?? '') : path.join(passing, 'stream')
  // Everything that decides what the journal's lines mean.
  const stream = `${access.origin} ${access.pageSize} ${access.keepsWording ? 'whole' : 'facts'}`
  try {
    const journal = await StreamJournal.open(file, stream)
    try {
      const progress = (members: number, page: string): void => context.progress(members, null, page)
      const { unnamed } = await followStream({ ...access, progress }, journal)
      if (unnamed > 0) context.log.warn({ source: context.source.id, unnamed }, 'members of the stream name no product')
      let read = 0
      for await (const reading of journal.products()) {
        stopWhenAborted(context.signal)
        yield reading
        read += 1
        if (read % progressEvery === 0) context.progress(read, journal.listed)
      }
    } finally {
      await journal.close()
    }
  } finally {
    if (passing !== null) await rm(passing, { recursive: true, force: true })
  }
}

async function accessTo(given: Given, context: ConnectorContext): Promise<CatalogueAccess> {
  return {
    origin: originOf(given.base_url ?? defaultOrigin) ?? defaultOrigin,
    apiKey:
      given.api_key_file === undefined ? (given.api_key ?? null) : await keyIn(given.api_key_file, context.folder),
    fetch: given.recordings === undefined ? context.fetch : replayFrom(path.resolve(context.folder, given.recordings)),
    timeoutMs: (given.timeout_seconds ?? 20) * 1000,
    signal: context.signal,
  }
}

async function keyIn(file: string, folder: string): Promise<string> {
  const key = (await readText(path.resolve(folder, file), file)).trim()
  if (/^[\x21-\x7E]{1,500}$/.test(key)) return key
  throw new ConnectorFailure(`settings.api_key_file: ${file} does not hold one key`)
}
