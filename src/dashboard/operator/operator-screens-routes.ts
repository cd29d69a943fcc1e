/** The operator's pages: `/dashboard/operator`. */

import type { Account } from '../../accounts/account.ts'
import { isPlanId, plans } from '../../accounts/plans.ts'
import { oneOf, text } from '../../contract/parameters.ts'
import { invalidParameter, Refusal } from '../../contract/refusals.ts'
import type { RouteRecord } from '../../contract/route.ts'
import type { Finding } from '../../health/finding.ts'
import { type Children, type Html, html } from '../../pages/html.ts'
import { seeOther } from '../../pages/page.ts'
import { chip, type Tone } from '../../pages/parts/chip.ts'
import { headFacts } from '../../pages/parts/facts.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { requireRecent } from '../../sign_in/sessions.ts'
import { freshnessOf, type SourceEntry } from '../../sources/source/source.ts'
import type { Instant } from '../../values/brussels.ts'
import { numberText } from '../../values/figures.ts'
import { type Language, planIds } from '../../values/vocabularies.ts'
import type { ScreenNeeds } from '../frame/frame.ts'
import { day, moment, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { actionRoute, screenRoute } from '../frame/screen.ts'
import { shellWords } from '../frame/words.ts'
import {
  accountOf,
  accountsPage,
  confirmRun,
  findingsNow,
  givePlan,
  type OversightNeeds,
  type Overview,
  overview,
  requireOperator,
  type Waiting,
} from './oversight.ts'
import { operatorWords } from './words.ts'

/** What was just done, by an action that led back here. */
const doneWords = ['confirmed', 'goingOn', 'notConfirmed', 'given'] as const
type Done = (typeof doneWords)[number]

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

const freshTones = { fresh: 'likely', stale: 'look', failing: 'bad', never: 'not' } as const
const levelTones: Record<Finding['level'], Tone> = { ok: 'likely', advice: 'possibly', warning: 'look', fault: 'bad' }
/** Figures are counted up to here. */
const countMax = 10_000

function overviewView(shown: Overview, language: Language, now: Instant, done: Done | null): Html {
  const words = operatorWords[language]
  const waits = ({ waiting, since }: Waiting): { value: Children; note: Children } => ({
    value: waiting === 0 ? words.nothing : numberText(waiting, language),
    note:
      since === null
        ? null
        : html`${waiting >= countMax ? `${words.orMore}, ` : null}${words.since} ${moment(since, language)}`,
  })
  return html`<p class="lead">${words.lead}</p>
    ${done === null ? null : html`<div role="status">${notice(done === 'notConfirmed' ? 'bad' : 'calm', words[done], null)}</div>`}
    ${panel(
      words.waiting,
      headFacts([
        { name: words.deliveries, ...waits(shown.deliveries) },
        { name: words.mails, ...waits(shown.mails) },
        { name: words.versions, ...waits(shown.versions) },
      ]),
    )}
    ${panel(words.sources, sourcesView(shown.sources, language, now))}
    ${panel(words.accounts, html`<p><a href=${`${places.operator}/accounts`}>${words.allAccounts}</a></p>`)}
    ${panel(
      words.checkUp,
      html`<p>${words.checkUpLead}</p><p><a class="outlined" href=${`${places.operator}/check-up`}>${words.checkUp}</a></p>`,
    )}`
}

function sourcesView(entries: readonly SourceEntry[], language: Language, now: Instant): Children {
  const words = operatorWords[language]
  const held = entries.filter(({ runs }) => runs[0]?.status === 'held')
  return html`${held.map(({ source, runs }) => {
    const { id, name } = source.definition
    return notice(
      'look',
      `${name}: ${words.runs.held}`,
      html`<p>${words.held}</p><p lang="en">${runs[0]?.error}</p>
        <form method="post" action=${`${places.operator}/sources/${id}/confirm`}>
          <button class="outlined" type="submit">${words.confirm(name)}</button>
        </form>`,
    )
  })}
  ${table({
    caption: words.sources,
    columns: [
      ...[words.source, words.state].map((heading) => ({ heading })),
      { heading: words.measures, isFigure: true },
      ...[words.lastSuccess, words.newestRun].map((heading) => ({ heading })),
    ],
    rows: entries.map(({ source, measures, runs }) => {
      const freshness = freshnessOf(source, now)
      const [run] = runs
      return [
        source.definition.name,
        source.enabled ? chip(freshTones[freshness], words.freshness[freshness]) : chip('not', words.off),
        numberText(measures, language),
        source.lastSuccessAt === null ? words.never : moment(source.lastSuccessAt, language),
        run === undefined
          ? words.never
          : html`${words.runs[run.status]}, ${moment(run.startedAt, language)}${run.error === null ? null : html`<br /><span class="soft small" lang="en">${run.error}</span>`}`,
      ]
    }),
  })}`
}

type AccountsShown = { accounts: readonly Account[]; next: string | null; done: Done | null }

function accountsView({ accounts, next, done }: AccountsShown, language: Language): Html {
  const words = operatorWords[language]
  return html`${done === null ? null : html`<div role="status">${notice('calm', words[done], null)}</div>`}
    ${panel(
      null,
      table({
        caption: words.allAccounts,
        columns: [words.address, words.plan, words.planBy, words.made, ''].map((heading) => ({ heading })),
        rows: accounts.map(({ id, email, plan, planBy, createdAt }) => [
          html`<span class="whole">${email}</span><br /><code>${id}</code>`,
          plan === null ? words.noPlan : plans[plan].label,
          planBy === null ? '' : words.authorities[planBy],
          day(createdAt, language),
          html`<a href=${`${places.operator}/accounts/${id}`} aria-label=${`${words.change}: ${email}`}>${words.change}</a>`,
        ]),
      }),
    )}
    ${next === null ? null : html`<p><a href=${`${places.operator}/accounts?before=${next}`}>${words.older}</a></p>`}`
}

function accountView(account: Account, language: Language): Html {
  const words = operatorWords[language]
  const held = account.planBy === 'operator' ? (account.plan ?? 'none') : 'stripe'
  const option = (value: string, label: string): Html =>
    html`<option value=${value} selected=${value === held}>${label}</option>`
  return panel(
    words.givePlan,
    html`<p>${account.email} · <code>${account.id}</code></p>
      <form method="post" action=${`${places.operator}/accounts/${account.id}`}>
        <div class="field">
          <label for="plan">${words.plan}</label>
          <select id="plan" name="plan">
            ${option('stripe', words.asPaid)} ${option('none', words.noPlan)} ${planIds.map((plan) => option(plan, plans[plan].label))}
          </select>
        </div>
        <button class="filled" type="submit">${words.givePlan}</button>
      </form>`,
  )
}

function findingsView(findings: readonly Finding[], language: Language): Html {
  const words = operatorWords[language]
  return panel(
    null,
    table({
      caption: words.checkUp,
      columns: [words.finding, words.level, words.says].map((heading) => ({ heading })),
      rows: findings.map(({ check, level, message }) => [
        check,
        chip(levelTones[level], words.levels[level]),
        html`<span lang="en">${message}</span>`,
      ]),
    }),
  )
}
