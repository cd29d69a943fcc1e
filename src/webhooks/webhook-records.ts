/** What endpoints are sent, for the contract: each type of event that can be delivered, with the headers of a delivery. */
import type { TSchema } from 'typebox'
import {
  matchEventSchema,
  pingEventSchema,
  sourceEventSchema,
  subsidyEventSchema,
} from '../changes/event/event-schema.ts'
import type { WebhookRecord } from '../contract/openapi/openapi.ts'
import { eventTypeLabels } from '../values/labels.ts'
import { type EventType, eventTypes } from '../values/vocabularies.ts'

/** By what stands before the dot; a ping has none. */
const families: Record<string, { schema: TSchema; description: string }> = {
  subsidy: { schema: subsidyEventSchema, description: 'As it stands in the change feed.' },
  source: { schema: sourceEventSchema, description: 'As it stands in the change feed.' },
  match: {
    schema: matchEventSchema,
    description: 'Of a company on one of your watchlists; as it stands in the change feed.',
  },
  ping: {
    schema: pingEventSchema,
    description: 'You asked for it, to see whether the endpoint answers; it is not in the feed.',
  },
}

const headers = {
  'Service-Signature':
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`, keyed with the whole secret, `whsec_` included. Compute it ' +
    'over the bytes as received, compare in constant time, and refuse a `t` that is more than 300 seconds off.',
  'Service-Event': 'Type of the event, as `event` in the body. Ignore types that you do not know.',
  'Service-Delivery': 'Id of the delivery, the same on every retry. To tell repeated events, go by `id` in the body.',
  'User-Agent': 'Name and version of the service, with a link about its webhooks.',
}

export const webhookRecords: readonly WebhookRecord[] = eventTypes.map((event) => {
  const { schema, description } = familyOf(event)
  return { event, summary: eventTypeLabels[event].en, description, schema, tag: 'Webhooks', headers }
})

function familyOf(event: EventType) {
  const family = families[event.split('.')[0] ?? '']
  if (family === undefined) throw new Error(`no endpoint is sent ${event}`)
  return family
}
