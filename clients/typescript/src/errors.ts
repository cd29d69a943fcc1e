/**
 * What can go wrong, as classes. An `ApiError` is the service's own word: branch on `code`, which narrows `details`. None
 * of them ever holds the key.
 */
import type { ErrorCode } from './generated/schemas.ts'
import type { Quota } from './quota.ts'

/** Everything that the client throws of itself. */
export class SubsidiesError extends Error {
  override name = 'SubsidiesError'
}

type NoDetails = { readonly [name: string]: never }

type Details = { readonly [Code in ErrorCode | 'unexpected_answer']: object }

/** What `details` says, by code. Values that a code's answer does not need are absent. */
export interface ErrorDetails extends Details {
  /** `parameter`: a name of the query, a header, or a path into the body. */
  invalid_parameter: { readonly parameter: string }
  invalid_cursor: NoDetails
  /** `field`: a path into the body. */
  invalid_body: { readonly field: string }
  route_not_found: NoDetails
  method_not_allowed: NoDetails
  unauthorized: NoDetails
  subscription_required: NoDetails
  /** The last three: of a count above the plan, as texts. */
  plan_required: {
    readonly capability: string
    readonly required_plan: string | null
    readonly parameter?: string
    readonly requested?: string
    readonly allowed?: string
  }
  subsidy_not_found: { readonly subsidy: string }
  /** `register`: the number of the extract that is loaded; null: none is. */
  company_not_found: { readonly number: string; readonly register: number | null }
  version_not_found: NoDetails
  source_not_found: { readonly source: string }
  watchlist_not_found: NoDetails
  webhook_not_found: NoDetails
  not_found: NoDetails
  conflict: NoDetails
  rate_limit_exceeded: NoDetails
  quota_exceeded: NoDetails
  match_quota_exceeded: { readonly limit: number }
  internal_error: NoDetails
  billing_unavailable: NoDetails
  timeout: NoDetails
  google_sign_in_failed: NoDetails
  password_sign_in_disabled: NoDetails
  /** Of ours: an answer that is not the service's, of a proxy perhaps. `beginning`: its first characters. */
  unexpected_answer: { readonly beginning: string }
}

/** The codes of the API, and `unexpected_answer`. */
export type ApiErrorCode = keyof ErrorDetails

export type ErrorSaid = {
  status: number
  code: string
  message: string
  requestId: string | null
  details: { readonly [name: string]: unknown }
  requiredPlan: string | null
  helpUrl: string | null
  retryAfterSeconds: number | null
  quota: Quota | null
}

class ApiErrorOf<Code extends string, Details> extends SubsidiesError {
  override name = 'ApiError'
  readonly code: Code
  /** Of HTTP. */
  readonly status: number
  /** Names the request to whoever runs the service; null where the answer is not the service's. */
  readonly requestId: string | null
  readonly details: Details
  /** The cheapest plan that would answer; of `plan_required` alone, else null. */
  readonly requiredPlan: string | null
  /** The page that explains the code. */
  readonly helpUrl: string | null
  readonly retryAfterSeconds: number | null
  /** The month's requests as they stood then; null where the answer does not say. */
  readonly quota: Quota | null

  constructor(said: ErrorSaid) {
    super(said.message)
    this.code = said.code as Code
    this.status = said.status
    this.requestId = said.requestId
    this.details = said.details as Details
    this.requiredPlan = said.requiredPlan
    this.helpUrl = said.helpUrl
    this.retryAfterSeconds = said.retryAfterSeconds
    this.quota = said.quota
  }
}

/**
 * The service refused, or failed: `error.code === 'plan_required'` narrows `error.details`. A code that this version does not
 * know passes through as it is, so give a `switch` a `default`, which goes by `status`.
 */
export type ApiError = { [Code in ApiErrorCode]: ApiErrorOf<Code, ErrorDetails[Code]> }[ApiErrorCode]

/** `error instanceof ApiError` leaves the union above. */
export const ApiError = ApiErrorOf as unknown as new (said: ErrorSaid) => ApiError

/** No answer: the name does not resolve, nobody listens, the connection was cut. `cause` says what happened. */
export class SubsidiesConnectionError extends SubsidiesError {
  override name = 'SubsidiesConnectionError'
}

/** No answer, or nothing more of one, for `timeoutMs`. */
export class SubsidiesTimeoutError extends SubsidiesError {
  override name = 'SubsidiesTimeoutError'
}

/** An answer of many lines that ended before its end: what came of it is right, and not all. */
export class IncompleteAnswerError extends SubsidiesError {
  override name = 'IncompleteAnswerError'
}

/** A delivery whose signature is not the service's, or is too old. */
export class WebhookSignatureError extends SubsidiesError {
  override name = 'WebhookSignatureError'
}

/** A local copy that cannot be read or written as it is: it is damaged, or somebody else wrote to it meanwhile. */
export class CopyError extends SubsidiesError {
  override name = 'CopyError'
}
