/** Webhook endpoints over HTTP. */
import { byPlan, pageLimitWords, plans } from '../accounts/plans.ts'
import { keyedAccess } from '../contract/access.ts'
import type { CursorKeys } from '../contract/cursor.ts'
import { cursorText, integer } from '../contract/parameters.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import { listSchema, oneSchema } from '../contract/schemas.ts'
import { type CreateMeans, createWebhook, type GivenWebhook } from './create-webhook.ts'
import { listDeliveries } from './deliveries/list-deliveries.ts'
import { queuePing } from './deliveries/send-ping.ts'
import { enableWebhook, listWebhooks, removeWebhook, rotateSecret } from './endpoints.ts'
import { webhookBounds } from './webhook.ts'
import {
  deletedWebhookSchema,
  deliverySchema,
  newWebhookSchema,
  queuedPingSchema,
  webhookParameter,
  webhookSchema,
  webhookWithSecretSchema,
} from './webhook-schema.ts'

export type WebhookNeeds = CreateMeans & { cursors: { keys: CursorKeys; generation: string } }

const route = routeFor<WebhookNeeds>()

const pageSizeMax = Math.max(...Object.values(plans).map((plan) => plan.maxPageSize))

/** What all of them have in common. */
const common = { tag: 'Webhooks', access: keyedAccess, capability: 'webhooks', etag: false } as const
/** Those of one endpoint. */
const ofOne = { ...common, pathParameters: webhookParameter, query: {}, body: null } as const

const listRoute = route({
  ...common,
  method: 'GET',
  path: '/v1/webhooks',
  operation: 'listWebhooks',
  summary: 'List your webhook endpoints',
  description: 'Oldest first, without their secrets.',
  pathParameters: {},
  query: {
    limit: integer(1, pageSizeMax, {
      description: pageLimitWords('Endpoints'),
      default: webhookBounds.limitDefault,
    }),
    cursor: cursorText({ description: '`pagination.next_cursor` of an earlier page.' }),
  },
  body: null,
  shape: 'list',
  answers: { 200: { description: 'A page of endpoints.', schema: listSchema('WebhookList', webhookSchema, 'others') } },
  refuses: ['invalid_cursor'],
  run: ({ query, needs, caller }) =>
    listWebhooks(needs.database, needs.cursors, {
      accountId: caller.accountId,
      limit: query.limit,
      limitMax: plans[caller.plan].maxPageSize,
      cursor: query.cursor,
    }),
})

const createRoute = route({
  ...common,
  method: 'POST',
  path: '/v1/webhooks',
  operation: 'createWebhook',
  summary: 'Make a webhook endpoint',
  description:
    `An account holds at most: ${byPlan('webhookEndpoints')}. ` +
    'It is sent the events that are committed from now on and pass its filters, one delivery each. The `secret` that they are ' +
    'signed with stands in this answer and in that of a rotation, never again. A repeated `Idempotency-Key` is answered as ' +
    'the first time, unless the endpoint was deleted or its secret rotated since: then it is a conflict.',
  pathParameters: {},
  query: {},
  body: newWebhookSchema,
  contentBy: 'work',
  shape: 'one',
  answers: {
    201: {
      description: 'The new endpoint, with its secret.',
      schema: oneSchema('NewWebhookAnswer', webhookWithSecretSchema),
    },
  },
  refuses: ['plan_required', 'source_not_found', 'watchlist_not_found', 'conflict'],
  idempotent: true,
  answersSecret: true,
  async run({ body, needs, caller, now, idempotency }) {
    return { status: 201, data: await createWebhook(needs, body as GivenWebhook, { caller, now, idempotency }) }
  },
})

const deleteRoute = route({
  ...ofOne,
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  operation: 'deleteWebhook',
  summary: 'Delete a webhook endpoint',
  description: 'What is queued for it is not sent.',
  shape: 'one',
  answers: { 200: { description: 'It is gone.', schema: oneSchema('DeletedWebhook', deletedWebhookSchema) } },
  refuses: ['webhook_not_found'],
  async run({ path, needs, caller, now }) {
    const { id = '' } = path
    await removeWebhook(needs.database, caller, id, now)
    return { data: { id, deleted: true } }
  },
})

const enableRoute = route({
  ...ofOne,
  method: 'POST',
  path: '/v1/webhooks/{id}/enable',
  operation: 'enableWebhook',
  summary: 'Switch a webhook endpoint on',
  description:
    'With no failures counted. One that was off is sent the events from now on: what was given up is not resent, the change ' +
    'feed has it. One that is on keeps what is queued.',
  shape: 'one',
  answers: { 200: { description: 'The endpoint.', schema: oneSchema('EnabledWebhookAnswer', webhookSchema) } },
  refuses: ['webhook_not_found'],
  async run({ path, needs, caller, now }) {
    return { data: await enableWebhook(needs.database, caller, path.id ?? '', now) }
  },
})

const rotateRoute = route({
  ...ofOne,
  method: 'POST',
  path: '/v1/webhooks/{id}/rotate',
  operation: 'rotateWebhookSecret',
  summary: 'Give a webhook endpoint another secret',
  description:
    'Every attempt that begins after this answer, retries included, is signed with the new `secret`, which is shown here once.',
  shape: 'one',
  answers: {
    200: {
      description: 'The endpoint, with its new secret.',
      schema: oneSchema('RotatedWebhookAnswer', webhookWithSecretSchema),
    },
  },
  refuses: ['webhook_not_found'],
  answersSecret: true,
  async run({ path, needs, caller, now }) {
    return { data: await rotateSecret(needs.database, needs.secrets, caller, path.id ?? '', now) }
  },
})

const testRoute = route({
  ...ofOne,
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  operation: 'testWebhook',
  summary: 'Send a ping to a webhook endpoint',
  description:
    'Queues a signed `ping`, which is sent within about 30 seconds and is not in the feed; what came of it stands among the ' +
    `deliveries. At most ${webhookBounds.pendingPingsMax} may wait; an endpoint that is off is a conflict.`,
  shape: 'one',
  answers: { 202: { description: 'It is queued.', schema: oneSchema('QueuedPingAnswer', queuedPingSchema) } },
  refuses: ['webhook_not_found', 'conflict'],
  idempotent: true,
  async run({ path, needs, caller, now, idempotency }) {
    const call = { now, idempotency }
    return { status: 202, data: await queuePing(needs.database, caller.accountId, path.id ?? '', call) }
  },
})

const listDeliveriesRoute = route({
  ...ofOne,
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  operation: 'listWebhookDeliveries',
  summary: 'List what was sent to a webhook endpoint',
  description: `The last ${webhookBounds.listedMax} deliveries, newest first, each with how it stands.`,
  shape: 'list',
  answers: {
    200: {
      description: 'The newest deliveries.',
      schema: listSchema('WebhookDeliveryList', deliverySchema, 'others'),
    },
  },
  refuses: ['webhook_not_found'],
  async run({ path, needs, caller }) {
    const data = await listDeliveries(needs.database, caller.accountId, path.id ?? '')
    return { data, pagination: { has_more: false, limit: webhookBounds.listedMax } }
  },
})

export const webhookRoutes: readonly RouteRecord<WebhookNeeds>[] = [
  listRoute,
  createRoute,
  deleteRoute,
  enableRoute,
  rotateRoute,
  testRoute,
  listDeliveriesRoute,
]
