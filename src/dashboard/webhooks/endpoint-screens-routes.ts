/** The screens of one endpoint and of its deliveries. */

import type { Caller } from '../../contract/call.ts'
import { text } from '../../contract/parameters.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { queryText } from '../../pages/address.ts'
import { seeOther } from '../../pages/page.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import { listDeliveries } from '../../webhooks/deliveries/list-deliveries.ts'
import { resendDelivery, resendFailed } from '../../webhooks/deliveries/resend.ts'
import { queuePing } from '../../webhooks/deliveries/send-ping.ts'
import { showDelivery, signedNow } from '../../webhooks/deliveries/show-delivery.ts'
import { enableWebhook, removeWebhook, rotateSecret, webhookNamed } from '../../webhooks/endpoints.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenRoute } from '../frame/screen.ts'
import { type DashboardWebhookNeeds, type ShownWebhook, valueIn } from '../webhooks-here.ts'
import { type Done, deliveryView, endpointView, removeView, rotateView } from './endpoint-view.ts'
import { endpointPath, hostOf } from './endpoints-view.ts'
import { onPlan, secretScreen } from './screens.ts'
import { webhookWords } from './words.ts'

const wordMax = 40
const doneQuery = {
  done: text(wordMax, { description: 'What was just done.' }, 'allowed'),
  resent: text(wordMax, { description: 'Of what was resent, how many.' }, 'allowed'),
  left: text(wordMax, { description: 'How many are left.' }, 'allowed'),
}

function doneIn(query: {
  done?: string | undefined
  resent?: string | undefined
  left?: string | undefined
}): Done | null {
  const { done, resent, left } = query
  if (done === 'enabled' || done === 'pinged' || done === 'pings_full' || done === 'resent') return { what: done }
  if (done === 'off' || done === 'gone') return { what: 'refused', why: done }
  if (done === 'again') return { what: 'refused', why: 'resent' }
  const [some, rest] = [Number(resent), Number(left)]
  const areCounts = Number.isSafeInteger(some) && Number.isSafeInteger(rest)
  return done === 'resent_all' && areCounts ? { what: 'resent_all', resent: some, left: rest } : null
}

const ofOne = { pathParameters: ['id'], refuses: ['webhook_not_found'] } as const
const backToOne = ({ path }: { path: Record<string, string> }): string => endpointPath(path.id ?? '')

export const endpointScreens = <Needs extends ScreenNeeds & DashboardWebhookNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, typeof doneQuery>({
    ...ofOne,
    path: `${places.webhooks}/{id}`,
    operation: 'webhookScreen',
    query: doneQuery,
    run: ({ needs, caller: who, path, query }) =>
      onPlan(who, async ({ accountId }) => {
        const { id = '' } = path
        const [webhook, deliveries] = await Promise.all([
          webhookNamed(needs.database, accountId, id),
          listDeliveries(needs.database, accountId, id),
        ])
        const { language } = who
        return {
          title: hostOf(webhook.url),
          place: 'webhooks',
          body: endpointView({ language, webhook, deliveries, done: doneIn(query) }),
        }
      }),
  }),
  actionRoute<Needs>({
    ...ofOne,
    path: `${places.webhooks}/{id}/enable`,
    operation: 'enableWebhookAction',
    backTo: backToOne,
    run: ({ needs, caller: who, path, now }) =>
      onPlan(who, async (caller) => {
        await enableWebhook(needs.database, caller, path.id ?? '', now)
        return seeOther(`${endpointPath(path.id ?? '')}?done=enabled`)
      }),
  }),
  actionRoute<Needs>({
    ...ofOne,
    path: `${places.webhooks}/{id}/test`,
    operation: 'pingWebhook',
    backTo: backToOne,
    run: ({ needs, caller: who, path, now }) =>
      onPlan(who, async ({ accountId }) => {
        const { id = '' } = path
        const isQueued = await unlessConflict(queuePing(needs.database, accountId, id, { now, idempotency: null }))
        return seeOther(`${endpointPath(id)}?done=${isQueued === null ? 'pings_full' : 'pinged'}`)
      }),
  }),
  actionRoute<Needs>({
    ...ofOne,
    path: `${places.webhooks}/{id}/resend`,
    operation: 'resendAll',
    backTo: backToOne,
    run: ({ needs, caller: who, path, now }) =>
      onPlan(who, async ({ accountId }) => {
        const { id = '' } = path
        const filter = { eventTypes: null, since: null }
        const came = await unlessConflict(resendFailed(needs.database, { accountId, webhookId: id }, filter, now))
        const done = came === null ? { done: 'off' } : { done: 'resent_all', ...came }
        return seeOther(`${endpointPath(id)}${queryText(done)}`)
      }),
  }),
  screenRoute<Needs, Record<never, never>>({
    ...ofOne,
    path: `${places.webhooks}/{id}/rotate`,
    operation: 'askRotate',
    query: {},
    run: ({ needs, caller: who, path }) =>
      onPlan(who, async ({ accountId }) => {
        const { id = '' } = path
        const [webhook, deliveries] = await Promise.all([
          webhookNamed(needs.database, accountId, id),
          listDeliveries(needs.database, accountId, id),
        ])
        const pending = deliveries.filter(({ status }) => status === 'pending').length
        const { language } = who
        return {
          title: webhookWords[language].rotateTitle(hostOf(webhook.url)),
          place: 'webhooks',
          body: rotateView(webhook, pending, language),
        }
      }),
  }),
  actionRoute<Needs>({
    ...ofOne,
    path: `${places.webhooks}/{id}/rotate`,
    operation: 'rotateWebhook',
    backTo: backToOne,
    run: ({ needs, caller: who, path, now }) =>
      onPlan(who, async (caller) => {
        const rotated = await rotateSecret(needs.database, needs.secrets, caller, path.id ?? '', now)
        const { language } = who
        return secretScreen(valueIn<ShownWebhook>(rotated), webhookWords[language].rotatedTitle, language)
      }),
  }),
  screenRoute<Needs, Record<never, never>>({
    ...ofOne,
    path: `${places.webhooks}/{id}/delete`,
    operation: 'askDeleteWebhook',
    query: {},
    run: ({ needs, caller: who, path }) =>
      onPlan(who, (caller) => removeScreen(needs, who, caller, path.id ?? '', false)),
  }),
  actionRoute<Needs>({
    ...ofOne,
    path: `${places.webhooks}/{id}/delete`,
    operation: 'deleteWebhookAction',
    backTo: backToOne,
    run: ({ needs, caller: who, path, now }, form) =>
      onPlan(who, async (caller) => {
        const { id = '' } = path
        const webhook = await webhookNamed(needs.database, caller.accountId, id)
        const isTyped = (form.one('typed') ?? '').trim().toLowerCase() === hostOf(webhook.url)
        if (!isTyped) return removeScreen(needs, who, caller, id, true)
        await removeWebhook(needs.database, caller, id, now)
        return seeOther(`${places.webhooks}?done=removed`)
      }),
  }),
]

async function removeScreen(
  { database }: DashboardWebhookNeeds,
  { language }: SignedIn,
  { accountId }: Caller,
  id: string,
  isWrong: boolean,
): Promise<Screen> {
  const webhook = await webhookNamed(database, accountId, id)
  return {
    title: webhookWords[language].removeTitle(hostOf(webhook.url)),
    place: 'webhooks',
    status: isWrong ? 422 : 200,
    body: removeView(webhook, isWrong, language),
  }
}

const ofDelivery = { pathParameters: ['id', 'delivery'], refuses: ['webhook_not_found', 'not_found'] } as const

export const deliveryScreens = <Needs extends ScreenNeeds & DashboardWebhookNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, Record<never, never>>({
    ...ofDelivery,
    path: `${places.webhooks}/{id}/deliveries/{delivery}`,
    operation: 'deliveryScreen',
    query: {},
    run: ({ needs, caller: who, path, now }) =>
      onPlan(who, async ({ accountId }) => {
        const { id: webhookId = '', delivery: deliveryId = '' } = path
        const { database, secrets, userAgent } = needs
        const of = { accountId, webhookId }
        const delivery = await showDelivery(database, { ...of, deliveryId, userAgent })
        const webhook = await webhookNamed(database, accountId, webhookId)
        const { body } = delivery
        const signature = body === null ? null : await signedNow(database, secrets, of, body, now)
        const { language } = who
        return {
          title: webhookWords[language].deliveryTitle,
          about: hostOf(webhook.url),
          place: 'webhooks',
          scripts: ['copy-code.mjs'],
          body: deliveryView({ language, webhookId, isActive: webhook.active, delivery, signature }),
        }
      }),
  }),
  actionRoute<Needs>({
    ...ofDelivery,
    path: `${places.webhooks}/{id}/deliveries/{delivery}/resend`,
    operation: 'resendOne',
    backTo: backToOne,
    run: ({ needs, caller: who, path, now }) =>
      onPlan(who, async ({ accountId }) => {
        const { id: webhookId = '', delivery = '' } = path
        const { active } = await webhookNamed(needs.database, accountId, webhookId)
        const came = await unlessConflict(resendDelivery(needs.database, { accountId, webhookId }, delivery, now))
        const refused = active ? 'again' : 'off'
        return seeOther(`${endpointPath(webhookId)}?done=${came === null ? refused : 'resent'}`)
      }),
  }),
]

/** Null where the state forbids it. */
async function unlessConflict<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.code === 'conflict') return null
    throw refusal
  }
}
