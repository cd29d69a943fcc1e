/** The open and keyed routes of the measures themselves; their versions have their own file. */

import Type from 'typebox'
import { plans } from '../accounts/plans.ts'
import { keyedAccess, openAccess } from '../contract/access.ts'
import { cursorText, flag, idList, idOf, instantOrDay, integer, listOf, oneOf, text } from '../contract/parameters.ts'
import { invalidParameter } from '../contract/refusals.ts'
import { type QueryValues, type RouteRecord, routeFor } from '../contract/route.ts'
import { listSchema, oneSchema } from '../contract/schemas.ts'
import type { Database } from '../platform/database/database.ts'
import { naceVersionsOf, normaliseNace } from '../reference/nace.ts'
import {
  applicantTypes,
  companySizes,
  governmentLevels,
  instrumentTypes,
  languages,
  regions,
  scopes,
  sorts,
  statuses,
  topics,
  views,
} from '../values/vocabularies.ts'
import type { FollowedCatalogue } from './catalogue/follow.ts'
import { coverageOf } from './coverage.ts'
import { wordModes } from './finding/query.ts'
import { type CursorMeans, type ListRequest, limitDefault, totalMax } from './list.ts'
import { type AskedPage, askedPage, listMeasures } from './list-measures.ts'
import { compactSubsidySchema, conditionCoverageSchema, subsidySchema } from './record/record-schema.ts'
import { showMeasure } from './show-measure.ts'

export type MeasureNeeds = { database: Database; catalogue: FollowedCatalogue; cursors: CursorMeans }

const wordsMax = 200
const naceCodeMax = 20
const pageSizeMax = Math.max(...Object.values(plans).map((plan) => plan.maxPageSize))

export const subsidyParameter = {
  id: {
    schema: Type.String(),
    description: 'Id (`<source-prefix>:<local-id>`) or slug; those of merged measures too.',
  },
}

export const langParameter = oneOf(languages, {
  description: 'Language of texts; what does not exist in it falls back to en, nl, fr, de.',
  default: 'en',
})

const route = routeFor<MeasureNeeds>()

const listQuery = {
  q: text(
    wordsMax,
    {
      description:
        'Words, in any language and order; each must be the start of a word of the title, the names that people give the ' +
        'measure, the local id, the names of issuer and administrator, the summary, what its instrument, topics, ' +
        'applicants, sizes, costs and places are called (nl, fr, de, en), the description or the conditions. Case and ' +
        'accents are ignored.',
      example: 'warmtepomp',
    },
    'allowed',
  ),
  words: oneOf(wordModes, {
    description:
      'With `q`: `all` words, or `most`: at least half of those with content, each also found by its stem (nl, fr, de, en) ' +
      'and, from five letters on, with one letter wrong, missing or too many; the best first.',
    default: 'all',
  }),
  region: listOf(regions, {
    description: 'Measures available in any of these regions: their own, and those without regional restriction.',
  }),
  topic: listOf(topics, { description: 'Measures with any of these topics.' }),
  company_size: oneOf(companySizes, {
    description: 'Measures that name this size, and those that do not restrict sizes.',
  }),
  applicant_type: listOf(applicantTypes, {
    description: 'Measures that name any of these kinds of applicants, and those that name none.',
  }),
  instrument_type: listOf(instrumentTypes, { description: 'What the applicant receives.' }),
  status: listOf(statuses, { description: 'Status at the instant of the answer; every status when not given.' }),
  government_level: listOf(governmentLevels, { description: 'Level of the government that decides.' }),
  scope: listOf(scopes, { description: 'How far the measure reaches.' }),
  source: idList(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, { description: 'Ids of sources.' }),
  issuer: idList(/^[^\s,]{1,200}$/u, { description: 'Ids of issuers; an unknown one matches nothing.' }),
  nace: text(naceCodeMax, {
    description:
      'A NACE-BEL code (2008 or 2025; a section letter stands for its divisions of 2025): measures that a company with ' +
      'that code alone is not surely outside of. Between the versions the official correspondence of classes decides.',
    example: '62.01',
  }),
  programme: idOf(/^[^\s,]{1,100}$/u, { description: 'Code of an EU programme; an unknown one matches nothing.' }),
  deadline_before: instantOrDay('end', { description: 'Deadline at or before.' }),
  deadline_after: instantOrDay('end', { description: 'Deadline later than.' }),
  updated_since: instantOrDay('start', { description: 'Changed at or after.' }),
  include_withdrawn: flag({
    description: 'Also measures that their source no longer lists.',
    default: false,
  }),
  sort: oneOf(sorts, {
    description:
      '`relevance` when `q` is given, else `deadline` (soonest first, none last). `relevance` without a word is `updated`.',
  }),
  view: oneOf(views, { description: 'Rows in short, or full records.', default: 'compact' }),
  lang: langParameter,
  limit: integer(1, pageSizeMax, {
    description: "Rows a page, up to the plan's `max_page_size`.",
    default: limitDefault,
  }),
  cursor: cursorText({ description: '`pagination.next_cursor` of the page before.' }),
}

const listRoute = route({
  method: 'GET',
  path: '/v1/subsidies',
  operation: 'listSubsidies',
  summary: 'List and search measures',
  description:
    'Measures that meet every filter given, in pages. Filters of several values take a comma list, any of which is enough.',
  tag: 'Measures',
  access: keyedAccess,
  capability: null,
  pathParameters: {},
  query: listQuery,
  body: null,
  shape: 'list',
  answers: {
    200: {
      description: `A page of measures. \`meta.total\` counts up to ${totalMax}.`,
      schema: listSchema('SubsidyList', Type.Union([compactSubsidySchema, subsidySchema]), 'measures'),
    },
  },
  refuses: ['invalid_cursor'],
  etag: false,
  async run({ query, caller, needs, warn }) {
    const { maxPageSize } = plans[caller.plan]
    const { rows, pagination, meta, warnings } = await listMeasures(needs, askedBy(query), maxPageSize)
    for (const warning of warnings) warn(warning)
    return { data: rows, pagination, meta, language: query.lang ?? 'en' }
  },
})

const singleRoute = route({
  method: 'GET',
  path: '/v1/subsidies/{id}',
  operation: 'getSubsidy',
  summary: 'Fetch one measure',
  description: 'The full record, by id or slug. A withdrawn measure answers too, with `withdrawn_at`.',
  tag: 'Measures',
  access: keyedAccess,
  capability: null,
  pathParameters: subsidyParameter,
  query: {
    lang: langParameter,
    as_of: instantOrDay('end', {
      description: 'The version current at that instant, with the status and deadline of then.',
      capability: 'as_of',
    }),
  },
  body: null,
  shape: 'one',
  answers: { 200: { description: 'The measure.', schema: oneSchema('SubsidyAnswer', subsidySchema) } },
  refuses: ['subsidy_not_found', 'version_not_found'],
  etag: true,
  async run({ path, query, needs, now, warn }) {
    const asked = { idOrSlug: path.id ?? '', language: query.lang ?? 'en', asOf: query.as_of, now } as const
    const { measure, warnings } = await showMeasure(needs, asked)
    for (const warning of warnings) warn(warning)
    return { data: measure, language: asked.language }
  },
})

const counts = Type.Record(Type.String(), Type.Integer({ minimum: 0 }))

const coverageRoute = route({
  method: 'GET',
  path: '/v1/coverage',
  operation: 'getCoverage',
  summary: 'Count the measures',
  description: 'How many measures there are by status, source, instrument, level, region and topic.',
  tag: 'Service',
  access: openAccess,
  capability: null,
  pathParameters: {},
  query: {},
  body: null,
  shape: 'own',
  answers: {
    200: {
      description: 'Each figure is the total of the list filtered by that id, not capped.',
      schema: Type.Object(
        {
          total: Type.Integer({ minimum: 0 }),
          withdrawn: Type.Integer({ minimum: 0, description: 'Counted nowhere else.' }),
          by_status: counts,
          by_source: counts,
          by_instrument_type: counts,
          by_government_level: counts,
          by_region: counts,
          by_topic: counts,
          condition_coverage: conditionCoverageSchema,
        },
        { additionalProperties: false, $id: 'Coverage' },
      ),
    },
  },
  refuses: [],
  etag: true,
  run: async ({ needs }) => ({ data: await needs.catalogue.read(coverageOf) }),
})

export const measureRoutes: readonly RouteRecord<MeasureNeeds>[] = [listRoute, singleRoute, coverageRoute]

/** A query that was read once is the same object ever after. */
const pages = new WeakMap<QueryValues<typeof listQuery>, AskedPage>()

function askedBy(query: QueryValues<typeof listQuery>): AskedPage {
  const known = pages.get(query)
  if (known !== undefined) return known
  const page = askedPage(listRequestOf(query))
  pages.set(query, page)
  return page
}

function listRequestOf(query: QueryValues<typeof listQuery>): ListRequest {
  return {
    q: query.q,
    words: query.words,
    filters: {
      region: query.region ?? null,
      topic: query.topic ?? null,
      company_size: query.company_size === undefined ? null : [query.company_size],
      applicant_type: query.applicant_type ?? null,
      instrument_type: query.instrument_type ?? null,
      status: query.status ?? null,
      government_level: query.government_level ?? null,
      scope: query.scope ?? null,
      source: query.source ?? null,
      issuer: query.issuer ?? null,
      nace: query.nace === undefined ? null : [readNace(query.nace)],
      programme: query.programme === undefined ? null : [query.programme],
      deadline_before: query.deadline_before ?? null,
      deadline_after: query.deadline_after ?? null,
      updated_since: query.updated_since ?? null,
      include_withdrawn: query.include_withdrawn ?? false,
    },
    sort: query.sort,
    view: query.view,
    lang: query.lang,
    limit: query.limit,
    cursor: query.cursor,
  }
}

/** A NACE code as our tables spell it. */
function readNace(given: string): string {
  const code = normaliseNace(given)
  if (code === null || naceVersionsOf(code).length === 0) {
    throw invalidParameter('nace', `nace must be a code of NACE-BEL 2008 or 2025; "${given}" is in neither.`)
  }
  return code
}
