/** What the screens of webhooks share: who may see them, and the one sight of a secret. */
import type { Caller, Reply } from '../../contract/call.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { Screen } from '../frame/frame.ts'
import { callerWith, lackingView } from '../frame/on-plan.ts'
import { shellWords } from '../frame/words.ts'
import type { ShownWebhook } from '../webhooks-here.ts'
import { hostOf, secretView } from './endpoints-view.ts'
import { webhookWords } from './words.ts'

/** The screen for who may have webhooks; for everybody else what they are. */
export async function onPlan(
  who: SignedIn,
  work: (caller: Caller) => Promise<Screen | Reply>,
): Promise<Screen | Reply> {
  const caller = callerWith(who, 'webhooks')
  if (caller !== null) return work(caller)
  const { language } = who
  return {
    title: shellWords[language].places.webhooks,
    place: 'webhooks',
    status: 403,
    body: lackingView('webhooks', webhookWords[language].what, language),
  }
}

export function secretScreen(webhook: ShownWebhook, title: string, language: Language): Screen {
  return {
    title,
    about: hostOf(webhook.url),
    place: 'webhooks',
    body: secretView(webhook, null, language),
    scripts: ['copy-code.mjs', 'new-key.mjs'],
  }
}
