/** `GET /v1/watchlists/{id}/matches` over HTTP. */
import Type from 'typebox'
import { keyedAccess } from '../../contract/access.ts'
import { flag, integer, text } from '../../contract/parameters.ts'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { listSchema } from '../../contract/schemas.ts'
import { requestBounds } from '../../matching/request/request-bounds.ts'
import { verdictProperties } from '../../matching/words/answer-schema.ts'
import { compactSubsidySchema } from '../../measures/record/record-schema.ts'
import { watchlistBounds } from '../watchlist.ts'
import { watchlistParameter } from '../watchlist-schema.ts'
import { listMatches, type MatchesNeeds } from './list-matches.ts'

const route = routeFor<MatchesNeeds>()

const { status, review_reasons, score, questions, indicative_amount } = verdictProperties

const watchlistMatchSchema = Type.Object(
  {
    company_reference: Type.String({ description: "The caller's own." }),
    subsidy: compactSubsidySchema,
    status,
    review_reasons,
    score,
    questions,
    indicative_amount,
  },
  { additionalProperties: false, $id: 'WatchlistMatch', description: 'How a measure stands to one watched company.' },
)

const matchesRoute = route({
  method: 'GET',
  path: '/v1/watchlists/{id}/matches',
  operation: 'listWatchlistMatches',
  summary: 'List the current matches of a watchlist',
  description:
    "Every company's current matches, best first: in the order of matches, then of references. Texts are in the list's " +
    'language; measures that are muted are shown. Counts no match evaluation. `pagination.has_more` tells whether there ' +
    'are more than `limit`; there is no cursor: ask for one company, or more rows. A list of more than some 50,000 companies ' +
    'may take longer than a request may: ask for one company, or keep several lists.',
  tag: 'Watchlists',
  access: keyedAccess,
  capability: 'watchlists',
  pathParameters: watchlistParameter,
  query: {
    company: text(requestBounds.referenceMax, { description: 'A reference on the list: its matches alone.' }),
    include_not_eligible: flag({
      description: 'Whether `not_eligible` results are answered too.',
      default: false,
    }),
    limit: integer(1, watchlistBounds.matchesMax, {
      description: 'Most matches answered, of all companies together.',
      default: watchlistBounds.matchesDefault,
    }),
  },
  body: null,
  shape: 'list',
  answers: {
    200: {
      description: 'The best matches of all companies.',
      schema: listSchema('WatchlistMatchList', watchlistMatchSchema, 'matches'),
    },
  },
  refuses: ['watchlist_not_found', 'not_found'],
  etag: false,
  run: ({ path, query, caller, needs, now, signal, warn }) =>
    listMatches(needs, {
      accountId: caller.accountId,
      watchlistId: path.id ?? '',
      company: query.company ?? null,
      includeNotEligible: query.include_not_eligible ?? false,
      limit: query.limit ?? watchlistBounds.matchesDefault,
      now,
      signal,
      warn,
    }),
})

export const watchlistMatchRoutes: readonly RouteRecord<MatchesNeeds>[] = [matchesRoute]
