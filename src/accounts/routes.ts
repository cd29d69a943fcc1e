/** The plans, for everybody to see. */

import Type from 'typebox'
import { openAccess } from '../contract/access.ts'
import { type RouteRecord, route } from '../contract/route.ts'
import { planSchema } from './plan-schema.ts'
import { planObject, plans } from './plans.ts'

export type PlansNeeds = {
  /** Whether plans can be paid by card here: billing is configured. */
  cardPayment: boolean
}

export const listPlansRoute: RouteRecord<PlansNeeds> = route<PlansNeeds, Record<never, never>>({
  method: 'GET',
  path: '/v1/plans',
  operation: 'listPlans',
  summary: 'The plans',
  description:
    'Every plan with its price, limits and capabilities, cheapest first. An unlimited figure is `null`, none is 0.',
  tag: 'Service',
  access: openAccess,
  capability: null,
  pathParameters: {},
  query: {},
  body: null,
  shape: 'wrapper',
  answers: {
    200: {
      description: 'All plans.',
      schema: Type.Object({ data: Type.Array(planSchema) }, { additionalProperties: false, $id: 'PlanList' }),
    },
  },
  refuses: [],
  etag: true,
  run: ({ needs }) => ({ data: Object.values(plans).map((plan) => planObject(plan, needs.cardPayment)) }),
})
