/** The keyed route of the bulk export. */
import Type from 'typebox'
import { keyedAccess } from '../contract/access.ts'
import { linesType } from '../contract/media-type.ts'
import { flag, oneOf } from '../contract/parameters.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import { subsidySchema } from '../measures/record/record-schema.ts'
import { languages } from '../values/vocabularies.ts'
import { download, type ExportNeeds } from './download.ts'

const route = routeFor<ExportNeeds>()

const exportRoute = route({
  method: 'GET',
  path: '/v1/export/subsidies.ndjson',
  operation: 'exportSubsidies',
  summary: 'Download every measure',
  description:
    'The whole catalogue, of one moment: a full record a line, as the route of a single measure answers it, in ascending ' +
    'order of ids, each line ended by a newline. Merged measures are in none. To keep a copy current, read the change feed ' +
    'from `X-Change-Cursor` on, and ask for the export again with `If-None-Match`. Two downloads at a time across the ' +
    'service; a further one is 429 with `Retry-After: 5`. A download that takes less than 64 KiB a second over a minute, or ' +
    'more than 30 minutes, is cut: what ends without the end of its body is not whole.',
  tag: 'Export',
  access: keyedAccess,
  capability: 'bulk_export',
  pathParameters: {},
  query: {
    lang: oneOf(languages, {
      description: 'Language of texts; what does not exist in it falls back to en, nl, fr, de.',
      default: 'en',
    }),
    include_withdrawn: flag({ description: 'Also measures that their source no longer lists.', default: false }),
  },
  body: null,
  shape: 'own',
  answers: {
    200: {
      description: 'The measures, a line each.',
      schema: subsidySchema,
      isLines: true,
      headers: {
        'X-Record-Count': { description: 'Lines of the export.', schema: Type.Integer({ minimum: 0 }) },
        'X-Change-Cursor': {
          description: 'A cursor of the change feed for your account, from which nothing after this export is missed.',
          schema: Type.String(),
        },
      },
    },
  },
  refuses: ['rate_limit_exceeded'],
  etag: true,
  async run({ query, caller, needs, signal, warnings }) {
    const variant = { language: query.lang ?? 'en', includeWithdrawn: query.include_withdrawn ?? false }
    const { count, cursor, body } = await download(needs, { accountId: caller.accountId, variant, warnings, signal })
    return {
      headers: { 'content-type': linesType, 'x-record-count': String(count), 'x-change-cursor': cursor },
      data: body,
    }
  },
})

export const exportRoutes: readonly RouteRecord<ExportNeeds>[] = [exportRoute]
