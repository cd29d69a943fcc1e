/** Screens of what a plan may lack: who may use it, and what is said to everybody else. */
import { cheapestPlanWith, plans } from '../../accounts/plans.ts'
import type { Caller } from '../../contract/call.ts'
import { type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import type { Capability, Language } from '../../values/vocabularies.ts'
import { places } from './places.ts'

/** The caller as the API sees them; null where their plan lacks it, or they have none. */
export function callerWith({ plan, accountId, at }: SignedIn, capability: Capability | null): Caller | null {
  if (plan === null || (capability !== null && !plans[plan].capabilities[capability])) return null
  return { accountId, keyId: null, plan, requestsThisMonth: 0, keyMode: 'live', at }
}

type LackWords = { title: string; with: (plan: string) => string; any: string; see: string }

const lackWords: Record<Language, LackWords> = {
  nl: {
    title: 'Dit hoort niet bij uw abonnement',
    with: (plan) => `Vanaf het abonnement ${plan}.`,
    any: 'Daarvoor is een abonnement nodig; elk abonnement heeft het.',
    see: 'Abonnementen bekijken',
  },
  fr: {
    title: 'Votre abonnement ne le comprend pas',
    with: (plan) => `À partir de l’abonnement ${plan}.`,
    any: 'Il faut un abonnement ; chacun le comprend.',
    see: 'Voir les abonnements',
  },
  en: {
    title: 'Your plan does not include this',
    with: (plan) => `From the plan ${plan} on.`,
    any: 'It takes a plan; every plan has it.',
    see: 'See the plans',
  },
}

/** `what`: what it does, in a sentence. */
export function lackingView(capability: Capability | null, what: string, language: Language): Html {
  const words = lackWords[language]
  const from = capability === null ? words.any : words.with(plans[cheapestPlanWith(capability)].label)
  return notice('look', words.title, html`<p>${what}</p><p>${from} <a href=${places.billing}>${words.see}</a></p>`)
}
