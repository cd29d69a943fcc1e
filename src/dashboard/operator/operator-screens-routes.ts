/** The operator's pages: `/dashboard/operator`. */
import { isPlanId } from '../../accounts/plans.ts'
import { oneOf, text } from '../../contract/parameters.ts'
import { invalidParameter, Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { seeOther } from '../../pages/page.ts'
import { requireRecent } from '../../sign_in/sessions.ts'
import type { ScreenNeeds } from '../frame/frame.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { accountsView, accountView, doneWords, findingsView, overviewView } from './operator-view.ts'
import {
  accountOf,
  accountsPage,
  confirmRun,
  findingsNow,
  givePlan,
  type OversightNeeds,
  overview,
  requireOperator,
} from './oversight.ts'
import { operatorWords } from './words.ts'

const idCharactersMax = 64
const done = oneOf(doneWords, { description: 'What was just done.' })
const before = text(idCharactersMax, { description: 'An account: those made before it.' }, 'allowed')
const refuses = ['route_not_found', 'not_found'] as const
const backTo = (): string => places.operator

export const operatorScreens = <Needs extends ScreenNeeds & OversightNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, { done: typeof done }>({
    path: places.operator,
    operation: 'operatorScreen',
    query: { done },
    refuses,
    async run({ needs, caller, query }) {
      requireOperator(caller)
      const { language, at } = caller
      const body = overviewView(await overview(needs), language, at, query.done ?? null)
      return { title: shellWords[language].places.operator, place: 'operator', body }
    },
  }),
  actionRoute<Needs>({
    path: `${places.operator}/sources/{id}/confirm`,
    operation: 'confirmHeld',
    pathParameters: ['id'],
    refuses,
    backTo,
    async run({ needs, caller, path }) {
      requireOperator(caller)
      requireRecent(caller)
      try {
        const isDone = await confirmRun(needs, path.id ?? '')
        return seeOther(`${places.operator}?done=${isDone ? 'confirmed' : 'goingOn'}`)
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal
        return seeOther(`${places.operator}?done=notConfirmed`)
      }
    },
  }),
  screenRoute<Needs, { before: typeof before; done: typeof done }>({
    path: `${places.operator}/accounts`,
    operation: 'operatorAccounts',
    query: { before, done },
    refuses,
    async run({ needs, caller, query }) {
      requireOperator(caller)
      const { language } = caller
      const { accounts, hasMore } = await accountsPage(needs, query.before ?? null)
      const next = hasMore ? (accounts.at(-1)?.id ?? null) : null
      const shown = { accounts, next, done: query.done ?? null }
      return { title: operatorWords[language].accounts, place: 'operator', body: accountsView(shown, language) }
    },
  }),
  screenRoute<Needs, Record<never, never>>({
    path: `${places.operator}/accounts/{id}`,
    operation: 'operatorAccount',
    pathParameters: ['id'],
    query: {},
    refuses,
    async run({ needs, caller, path }) {
      requireOperator(caller)
      const account = await accountOf(needs, path.id ?? '')
      return { title: account.email, place: 'operator', body: accountView(account, caller.language) }
    },
  }),
  actionRoute<Needs>({
    path: `${places.operator}/accounts/{id}`,
    operation: 'giveAccountPlan',
    pathParameters: ['id'],
    refuses,
    backTo: ({ path }) => `${places.operator}/accounts/${path.id ?? ''}`,
    async run({ needs, caller, path }, form) {
      requireOperator(caller)
      requireRecent(caller)
      const word = form.one('plan') ?? ''
      if (word !== 'none' && word !== 'stripe' && !isPlanId(word))
        throw invalidParameter('plan', 'There is no such plan.')
      await givePlan(needs, caller.at, path.id ?? '', word)
      return seeOther(`${places.operator}/accounts?done=given`)
    },
  }),
  screenRoute<Needs, Record<never, never>>({
    path: `${places.operator}/check-up`,
    operation: 'operatorCheckUp',
    query: {},
    refuses,
    async run({ needs, caller }) {
      requireOperator(caller)
      const { language, at } = caller
      const body = findingsView(await findingsNow(needs, at), language)
      return { title: operatorWords[language].checkUp, place: 'operator', body }
    },
  }),
]
