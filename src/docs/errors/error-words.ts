/** What each error code means and what to do about it; the example answers are the service's own, which a test compares. */
import type { RefusalCode, RefusalDetails } from '../../contract/refusals.ts'
import type { PlanId } from '../../values/vocabularies.ts'

export type ErrorExample = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** Whose key sends it where it matters: an account on that plan, without one, or no key that anybody has. */
  as?: PlanId | 'without_plan' | 'nobody'
  /** Sent before with this body, so that the second is refused. */
  before?: unknown
}

export type ErrorWords = {
  /** One sentence. */
  means: string
  when: readonly string[]
  toDo: readonly string[]
  /** What stands in `details`, by key. */
  details?: Readonly<Record<string, string>>
  /** Whether the same request may be sent again, and when. */
  again: 'never' | 'after' | 'backoff'
  example?: ErrorExample
  answer: { message: string; details?: RefusalDetails; requiredPlan?: PlanId }
}

const dashboardOnly = 'Only the sign-in of the dashboard answers it; no route that takes a key does.'
const unread = 'The request could not be read as asked, so nothing was done.'
const noSuchId = (what: string): string => `No ${what} of your account has that id, or it has none of the form of one.`
const nowhere = '00000000000000000000000000'

export const errorWords: Readonly<Record<RefusalCode, ErrorWords>> = {
  invalid_parameter: {
    means: `${unread} The message names the parameter, the header or the property of the body.`,
    when: [
      'A query parameter is unknown, stands twice, is empty, or has a value outside what it takes. Values are exact, case included.',
      '`limit` is above the page size of your plan.',
      'The body is not JSON, has a property that the route does not know, a value of the wrong type or outside a vocabulary, a key twice, or more than 2,000,000 bytes.',
      'The `url` of a webhook is not public https, or its `filters` name something that does not exist.',
    ],
    toDo: [
      'Look at `details.parameter`, and at what the message says it takes.',
      'The values of every vocabulary are at [`GET /v1/taxonomy`](/docs/api/getTaxonomy).',
    ],
    details: {
      parameter:
        'Name of the query parameter or header, or path in the body such as `companies[3].company.employees`; `body` where there is none.',
    },
    again: 'never',
    example: { method: 'GET', path: '/v1/subsidies?region=flandres' },
    answer: {
      message: 'region does not know "flandres". Did you mean flanders? It takes: flanders, brussels, wallonia.',
      details: { parameter: 'region' },
    },
  },
  invalid_cursor: {
    means: 'The cursor is none of this service, or belongs to another list, order or account.',
    when: [
      'It was changed, cut or made up.',
      'It came from another list, another `sort`, or (sorted by relevance) another `q`.',
      'On the change feed: it is older than the 400 days that the feed keeps.',
      'The store behind the service was restored from a backup.',
    ],
    toDo: ['Start again without a cursor. On the change feed: with `since`, from when you last read.'],
    again: 'never',
    example: { method: 'GET', path: '/v1/subsidies?cursor=abc' },
    answer: {
      message:
        'The cursor was not issued for this list and order: it is pagination.next_cursor of the page before, unchanged. Start again without one.',
    },
  },
  invalid_body: {
    means: 'The body was read, and what it says cannot be right.',
    when: [
      'A postcode that is not Belgian, an enterprise number whose check digits are wrong, a NACE code or legal form that does not exist, a negative amount.',
      'A required property is missing, or a length or number is out of range.',
      'A reference stands twice in one upload or bulk.',
    ],
    toDo: [
      'Look at `details.field`, and put that value right. Where many companies are sent at once, a wrong one is answered in its own place and the others are taken.',
    ],
    details: { field: 'Path of the property, such as `company.postcode`.' },
    again: 'never',
    example: { method: 'POST', path: '/v1/match', body: { company: { enterprise_number: '0123456789' } } },
    answer: {
      message:
        'company.enterprise_number "0123456789" is not an enterprise number: 10 digits, the first 0 or 1, the last two the check digits. These do not fit the others, so a digit is wrong.',
      details: { field: 'company.enterprise_number' },
    },
  },
  route_not_found: {
    means: 'There is nothing at this path.',
    when: ['The path is misspelt, has another case, ends with a slash, or does not begin with `/v1`.'],
    toDo: ['The message names the path that may be meant. All of them are in the [reference](/docs/api).'],
    again: 'never',
    example: { method: 'GET', path: '/v1/subsidy' },
    answer: {
      message: 'There is nothing at this path. Paths are exact, case and slashes included. Did you mean /v1/subsidies?',
    },
  },
  method_not_allowed: {
    means: 'The path exists, and takes other methods.',
    when: ['For example `DELETE` on a list, or `GET` on `/mcp`.'],
    toDo: ['The `Allow` header lists the methods that it takes.'],
    again: 'never',
    example: { method: 'DELETE', path: '/v1/subsidies' },
    answer: {
      message:
        'This path does not take DELETE. It takes: GET, HEAD, OPTIONS. Send it as GET, what is asked for in the address.',
    },
  },
  unauthorized: {
    means: 'No key that holds was sent. The answer is the same whatever is wrong with it.',
    when: [
      'No key came: the header is missing, empty or stands twice, a proxy on the way took it out, or the variable that holds the key is empty where the program runs.',
      'Something came that is no key: one in the address or in the body, another scheme than `Bearer` (`Basic`, `Token`), quotes or a line break around it, or the placeholder of an example.',
      'A key came that is unknown here: a letter is missing (a key begins with `sm_live_` or `sm_test_` and has 48 characters), it was revoked, or it was made on another service.',
    ],
    toDo: [
      'Send `Authorization: Bearer <API_KEY>` or `X-API-Key: <API_KEY>`. Where both are there, `Authorization` counts.',
      'Try the key with one line: `curl -H "Authorization: Bearer $KEY" $B/v1/key`. Where that works, your program sends another one, or none.',
      'Which keys there are, and when each was last used, stands in the dashboard at `/dashboard/keys`; new ones are made there. A key that is lost cannot be shown again: revoke it and make another.',
      'The answer is the same for all of this so that nobody can find out by trying which keys exist.',
    ],
    again: 'never',
    example: { method: 'GET', path: '/v1/key', as: 'nobody' },
    answer: {
      message:
        'A valid API key is needed, sent in a header: Authorization: Bearer <API_KEY>, or X-API-Key: <API_KEY>; never in an address, which logs keep. The page that the Link header names says what may be wrong with one, and where keys are made.',
    },
  },
  subscription_required: {
    means: 'The key holds, and its account has no plan.',
    when: ['A plan was never taken, or has ended.'],
    toDo: [
      'Where plans are sold (`purchasable` in [`GET /v1/plans`](/docs/api/listPlans)), take one under `/dashboard/billing` in the dashboard: the same key then works, from the next request on. What the plans hold: [limits](/docs/limits).',
      'Where they are not, ask the operator of the service, who gives a plan (`npx subsidies accounts set-plan <account> <plan>`). The message says which of the two it is.',
      'Nothing was counted.',
    ],
    again: 'never',
    example: { method: 'GET', path: '/v1/key', as: 'without_plan' },
    answer: {
      message:
        'The account of this key has no active plan. This service sells none: ask its operator, who gives one with "npx subsidies accounts set-plan <account> <plan>" (what there is: GET /v1/plans). The same key then works.',
    },
  },
  plan_required: {
    means: 'The plan of the account does not include this, or not so much of it.',
    when: [
      'The route, or a parameter of it, needs a capability that the plan lacks.',
      'A count would be above that of the plan: companies in a bulk, companies on watchlists, webhook endpoints.',
    ],
    toDo: [
      '`required_plan` is the cheapest plan that would answer; null where none would. [What plans hold](/docs/limits).',
    ],
    details: {
      capability: 'What is lacking, such as `watchlists`.',
      required_plan: 'The cheapest plan that would answer; also at the level of `error`.',
      parameter: 'For counts: `companies_max`, `watchlist_companies` or `webhook_endpoints`.',
      requested: 'For counts: how many there would then be, as text.',
      allowed: 'For counts: how many the plan allows, as text.',
    },
    again: 'never',
    example: { method: 'GET', path: '/v1/watchlists', as: 'developer' },
    answer: {
      message:
        'This needs the capability watchlists, which your plan does not include. The plan business does: take it at /dashboard/billing, or, where this service sells no plans, ask its operator for it.',
      details: { capability: 'watchlists', required_plan: 'business' },
      requiredPlan: 'business',
    },
  },
  subsidy_not_found: {
    means: 'There is no measure with this id or slug.',
    when: [
      'It never existed. A measure that was withdrawn or merged into another still answers under its id and slug.',
    ],
    toDo: [
      'The message names the ids that are a letter away, or the same but for case, prefix or marks.',
      'Search for it: [`GET /v1/subsidies`](/docs/api/listSubsidies).',
    ],
    details: { subsidy: 'What was asked for.' },
    again: 'never',
    example: { method: 'GET', path: '/v1/subsidies/be:does-not-exist' },
    answer: {
      message: 'There is no measure with this id or slug. Search for it by its words, with q.',
      details: { subsidy: 'be:does-not-exist' },
    },
  },
  company_not_found: {
    means: 'The register of companies has no company of this number here.',
    when: [
      'No enterprise or establishment of this number is active, or it is newer than the extract that is loaded.',
      'The number cannot be one: its last two digits check the others.',
      'The operator of this service has loaded no register; `details.register` is then null.',
    ],
    toDo: [
      'Compare the number with what the company prints on its invoices.',
      'Match with what is known of the company: nothing of a match needs the register.',
    ],
    details: {
      number: 'What was asked for.',
      register: 'The number of the extract that is loaded; null: none is.',
    },
    again: 'never',
    example: { method: 'GET', path: '/v1/companies/0999999328' },
    answer: {
      message: 'The register of 2026-11-01 has no active company of this number. Match with what is known of it.',
      details: { number: '0999999328', register: 141 },
    },
  },
  version_not_found: {
    means: 'The measure exists, and has no such version.',
    when: [
      'The number is above that of its newest version.',
      'At the instant of `as_of` the measure was not known yet.',
    ],
    toDo: ['The message says which version is current, or since when there is one.'],
    again: 'never',
    example: { method: 'GET', path: '/v1/subsidies/be:vlaio-kmo-portefeuille/versions/99' },
    answer: { message: 'This measure has no version with that number. Its current version is 1, and its first 1.' },
  },
  source_not_found: {
    means: 'There is no source with this id.',
    when: [
      'The id is misspelt, also as a filter of a webhook.',
      'The source is switched off: it is then not shown, and no new filter of a webhook names it.',
    ],
    toDo: ['[`GET /v1/sources`](/docs/api/listSources) lists them.'],
    details: { source: 'What was asked for.' },
    again: 'never',
    example: { method: 'GET', path: '/v1/sources/nowhere' },
    answer: {
      message: 'There is no source with the id "nowhere". There is: belgium-curated.',
      details: { source: 'nowhere' },
    },
  },
  watchlist_not_found: {
    means: 'There is no such watchlist on your account.',
    when: [noSuchId('watchlist'), 'A filter of a webhook names one that is not yours.'],
    toDo: ['[`GET /v1/watchlists`](/docs/api/listWatchlists) lists yours.'],
    again: 'never',
    example: { method: 'GET', path: `/v1/watchlists/wl_${nowhere}` },
    answer: { message: 'There is no such watchlist. GET /v1/watchlists lists yours.' },
  },
  webhook_not_found: {
    means: 'There is no such webhook endpoint on your account.',
    when: [noSuchId('endpoint')],
    toDo: ['[`GET /v1/webhooks`](/docs/api/listWebhooks) lists yours.'],
    again: 'never',
    example: { method: 'DELETE', path: `/v1/webhooks/wh_${nowhere}` },
    answer: { message: 'There is no such webhook endpoint. GET /v1/webhooks lists yours.' },
  },
  not_found: {
    means: 'The watchlist is yours, and has no company with this reference.',
    when: [
      'The reference is written otherwise than it was sent: nothing is folded or trimmed.',
      'It was removed before.',
    ],
    toDo: ['[`GET /v1/watchlists/{id}/companies`](/docs/api/listWatchedCompanies) lists the references.'],
    again: 'never',
    example: { method: 'DELETE', path: '/v1/watchlists/$WATCHLIST/companies/nobody' },
    answer: {
      message:
        'No company of this watchlist has that reference. References are exact, case included, and percent-encoded in a path: GET /v1/watchlists/{id}/companies lists them.',
    },
  },
  conflict: {
    means: 'The request is right, and what is there already forbids it.',
    when: [
      'A 51st watchlist.',
      'A ping to a webhook endpoint that is switched off.',
      'An `Idempotency-Key` that was used for other bytes in the last 24 hours.',
    ],
    toDo: ['The message says what is in the way. Remove that, or use another key.'],
    again: 'never',
    example: {
      method: 'POST',
      path: '/v1/watchlists',
      headers: { 'Idempotency-Key': 'order-1' },
      before: { name: 'Clients' },
      body: { name: 'Others' },
    },
    answer: {
      message:
        'This Idempotency-Key was sent with another body in the last 24 hours. Use a new one for each new request, and the same one, with the same bytes, only to repeat it.',
    },
  },
  rate_limit_exceeded: {
    means: 'Too many requests in this second.',
    when: [
      'The account has sent more requests a second than its plan holds; its keys share one limit.',
      'On routes without a key: the client address has.',
      'The client address has sent more than 20 keys in a minute that this service does not know: then every key that was not used here successfully before is refused, whether it holds or not.',
      'Two downloads of the export are under way in the whole service; a third waits.',
    ],
    toDo: [
      'Wait for `Retry-After` seconds (1; 5 for the export, up to 60 for unknown keys), and send fewer at a time. It is not counted against the month.',
      'Do not wait by `RateLimit-Reset`: like all `RateLimit-*` headers it speaks of the month, on this answer too.',
    ],
    again: 'after',
    answer: {
      message:
        'The limit per second of this account was reached, not that of the month. Try again after 1 second, as Retry-After says; RateLimit-Reset speaks of the month.',
    },
  },
  quota_exceeded: {
    means: 'The requests of this month are used up.',
    when: ['The account has used the monthly requests of its plan. The month is the UTC calendar month.'],
    toDo: [
      'Wait for the next month (`Retry-After` has the seconds), or take a larger plan, which holds from the next request on.',
      '`RateLimit-Remaining` on every answer says what is left.',
    ],
    again: 'after',
    answer: {
      message:
        'The requests of this month are used up. Try again after as many seconds as Retry-After says, when the next UTC month begins. A larger plan holds at once.',
    },
  },
  match_quota_exceeded: {
    means: 'The match evaluations of this month are used up, or this request would pass them.',
    when: ['A match, a bulk or an upload to a watchlist needs more evaluations than are left.'],
    toDo: [
      'Nothing of the request was evaluated or counted: send fewer companies, wait for the next UTC month, or take a larger plan.',
      'Reading measures, the change feed and existing matches goes on.',
    ],
    details: { limit: 'Evaluations of the plan in a month.' },
    again: 'after',
    answer: {
      message:
        'The plan has 100 match evaluations a month, and this would pass them. Nothing was evaluated or counted; reading measures still works.',
      details: { limit: 100 },
    },
  },
  internal_error: {
    means: 'Something failed on our side.',
    when: ['A fault of ours. It is logged with the request id.'],
    toDo: ['Try again with growing pauses. Where it stays, send us `request_id`.'],
    again: 'backoff',
    answer: { message: 'Something failed on our side. The request id helps us find it.' },
  },
  billing_unavailable: {
    means: 'Payment by card is not set up on this service, or its provider did not answer.',
    when: ['Only the billing routes of the dashboard answer it.'],
    toDo: ['Try again with growing pauses; where card payment is not set up, ask the operator for a plan.'],
    again: 'backoff',
    answer: { message: 'Plans cannot be paid by card here. Ask who runs this service for a plan.' },
  },
  timeout: {
    means: 'The request took longer than 30 seconds, and was given up.',
    when: ['The service or its store is overloaded.'],
    toDo: ['Try again with growing pauses; ask for smaller pages, or send fewer companies at once.'],
    again: 'backoff',
    answer: { message: 'The request took longer than 30 seconds.' },
  },
  google_sign_in_failed: {
    means: 'Google’s word on who signs in did not hold.',
    when: [dashboardOnly, 'The token was too old, used before, or made for another service.'],
    toDo: ['Sign in again.'],
    again: 'never',
    answer: { message: 'The sign-in with Google could not be verified. Sign in again.' },
  },
  password_sign_in_disabled: {
    means: 'This service takes no passwords.',
    when: [dashboardOnly],
    toDo: ['Sign in in one of the ways that `GET /v1/health` lists under `sign_in`, or with a link by mail.'],
    again: 'never',
    answer: { message: 'Signing in with a password is not offered here.' },
  },
  forbidden: {
    means: 'The request would change something, and did not come from a page of this service.',
    when: [
      'Only the dashboard answers it; no route that takes a key does.',
      'Its `Origin` is not the address of this service, and the browser did not say that it comes from the same one (`Sec-Fetch-Site`).',
    ],
    toDo: [
      'Use the dashboard at the address that the service was started with (`BASE_URL`). A program uses a key, and the routes of the API.',
    ],
    again: 'never',
    answer: { message: 'This request did not come from a page of this service, so nothing was changed.' },
  },
}
