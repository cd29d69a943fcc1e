/** What whoever runs the service sees of it, over HTTP: `/v1/dashboard/operator/...`; 404 for everybody else. */
import Type from 'typebox'
import { text } from '../../contract/parameters.ts'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { listSchema, oneSchema } from '../../contract/schemas.ts'
import { orNull, timestamp } from '../../measures/record/schema-parts.ts'
import { dashboardAccess } from '../../sign_in/access.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { renderSourceWithRuns } from '../../sources/source/source.ts'
import { formatInstant } from '../../values/brussels.ts'
import { accountObject } from '../objects.ts'
import {
  accountsPage,
  accountsPerPage,
  findingsNow,
  type OversightNeeds,
  overview,
  requireOperator,
  type Waiting,
} from '../operator/oversight.ts'
import { accountSchema } from './schemas.ts'

const route = routeFor<OversightNeeds>()
const closed = { additionalProperties: false } as const
const common = {
  method: 'GET',
  tag: 'Operator',
  access: dashboardAccess,
  capability: null,
  pathParameters: {},
  body: null,
  etag: false,
  refuses: ['route_not_found'],
} as const

const waitingSchema = Type.Object(
  { waiting: Type.Integer({ minimum: 0, maximum: 10_000 }), since: orNull(timestamp('Of the oldest.')) },
  { ...closed, $id: 'Waiting', description: 'How much waits, counted up to 10,000, and since when.' },
)

const waitingObject = ({ waiting, since }: Waiting) => ({
  waiting,
  since: since === null ? null : formatInstant(since),
})

const overviewRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  path: '/v1/dashboard/operator/overview',
  operation: 'showOverview',
  summary: 'Sources, runs, and what waits',
  description: 'For accounts that run the service.',
  query: {},
  shape: 'one',
  answers: {
    200: {
      description: 'The state of the service.',
      schema: oneSchema(
        'OverviewAnswer',
        Type.Object(
          {
            sources: Type.Array(
              Type.Object({}, { additionalProperties: true, description: 'As GET /v1/sources/{id}.' }),
            ),
            deliveries: waitingSchema,
            mails: waitingSchema,
            versions: waitingSchema,
          },
          closed,
        ),
      ),
    },
  },
  async run({ needs, caller }) {
    requireOperator(caller)
    const { sources, deliveries, mails, versions } = await overview(needs)
    return {
      data: {
        sources: sources.map((entry) => renderSourceWithRuns(entry, caller.at)),
        deliveries: waitingObject(deliveries),
        mails: waitingObject(mails),
        versions: waitingObject(versions),
      },
    }
  },
})

const idCharactersMax = 64
const before = text(idCharactersMax, { description: 'Id of an account: those made before it.' })

const accountsRoute = route<{ before: typeof before }, unknown, SignedIn>({
  ...common,
  path: '/v1/dashboard/operator/accounts',
  operation: 'listAccounts',
  summary: 'Accounts, newest first',
  description: 'For accounts that run the service. The next page: `before` the last id of this one.',
  query: { before },
  shape: 'list',
  answers: { 200: { description: 'A page of accounts.', schema: listSchema('AccountList', accountSchema, 'others') } },
  async run({ needs, caller, query }) {
    requireOperator(caller)
    const { accounts, hasMore } = await accountsPage(needs, query.before ?? null)
    return { data: accounts.map(accountObject), pagination: { has_more: hasMore, limit: accountsPerPage } }
  },
})

const checkUpRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  path: '/v1/dashboard/operator/check-up',
  operation: 'checkUp',
  summary: 'What is wrong, or will be',
  description: 'For accounts that run the service: what `subsidies doctor` finds.',
  query: {},
  shape: 'wrapper',
  answers: {
    200: {
      description: 'The findings.',
      schema: Type.Object(
        {
          data: Type.Array(
            Type.Object(
              {
                check: Type.String(),
                level: Type.Enum(['ok', 'advice', 'warning', 'fault']),
                message: Type.String({ description: 'English; says what to do.' }),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    },
  },
  async run({ needs, caller }) {
    requireOperator(caller)
    const findings = await findingsNow(needs, caller.at)
    return { data: findings.map(({ check, level, message }) => ({ check, level, message })) }
  },
})

export const operatorRoutes: readonly RouteRecord<OversightNeeds>[] = [overviewRoute, accountsRoute, checkUpRoute]
