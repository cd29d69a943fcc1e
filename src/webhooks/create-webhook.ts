/**
 * `POST /v1/webhooks`: a new endpoint, with its secret.
 *
 * What needs no lock is done first. One transaction then holds the account (of two that count its endpoints one waits for the
 * other), and last of all the head of the feed, so that every event that is committed later has a later place than it.
 */
import { hash } from 'node:crypto'
import { holdAccount } from '../accounts/operations.ts'
import { cheapestPlanAllowing, plans } from '../accounts/plans.ts'
import { feedPosition } from '../changes/append.ts'
import type { Caller, Idempotency, JsonBytes } from '../contract/call.ts'
import { invalidParameter, planTooSmall, Refusal } from '../contract/refusals.ts'
import { firstAnswer, rememberAnswer } from '../limits/idempotency.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import type { AllowedHosts } from '../platform/egress/allowed-hosts.ts'
import { newId } from '../platform/new-id.ts'
import { listSources, namesOf, sourceNotFound } from '../sources/registry.ts'
import type { Instant } from '../values/brussels.ts'
import { idsOfWatchlists, refuseUnknown as refuseUnknownList } from '../watchlists/lists.ts'
import { jsonOf, noteDeed } from './endpoints.ts'
import { type Filters, filtersText, type GivenFilters, knownIds, readFilters } from './filters.ts'
import { newSecret, type SecretBox } from './secret-box.ts'
import { readTargetUrl } from './target-url.ts'
import { asMade, type Webhook, webhookText } from './webhook.ts'
import { countWebhooks, insertWebhook, webhookById } from './webhook-store.ts'

export type CreateMeans = { database: Database; secrets: SecretBox; allowedHosts: AllowedHosts }

export type GivenWebhook = { url?: string | undefined; filters?: GivenFilters | undefined }

type CreateCall = { caller: Caller; now: Instant; idempotency: Idempotency | null }

/** What is kept of an answer: which endpoint it told of, and by what its secret of then is recognised. No secret. */
type KeptAnswer = { id: string; print: string }

/**
 * Makes an endpoint; the same request again under its key is answered as the first time. Refuses `invalid_parameter` (url,
 * filters), `source_not_found`, `watchlist_not_found`, `plan_required` (more endpoints than the plan takes), `conflict` (the
 * key was used for another request, or for an endpoint that is gone or has another secret since).
 */
export async function createWebhook(means: CreateMeans, given: GivenWebhook, call: CreateCall): Promise<JsonBytes> {
  const { database, secrets } = means
  const url = urlOf(given.url, means.allowedHosts)
  const filters = filtersOf(given.filters ?? {})
  return database.requestTransaction(async (transaction) => {
    const { accountId } = call.caller
    await holdAccount(transaction, database.dialect, accountId)
    const first = await firstAnswer(transaction, accountId, call.idempotency, call.now)
    if (first !== null) return answeredAgain(transaction, secrets, accountId, JSON.parse(first) as KeptAnswer)
    const known = await withKnownIds(transaction, accountId, filters)
    await refuseCount(transaction, call.caller)
    const secret = newSecret()
    const webhook: Webhook = {
      id: newId('wh', call.now),
      accountId,
      url,
      filters: filtersText(known),
      secret: secrets.seal(secret),
      active: true,
      createdAt: call.now,
      lastSuccessAt: null,
      consecutiveFailures: 0,
      heldUntil: 0,
    }
    const kept: KeptAnswer = { id: webhook.id, print: printOf(webhook) }
    await rememberAnswer(transaction, accountId, call.idempotency, JSON.stringify(kept), call.now)
    await noteDeed(transaction, call.now, call.caller, 'webhook_created', webhook)
    await insertWebhook(transaction, webhook, await feedPosition(transaction, call.now))
    return jsonOf(webhookText(webhook, secret))
  })
}

function urlOf(given: string | undefined, allowedHosts: AllowedHosts): string {
  if (given === undefined) throw invalidParameter('url', 'url is missing: the address that deliveries are sent to.')
  const read = readTargetUrl(given, allowedHosts)
  if ('fault' in read) throw invalidParameter('url', read.fault)
  return read.url
}

/** Refuses `invalid_parameter`. */
export function filtersOf(given: GivenFilters): Filters {
  const read = readFilters(given)
  if ('fault' in read) throw invalidParameter(`filters.${read.fault.name}`, read.fault.message)
  return read.filters
}

/**
 * The filters with ids as they are spelled. Refuses `source_not_found`, `watchlist_not_found`. A source that is switched off is
 * refused like one that never was: a new endpoint would wait for its events in vain. (Lists and the feed know it: they
 * have its measures and its events of before.)
 */
export async function withKnownIds(transaction: Sql, accountId: string, filters: Filters): Promise<Filters> {
  const sources = filters.sources.length === 0 ? [] : await listSources(transaction)
  const ofSources = knownIds(
    filters.sources,
    sources.filter(({ enabled }) => enabled).map(({ definition }) => definition.id),
  )
  if ('unknown' in ofSources) throw sourceNotFound(ofSources.unknown, namesOf(sources))
  const lists = filters.watchlists.length === 0 ? [] : await idsOfWatchlists(transaction, accountId)
  const ofLists = knownIds(filters.watchlists, lists)
  if ('unknown' in ofLists) return refuseUnknownList(transaction, accountId, ofLists.unknown)
  return { ...filters, sources: ofSources.ids, watchlists: ofLists.ids }
}

async function refuseCount(transaction: Sql, { accountId, plan }: Caller): Promise<void> {
  const allowed = plans[plan].webhookEndpoints
  const requested = (await countWebhooks(transaction, accountId)) + 1
  if (requested <= allowed) return
  const count = { capability: 'webhooks' as const, parameter: 'webhook_endpoints', requested, allowed }
  throw planTooSmall(count, cheapestPlanAllowing('webhookEndpoints', requested))
}

/** A secret is kept nowhere but with its endpoint: it is opened again as long as it is the one that was answered. */
async function answeredAgain(
  transaction: Sql,
  secrets: SecretBox,
  accountId: string,
  { id, print }: KeptAnswer,
): Promise<JsonBytes> {
  const webhook = await webhookById(transaction, accountId, id)
  if (webhook === null)
    throw new Refusal(
      'conflict',
      'This Idempotency-Key made an endpoint that has been deleted since. To make another, use a new key.',
    )
  if (printOf(webhook) !== print)
    throw new Refusal(
      'conflict',
      'This Idempotency-Key made an endpoint whose secret has been rotated since: the first one is gone. Rotate it for another.',
    )
  return jsonOf(webhookText(asMade(webhook), secrets.open(webhook.secret)))
}

function printOf({ secret }: Pick<Webhook, 'secret'>): string {
  return hash('sha256', secret)
}
