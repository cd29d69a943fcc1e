/** Plan and payment of who is signed in, over HTTP: `/v1/dashboard/billing`, and the door for the provider's events. */
import Type from 'typebox'
import { showAccount } from '../../accounts/operations.ts'
import { providerAccess } from '../../billing/access.ts'
import { billingOf, type ShownBilling } from '../../billing/billing.ts'
import { beginCheckout, openPortal } from '../../billing/checkout/checkout.ts'
import { takeEvent } from '../../billing/events.ts'
import type { BillingMeans } from '../../billing/hold.ts'
import { type Period, periods, type SoldPlan, soldPlans } from '../../billing/prices.ts'
import { billingStates } from '../../billing/standing.ts'
import { RawBody } from '../../contract/body/body-kinds.ts'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { oneSchema } from '../../contract/schemas.ts'
import { orNull, timestamp } from '../../measures/record/schema-parts.ts'
import { dashboardAccess } from '../../sign_in/access.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { formatInstant, type Instant } from '../../values/brussels.ts'
import { planIds } from '../../values/vocabularies.ts'

export type BillingNeeds = { billing: BillingMeans }

const route = routeFor<BillingNeeds>()
const closed = { additionalProperties: false } as const
const common = { tag: 'Billing', capability: null, pathParameters: {}, query: {}, etag: false } as const
/** An event of the provider's is some tens of KB at most. */
const eventBytesMax = 500_000

const billingSchema = Type.Object(
  {
    state: Type.Enum([...billingStates], {
      description:
        'none: nothing is paid; active: it is, and goes on; grace: the last payment failed, and the plan holds until `grace_until`; ending: it ends at `ends_at`; operator: who runs this service has set the plan.',
    }),
    plan: orNull(Type.Enum([...planIds], { description: 'The plan that holds now.' })),
    period: orNull(Type.Enum([...periods], { description: 'How often it is paid.' })),
    grace_until: orNull(timestamp('Until when the plan holds though its payment failed.')),
    renews_at: orNull(timestamp('When it is paid next.')),
    ends_at: orNull(timestamp('When it ends.')),
    card_payment: Type.Boolean({ description: 'Whether plans can be paid by card here.' }),
    portal: Type.Boolean({ description: 'Whether there is something to change, pay or end in the portal.' }),
  },
  { ...closed, $id: 'Billing' },
)

const placeSchema = (id: string, description: string) =>
  oneSchema(id, Type.Object({ url: Type.String({ format: 'uri', description }) }, closed))

const timeOf = (at: Instant | null): string | null => (at === null ? null : formatInstant(at))

function billingObject(shown: ShownBilling) {
  return {
    state: shown.state,
    plan: shown.plan,
    period: shown.period,
    grace_until: timeOf(shown.graceUntil),
    renews_at: timeOf(shown.renewsAt),
    ends_at: timeOf(shown.endsAt),
    card_payment: shown.cardPayment,
    portal: shown.hasPortal,
  }
}

const showRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'GET',
  path: '/v1/dashboard/billing',
  operation: 'showBilling',
  summary: 'Your plan and its payment',
  description: 'As they stood when the payment provider was last asked.',
  access: dashboardAccess,
  body: null,
  shape: 'one',
  answers: { 200: { description: 'Plan and payment.', schema: oneSchema('BillingAnswer', billingSchema) } },
  refuses: [],
  async run({ needs: { billing }, caller, now }) {
    const account = await showAccount(billing.database, caller.accountId)
    return { data: billingObject(await billingOf(billing, account, now)) }
  },
})

const checkoutRoute = route<Record<never, never>, { plan: SoldPlan; period: Period }, SignedIn>({
  ...common,
  method: 'POST',
  path: '/v1/dashboard/billing/checkout',
  operation: 'beginCheckout',
  summary: 'Begin to pay for a plan',
  description:
    'Answers where it is paid by card, on the page of the payment provider; the plan holds from when it is. One checkout is open at a time: a later one for something else ends it. 409: there is a subscription already, to be changed in the portal, or who runs this service has set the plan.',
  access: dashboardAccess,
  body: Type.Object({ plan: Type.Enum([...soldPlans]), period: Type.Enum([...periods]) }, closed),
  shape: 'one',
  answers: {
    201: { description: 'A checkout.', schema: placeSchema('CheckoutAnswer', 'Where to pay, within the hour.') },
  },
  refuses: ['conflict', 'billing_unavailable', 'forbidden'],
  answersSecret: true,
  run: async ({ body, needs, caller }) => ({
    status: 201,
    data: await beginCheckout(needs.billing, caller.accountId, body),
  }),
})

const portalRoute = route<Record<never, never>, unknown, SignedIn>({
  ...common,
  method: 'POST',
  path: '/v1/dashboard/billing/portal',
  operation: 'openPortal',
  summary: 'Open the portal',
  description:
    'Answers where plan, card, address and invoices are, and where the subscription is ended, on the page of the payment provider. A larger plan holds at once, a smaller one from the end of what is paid. 409: nothing was ever paid.',
  access: dashboardAccess,
  body: null,
  shape: 'one',
  answers: {
    201: { description: 'The portal.', schema: placeSchema('PortalAnswer', 'The portal, for a few minutes.') },
  },
  refuses: ['conflict', 'billing_unavailable', 'forbidden'],
  answersSecret: true,
  run: async ({ needs, caller }) => ({ status: 201, data: await openPortal(needs.billing, caller.accountId) }),
})

const eventRoute = route<Record<never, never>, Buffer, never>({
  ...common,
  method: 'POST',
  path: '/v1/dashboard/billing/stripe',
  operation: 'takeBillingEvent',
  summary: 'Take an event of the payment provider',
  description:
    'For the payment provider alone, which signs what it sends. 503: it is to be sent again. An event that was taken, and one of nobody here, does nothing.',
  access: providerAccess,
  headers: { 'stripe-signature': 'Over the bytes of the body, of the last five minutes.' },
  body: new RawBody('application/json', eventBytesMax, Type.Object({}, { description: 'An event.' })),
  shape: 'own',
  answers: {
    200: { description: 'It was taken.', schema: Type.Object({ received: Type.Literal(true) }, closed) },
  },
  refuses: ['invalid_parameter', 'rate_limit_exceeded', 'billing_unavailable'],
  async run(call) {
    await takeEvent(call.needs.billing, call.body, call.header('stripe-signature') ?? '')
    return { data: { received: true } }
  },
})

export const billingRoutes: readonly RouteRecord<BillingNeeds>[] = [showRoute, checkoutRoute, portalRoute, eventRoute]
