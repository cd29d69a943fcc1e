/**
 * Every refusal the API can give: code, status and the keys of its details, once. Operations refuse, the edge
 * translates; what is no refusal is a bug and answers `internal_error`. A test holds this table against the
 * specification's, both ways.
 */

import { withoutKeys } from '../values/meant/without-keys.ts'
import type { Capability, PlanId } from '../values/vocabularies.ts'

export const refusals = {
  invalid_parameter: { status: 400, details: ['parameter'] },
  invalid_cursor: { status: 400, details: [] },
  invalid_body: { status: 422, details: ['field'] },
  route_not_found: { status: 404, details: [] },
  method_not_allowed: { status: 405, details: [] },
  unauthorized: { status: 401, details: [] },
  subscription_required: { status: 402, details: [] },
  plan_required: { status: 403, details: ['capability', 'required_plan', 'parameter', 'requested', 'allowed'] },
  subsidy_not_found: { status: 404, details: ['subsidy'] },
  company_not_found: { status: 404, details: ['number', 'register'] },
  version_not_found: { status: 404, details: [] },
  source_not_found: { status: 404, details: ['source'] },
  watchlist_not_found: { status: 404, details: [] },
  webhook_not_found: { status: 404, details: [] },
  not_found: { status: 404, details: [] },
  conflict: { status: 409, details: [] },
  rate_limit_exceeded: { status: 429, details: [] },
  quota_exceeded: { status: 429, details: [] },
  match_quota_exceeded: { status: 429, details: ['limit'] },
  internal_error: { status: 500, details: [] },
  billing_unavailable: { status: 503, details: [] },
  timeout: { status: 504, details: [] },
  google_sign_in_failed: { status: 401, details: [] },
  password_sign_in_disabled: { status: 403, details: [] },
  // Of the dashboard alone, as the two before it: the request does not come from its own pages (contract 10).
  forbidden: { status: 403, details: [] },
} as const satisfies Record<string, { status: number; details: readonly string[] }>

export type RefusalCode = keyof typeof refusals

/** What a refusal says beside its code; `requiredPlan` appears at the error level of `plan_required` alone. */
export type RefusalDetails = Record<string, string | number | null>

/**
 * A request that is answered with an error of the table. Thrown by operations, translated once at the edge. Messages and details
 * repeat what was sent; a key in it is never repeated, wherever it stood.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails
  readonly headers: Record<string, string>

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}, headers: Record<string, string> = {}) {
    super(withoutKeys(message))
    this.name = 'Refusal'
    this.code = code
    this.details = Object.fromEntries(
      Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? withoutKeys(value) : value]),
    )
    this.headers = headers
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** 400: the request could not be read as asked. `parameter` is a query name, a header or a JSON path. */
export function invalidParameter(parameter: string, message: string): Refusal {
  return new Refusal('invalid_parameter', message, { parameter })
}

/** 422: the request was read, and its content cannot be right. `field` is a property path. */
export function invalidBody(field: string, message: string): Refusal {
  return new Refusal('invalid_body', message, { field })
}

/** 400: not issued by this service, or for another list, sort, account or store. */
export function invalidCursor(
  message = 'The cursor was not issued for this list and order: it is pagination.next_cursor of the page before, unchanged. Start again without one.',
): Refusal {
  return new Refusal('invalid_cursor', message)
}

/** 404: there is nothing at the path, or nothing for this caller. `meant`: the path that may be meant, where there is one. */
export function routeNotFound(meant: string | null = null): Refusal {
  const instead = meant === null ? 'Those there are stand in /v1/openapi.json.' : `Did you mean ${meant}?`
  const message = `There is nothing at this path. Paths are exact, case and slashes included. ${instead}`
  return new Refusal('route_not_found', message)
}

/** 403: the plan lacks a capability; `requiredPlan` is the cheapest that has it. */
/** What follows on the plan that would do. */
const takingIt = 'take it at /dashboard/billing, or, where this service sells no plans, ask its operator for it.'

export function planRequired(capability: Capability, requiredPlan: PlanId | null): Refusal {
  return new Refusal(
    'plan_required',
    `This needs the capability ${capability}, which your plan does not include.${requiredPlan === null ? '' : ` The plan ${requiredPlan} does: ${takingIt}`}`,
    { capability, required_plan: requiredPlan },
  )
}

/**
 * 403: a count above the plan's figure. `requested` is the total that would then be held; `requiredPlan` the cheapest
 * plan that would take it, null where none would.
 */
export function planTooSmall(
  count: { capability: Capability; parameter: string; requested: number; allowed: number },
  requiredPlan: PlanId | null,
): Refusal {
  const { capability, parameter, requested, allowed } = count
  return new Refusal(
    'plan_required',
    `Your plan allows ${allowed} for ${parameter}; this would make ${requested}.${requiredPlan === null ? '' : ` The plan ${requiredPlan} allows it: ${takingIt}`}`,
    { capability, required_plan: requiredPlan, parameter, requested: String(requested), allowed: String(allowed) },
  )
}
