/** What a key may do, and what its account has used. */

import Type from 'typebox'
import { planSchema } from '../accounts/plan-schema.ts'
import { planObject, plans } from '../accounts/plans.ts'
import { keyedAccess } from '../contract/access.ts'
import { type RouteRecord, route } from '../contract/route.ts'
import { oneSchema } from '../contract/schemas.ts'
import type { Database } from '../platform/database/database.ts'
import { evaluationsThisMonth } from './operations.ts'

export type KeyNeeds = {
  database: Database
  /** Whether plans can be paid by card here: billing is configured. */
  cardPayment: boolean
}

const closed = { additionalProperties: false } as const

const keySchema = Type.Object(
  {
    live: Type.Boolean({ description: 'A live key; false for a test key. Both are metered alike.' }),
    plan: planSchema,
    requests_this_month: Type.Integer({ minimum: 1, description: 'In the UTC month; includes this request.' }),
    match_evaluations_this_month: Type.Integer({ minimum: 0, description: 'In the UTC month.' }),
  },
  { ...closed, $id: 'Key', description: 'The key that asked, its plan, and what its account has used.' },
)

export const showKeyRoute: RouteRecord<KeyNeeds> = route<KeyNeeds, Record<never, never>>({
  method: 'GET',
  path: '/v1/key',
  operation: 'showKey',
  summary: 'The key that asks',
  description: 'The plan of the account that the key belongs to, and what all its keys have used this UTC month.',
  tag: 'Key',
  access: keyedAccess,
  capability: null,
  pathParameters: {},
  query: {},
  body: null,
  shape: 'one',
  answers: {
    200: {
      description: 'The key, its plan and its use.',
      schema: oneSchema('KeyAnswer', keySchema),
    },
  },
  refuses: [],
  etag: false,
  run: async ({ caller, needs }) => ({
    data: {
      live: caller.keyMode === 'live',
      plan: planObject(plans[caller.plan], needs.cardPayment),
      requests_this_month: caller.requestsThisMonth,
      match_evaluations_this_month: await evaluationsThisMonth(needs.database, caller.accountId, caller.at),
    },
  }),
})
