/**
 * An account's endpoints: showing them, switching one on, another secret, taking one away. One of another account is met like
 * one that never was.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { noteAudit } from '../accounts/audit/audit.ts'
import { type AuditAction, actorOf } from '../accounts/audit/audit-entry.ts'
import { feedPosition } from '../changes/append.ts'
import { type Caller, JsonBytes, type Pagination } from '../contract/call.ts'
import { type CursorBinding, type CursorKeys, openCursor, sealCursor } from '../contract/cursor.ts'
import { limitAbovePlan } from '../contract/parameters.ts'
import { invalidCursor, Refusal } from '../contract/refusals.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { didYouMean } from '../values/meant/hints.ts'
import { nearest } from '../values/meant/nearest.ts'
import { deleteDeliveries, makeAttemptsLast } from './deliveries/delivery-list-store.ts'
import { erasedAtOnce } from './leaving.ts'
import { newSecret, type SecretBox } from './secret-box.ts'
import { type Webhook, webhookBounds, webhookText } from './webhook.ts'
import {
  deleteWebhook,
  idsOfWebhooks,
  lockWebhook,
  noteDeleted,
  replaceSecret,
  switchOn,
  webhookById,
  webhooksAfter,
} from './webhook-store.ts'

/** Who does something: by a key, or in the dashboard. */
type Who = Pick<Caller, 'accountId' | 'keyId'>

/** Endpoints that one statement reads: what each filters may be long. */
const readAtOnce = 5
type WebhooksRequest = {
  accountId: string
  limit: number | undefined
  /** The plan's page size. */
  limitMax: number
  cursor: string | undefined
}

/** Answers a page, oldest first, without secrets. Refuses `invalid_parameter` (limit), `invalid_cursor`. */
export async function listWebhooks(
  database: Sql,
  cursors: { keys: CursorKeys; generation: string },
  { accountId, limitMax, ...request }: WebhooksRequest,
): Promise<{ data: JsonBytes; pagination: Pagination }> {
  const limit = request.limit ?? webhookBounds.limitDefault
  if (limit > limitMax) throw limitAbovePlan(limitMax)
  const binding: CursorBinding = {
    list: 'webhooks',
    sort: 'created',
    account: accountId,
    generation: cursors.generation,
  }
  const after = request.cursor === undefined ? { createdAt: 0, id: '' } : placeIn(cursors.keys, binding, request.cursor)
  const rows: Webhook[] = []
  // One more than the page holds tells whether there is more.
  while (rows.length <= limit) {
    if (rows.length > 0) await nextTurn()
    const asked = Math.min(limit + 1 - rows.length, readAtOnce)
    const some = await webhooksAfter(database, accountId, rows.at(-1) ?? after, asked)
    rows.push(...some)
    if (some.length < asked) break
  }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: new JsonBytes(listParts(shown)),
    pagination:
      rows.length > limit && last !== undefined
        ? { has_more: true, next_cursor: sealCursor(cursors.keys, binding, [last.createdAt, last.id]), limit }
        : { has_more: false, limit },
  }
}

function listParts(webhooks: readonly Webhook[]): Buffer[] {
  const rows = webhooks.map((webhook, place) => Buffer.from(`${place === 0 ? '' : ','}${webhookText(webhook)}`))
  return [Buffer.from('['), ...rows, Buffer.from(']')]
}

function placeIn(keys: CursorKeys, binding: CursorBinding, text: string): Pick<Webhook, 'createdAt' | 'id'> {
  const [createdAt, id, ...rest] = openCursor(keys, binding, text)
  if (typeof createdAt !== 'number' || typeof id !== 'string' || rest.length > 0) throw invalidCursor()
  return { createdAt, id }
}

/**
 * Switches an endpoint on, whatever it was, with no failures counted and no gap. One that was off gets the events from here
 * on: what was given up meanwhile is not made up for. Refuses `webhook_not_found`.
 */
export async function enableWebhook(database: Database, who: Who, id: string, now: Instant): Promise<JsonBytes> {
  return database.requestTransaction(async (transaction) => {
    const webhook = await heldWebhook(transaction, database, who.accountId, id)
    const afterSeq = webhook.active ? null : await feedPosition(transaction, now)
    await switchOn(transaction, id, afterSeq)
    if (afterSeq !== null) await makeAttemptsLast(transaction, id)
    await noteDeed(transaction, now, who, 'webhook_enabled', webhook)
    return jsonOf(webhookText({ ...webhook, active: true, consecutiveFailures: 0 }))
  })
}

/**
 * Gives an endpoint another secret, which is answered here once: every attempt that begins after the answer is signed with it.
 * Refuses `webhook_not_found`.
 */
export async function rotateSecret(
  database: Database,
  secrets: SecretBox,
  who: Who,
  id: string,
  now: Instant,
): Promise<JsonBytes> {
  const secret = newSecret()
  const sealed = secrets.seal(secret)
  return database.requestTransaction(async (transaction) => {
    const webhook = await heldWebhook(transaction, database, who.accountId, id)
    await replaceSecret(transaction, id, sealed)
    await noteDeed(transaction, now, who, 'webhook_secret_rotated', webhook)
    return jsonOf(webhookText(webhook, secret))
  })
}

/**
 * Deletes an endpoint: what is queued for it is not sent. Its deliveries go with it; where there are many, a few at a time
 * after it is gone for everybody (`eraseWebhooksJob`). Refuses `webhook_not_found`.
 */
export async function removeWebhook(database: Database, who: Who, id: string, now: Instant): Promise<void> {
  await database.requestTransaction(async (transaction) => {
    const webhook = await heldWebhook(transaction, database, who.accountId, id)
    await noteDeed(transaction, now, who, 'webhook_deleted', webhook)
    const deleted = await deleteDeliveries(transaction, database.dialect, id, erasedAtOnce)
    if (deleted === erasedAtOnce) await noteDeleted(transaction, id, now)
    else await deleteWebhook(transaction, id)
  })
}

/** Notes what is done to an endpoint, which is told by its host: its path may hold what only its owner is to know. */
export async function noteDeed(
  transaction: Sql,
  at: Instant,
  { accountId, keyId }: Who,
  action: AuditAction,
  { id, url }: Pick<Webhook, 'id' | 'url'>,
): Promise<void> {
  const actor = actorOf({ keyId })
  await noteAudit(transaction, at, { accountId, actor, action, subject: id, about: { host: new URL(url).host } })
}

/** The account's endpoint of that id; refuses `webhook_not_found`. */
export async function webhookNamed(sql: Sql, accountId: string, id: string): Promise<Webhook> {
  return (await webhookById(sql, accountId, id)) ?? refuseUnknown(sql, accountId, id)
}

/** The same, held until the transaction ends. */
export async function heldWebhook(
  transaction: Sql,
  { dialect }: Pick<Database, 'dialect'>,
  accountId: string,
  id: string,
): Promise<Webhook> {
  return (await lockWebhook(transaction, dialect, accountId, id)) ?? refuseUnknown(transaction, accountId, id)
}

export function jsonOf(text: string): JsonBytes {
  return new JsonBytes([Buffer.from(text)])
}

async function refuseUnknown(sql: Sql, accountId: string, id: string): Promise<never> {
  const meant = nearest(id, await idsOfWebhooks(sql, accountId))
  // Never with the id that was asked: what is not the caller's is answered as though nobody had it.
  const instead = meant.length > 0 ? didYouMean(meant) : ' GET /v1/webhooks lists yours.'
  throw new Refusal('webhook_not_found', `There is no such webhook endpoint.${instead}`)
}
