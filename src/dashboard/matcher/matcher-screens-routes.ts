/**
 * The matcher: `/dashboard/matcher`, the dialogue of the company check for who has a plan. Where the check counts dialogues of an
 * address, here each answer counts one evaluation.
 */
import { plans } from '../../accounts/plans.ts'
import type { Caller, Reply } from '../../contract/call.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import { answerCheck, type CheckAnswer, type CheckNeeds } from '../../explorer/check/answering/answer-check.ts'
import { loadedInTime, lookingWith } from '../../explorer/check/answering/looking.ts'
import type { Steps } from '../../explorer/check/dialogue/dialogues.ts'
import { type FirstParts, firstView, nothingTyped } from '../../explorer/check/views/first-view.ts'
import { resultView } from '../../explorer/check/views/result-view.ts'
import { evaluationsThisMonth, reserveEvaluations } from '../../limits/operations.ts'
import type { LookUpMeans } from '../../matching/look-up.ts'
import { type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import type { SignedIn } from '../../sign_in/session.ts'
import type { Instant } from '../../values/brussels.ts'
import { numberText } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { Screen, ScreenNeeds } from '../frame/frame.ts'
import { callerWith, lackingView } from '../frame/on-plan.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenReply, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import { clientReportView } from '../watchlists/report-view.ts'
import { matcherWords } from './words.ts'

export type MatcherNeeds = ScreenNeeds & LookUpMeans & Omit<CheckNeeds, 'dialogues' | 'looking'>

const screen = places.matcher

/** No dialogue is counted here: each answer is paid for when it lies ready. */
const uncounted: Steps = { step: () => ({ token: '', isRenewed: false, takeBack() {} }) }

function onScreen(language: Language, body: Html, status = 200): Screen {
  return { title: shellWords[language].places.matcher, place: 'matcher', status, body }
}

/** `more`: evaluations that are counted once the screen is made. */
async function usedView({ database }: MatcherNeeds, caller: Caller, language: Language, more = 0): Promise<Html> {
  const { accountId, plan, at } = caller
  const used = (await evaluationsThisMonth(database, accountId, at)) + more
  const allowed = plans[plan].monthlyMatchEvaluations
  const words = matcherWords[language]
  const figure = (count: number): string => numberText(count, language)
  return html`<p class="soft">${words.counts} <a href=${places.usage}>${words.used(figure(used), allowed === null ? null : figure(allowed))}</a></p>`
}

async function onPlan(who: SignedIn, work: (caller: Caller) => Promise<Screen | Reply>): Promise<Screen | Reply> {
  const caller = callerWith(who, null)
  if (caller !== null) return work(caller)
  const { language } = who
  return onScreen(language, lackingView(null, matcherWords[language].what, language), 403)
}

type Asked = { needs: MatcherNeeds; caller: Caller; language: Language; signal: AbortSignal }

async function firstScreen(
  { needs, caller, language, signal }: Asked,
  parts: FirstParts,
  status = 200,
): Promise<Screen> {
  const register = await loadedInTime(lookingWith(needs, signal))
  const body = html`${await usedView(needs, caller, language)}${firstView({ ...parts, screen, register }, language)}`
  return onScreen(language, body, status)
}

async function answered(asked: Asked, now: Instant, answer: CheckAnswer): Promise<Screen> {
  const { needs, caller, language } = asked
  switch (answer.kind) {
    case 'unreadable':
    case 'limit':
      return firstScreen(asked, { ...nothingTyped, why: 'unreadable' }, 400)
    case 'first': {
      const parts: FirstParts = { typed: answer.typed, ...answer.read, measure: null, why: null }
      return firstScreen(asked, parts, 422)
    }
    case 'results': {
      const shown = { ...answer.shown, screen }
      const body = html`${await usedView(needs, caller, language, 1)}${resultView(shown, { language, now })}`
      return onScreen(language, body, shown.fault === null ? 200 : 422)
    }
    case 'report': {
      const back = { path: screen, text: matcherWords[language].again }
      const { baseUrl } = needs
      const body = clientReportView({ language, now, baseUrl, back, shown: answer.shown, known: null })
      return { ...onScreen(language, body), scripts: ['print.mjs'] }
    }
  }
}

function usedUpView(language: Language): Html {
  const words = matcherWords[language]
  return notice('look', words.none, html`<p>${words.noneNext}</p><p><a href=${places.usage}>${words.usage}</a></p>`)
}

export const matcherScreens = <Needs extends MatcherNeeds>(): RouteRecord<Needs>[] => [
  screenRoute<Needs, Record<never, never>>({
    path: places.matcher,
    operation: 'matcherScreen',
    query: {},
    run: ({ needs, caller: who, signal }) =>
      onPlan(who, (caller) => firstScreen({ needs, caller, language: who.language, signal }, nothingTyped)),
  }),
  actionRoute<Needs>({
    path: places.matcher,
    operation: 'answerMatcher',
    backTo: () => places.matcher,
    refuses: ['match_quota_exceeded'],
    run: ({ needs, caller: who, counted, now, signal }, form) =>
      onPlan(who, async (caller) => {
        const { language } = who
        const { catalogue, matcher, cursors, database } = needs
        const looking = lookingWith(needs, signal)
        const means = { catalogue, matcher, cursors, dialogues: uncounted, looking }
        try {
          const answer = await answerCheck(means, form, { language, now, address: '' })
          const screen = await answered({ needs, caller, language, signal }, now, answer)
          if (answer.kind !== 'results' && answer.kind !== 'report') return screen
          // The whole page is written before the evaluation is counted, so that nobody pays for one that is not shown.
          const reply = screenReply(screen, who, needs)
          await database.requestTransaction((transaction) =>
            reserveEvaluations(transaction, caller.accountId, caller.plan, 1, caller.at),
          )
          counted.evaluations += 1
          return reply
        } catch (refusal) {
          if (!(refusal instanceof Refusal) || refusal.code !== 'match_quota_exceeded') throw refusal
          return onScreen(language, usedUpView(language), 429)
        }
      }),
  }),
]
