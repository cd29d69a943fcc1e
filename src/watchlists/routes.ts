/** Watchlists over HTTP: lists, and the companies on them. */
import Type from 'typebox'
import { byPlan, pageLimitWords, plans } from '../accounts/plans.ts'
import { keyedAccess } from '../contract/access.ts'
import type { CursorKeys } from '../contract/cursor.ts'
import { cursorText, integer } from '../contract/parameters.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import { listSchema, oneSchema } from '../contract/schemas.ts'
import { companiesLimitDefault, listCompanies, removeCompany } from './companies.ts'
import {
  createWatchlist,
  type GivenOptions,
  listWatchlists,
  patchWatchlist,
  removeWatchlist,
  showWatchlist,
} from './lists.ts'
import { type UploadMeans, uploadCompanies } from './upload.ts'
import type { UploadedRow } from './uploaded-rows.ts'
import { watchlistBounds } from './watchlist.ts'
import {
  deletedCompanySchema,
  deletedWatchlistSchema,
  newWatchlistSchema,
  uploadedSchema,
  uploadSchema,
  watchedCompanySchema,
  watchlistOptionsSchema,
  watchlistParameter,
  watchlistSchema,
} from './watchlist-schema.ts'

export type WatchlistNeeds = UploadMeans & { cursors: { keys: CursorKeys; generation: string } }

const route = routeFor<WatchlistNeeds>()

const pageSizeMax = Math.max(...Object.values(plans).map((plan) => plan.maxPageSize))

/** What all of them have in common. */
const common = { tag: 'Watchlists', access: keyedAccess, capability: 'watchlists', etag: false } as const

const listRoute = route({
  ...common,
  method: 'GET',
  path: '/v1/watchlists',
  operation: 'listWatchlists',
  summary: 'List your watchlists',
  description: `All of them, oldest first: at most ${watchlistBounds.listsMax}, in one page.`,
  pathParameters: {},
  query: {},
  body: null,
  shape: 'list',
  answers: { 200: { description: 'All watchlists.', schema: listSchema('WatchlistList', watchlistSchema, 'others') } },
  refuses: [],
  async run({ needs, caller }) {
    const data = await listWatchlists(needs.database, caller.accountId)
    return { data, pagination: { has_more: false, limit: watchlistBounds.listsMax } }
  },
})

const createRoute = route({
  ...common,
  method: 'POST',
  path: '/v1/watchlists',
  operation: 'createWatchlist',
  summary: 'Make a watchlist',
  description: `A portfolio of companies that are evaluated anew when a measure changes. An account holds at most ${watchlistBounds.listsMax}.`,
  pathParameters: {},
  query: {},
  body: newWatchlistSchema,
  shape: 'one',
  answers: { 201: { description: 'The new watchlist.', schema: oneSchema('NewWatchlistAnswer', watchlistSchema) } },
  refuses: ['conflict'],
  idempotent: true,
  async run({ body, needs, caller, now, idempotency }) {
    const given = body as GivenOptions & { name: string }
    const data = await createWatchlist(needs.database, caller, given, { now, idempotency })
    return { status: 201, data, language: data.language }
  },
})

const showRoute = route({
  ...common,
  method: 'GET',
  path: '/v1/watchlists/{id}',
  operation: 'getWatchlist',
  summary: 'Read one watchlist',
  description: 'Its options, and how many companies it holds.',
  pathParameters: watchlistParameter,
  query: {},
  body: null,
  shape: 'one',
  answers: { 200: { description: 'The watchlist.', schema: oneSchema('WatchlistAnswer', watchlistSchema) } },
  refuses: ['watchlist_not_found'],
  async run({ path, needs, caller }) {
    const data = await showWatchlist(needs.database, caller.accountId, path.id ?? '')
    return { data, language: data.language }
  },
})

const patchRoute = route({
  ...common,
  method: 'PATCH',
  path: '/v1/watchlists/{id}',
  operation: 'changeWatchlist',
  summary: 'Change the options of a watchlist',
  description: 'What is given is set; the rest stays. An empty object changes nothing.',
  pathParameters: watchlistParameter,
  query: {},
  body: watchlistOptionsSchema,
  shape: 'one',
  answers: { 200: { description: 'The watchlist.', schema: oneSchema('ChangedWatchlistAnswer', watchlistSchema) } },
  refuses: ['watchlist_not_found'],
  async run({ path, body, needs, caller, now }) {
    const data = await patchWatchlist(needs.database, caller, path.id ?? '', body as GivenOptions, now)
    return { data, language: data.language }
  },
})

const deleteRoute = route({
  ...common,
  method: 'DELETE',
  path: '/v1/watchlists/{id}',
  operation: 'deleteWatchlist',
  summary: 'Delete a watchlist',
  description: 'With its companies, whose facts are erased. Its past events stay in the feed.',
  pathParameters: watchlistParameter,
  query: {},
  body: null,
  shape: 'one',
  answers: { 200: { description: 'It is gone.', schema: oneSchema('DeletedWatchlist', deletedWatchlistSchema) } },
  refuses: ['watchlist_not_found'],
  async run({ path, needs, caller, now }) {
    const { id = '' } = path
    const language = await removeWatchlist(needs.database, caller, id, now)
    return { data: { id, deleted: true }, language }
  },
})

const listCompaniesRoute = route({
  ...common,
  method: 'GET',
  path: '/v1/watchlists/{id}/companies',
  operation: 'listWatchedCompanies',
  summary: 'List the companies of a watchlist',
  description: 'By reference, in the order of code points, with the facts as given.',
  pathParameters: watchlistParameter,
  query: {
    limit: integer(1, pageSizeMax, {
      description: pageLimitWords('Companies'),
      default: companiesLimitDefault,
    }),
    cursor: cursorText({ description: '`pagination.next_cursor` of an earlier page of this watchlist.' }),
  },
  body: null,
  shape: 'list',
  answers: {
    200: {
      description: 'A page of companies.',
      schema: listSchema('WatchedCompanyList', watchedCompanySchema, 'others'),
    },
  },
  refuses: ['watchlist_not_found', 'invalid_cursor'],
  run: ({ path, query, needs, caller }) =>
    listCompanies(needs.database, needs.cursors, {
      accountId: caller.accountId,
      watchlistId: path.id ?? '',
      limit: query.limit,
      limitMax: plans[caller.plan].maxPageSize,
      cursor: query.cursor,
    }),
})

const uploadRoute = route({
  ...common,
  method: 'POST',
  path: '/v1/watchlists/{id}/companies',
  operation: 'uploadWatchedCompanies',
  summary: 'Add or replace companies of a watchlist',
  description:
    `1 to ${watchlistBounds.uploadRowsMax} rows, each reference once. A row whose reference stands on the list replaces ` +
    'it. Each accepted row counts one match evaluation; one that cannot be right is listed under `rejected`, and what is ' +
    'stored stays. An upload that would pass the allowance of evaluations, or the companies of the plan, is refused whole. ' +
    `On all watchlists of an account: ${byPlan('watchlistCompanies')}.`,
  pathParameters: watchlistParameter,
  query: {},
  body: uploadSchema,
  contentBy: 'work',
  shape: 'one',
  answers: {
    200: { description: 'What came of the rows.', schema: oneSchema('WatchlistUploadAnswer', uploadedSchema) },
  },
  refuses: ['invalid_body', 'watchlist_not_found', 'match_quota_exceeded'],
  idempotent: true,
  async run({ path, body, needs, caller, counted, now, idempotency, warn }) {
    const { companies } = body as { companies?: UploadedRow[] }
    const { data, warnings, language } = await uploadCompanies(needs, {
      watchlistId: path.id ?? '',
      rows: companies ?? [],
      rowsMax: watchlistBounds.uploadRowsMax,
      caller,
      counted,
      now,
      idempotency,
    })
    for (const warning of warnings) warn(warning)
    return { data, language }
  },
})

const deleteCompanyRoute = route({
  ...common,
  method: 'DELETE',
  path: '/v1/watchlists/{id}/companies/{reference}',
  operation: 'deleteWatchedCompany',
  summary: 'Take a company off a watchlist',
  description: 'Its facts are erased. Its past events stay in the feed, with the reference.',
  pathParameters: {
    ...watchlistParameter,
    reference: { schema: Type.String(), description: 'Of a company on the list, percent-encoded.' },
  },
  query: {},
  body: null,
  shape: 'one',
  answers: { 200: { description: 'It is gone.', schema: oneSchema('DeletedWatchedCompany', deletedCompanySchema) } },
  refuses: ['watchlist_not_found', 'not_found'],
  async run({ path, needs, caller, now }) {
    const { id = '', reference = '' } = path
    const request = { who: caller, watchlistId: id, reference, now }
    const language = await removeCompany(needs.database, request)
    return { data: { reference, deleted: true }, language }
  },
})

export const watchlistRoutes: readonly RouteRecord<WatchlistNeeds>[] = [
  listRoute,
  createRoute,
  showRoute,
  patchRoute,
  deleteRoute,
  listCompaniesRoute,
  uploadRoute,
  deleteCompanyRoute,
]
