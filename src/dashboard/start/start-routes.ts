/** The start screen: `/dashboard`. */

import type { ApiKey } from '../../accounts/account.ts'
import { plans } from '../../accounts/plans.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { type Html, html } from '../../pages/html.ts'
import { firstRequestOf } from '../../usage/figures/usage.ts'
import type { Instant } from '../../values/brussels.ts'
import { numberText } from '../../values/figures.ts'
import type { Language, PlanId } from '../../values/vocabularies.ts'
import type { ScreenNeeds } from '../frame/frame.ts'
import { code, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { keyForm, keyPlaceholders, tryLine } from '../keys/key-screens-routes.ts'
import { type KeyNeeds, ownKeys } from '../own-keys.ts'
import { lightView } from './light-view.ts'
import { startWords } from './words.ts'

/** `cardPayment`: whether plans are sold here. */
export type StartNeeds = { cardPayment: boolean }

export const startScreens = <Needs extends ScreenNeeds & KeyNeeds & StartNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, Record<never, never>>({
    path: places.start,
    operation: 'startScreen',
    query: {},
    async run({ needs, caller }) {
      const { language, plan, accountId } = caller
      const [all, firstRequestAt] = await Promise.all([
        ownKeys(needs, caller),
        firstRequestOf(needs.database, accountId),
      ])
      const keys = all.filter(({ revokedAt }) => revokedAt === null)
      return {
        title: shellWords[language].places.start,
        place: 'start',
        scripts: ['copy-code.mjs', 'light.mjs'],
        body: startView({
          ...{ language, plan, keys, firstRequestAt, baseUrl: needs.baseUrl },
          ...{ accountId, plansAreSold: needs.cardPayment },
        }),
      }
    },
  }),
]

type StartShown = {
  language: Language
  plan: PlanId | null
  /** Those that are not revoked. */
  keys: readonly ApiKey[]
  firstRequestAt: Instant | null
  baseUrl: string
  accountId: string
  plansAreSold: boolean
}

function startView(shown: StartShown): Html {
  const { language, plan, keys, firstRequestAt, baseUrl, accountId, plansAreSold } = shown
  const words = startWords[language]
  const step = (isDone: boolean, title: string, body: Html | null): Html =>
    html`<li class=${isDone ? 'done' : null}><div><h2>${title}</h2>${body}</div></li>`
  const nexts = ['webhooks', 'watchlists', 'searches', 'assistants'] as const
  return html`<p class="lead">${words.lead}</p>
    ${panel(
      null,
      html`<ol class="first-steps">
        ${step(
          plan !== null,
          words.plan,
          plan === null
            ? html`<p>${words.noPlan}</p><p>${plansAreSold ? html`<a class="outlined" href=${places.billing}>${words.choosePlan}</a>` : html`${words.notSold}<code>${setPlanLine(accountId)}</code>`}</p>`
            : html`<p>${words.hasPlan(plans[plan].label)}</p>`,
        )}
        ${step(
          keys.length > 0,
          words.key,
          keys.length > 0
            ? html`<p><a href=${places.keys}>${words.hasKeys(numberText(keys.length, language))}</a></p>`
            : keyForm({ language, name: '', mode: '', fault: null }),
        )}
        ${step(
          firstRequestAt !== null,
          words.call,
          html`${
            firstRequestAt !== null
              ? null
              : html`<p>${words.callLead}</p>${code(tryLine(baseUrl, keyPlaceholders[language]), words.curl)}`
          }
          ${lightView(firstRequestAt, language, null)}
          ${
            firstRequestAt !== null || keys.length === 0
              ? null
              : html`<details><summary>${words.nothingYet}</summary><ul>${words.checks.map((check) => html`<li>${check}</li>`)}</ul></details>`
          }`,
        )}
      </ol>`,
    )}
    ${panel(words.next, html`<ul>${nexts.map((one) => html`<li><a href=${places[one]}>${words.nexts[one]}</a></li>`)}</ul>`)}`
}

/** What an operator types where nothing is sold. */
function setPlanLine(accountId: string): string {
  return `npx subsidies accounts set-plan ${accountId} <plan>`
}
