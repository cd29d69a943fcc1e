/** What is sold at the provider: the self-serve plans by month and by year, each under a lookup key of ours (contract 10). */
import { plans } from '../accounts/plans.ts'
import type { PlanId } from '../values/vocabularies.ts'

export const periods = ['month', 'year'] as const
export type Period = (typeof periods)[number]

/** Plans that a customer takes without us, cheapest first. */
export const soldPlans = ['developer', 'pro', 'business'] as const satisfies readonly PlanId[]
export type SoldPlan = (typeof soldPlans)[number]

export function isSoldPlan(text: string): text is SoldPlan {
  return soldPlans.some((plan) => plan === text)
}

/** What a price sells. */
export type Sold = { plan: SoldPlan; period: Period }

const prefix = 'subsidy_measures'
const centsPerEuro = 100

/** Of the plan's product at the provider. */
export function productIdOf(plan: PlanId): string {
  return `${prefix}_${plan}`
}

export function lookupKeyOf({ plan, period }: Sold): string {
  return `${prefix}_${plan}_${period}`
}

/** In cents, as the provider counts euros. */
export function centsOf({ plan, period }: Sold): number {
  const { priceMonthlyEur, priceYearlyEur } = plans[plan]
  return (period === 'month' ? priceMonthlyEur : priceYearlyEur) * centsPerEuro
}

/** Everything that is sold. */
export const allSold: readonly Sold[] = soldPlans.flatMap((plan) => periods.map((period) => ({ plan, period })))

/**
 * What a price of the provider's sells; null where it is none of ours. A price that another has taken the place of has lost its lookup
 * key to that one, and those who pay it still do: `set-up` writes on every price what it sells, and that stays.
 */
export function soldBy(price: { lookupKey: string | null; metadata: Readonly<Record<string, string>> }): Sold | null {
  const byKey = allSold.find((sold) => lookupKeyOf(sold) === price.lookupKey)
  const isSaid = ({ plan, period }: Sold): boolean => price.metadata.plan === plan && price.metadata.period === period
  return byKey ?? (price.metadata.service === prefix ? (allSold.find(isSaid) ?? null) : null)
}

/** What `set-up` writes on products, prices and the portal's configuration, by which it knows its own. */
export const ownMetadata = { service: prefix } as const
