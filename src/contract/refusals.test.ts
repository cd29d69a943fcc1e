import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planTooSmall, Refusal, type RefusalCode, refusals } from './refusals.ts'

// The table of the specification's section on errors, in its order; then what contract 10 adds for the dashboard; `company_not_found` is of
// contract 13.
const specified: [code: string, status: number, details: string[]][] = [
  ['invalid_parameter', 400, ['parameter']],
  ['invalid_cursor', 400, []],
  ['invalid_body', 422, ['field']],
  ['route_not_found', 404, []],
  ['method_not_allowed', 405, []],
  ['unauthorized', 401, []],
  ['subscription_required', 402, []],
  ['plan_required', 403, ['capability', 'required_plan', 'parameter', 'requested', 'allowed']],
  ['subsidy_not_found', 404, ['subsidy']],
  ['company_not_found', 404, ['number', 'register']],
  ['version_not_found', 404, []],
  ['source_not_found', 404, ['source']],
  ['watchlist_not_found', 404, []],
  ['webhook_not_found', 404, []],
  ['not_found', 404, []],
  ['conflict', 409, []],
  ['rate_limit_exceeded', 429, []],
  ['quota_exceeded', 429, []],
  ['match_quota_exceeded', 429, ['limit']],
  ['internal_error', 500, []],
  ['billing_unavailable', 503, []],
  ['timeout', 504, []],
  ['google_sign_in_failed', 401, []],
  ['password_sign_in_disabled', 403, []],
  ['forbidden', 403, []],
]

test('the table holds exactly the codes, statuses and details that the specification lists', () => {
  const table = Object.entries(refusals).map(([code, { status, details }]) => [code, status, [...details]])
  assert.deepEqual(table, specified)
})

test('a refusal has the status of its code', () => {
  for (const [code, status] of specified) assert.equal(new Refusal(code as RefusalCode, 'why').status, status)
})

test('a count above the plan says what was asked and what is allowed, as text', () => {
  const count = { capability: 'bulk_match', parameter: 'companies_max', requested: 501, allowed: 500 } as const
  assert.deepEqual(planTooSmall(count, 'enterprise').details, {
    capability: 'bulk_match',
    required_plan: 'enterprise',
    parameter: 'companies_max',
    requested: '501',
    allowed: '500',
  })
})
