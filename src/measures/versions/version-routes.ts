/** The routes of a measure's past: all versions, and one. */

import Type from 'typebox'
import { keyedAccess } from '../../contract/access.ts'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { listSchema, oneSchema } from '../../contract/schemas.ts'
import { eventTypes, severities } from '../../values/vocabularies.ts'
import { langParameter } from '../list-query.ts'
import { subsidySchema } from '../record/record-schema.ts'
import { type MeasureNeeds, subsidyParameter } from '../routes.ts'
import { warningsOfPast } from '../show-measure.ts'
import { readingWarnings } from '../warnings.ts'
import { listVersions, measureVersion, readVersionNumber, resolveSubsidy } from './history.ts'

const route = routeFor<MeasureNeeds>()

const versionSchema = Type.Object(
  {
    version: Type.Integer({ minimum: 1 }),
    valid_from: Type.String({ format: 'date-time', description: 'When this version began; included.' }),
    valid_to: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the next version began, excluded; null for the newest.',
    }),
    event_id: Type.String({ description: 'The event of the feed that announced it.' }),
    type: Type.Enum([...eventTypes], { description: 'Its most significant change.' }),
    categories: Type.Array(Type.Enum([...eventTypes]), { description: 'Every category it touched.' }),
    severity: Type.Enum([...severities], {
      description:
        '`high`: created, withdrawn, reinstated, merged, status or deadline changed; `medium`: amount or conditions; `low`: other content.',
    }),
    diff: Type.Record(
      Type.String(),
      Type.Object({ from: Type.Unknown(), to: Type.Unknown() }, { additionalProperties: false }),
      {
        description: 'Dotted path of the full record to what it was and became; both null where the text is withheld.',
      },
    ),
  },
  { additionalProperties: false, $id: 'VersionChange' },
)

const versionsRoute = route({
  method: 'GET',
  path: '/v1/subsidies/{id}/versions',
  operation: 'listSubsidyVersions',
  summary: 'List the versions of a measure',
  description: 'Every version, newest first, with the field-level changes that made it, in one answer.',
  tag: 'Measures',
  access: keyedAccess,
  capability: 'history',
  pathParameters: subsidyParameter,
  query: {},
  body: null,
  shape: 'list',
  answers: { 200: { description: 'The versions.', schema: listSchema('VersionList', versionSchema, 'others') } },
  refuses: ['subsidy_not_found'],
  etag: false,
  async run({ path, now, needs, warn }) {
    using pin = await needs.catalogue.pin()
    const { state } = pin
    const id = resolveSubsidy(state, path.id ?? '')
    const versions = await listVersions(needs.database, state, id)
    for (const warning of readingWarnings(state, [id], now)) warn(warning)
    return { data: versions, pagination: { has_more: false, limit: versions.length } }
  },
})

const versionRoute = route({
  method: 'GET',
  path: '/v1/subsidies/{id}/versions/{version}',
  operation: 'getSubsidyVersion',
  summary: 'Fetch one version of a measure',
  description: 'The record as it was, with the status of the moment the version began, and the change that made it.',
  tag: 'Measures',
  access: keyedAccess,
  capability: 'history',
  pathParameters: {
    ...subsidyParameter,
    version: { schema: Type.Integer({ minimum: 1 }), description: 'Number of the version, from 1.' },
  },
  query: { lang: langParameter },
  body: null,
  shape: 'one',
  answers: {
    200: {
      description: 'The version.',
      schema: oneSchema(
        'SubsidyVersionAnswer',
        Type.Object(
          { ...subsidySchema.properties, change: versionSchema },
          {
            additionalProperties: false,
            $id: 'SubsidyVersion',
          },
        ),
      ),
    },
  },
  refuses: ['subsidy_not_found', 'version_not_found'],
  etag: false,
  async run({ path, query, now, needs, warn }) {
    using pin = await needs.catalogue.pin()
    const { state } = pin
    const id = resolveSubsidy(state, path.id ?? '')
    const number = readVersionNumber(path.version ?? '')
    const language = query.lang ?? 'en'
    const version = await measureVersion(needs.database, state, id, number, language)
    for (const warning of warningsOfPast(state, version, now)) warn(warning)
    return { data: version, language }
  },
})

export const versionRoutes: readonly RouteRecord<MeasureNeeds>[] = [versionsRoute, versionRoute]
