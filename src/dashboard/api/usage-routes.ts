/** What the account has used, its requests, and what was done to it, over HTTP. */
import Type from 'typebox'
import { keyModes } from '../../accounts/api-key.ts'
import { auditActions } from '../../accounts/audit/audit-entry.ts'
import { cursorText, idOf, integer, oneOf, text } from '../../contract/parameters.ts'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { listSchema, oneSchema } from '../../contract/schemas.ts'
import { orNull, timestamp } from '../../measures/record/schema-parts.ts'
import { dashboardAccess } from '../../sign_in/access.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { outcomes } from '../../usage/outcome.ts'
import { logBounds } from '../../usage/page.ts'
import { filterOf } from '../../usage/requests/requests.ts'
import {
  auditObject,
  type OwnPage,
  ownAudit,
  ownRequest,
  ownRequests,
  ownUsage,
  pageLimits,
  requestObject,
  type UsageNeeds,
  usageObject,
} from '../own-usage.ts'

const route = routeFor<UsageNeeds>()
const closed = { additionalProperties: false } as const
const common = {
  tag: 'Usage',
  method: 'GET',
  access: dashboardAccess,
  capability: null,
  pathParameters: {},
  body: null,
  etag: false,
} as const

const figure = (description: string) => Type.Integer({ minimum: 0, description })
const outcomeProperties = {
  answered: figure('With what was asked for (2xx, 3xx).'),
  refused: figure('By plan or limits (402, 403, 429).'),
  faulty: figure('For what was sent (any other 4xx).'),
  failed: figure('By the service (5xx), or no whole answer was taken (499, or cut).'),
} satisfies Record<(typeof outcomes)[number], unknown>

const quotaSchema = Type.Object(
  {
    used: figure('By the counters that the quota goes by.'),
    allowed: orNull(
      Type.Integer({
        description: 'Null: without a limit, or the month is over, and which plan then held is not kept.',
      }),
    ),
  },
  { ...closed, $id: 'UsageQuota' },
)

const usedKeySchema = Type.Object(
  {
    key_id: orNull(Type.String({ description: 'Null: without a key, by people who were signed in.' })),
    name: orNull(Type.String()),
    prefix: orNull(Type.String({ description: 'Its first 12 characters.' })),
    mode: orNull(Type.Enum([...keyModes])),
    requests: figure('In the month, also those that were refused and did not count.'),
    evaluations: figure('In the month.'),
    last_used_at: orNull(timestamp('Whatever the month; null: not in the 25 months of which figures are kept.')),
    revoked_at: orNull(timestamp('When it was revoked.')),
  },
  { ...closed, $id: 'UsedKey' },
)

const usageSchema = Type.Object(
  {
    month: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'UTC.' }),
    requests: quotaSchema,
    evaluations: quotaSchema,
    resets_at: orNull(timestamp('When the counts begin anew; null for a month that is over.')),
    days: Type.Array(
      Type.Object(
        { day: Type.String({ format: 'date' }), ...outcomeProperties, evaluations: figure('Match evaluations.') },
        closed,
      ),
      { description: 'Every UTC day of the month.' },
    ),
    keys: Type.Array(usedKeySchema, { description: 'Those that may be used, and those that were used in the month.' }),
    routes: Type.Array(Type.Object({ route: Type.String(), method: Type.String(), ...outcomeProperties }, closed), {
      description: 'Those that were asked, most requests first.',
    }),
  },
  {
    ...closed,
    $id: 'Usage',
    description: 'Days and keys are at most a second behind, and may lack their last second.',
  },
)

const monthQuery = {
  month: text(7, { description: 'A UTC month, `YYYY-MM`: this one, or one of the 25 before it. Default: this one.' }),
}

const usageRoute = route<typeof monthQuery, unknown, SignedIn>({
  ...common,
  path: '/v1/dashboard/usage',
  operation: 'showUsage',
  summary: 'What your account has used in a month',
  description: 'By UTC day, key and route; quotas by the counters that they go by.',
  query: monthQuery,
  shape: 'one',
  answers: { 200: { description: 'The figures of the month.', schema: oneSchema('UsageAnswer', usageSchema) } },
  refuses: ['invalid_parameter'],
  run: async ({ needs, caller, query }) => ({ data: usageObject(await ownUsage(needs, caller, query.month)) }),
})

const pageQuery = {
  limit: integer(1, pageLimits.most, { description: 'Rows of a page.', default: pageLimits.default }),
  cursor: cursorText({ description: '`pagination.next_cursor` of an earlier page.' }),
}

function listed<Row>({ rows, next }: OwnPage<Row>, limit: number, objectOf: (row: Row) => object) {
  const pagination = { has_more: next !== null, limit, ...(next === null ? {} : { next_cursor: next }) }
  return { data: rows.map(objectOf), pagination }
}

const loggedSchema = Type.Object(
  {
    request_id: Type.String({ pattern: '^req_' }),
    at: timestamp('When it came.'),
    method: Type.String(),
    route: Type.String({ description: 'Pattern of the path; what stood in it is not kept.' }),
    status: Type.Integer({ description: '499: its client left before it was answered.' }),
    code: orNull(Type.String({ description: 'Of the error.' })),
    cut: orNull(Type.String({ description: 'Why the answer did not leave whole.' })),
    duration_ms: Type.Number({ minimum: 0 }),
    key_id: orNull(Type.String()),
    evaluations: figure('Match evaluations that it counted.'),
  },
  { ...closed, $id: 'LoggedRequest' },
)

const requestsQuery = {
  ...pageQuery,
  status: oneOf(outcomes, { description: 'How it ended, in the classes of the figures of use.' }),
  code: idOf(/^[a-z_]{1,40}$/, { description: 'Of the error.' }),
  key: idOf(/^key_[0-9A-Z]{26}$/, { description: 'Id of the key.' }),
  route: text(200, { description: 'Pattern of the route.' }),
  request_id: text(40, { description: 'One request; the other parameters then say nothing.' }),
}

const requestsRoute = route<typeof requestsQuery, unknown, SignedIn>({
  ...common,
  path: '/v1/dashboard/requests',
  operation: 'listRequests',
  summary: 'Your requests of the last 7 days',
  description: `With a key, also refused ones; newest first, at most a second behind, and ${logBounds.requestsMax.toLocaleString('en')} at most. No bodies, no queries, no addresses.`,
  query: requestsQuery,
  shape: 'list',
  answers: {
    200: { description: 'A page of requests.', schema: listSchema('RequestList', loggedSchema, 'others') },
  },
  refuses: ['invalid_parameter', 'invalid_cursor'],
  async run({ needs, caller, query }) {
    const { limit = pageLimits.default, cursor, status, code = null, key = null, route = null } = query
    if (query.request_id !== undefined) {
      const { found } = await ownRequest(needs, caller, query.request_id)
      return listed({ rows: found === null ? [] : [found], next: null }, limit, requestObject)
    }
    const filter = filterOf({ outcome: status ?? null, code, keyId: key, route })
    return listed(await ownRequests(needs, caller, { limit, cursor, filter }), limit, requestObject)
  },
})

const auditSchema = Type.Object(
  {
    id: Type.String({ pattern: '^aud_' }),
    at: timestamp('When it was done.'),
    actor: Type.Enum(['session', 'key', 'operator', 'service'], {
      description: 'A person in the dashboard, a program with a key, the operator, or the service itself.',
    }),
    key_id: orNull(Type.String({ description: 'The key that did it.' })),
    action: Type.Enum([...auditActions]),
    subject: orNull(Type.String({ description: 'Id of what it was done to; null: the account itself.' })),
    about: Type.Record(Type.String(), Type.String(), { description: 'A few texts that say more, by name.' }),
  },
  { ...closed, $id: 'AuditEntry' },
)

const auditRoute = route<typeof pageQuery, unknown, SignedIn>({
  ...common,
  path: '/v1/dashboard/audit',
  operation: 'listAudit',
  summary: 'What was done to your account',
  description: 'Who made, revoked, rotated or changed what, newest first; kept 13 months.',
  query: pageQuery,
  shape: 'list',
  answers: { 200: { description: 'A page of deeds.', schema: listSchema('AuditList', auditSchema, 'others') } },
  refuses: ['invalid_parameter', 'invalid_cursor'],
  async run({ needs, caller, query }) {
    const { limit = pageLimits.default, cursor } = query
    return listed(await ownAudit(needs, caller, { limit, cursor }), limit, auditObject)
  },
})

export const usageRoutes: readonly RouteRecord<UsageNeeds>[] = [usageRoute, requestsRoute, auditRoute]
