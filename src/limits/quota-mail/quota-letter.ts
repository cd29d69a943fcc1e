/** The letter that says how much of a month's allowance is used, with the figures of when it is sent. */
import { plans } from '../../accounts/plans.ts'
import type { Letter } from '../../mail/letter/letter.ts'
import type { MailKind } from '../../mail/mail-kind.ts'
import { formatInstant, type Instant, nextUtcMonth, utcDayOf, utcMonthOf } from '../../values/brussels.ts'
import { dayText, monthText, numberText } from '../../values/figures.ts'
import type { Language, PlanId } from '../../values/vocabularies.ts'
import { evaluationsThisMonth, requestsThisMonth } from '../operations.ts'
import { quotaWords } from './quota-words.ts'
import {
  allowedOf,
  type CountedKind,
  countedKinds,
  planWithMore,
  reachedOf,
  type Threshold,
  thresholds,
} from './reached.ts'

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
