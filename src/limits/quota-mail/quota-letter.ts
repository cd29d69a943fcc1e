/** The letter that says how much of a month's allowance is used, with the figures of when it is sent. */
import { type Plan, plans } from '../../accounts/plans.ts'
import type { Letter } from '../../mail/letter/letter.ts'
import type { MailKind } from '../../mail/mail-kind.ts'
import { formatInstant, type Instant, nextUtcMonth, utcDayOf, utcMonthOf } from '../../values/brussels.ts'
import { dayText, monthText, numberText } from '../../values/figures.ts'
import type { Language, PlanId } from '../../values/vocabularies.ts'
import { evaluationsThisMonth, requestsThisMonth } from '../operations.ts'
import { quotaWords } from './quota-words.ts'

/** What is counted by the month. */
export const countedKinds = ['requests', 'evaluations'] as const
type CountedKind = (typeof countedKinds)[number]

/** In percent, the highest first. */
const thresholds = [100, 80] as const
type Threshold = (typeof thresholds)[number]

/** How much a plan allows in a month; null: as much as there is. */
export function allowedOf(plan: Plan, kind: CountedKind): number | null {
  return kind === 'requests' ? plan.monthlyRequests : plan.monthlyMatchEvaluations
}

/** The highest that is reached; null: none, or there is no limit. Of two that are reached at once the lower one says nothing. */
export function reachedOf(used: number, allowed: number | null): Threshold | null {
  if (allowed === null || allowed === 0) return null
  return thresholds.find((threshold) => used * 100 >= allowed * threshold) ?? null
}

/** The cheapest plan with a larger allowance; null: there is none. */
function planWithMore(plan: PlanId, kind: CountedKind): Plan | null {
  const allowed = allowedOf(plans[plan], kind)
  if (allowed === null) return null
  const isMore = (other: Plan): boolean => {
    const theirs = allowedOf(other, kind)
    return theirs === null || theirs > allowed
  }
  return Object.values(plans).find(isMore) ?? null
}

export const quotaMailKind: MailKind = {
  compose: async ({ database, account, parameters, now, baseUrl }) => {
    const counted = countedKinds.find((one) => one === parameters.counted)
    const threshold = thresholds.find((one) => one === parameters.threshold)
    const { plan, language } = account
    if (counted === undefined || threshold === undefined) throw new Error(`no letter is about ${parameters.counted}`)
    if (plan === null || parameters.month !== utcMonthOf(now)) return null
    const ofMonth = counted === 'requests' ? requestsThisMonth : evaluationsThisMonth
    const used = await ofMonth(database, account.id, now)
    // Another plan since, or the next threshold has been reached and is told by itself.
    if (reachedOf(used, allowedOf(plans[plan], counted)) !== threshold) return null
    return { letter: quotaLetter({ language, plan, counted, threshold, used, now, baseUrl }) }
  },
}

type QuotaParts = {
  language: Language
  plan: PlanId
  counted: CountedKind
  threshold: Threshold
  used: number
  now: Instant
  baseUrl: string
}

export function quotaLetter({ language, plan, counted, threshold, used, now, baseUrl }: QuotaParts): Letter {
  const words = quotaWords[language]
  const ofKind = words[counted]
  const number = (value: number): string => numberText(value, language)
  const allowed = allowedOf(plans[plan], counted) ?? 0
  const start = nextUtcMonth(now)
  const subject = threshold === 100 ? ofKind.allUsed : ofKind.partUsed
  const more = planWithMore(plan, counted)
  const theirs = more === null ? null : allowedOf(more, counted)
  return {
    language,
    subject,
    heading: subject,
    parts: [
      { kind: 'paragraph', text: threshold === 100 ? ofKind.whatNow : ofKind.soFar },
      {
        kind: 'facts',
        rows: [
          { name: words.month, value: monthText(utcMonthOf(now), language) },
          { name: words.used, value: words.usedOf(number(used), number(allowed)) },
          { name: words.left, value: number(Math.max(0, allowed - used)) },
          { name: words.plan, value: plans[plan].label },
          // Of an hour that is another in Brussels, both are said.
          {
            name: words.anew,
            value: words.anewAt(dayText(utcDayOf(start), language), formatInstant(start).slice(11, 16)),
          },
        ],
      },
      ...(more === null
        ? []
        : [
            {
              kind: 'paragraph' as const,
              text: theirs === null ? ofKind.moreUnlimited(more.label) : ofKind.more(more.label, number(theirs)),
            },
          ]),
      { kind: 'button', text: words.see, href: `${baseUrl}/dashboard/usage` },
    ],
    why: words.why,
    stop: null,
  }
}
