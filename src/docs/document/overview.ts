/** What holds for every route of the contract, at the head of its document. In Markdown. */
import { byPlan } from '../../accounts/plans.ts'

export const overview = `Support measures of Belgian and EU authorities for companies and households, in one record shape, with provenance and licence. An independent service: only the competent authority decides whether support is granted.

**Key.** \`Authorization: Bearer <API_KEY>\`, only from a server of yours, never from a browser or an app. Routes of the tag Service need none; they are limited by client address.

**Limits.** Of the account, shared by its keys. Requests a second: ${byPlan('rateLimitRps')}. Requests a UTC month: ${byPlan('monthlyRequests')}; \`RateLimit-Remaining\` says what is left. Match evaluations a month: ${byPlan('monthlyMatchEvaluations')}. A body has at most 2,000,000 bytes, an answer begins within 30 seconds. \`GET /v1/plans\` has every figure.

**Requests.** Parameters that take several values take a comma list in one parameter. What is unknown, repeated or malformed is refused, never guessed. In a body, \`null\` is the same as leaving the property out. (openapi-fetch: \`querySerializer: { array: { style: 'form', explode: false } }\`.)

**Null.** Every property is always there, but for those that a schema does not require. \`null\`: not known, or it does not apply, unless the property says otherwise; never 0.

**Pages.** \`limit\`, and \`cursor\`: \`pagination.next_cursor\` of the page before, with the same filters, while \`has_more\` is true. A cursor is opaque.

**Errors.** Branch on \`error.code\`. Try 429 again after \`Retry-After\` seconds (where a month is used up, that is when the next begins); do not wait by \`RateLimit-Reset\`, which speaks of the month on every answer, that of the limit per second too. Try 500, 503 and 504 with growing pauses, and nothing else unchanged. Where a POST takes an \`Idempotency-Key\`, send one: then it may be sent again, after a 500, a 504 or a cut connection too, and is done once.

**What may be new.** Error codes, types of events, and values of vocabularies that do not say that they are closed; properties of answers too: their schemas name all of today, and rule out none. Let your client ignore what it does not know.

**Examples** are what a service with the bundled records answered. Of long lists the first members are shown, of lines the first; secrets are zeros. An error is shown by one of its causes, the same on every route.
`
