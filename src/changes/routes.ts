/** `GET /v1/changes`: the feed over HTTP. */

import { pageLimitWords, plans } from '../accounts/plans.ts'
import { keyedAccess } from '../contract/access.ts'
import { cursorText, idList, instantOrDay, integer, listOf, text } from '../contract/parameters.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import { feedSchema } from '../contract/schemas.ts'
import { eventTypes, regions } from '../values/vocabularies.ts'
import { changeEventSchema } from './event/event-schema.ts'
import { type ChangeNeeds, limitDefault, listChanges } from './list.ts'

const pageSizeMax = Math.max(...Object.values(plans).map((plan) => plan.maxPageSize))
/** Longer than any id or slug. */
const subsidyCharactersMax = 400

const route = routeFor<ChangeNeeds>()

const listChangesRoute = route({
  method: 'GET',
  path: '/v1/changes',
  operation: 'listChanges',
  summary: 'Read the change feed',
  description:
    'What changed, oldest first, in the order in which it was committed: new measures and versions, closing-soon ' +
    'reminders (at 09:00 in Brussels, 14 and 3 days before a deadline unless the operator chose other days), freshness of sources, and the match events of your own watchlists. Every page has a cursor, also the ' +
    'last: poll with it later, and only new events come, none twice and none missed. A poll counts as a request: every ' +
    'five minutes is some 9,000 a month; a webhook tells within seconds, without polling. Most events come with a reading ' +
    'of a source; those of the clock (a measure opens or closes, a reminder, a source that became stale) come within a ' +
    'minute of their time, whatever is read. A duplicate that is merged into another measure makes one `subsidy.merged` of ' +
    'that one: what `related.merged_from` names is it from then on. Events are kept 400 days. Ignore event types that you do not know.',
  tag: 'Changes',
  access: keyedAccess,
  capability: 'change_feed',
  pathParameters: {},
  query: {
    since: instantOrDay('start', {
      description:
        'Of a first call: from the first event at or after it, at most 400 days back. Without it and without a cursor ' +
        'the feed begins with the oldest event kept. Has no effect beside a cursor.',
    }),
    type: listOf(eventTypes, { description: 'Events of any of these types, or that touched any of these categories.' }),
    subsidy: text(subsidyCharactersMax, {
      description:
        "Id or slug of a measure: its events and your matches' with it; of a merged pair, the events of both.",
    }),
    source: idList(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, {
      description:
        "Ids of sources: events of their measures, and their own. Match events have no source and don't pass.",
    }),
    region: listOf(regions, {
      description:
        "Events of measures of any of these regions, as the list judges them, and of measures without regional restriction. A source's events don't pass.",
    }),
    limit: integer(1, pageSizeMax, {
      description: pageLimitWords('Events'),
      default: limitDefault,
    }),
    cursor: cursorText({
      description: '`pagination.next_cursor` of an earlier page: a position in the feed, which holds with any filters.',
    }),
  },
  body: null,
  shape: 'list',
  answers: { 200: { description: 'A page of the feed.', schema: feedSchema('ChangeFeed', changeEventSchema) } },
  refuses: ['invalid_cursor'],
  etag: false,
  run: ({ query, caller, needs, now, warn }) =>
    listChanges(
      needs,
      {
        accountId: caller.accountId,
        limitMax: plans[caller.plan].maxPageSize,
        since: query.since,
        types: query.type,
        subsidy: query.subsidy,
        sources: query.source,
        regions: query.region,
        limit: query.limit,
        cursor: query.cursor,
        now,
      },
      { warn },
    ),
})

export const changeRoutes: readonly RouteRecord<ChangeNeeds>[] = [listChangesRoute]
