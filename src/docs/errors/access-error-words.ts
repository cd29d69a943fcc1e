/** What the codes mean that say who may ask: keys, and what their plans hold. */
import type { ErrorWords } from './error-words.ts'

export const accessErrorWords: Readonly<
  Record<'unauthorized' | 'subscription_required' | 'plan_required', ErrorWords>
> = {
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
}
