/** Saved searches over HTTP, and how often the digests of searches and watchlists are sent. */
import Type from 'typebox'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { listSchema, oneSchema } from '../../contract/schemas.ts'
import { setWatchlistDigest } from '../../digests/digests.ts'
import { type DigestChoice, digestChoices } from '../../digests/every.ts'
import { searchBounds } from '../../digests/saved-search.ts'
import {
  changeSearch,
  createSearch,
  deleteSearch,
  type GivenSearch,
  listSearches,
  type SearchCall,
} from '../../digests/searches.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import { timestamp } from '../../measures/record/schema-parts.ts'
import type { Database } from '../../platform/database/database.ts'
import { dashboardAccess } from '../../sign_in/access.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { languages } from '../../values/vocabularies.ts'
import { deletedSchema } from './schemas.ts'

export type SearchNeeds = { database: Database; catalogue: FollowedCatalogue }

const route = routeFor<SearchNeeds>()
const closed = { additionalProperties: false } as const
const common = { tag: 'Searches', access: dashboardAccess, capability: null, query: {}, etag: false } as const

const parameters = (description: string) => Type.Record(Type.String(), Type.String(), { description })
const digest = (description: string) => Type.Enum([...digestChoices], { description })

const searchSchema = Type.Object(
  {
    id: Type.String({ pattern: '^srch_' }),
    name: Type.String(),
    parameters: parameters('Those of `GET /v1/subsidies`, as given.'),
    fault: Type.Union(
      [
        Type.Object(
          {
            parameter: Type.String({ description: 'Of which of its parameters.' }),
            message: Type.String({ description: 'What is wrong, and what to write.' }),
          },
          closed,
        ),
        Type.Null(),
      ],
      { description: 'Why the search is not read any more, so that nothing is told of it; null where it is read.' },
    ),
    language: Type.Enum([...languages], { description: 'Of its digest.' }),
    digest: digest('How often what happens to its measures is told by mail.'),
    created_at: timestamp('When it was made.'),
    updated_at: timestamp('When its name, parameters or language last changed.'),
  },
  { ...closed, $id: 'SavedSearch' },
)

const name = Type.String({
  minLength: 1,
  maxLength: searchBounds.nameMax,
  description: 'Without control characters.',
})
const given = {
  language: Type.Optional(Type.Enum([...languages], { description: 'Of its digest. Default `en`.' })),
  digest: Type.Optional(
    digest(
      '`daily` is 07:00 in Brussels, `weekly` Monday at 07:00; from the moment it is switched on. Default `none`.',
    ),
  ),
}
const givenParameters = parameters(
  'Those of `GET /v1/subsidies`, each as text, without `cursor`; `sort`, `limit`, `view` and `lang` decide nothing.',
)

const callOf = ({ accountId, at }: SignedIn): SearchCall => ({ accountId, actor: { kind: 'session' }, now: at })

/** Whether a source exists is what this process's catalogue knows. */
const sourcesOf = ({ catalogue }: SearchNeeds) => ({
  isSource: (id: string) => catalogue.readNow(({ state }) => state.hasSource(id)),
  namesOfSources: () => catalogue.readNow(({ state }) => state.namesOfSources()),
})

const idParameter = { id: { schema: Type.String(), description: 'Id of one of your searches.' } }

const listRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'GET',
  path: '/v1/dashboard/searches',
  operation: 'listSearches',
  summary: 'List your saved searches',
  description: `All of them, oldest first: at most ${searchBounds.searchesMax}, in one page.`,
  pathParameters: {},
  body: null,
  shape: 'list',
  answers: { 200: { description: 'All searches.', schema: listSchema('SearchList', searchSchema, 'others') } },
  refuses: [],
  run: async ({ needs, caller }) => ({
    data: await listSearches(needs.database, caller.accountId),
    pagination: { has_more: false, limit: searchBounds.searchesMax },
  }),
})

type NewSearch = GivenSearch & { name: string; parameters: Record<string, string> }

const createRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'POST',
  path: '/v1/dashboard/searches',
  operation: 'createSearch',
  summary: 'Save a search',
  description: `Its parameters are read as the list of measures reads them. An account keeps at most ${searchBounds.searchesMax}, on every plan.`,
  pathParameters: {},
  body: Type.Object({ name, parameters: givenParameters, ...given }, { ...closed, $id: 'NewSearch' }),
  shape: 'one',
  answers: { 201: { description: 'The new search.', schema: oneSchema('NewSearchAnswer', searchSchema) } },
  refuses: ['conflict', 'forbidden'],
  async run({ body, needs, caller }) {
    await needs.catalogue.whenRead()
    const data = await createSearch(needs.database, sourcesOf(needs), callOf(caller), body as NewSearch)
    return { status: 201, data }
  },
})

const changeRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'PATCH',
  path: '/v1/dashboard/searches/{id}',
  operation: 'changeSearch',
  summary: 'Change a saved search',
  description: 'What is given is set; the rest stays.',
  pathParameters: idParameter,
  body: Type.Object(
    { name: Type.Optional(name), parameters: Type.Optional(givenParameters), ...given },
    { ...closed, $id: 'SearchChanges' },
  ),
  shape: 'one',
  answers: { 200: { description: 'The search.', schema: oneSchema('SearchAnswer', searchSchema) } },
  refuses: ['not_found', 'forbidden'],
  async run({ path, body, needs, caller }) {
    await needs.catalogue.whenRead()
    const { id = '' } = path
    return { data: await changeSearch(needs.database, sourcesOf(needs), callOf(caller), id, body as GivenSearch) }
  },
})

const deleteRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'DELETE',
  path: '/v1/dashboard/searches/{id}',
  operation: 'deleteSearch',
  summary: 'Delete a saved search',
  description: 'Its digest ends with it.',
  pathParameters: idParameter,
  body: null,
  shape: 'one',
  answers: { 200: { description: 'It is deleted.', schema: oneSchema('DeletedSearch', deletedSchema) } },
  refuses: ['not_found', 'forbidden'],
  async run({ path, needs, caller }) {
    const { id = '' } = path
    await deleteSearch(needs.database, callOf(caller), id)
    return { data: { id, deleted: true } }
  },
})

const digestSchema = Type.Object(
  { id: Type.String({ pattern: '^wl_' }), digest: digest('How often it is sent.') },
  closed,
)

const watchlistDigestRoute = route<Record<never, never>, { digest: DigestChoice }, SignedIn>({
  ...common,
  method: 'PUT',
  path: '/v1/dashboard/watchlists/{id}/digest',
  operation: 'setWatchlistDigest',
  summary: 'Set how often the digest of a watchlist is sent',
  description:
    'Its match events by mail, from the moment it is switched on: every day at 07:00 in Brussels, or on Monday at 07:00.',
  pathParameters: { id: { schema: Type.String(), description: 'Id of one of your watchlists.' } },
  body: Type.Object({ digest: digest('`none` ends it.') }, { ...closed, $id: 'WatchlistDigest' }),
  shape: 'one',
  answers: { 200: { description: 'It is set.', schema: oneSchema('WatchlistDigestAnswer', digestSchema) } },
  refuses: ['watchlist_not_found', 'forbidden'],
  async run({ path, body, needs, caller }) {
    const { id = '' } = path
    await setWatchlistDigest(needs.database, callOf(caller), id, body.digest)
    return { data: { id, digest: body.digest } }
  },
})

export const searchRoutes: readonly RouteRecord<SearchNeeds>[] = [
  listRoute,
  createRoute,
  changeRoute,
  deleteRoute,
  watchlistDigestRoute,
]
