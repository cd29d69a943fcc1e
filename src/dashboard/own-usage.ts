/** What people see of their account's use, its requests and what was done to it: as routes and screens do it. */
import { listAudit } from '../accounts/audit/audit.ts'
import type { AuditEntry } from '../accounts/audit/audit-entry.ts'
import { type CursorBinding, type CursorKeys, type CursorPosition, openCursor, sealCursor } from '../contract/cursor.ts'
import { invalidCursor, invalidParameter } from '../contract/refusals.ts'
import type { Database } from '../platform/database/database.ts'
import type { SignedIn } from '../sign_in/session.ts'
import { isMonth, keptMonths, type Usage, usageOf } from '../usage/figures/usage.ts'
import {
  findRequest,
  type RequestFilter,
  type RequestPlace,
  requestsOf,
  type ShownRequest,
} from '../usage/requests/requests.ts'
import { formatInstant, utcMonthOf } from '../values/brussels.ts'

export type UsageNeeds = { database: Database; cursors: { keys: CursorKeys; generation: string } }

export const pageLimits = { default: 50, most: 200 } as const

/** The account's use in a month (`YYYY-MM`, UTC; not given: that of now). Refuses `invalid_parameter` where no figures are kept of it. */
export function ownUsage({ database }: UsageNeeds, who: SignedIn, month: string | undefined): Promise<Usage> {
  const asked = month ?? utcMonthOf(who.at)
  const kept = keptMonths(who.at)
  if (!isMonth(asked) || !kept.includes(asked))
    throw invalidParameter('month', `month must be a UTC month from ${kept.at(-1)} to ${kept[0]}, as YYYY-MM.`)
  return usageOf(database, who.accountId, asked, who.at)
}

export function usageObject(usage: Usage) {
  const { month, requests, evaluations, resetsAt, days, keys, routes } = usage
  return {
    ...{ month, requests, evaluations },
    resets_at: resetsAt === null ? null : formatInstant(resetsAt),
    days,
    keys: keys.map(({ key, requests: used, evaluations: evaluated, lastUsedAt }) => ({
      key_id: key?.id ?? null,
      name: key?.name ?? null,
      prefix: key?.prefix ?? null,
      mode: key?.mode ?? null,
      requests: used,
      evaluations: evaluated,
      last_used_at: lastUsedAt === null ? null : formatInstant(lastUsedAt),
      revoked_at: key?.revokedAt == null ? null : formatInstant(key.revokedAt),
    })),
    routes,
  }
}

/** What a page of a list is asked with. */
type PageAsked = { limit: number; cursor: string | undefined }
/** `next`: the cursor of the next page; null: this is the last. */
export type OwnPage<Row> = { rows: Row[]; next: string | null }

function bindingOf({ cursors }: UsageNeeds, { accountId }: SignedIn, list: string): CursorBinding {
  return { list, sort: 'newest', account: accountId, generation: cursors.generation }
}

/** A page of the account's requests of the last 7 days, newest first. Refuses `invalid_cursor`. */
export async function ownRequests(
  needs: UsageNeeds,
  who: SignedIn,
  { limit, cursor, filter }: PageAsked & { filter: RequestFilter },
): Promise<OwnPage<ShownRequest>> {
  const { database, cursors } = needs
  const binding = bindingOf(needs, who, 'requests')
  const before = cursor === undefined ? null : placeOf(openCursor(cursors.keys, binding, cursor))
  const { requests, next } = await requestsOf(database, who.accountId, who.at, { limit, before, filter })
  return { rows: requests, next: next === null ? null : sealCursor(cursors.keys, binding, [next.page, next.place]) }
}

function placeOf([page, place]: CursorPosition): RequestPlace {
  if (typeof page !== 'string' || typeof place !== 'number') throw invalidCursor()
  return { page, place }
}

/** What is known of a request of the account by its id. */
export function ownRequest({ database }: UsageNeeds, who: SignedIn, requestId: string) {
  return findRequest(database, who.accountId, who.at, requestId)
}

export function requestObject(request: ShownRequest) {
  const { requestId, at, method, route, status, code, cut, durationMs, keyId, evaluations } = request
  return {
    request_id: requestId,
    at: formatInstant(at),
    ...{ method, route, status, code, cut },
    duration_ms: durationMs,
    key_id: keyId,
    evaluations,
  }
}

/** A page of what was done to the account, newest first. Refuses `invalid_cursor`. */
export async function ownAudit(
  needs: UsageNeeds,
  who: SignedIn,
  { limit, cursor }: PageAsked,
): Promise<OwnPage<AuditEntry>> {
  const { database, cursors } = needs
  const binding = bindingOf(needs, who, 'audit')
  const [before = null] = cursor === undefined ? [] : openCursor(cursors.keys, binding, cursor)
  if (typeof before === 'number') throw invalidCursor()
  // One more than the page holds tells whether there is more.
  const entries = await listAudit(database, who.accountId, { limit: limit + 1, before })
  const rows = entries.slice(0, limit)
  const last = rows.at(-1)
  const hasMore = entries.length > limit && last !== undefined
  return { rows, next: hasMore ? sealCursor(cursors.keys, binding, [last.id]) : null }
}

export function auditObject({ id, at, actor, keyId, action, subject, about }: AuditEntry) {
  return { id, at: formatInstant(at), actor, key_id: keyId, action, subject, about }
}
