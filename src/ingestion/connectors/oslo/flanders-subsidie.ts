/**
 * Offers of subsidies in the OSLO vocabulary of the Flemish government, as N-Triples from a file or an address. What
 * becomes of an offer is decided in `record.ts`.
 */
import path from 'node:path'
import Type from 'typebox'
import { OutboundFailure } from '../../../platform/outbound/outbound.ts'
import { replayFrom } from '../../../platform/outbound/recordings.ts'
import {
  type Connector,
  type ConnectorContext,
  ConnectorFailure,
  connectorSettings,
  type ReadItem,
} from '../connector.ts'
import type { Graph } from '../n-triples.ts'
import { readTriplesFile, triplesIn } from '../triples-file.ts'
import { webAddressOf } from '../web-address.ts'
import { mapOsloOffers } from './record.ts'

const settings = connectorSettings(
  Type.Object(
    {
      path: Type.Optional(
        Type.String({ minLength: 1, description: 'A file of N-Triples (.nt), relative to the sources file.' }),
      ),
      url: Type.Optional(Type.String({ description: 'Address of a document of N-Triples.' })),
      timeout_seconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 60, description: 'Time for the document.', default: 20 }),
      ),
      recordings: Type.Optional(
        Type.String({ minLength: 1, description: 'A folder of recorded exchanges, read in place of the network.' }),
      ),
    },
    { additionalProperties: false },
  ),
  ({ path: file, url, timeout_seconds: timeout, recordings }) => {
    if ((file === undefined) === (url === undefined)) return 'settings must name one of path and url'
    if (file !== undefined && (timeout ?? recordings) !== undefined) return 'settings.path stands alone'
    return url === undefined || webAddressOf(url) !== null
      ? null
      : `settings.url must be an http or https address; it is "${url}"`
  },
)

type Given = ReturnType<typeof settings.read>

export const flandersSubsidie: Connector = {
  name: 'flanders-subsidie',
  method: 'structured',
  settings,
  read(context) {
    const given = settings.read(context.settings)

    async function* items(): AsyncGenerator<ReadItem> {
      const { language, reuseMode } = context.source
      const graph = await graphOf(given, context)
      const offers = mapOsloOffers(graph, { now: context.now, language, keepsWording: reuseMode !== 'facts_only' })
      for (const [index, mapping] of offers.entries()) {
        const place = { position: index + 1, line: null, file: null }
        yield 'record' in mapping ? { ...place, input: mapping.record } : { ...place, ...mapping }
      }
      context.progress(offers.length, offers.length)
    }

    return { items: items(), announced: () => null }
  },
}

async function graphOf(given: Given, context: ConnectorContext): Promise<Graph> {
  if (given.path !== undefined) return readTriplesFile(path.resolve(context.folder, given.path), given.path)
  const url = given.url ?? ''
  const fetch =
    given.recordings === undefined ? context.fetch : replayFrom(path.resolve(context.folder, given.recordings))
  try {
    const answer = await fetch({
      method: 'GET',
      url,
      headers: { accept: 'application/n-triples' },
      signal: context.signal,
      limits: { exchangeTimeoutMs: (given.timeout_seconds ?? 20) * 1000 },
    })
    if (answer.status !== 200) throw new ConnectorFailure(`the document of settings.url answered ${answer.status}`)
    return triplesIn(textOf(answer.body), 'the document of settings.url')
  } catch (error) {
    if (error instanceof OutboundFailure) throw new ConnectorFailure(error.message, { cause: error })
    throw error
  }
}

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (error) {
    throw new ConnectorFailure('the document of settings.url is not UTF-8', { cause: error })
  }
}
