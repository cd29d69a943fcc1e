/** Endpoints and deliveries as JSON schemas: what is sent and what is answered. */
import Type, { type TSchema } from 'typebox'
import { judgedByWork } from '../contract/body/body-form.ts'
import { orNull, timestamp, word } from '../measures/record/schema-parts.ts'
import { eventTypes, regions, topics } from '../values/vocabularies.ts'
import { deliveryStatuses } from './deliveries/delivery.ts'
import { type FilterName, filterBounds } from './filters.ts'
import { urlLengthMax } from './target-url.ts'

const closed = { additionalProperties: false } as const
const { entriesMax } = filterBounds
const deliveryId = Type.String({ pattern: '^whd_', description: 'As in the header `Service-Delivery`.' })
const eventId = Type.String({ pattern: '^chg_', description: 'Of the event; `id` in the body that is sent.' })

export const webhookParameter = {
  id: { schema: Type.String(), description: 'Id of one of your endpoints.' },
}

const filterWords: Record<FilterName, { entry: TSchema; description: string }> = {
  event_types: {
    entry: Type.Enum([...eventTypes]),
    description: 'Events of any of these types, or that touched any of these categories. Pings pass every filter.',
  },
  sources: {
    entry: Type.String(),
    description:
      'Ids of sources: events of their measures, and their own. Match events have no source and do not pass.',
  },
  regions: {
    entry: Type.Enum([...regions]),
    description:
      "Events of measures of any of these regions, match events by their measure, a source's events by the source; without " +
      'regional restriction it passes.',
  },
  topics: {
    entry: Type.Enum([...topics]),
    description: 'Events of measures with any of these topics; events of sources and match events do not pass.',
  },
  subsidy_ids: {
    entry: Type.String(),
    description:
      'Ids of measures, not slugs: events about them, match events included; of a merged one also about the survivor. An id ' +
      'that nobody knows yet is taken.',
  },
  watchlists: {
    entry: Type.String(),
    description: 'Ids of your watchlists: their match events; nothing else passes.',
  },
}

function filterProperties(make: (words: { entry: TSchema; description: string }) => TSchema): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(filterWords).map(([name, words]) => [name, make(words)]))
}

export const givenFiltersSchema = Type.Object(
  filterProperties(({ entry, description }) =>
    // Its faults name the filter, whichever entry of it is wrong.
    Type.Optional(
      judgedByWork(
        Type.Union([Type.Array(entry), Type.String({ description: 'The same with commas between.' })], { description }),
      ),
    ),
  ),
  {
    $id: 'NewWebhookFilters',
    description:
      'An event must pass every filter given, and passes one by any of its values; empty: no restriction. Case, spaces around ' +
      `values, and empty and repeated ones do not count. At most ${entriesMax} values each.`,
  },
)

export const newWebhookSchema = Type.Object(
  {
    url: Type.String({
      maxLength: urlLengthMax,
      description:
        '`https://`, a public host name or address, no user name or password. The host is looked up at each delivery, and ' +
        'where it leads to no public address nothing is sent.',
    }),
    filters: Type.Optional(givenFiltersSchema),
  },
  { $id: 'NewWebhook' },
)

const filtersSchema = Type.Object(
  filterProperties(({ entry, description }) => Type.Array(entry, { maxItems: entriesMax, description })),
  { ...closed, $id: 'WebhookFilters', description: 'Every filter, as it is kept; an empty list: no restriction.' },
)

const webhookProperties = {
  id: Type.String({ pattern: '^wh_' }),
  url: Type.String({ description: 'As deliveries go there: normalised, without fragment.' }),
  filters: filtersSchema,
  active: Type.Boolean({ description: 'False: it was switched off after 20 failures in a row; enable it.' }),
  created_at: timestamp('When it was made.'),
  last_success_at: orNull(timestamp('When it last answered a delivery with 2xx.')),
  consecutive_failures: Type.Integer({ minimum: 0, description: 'Failed attempts since the last success.' }),
} as const

export const webhookSchema = Type.Object(webhookProperties, { ...closed, $id: 'Webhook' })

export const webhookWithSecretSchema = Type.Object(
  {
    ...webhookProperties,
    secret: Type.String({
      pattern: '^whsec_',
      description: 'What its deliveries are signed with, the whole text. Shown here and never again.',
    }),
  },
  { ...closed, $id: 'WebhookWithSecret' },
)

export const deletedWebhookSchema = Type.Object({ id: Type.String(), deleted: Type.Literal(true) }, closed)

export const queuedPingSchema = Type.Object(
  { delivery_id: deliveryId, event_id: eventId },
  { ...closed, $id: 'QueuedPing' },
)

export const deliverySchema = Type.Object(
  {
    id: deliveryId,
    event_type: word(eventTypes),
    status: word(deliveryStatuses),
    attempts: Type.Integer({ minimum: 0, maximum: 6, description: 'Those that have begun.' }),
    last_status: orNull(Type.Integer({ description: 'HTTP status of the last answer.' })),
    last_error: orNull(
      Type.String({
        description:
          'Null after a success; else `timeout`, `connection`, `tls`, `refused_address`, `redirect` or `status`, and of an ' +
          'answer its first 500 characters.',
      }),
    ),
    created_at: timestamp('When it was queued.'),
    delivered_at: orNull(timestamp('When it was answered with 2xx.')),
    next_attempt_at: orNull(
      timestamp('While it is pending: not before then. Before the first attempt, when it was queued.'),
    ),
    event_id: eventId,
  },
  { ...closed, $id: 'WebhookDelivery' },
)
