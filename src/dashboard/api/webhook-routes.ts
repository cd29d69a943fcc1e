/** What the dashboard does with webhooks beyond the API: trying filters, looking at a delivery, sending what failed again. */
import Type from 'typebox'
import { invalidParameter } from '../../contract/refusals.ts'
import { type RouteRecord, routeFor } from '../../contract/route.ts'
import { oneSchema } from '../../contract/schemas.ts'
import { orNull, timestamp, word } from '../../measures/record/schema-parts.ts'
import { dashboardTwinAccess } from '../../sign_in/access.ts'
import { parseInstant } from '../../values/brussels.ts'
import { type EventType, eventTypes } from '../../values/vocabularies.ts'
import { resendBounds, resendDelivery, resendFailed } from '../../webhooks/deliveries/resend.ts'
import { showDelivery } from '../../webhooks/deliveries/show-delivery.ts'
import { previewBounds, previewFilters } from '../../webhooks/fan-out/preview-filters.ts'
import type { GivenFilters } from '../../webhooks/filters.ts'
import { deliverySchema, givenFiltersSchema, webhookParameter } from '../../webhooks/webhook-schema.ts'
import type { DashboardWebhookNeeds } from '../webhooks-here.ts'

const route = routeFor<DashboardWebhookNeeds>()
const closed = { additionalProperties: false } as const
const common = {
  tag: 'Webhooks',
  access: dashboardTwinAccess,
  capability: 'webhooks',
  query: {},
  shape: 'one',
  etag: false,
} as const
const ofDelivery = {
  ...common,
  body: null,
  pathParameters: {
    ...webhookParameter,
    delivery: { schema: Type.String(), description: 'Id of one of its deliveries.' },
  },
} as const

const previewRoute = route<Record<never, never>, { filters?: GivenFilters }>({
  ...common,
  method: 'POST',
  path: '/v1/dashboard/webhooks/preview',
  operation: 'previewWebhookFilters',
  summary: 'Try filters on what has happened lately',
  description: `How many events of the last ${previewBounds.days} days an endpoint with these filters would have been sent, and the newest of them.`,
  pathParameters: {},
  body: Type.Object({ filters: Type.Optional(givenFiltersSchema) }, closed),
  contentBy: 'work',
  answers: {
    200: {
      description: 'What would have been sent.',
      schema: oneSchema(
        'FilterPreviewAnswer',
        Type.Object(
          {
            matched: Type.Integer({ minimum: 0 }),
            days: Type.Integer(),
            complete: Type.Boolean({
              description: `False: only the newest ${previewBounds.placesMax} events were looked at.`,
            }),
            examples: Type.Array(Type.Object({}, { additionalProperties: true }), {
              maxItems: previewBounds.examplesMax,
              description: 'As the change feed answers them, newest first.',
            }),
          },
          { ...closed, $id: 'FilterPreview' },
        ),
      ),
    },
  },
  refuses: [
    'invalid_parameter',
    'source_not_found',
    'watchlist_not_found',
    'plan_required',
    'subscription_required',
    'forbidden',
  ],
  async run({ body, needs, caller, now }) {
    return { data: await previewFilters(needs.database, caller.accountId, body.filters ?? {}, now) }
  },
})

const wholeSchema = Type.Object(
  {
    ...deliverySchema.properties,
    resend_of: orNull(Type.String({ description: 'The failed delivery that it was made of.' })),
    resent_as: orNull(Type.String({ description: 'Of a failed one: the delivery that was made of it.' })),
    body: orNull(Type.String({ description: 'The text that is sent, to the byte; null before the first attempt.' })),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'Beside the signature, which is another at each attempt and not kept.',
    }),
    log: Type.Array(
      Type.Object(
        {
          attempt: Type.Integer({ minimum: 1, maximum: 6 }),
          at: timestamp('When it began.'),
          duration_ms: Type.Integer({ minimum: 0 }),
          status: orNull(Type.Integer()),
          error: orNull(Type.String({ description: 'The class of the error; null after a success.' })),
        },
        closed,
      ),
      {
        description:
          'The attempts that came to an end. One that was lost with its process is counted in `attempts`, and stands in no log.',
      },
    ),
  },
  { ...closed, $id: 'WholeWebhookDelivery' },
)

const showRoute = route({
  ...ofDelivery,
  method: 'GET',
  path: '/v1/dashboard/webhooks/{id}/deliveries/{delivery}',
  operation: 'getWebhookDelivery',
  summary: 'Read one delivery',
  description: 'With the text that was sent, and every attempt.',
  answers: { 200: { description: 'The delivery.', schema: oneSchema('WholeWebhookDeliveryAnswer', wholeSchema) } },
  refuses: ['webhook_not_found', 'not_found', 'plan_required', 'subscription_required'],
  async run({ path, needs, caller }) {
    const { id: webhookId = '', delivery: deliveryId = '' } = path
    const { accountId } = caller
    return {
      data: await showDelivery(needs.database, { accountId, webhookId, deliveryId, userAgent: needs.userAgent }),
    }
  },
})

const resendRoute = route({
  ...ofDelivery,
  method: 'POST',
  path: '/v1/dashboard/webhooks/{id}/deliveries/{delivery}/resend',
  operation: 'resendWebhookDelivery',
  summary: 'Send a failed delivery again',
  description:
    'A new delivery of the same event, with the same text and six attempts; each failed one once. 409: it has not failed, or was ' +
    'resent already, or the endpoint is off.',
  answers: {
    202: {
      description: 'It is queued.',
      schema: oneSchema(
        'ResentAnswer',
        Type.Object(
          { delivery_id: Type.String(), resend_of: Type.String(), event_id: Type.String() },
          { ...closed, $id: 'ResentDelivery' },
        ),
      ),
    },
  },
  refuses: ['webhook_not_found', 'not_found', 'conflict', 'plan_required', 'subscription_required', 'forbidden'],
  async run({ path, needs, caller, now }) {
    const { id: webhookId = '', delivery = '' } = path
    const { accountId } = caller
    return { status: 202, data: await resendDelivery(needs.database, { accountId, webhookId }, delivery, now) }
  },
})

const resendFailedRoute = route<Record<never, never>, { event_types?: EventType[]; since?: string }>({
  ...common,
  method: 'POST',
  path: '/v1/dashboard/webhooks/{id}/resend',
  operation: 'resendFailedWebhookDeliveries',
  summary: 'Send what has failed again',
  description: `Failed deliveries that were not resent, the oldest first, at most ${resendBounds.resentMax} a call. 409: the endpoint is off.`,
  pathParameters: webhookParameter,
  body: Type.Object(
    {
      event_types: Type.Optional(Type.Array(word(eventTypes), { maxItems: eventTypes.length })),
      since: Type.Optional(Type.String({ format: 'date-time', description: 'Of what was queued at or after it.' })),
    },
    closed,
  ),
  answers: {
    202: {
      description: 'They are queued.',
      schema: oneSchema(
        'ResentFailedAnswer',
        Type.Object(
          { resent: Type.Integer({ minimum: 0 }), left: Type.Integer({ minimum: 0 }) },
          { ...closed, $id: 'ResentFailed' },
        ),
      ),
    },
  },
  refuses: ['webhook_not_found', 'conflict', 'invalid_body', 'plan_required', 'subscription_required', 'forbidden'],
  async run({ path, body, needs, caller, now }) {
    const since = body.since === undefined ? null : parseInstant(body.since)
    if (body.since !== undefined && since === null) throw invalidParameter('since', 'since is no RFC 3339 timestamp.')
    const filter = { eventTypes: body.event_types ?? null, since }
    const of = { accountId: caller.accountId, webhookId: path.id ?? '' }
    return { status: 202, data: await resendFailed(needs.database, of, filter, now) }
  },
})

export const webhookPersonRoutes: readonly RouteRecord<DashboardWebhookNeeds>[] = [
  previewRoute,
  showRoute,
  resendRoute,
  resendFailedRoute,
]
