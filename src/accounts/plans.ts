/** The plans: the table "Limits, Per plan" of the specification, with the prices and words of contract 10. */
import { type Capability, capabilities, type PlanId, planIds } from '../values/vocabularies.ts'

export type Plan = {
  id: PlanId
  label: string
  priceMonthlyEur: number
  priceYearlyEur: number
  /** Where the price is agreed upon, the least it is; null elsewhere. */
  priceFromMonthlyEur: number | null
  /** Whether a customer can take it without us. */
  selfServe: boolean
} & PlanFigures & { capabilities: Record<Capability, boolean> }

/** Null is unlimited, 0 is none. */
export type PlanFigures = {
  monthlyRequests: number | null
  monthlyMatchEvaluations: number | null
  rateLimitRps: number
  apiKeys: number
  maxPageSize: number
  maxBulkCompanies: number
  watchlistCompanies: number | null
  webhookEndpoints: number
}

export const plans: Record<PlanId, Plan> = {
  developer: {
    id: 'developer',
    label: 'Developer',
    priceMonthlyEur: 20,
    priceYearlyEur: 200,
    priceFromMonthlyEur: null,
    selfServe: true,
    monthlyRequests: 10_000,
    monthlyMatchEvaluations: 100,
    rateLimitRps: 5,
    apiKeys: 2,
    maxPageSize: 100,
    maxBulkCompanies: 0,
    watchlistCompanies: 0,
    webhookEndpoints: 0,
    capabilities: including('change_feed'),
  },
  pro: {
    id: 'pro',
    label: 'Pro',
    priceMonthlyEur: 79,
    priceYearlyEur: 790,
    priceFromMonthlyEur: null,
    selfServe: true,
    monthlyRequests: 100_000,
    monthlyMatchEvaluations: 1_000,
    rateLimitRps: 15,
    apiKeys: 3,
    maxPageSize: 200,
    maxBulkCompanies: 0,
    watchlistCompanies: 0,
    webhookEndpoints: 5,
    capabilities: including('change_feed', 'history', 'as_of', 'webhooks'),
  },
  business: {
    id: 'business',
    label: 'Business',
    priceMonthlyEur: 249,
    priceYearlyEur: 2_490,
    priceFromMonthlyEur: null,
    selfServe: true,
    monthlyRequests: 500_000,
    monthlyMatchEvaluations: 10_000,
    rateLimitRps: 40,
    apiKeys: 5,
    maxPageSize: 200,
    maxBulkCompanies: 500,
    watchlistCompanies: 5_000,
    webhookEndpoints: 10,
    capabilities: including('change_feed', 'history', 'as_of', 'webhooks', 'bulk_match', 'watchlists', 'bulk_export'),
  },
  enterprise: {
    id: 'enterprise',
    label: 'Enterprise',
    priceMonthlyEur: 0,
    priceYearlyEur: 0,
    priceFromMonthlyEur: 900,
    selfServe: false,
    monthlyRequests: null,
    monthlyMatchEvaluations: null,
    rateLimitRps: 150,
    apiKeys: 50,
    maxPageSize: 500,
    maxBulkCompanies: 5_000,
    watchlistCompanies: null,
    webhookEndpoints: 50,
    capabilities: including(...capabilities),
  },
}

/** What an account without a plan may hold, so that its key is there when the plan comes. */
const apiKeysWithoutPlan = 2

/** Cheapest first: the vocabulary's own order. */
const byPrice: readonly Plan[] = planIds.map((id) => plans[id])

export function isPlanId(text: string): text is PlanId {
  return Object.hasOwn(plans, text)
}

/** The cheapest plan that includes the capability; each is in one at least. */
export function cheapestPlanWith(capability: Capability): PlanId {
  return byPrice.find((plan) => plan.capabilities[capability])?.id ?? 'enterprise'
}

/** The cheapest plan that allows so many; null where none does. */
export function cheapestPlanAllowing(figure: keyof PlanFigures, count: number): PlanId | null {
  const allows = (plan: Plan): boolean => {
    const allowed = plan[figure]
    return allowed === null || count <= allowed
  }
  return byPrice.find(allows)?.id ?? null
}

/** How many keys that are not revoked an account may hold. */
export function apiKeysAllowed(plan: PlanId | null): number {
  return plan === null ? apiKeysWithoutPlan : plans[plan].apiKeys
}

export type PlanObject = ReturnType<typeof planObject>

/** The plan as answered, in the specification's order of keys. `cardPayment`: whether it can be paid by card here. */
export function planObject(plan: Plan, cardPayment: boolean) {
  return {
    plan: plan.id,
    label: plan.label,
    price_monthly_eur: plan.priceMonthlyEur,
    price_yearly_eur: plan.priceYearlyEur,
    price_from_monthly_eur: plan.priceFromMonthlyEur,
    self_serve: plan.selfServe,
    purchasable: plan.selfServe && cardPayment,
    monthly_requests: plan.monthlyRequests,
    monthly_match_evaluations: plan.monthlyMatchEvaluations,
    rate_limit_rps: plan.rateLimitRps,
    api_keys: plan.apiKeys,
    max_page_size: plan.maxPageSize,
    max_bulk_companies: plan.maxBulkCompanies,
    watchlist_companies: plan.watchlistCompanies,
    webhook_endpoints: plan.webhookEndpoints,
    capabilities: plan.capabilities,
  }
}

/** Every capability, in the vocabulary's order, true for those named. */
function including(...included: readonly Capability[]): Record<Capability, boolean> {
  const has = (capability: Capability): boolean => included.includes(capability)
  return {
    change_feed: has('change_feed'),
    history: has('history'),
    as_of: has('as_of'),
    webhooks: has('webhooks'),
    bulk_match: has('bulk_match'),
    watchlists: has('watchlists'),
    bulk_export: has('bulk_export'),
    redistribution_rights: has('redistribution_rights'),
  }
}

/** A figure of every plan, e.g. `100 on developer, 200 on pro and business, 500 on enterprise`. */
export function byPlan(figure: keyof PlanFigures): string {
  const held = Map.groupBy(planIds, (id) => plans[id][figure])
  const said = [...held].map(([value, ids]) => `${saidFigure(value)} on ${ids.join(' and ')}`)
  return said.join(', ')
}

function saidFigure(value: number | null): string {
  if (value === null) return 'unlimited'
  return value === 0 ? 'none' : value.toLocaleString('en')
}

/** Which plans have the capability, e.g. `Needs a plan with \`history\`: pro, business, enterprise.`; null where all have. */
export function neededPlans(capability: Capability): string | null {
  const having = planIds.filter((id) => plans[id].capabilities[capability])
  return having.length === planIds.length ? null : `Needs a plan with \`${capability}\`: ${having.join(', ')}.`
}

/** Of rows, events or whatever a page is of. */
export function pageLimitWords(what: string): string {
  return `${what} a page; at most what the plan holds (\`max_page_size\`): ${byPlan('maxPageSize')}.`
}
