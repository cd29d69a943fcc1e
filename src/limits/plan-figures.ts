/** What the plans let through, as the meter needs it. */
import { isPlanId, plans } from '../accounts/plans.ts'
import type { PlanId } from '../values/vocabularies.ts'

export type PlanFigures = {
  id: PlanId
  /** Requests a second, and as many at once. */
  rps: number
  /** Requests in a UTC month; null is unlimited. */
  quota: number | null
}

const planFigures: readonly PlanFigures[] = Object.values(plans).map((plan) => ({
  id: plan.id,
  rps: plan.rateLimitRps,
  quota: plan.monthlyRequests,
}))

/** Renders a figure of the plan in `a.plan` as a SQL CASE; null is unlimited. */
export function figureOfPlan(of: (plan: PlanFigures) => number | null): string {
  const whens = planFigures.map((plan) => `when '${plan.id}' then ${of(plan) ?? 'null'}`)
  return `cast(case a.plan ${whens.join(' ')} end as bigint)`
}

/** The plan that a stored word names. The store takes no other: one that is none is a bug. */
export function planOf(word: string): PlanId {
  if (!isPlanId(word)) throw new Error(`${word} is no plan`)
  return word
}

const figuresOfPlan = new Map<string, PlanFigures>(planFigures.map((figures) => [figures.id, figures]))

/** What the plan of a stored word lets through; as `planOf`. */
export function figuresOf(word: string): PlanFigures {
  const figures = figuresOfPlan.get(word)
  if (figures === undefined) throw new Error(`${word} is no plan`)
  return figures
}
