/**
 * How an account stands with the provider: which of its subscriptions counts, and until when the plan of that one is given. It follows
 * from what was fetched and an instant alone, so that it can be told again when the provider is silent.
 */
import type { Instant } from '../values/brussels.ts'
import { type PlanId, planIds } from '../values/vocabularies.ts'
import type { Period } from './prices.ts'

/** A subscription as fetched, of a price of ours. */
export type Subscription = {
  id: string
  /** In the provider's words. */
  status: string
  plan: PlanId
  period: Period
  /** When what is paid ends, and the next payment is due. */
  periodEndsAt: Instant
  /** When it ends itself; null: it goes on. */
  endsAt: Instant | null
  createdAt: Instant
}

/** What is kept of the one that counts; `pastDueSince`: since when we have seen it so. */
export type Standing = {
  subscription: Omit<Subscription, 'createdAt'> | null
  pastDueSince: Instant | null
  /** Ids of further subscriptions that are charged as well: nobody means to pay twice. */
  others: readonly string[]
}

export const noStanding: Standing = { subscription: null, pastDueSince: null, others: [] }

const graceDays = 14
const hourMs = 3_600_000
const graceMs = graceDays * 24 * hourMs

const paid: readonly string[] = ['active', 'trialing']
/** Of a subscription that is over; another can be begun. */
const over: readonly string[] = ['canceled', 'incomplete_expired']

/** Whether the provider goes on charging for a subscription of that status. */
const isCharged = (status: string): boolean => paid.includes(status) || status === 'past_due'

/** When the plan that is past due since then ends. */
function graceUntil(pastDueSince: Instant): Instant {
  return pastDueSince + graceMs
}

/** The plan that the standing gives at `now`: the subscription's own, but for one that ended or is past due too long; null: none. */
export function planGiven({ subscription, pastDueSince }: Standing, now: Instant): PlanId | null {
  if (subscription === null || (subscription.endsAt !== null && subscription.endsAt <= now)) return null
  if (paid.includes(subscription.status)) return subscription.plan
  const isInGrace = subscription.status === 'past_due' && pastDueSince !== null && now < graceUntil(pastDueSince)
  return isInGrace ? subscription.plan : null
}

/** When the plan that is given at `now` ends by the clock; null: it does not, or there is none. */
export function planUntil(standing: Standing, now: Instant): Instant | null {
  if (planGiven(standing, now) === null) return null
  const ends = [
    standing.subscription?.endsAt ?? null,
    standing.pastDueSince === null ? null : graceUntil(standing.pastDueSince),
  ].filter((at) => at !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}

/**
 * The standing that follows from the subscriptions as fetched. Of several the one counts that gives the largest plan, of equals the
 * older; `before` knows since when one has been past due.
 */
export function standingOf(fetched: readonly Subscription[], before: Standing, now: Instant): Standing {
  const open = fetched.filter(({ status }) => !over.includes(status))
  const standings = open.map((subscription): Standing => {
    const known = before.subscription?.id === subscription.id ? before.pastDueSince : null
    return { subscription, pastDueSince: subscription.status === 'past_due' ? (known ?? now) : null, others: [] }
  })
  const rank = (standing: Standing): number => {
    const given = planGiven(standing, now)
    return given === null ? -1 : planIds.indexOf(given)
  }
  const createdAt = new Map(open.map(({ id, createdAt: at }) => [id, at]))
  const since = ({ subscription }: Standing): Instant => createdAt.get(subscription?.id ?? '') ?? 0
  const [first] = standings.toSorted((left, right) => rank(right) - rank(left) || since(left) - since(right))
  if (first === undefined || first.subscription === null) return noStanding
  const { createdAt: _, ...subscription } = { createdAt: 0, ...first.subscription }
  const others = open.filter(({ id, status }) => id !== subscription.id && isCharged(status)).map(({ id }) => id)
  return { subscription, pastDueSince: first.pastDueSince, others: others.toSorted() }
}

/** Between two fetches where nothing is told of: for a subscription that gives a plan, for an account without one, in a checkout. */
const lookMs = { paying: 6 * hourMs, idle: 7 * 24 * hourMs, checkout: 10 * 60_000 } as const
/** How long before a plan ends by the clock, and after it should have been paid anew, the provider is asked. */
const beforeEndMs = hourMs
const afterPeriodMs = hourMs

/** When to fetch again, should no event come meanwhile; `checkoutUntil`: until when one that was begun can be paid. */
export function nextLook(standing: Standing, checkoutUntil: Instant | null, now: Instant): Instant {
  const { subscription } = standing
  const end = planUntil(standing, now)
  const looks = [now + (subscription === null ? lookMs.idle : lookMs.paying)]
  if (checkoutUntil !== null) looks.push(checkoutUntil, now + lookMs.checkout)
  if (end !== null) looks.push(end - beforeEndMs, end)
  if (subscription !== null) looks.push(subscription.periodEndsAt + afterPeriodMs)
  return Math.min(...looks.filter((at) => at > now))
}

export const billingStates = ['none', 'active', 'grace', 'ending', 'operator'] as const
export type BillingState = (typeof billingStates)[number]

/** What is shown of an account's plan and payment, at `now`. */
export type ShownStanding = {
  state: BillingState
  plan: PlanId | null
  period: Period | null
  graceUntil: Instant | null
  renewsAt: Instant | null
  endsAt: Instant | null
}

/** `account`: its plan, and whose word that is. */
export function shownStanding(
  standing: Standing,
  account: { plan: PlanId | null; planBy: 'operator' | 'stripe' | null },
  now: Instant,
): ShownStanding {
  const { subscription, pastDueSince } = standing
  const nothing = { period: null, graceUntil: null, renewsAt: null, endsAt: null }
  if (account.planBy === 'operator') return { state: 'operator', plan: account.plan, ...nothing }
  if (subscription === null || planGiven(standing, now) === null)
    return { state: 'none', plan: account.plan, ...nothing }
  const { period, endsAt, periodEndsAt } = subscription
  const shown = {
    plan: account.plan,
    period,
    endsAt,
    graceUntil: null,
    renewsAt: endsAt === null ? periodEndsAt : null,
  }
  if (pastDueSince !== null) return { ...shown, state: 'grace', graceUntil: graceUntil(pastDueSince), renewsAt: null }
  return { ...shown, state: endsAt === null ? 'active' : 'ending' }
}
