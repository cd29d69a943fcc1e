/**
 * The EU Funding & Tenders Portal: grant topics, calls of the external action and cascade calls, forthcoming or open,
 * from the portal's public search API. What becomes of a row is decided in `record.ts`; here the rows are
 * fetched, and a topic that comes in several languages is handed out once.
 */
import path from 'node:path'
import Type from 'typebox'
import { replayFrom } from '../../../platform/outbound/recordings.ts'
import { portalValues } from '../../../reference/eu-programmes.ts'
import { type Connector, connectorSettings, type ReadItem } from '../connector.ts'
import { originOf } from '../web-address.ts'
import { everyCall } from './query.ts'
import { type EuMapping, mapEuRow } from './record.ts'
import { isObject, languageOf } from './row.ts'
import { readSlice, windowRows } from './search.ts'

const defaultOrigin = 'https://api.tech.ec.europa.eu'

const settingsSchema = Type.Object(
  {
    base_url: Type.Optional(Type.String({ description: 'Origin of the search API.', default: defaultOrigin })),
    programme_period: Type.Optional(
      Type.String({ minLength: 1, description: 'Programming period whose calls are read.', default: '2021 - 2027' }),
    ),
    timeout_seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 60, description: 'Time for one page of 100 calls.', default: 20 }),
    ),
    recordings: Type.Optional(
      Type.String({ minLength: 1, description: 'A folder of recorded exchanges, read in place of the network.' }),
    ),
  },
  { additionalProperties: false },
)

const settings = connectorSettings(settingsSchema, ({ base_url: baseUrl }) =>
  baseUrl === undefined || originOf(baseUrl) !== null
    ? null
    : `settings.base_url must be an http or https origin; it is "${baseUrl}"`,
)

/** What is kept of a row while the reading goes on. */
type Kept = { mapping: EuMapping; language: string | null }

/** The connector; `reach` is how many rows one question reaches (a test makes it small). */
export function euFundingTendersReaching(reach: number): Connector {
  return {
    name: 'eu-funding-tenders',
    method: 'structured',
    settings,
    read(context) {
      const given = settings.read(context.settings)
      const origin = originOf(given.base_url ?? defaultOrigin) ?? defaultOrigin
      const { language, reuseMode } = context.source
      const fetch =
        given.recordings === undefined ? context.fetch : replayFrom(path.resolve(context.folder, given.recordings))
      let announced: number | null = null

      async function* items(): AsyncGenerator<ReadItem> {
        const rows = await readSlice<Kept>(
          {
            origin,
            programmePeriod: given.programme_period ?? '2021 - 2027',
            language,
            programmes: portalValues(),
            windowRows: reach,
            fetch,
            limits: { exchangeTimeoutMs: (given.timeout_seconds ?? 20) * 1000 },
            signal: context.signal,
            keep: (row) => ({
              mapping: mapEuRow(row, { language, keepsWording: reuseMode !== 'facts_only' }),
              language: isObject(row) ? languageOf(row) : null,
            }),
            progress: (done, total) => context.progress(done, total),
          },
          everyCall,
        )
        const mappings = onePerCall([...rows.values()], language)
        announced = mappings.length
        context.log.info({ source: context.source.id, rows: rows.size, calls: mappings.length }, 'the portal was read')
        for (const [index, mapping] of mappings.entries()) {
          const place = { position: index + 1, line: null, file: null }
          yield 'record' in mapping ? { ...place, input: mapping.record } : { ...place, ...mapping }
        }
      }

      return { items: items(), announced: () => announced }
    },
  }
}

export const euFundingTenders: Connector = euFundingTendersReaching(windowRows)

/**
 * Each call once, where it first stood. The portal gives a topic once per translation when it does not heed the language
 * that was asked for; the row in the source's language is then the one that counts.
 */
function onePerCall(rows: Kept[], language: string): EuMapping[] {
  const mappings = new Map<string, Kept>()
  for (const [index, row] of rows.entries()) {
    const key = localIdOf(row.mapping) ?? `unnamed ${index}`
    const before = mappings.get(key)
    if (before === undefined || (before.language !== language && row.language === language)) mappings.set(key, row)
  }
  return [...mappings.values()].map(({ mapping }) => mapping)
}

const localIdOf = (mapping: EuMapping): string | null =>
  'record' in mapping ? mapping.record.local_id : mapping.localId
