/** The operator's pages: sources with their runs, what waits, accounts with their plans, findings of the check-up. */
import type { Account } from '../../accounts/account.ts'
import { plans } from '../../accounts/plans.ts'
import type { Finding } from '../../health/finding.ts'
import { type Children, type Html, html } from '../../pages/html.ts'
import { chip, type Tone } from '../../pages/parts/chip.ts'
import { headFacts } from '../../pages/parts/facts.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { freshnessOf, type SourceEntry } from '../../sources/source/source.ts'
import type { Instant } from '../../values/brussels.ts'
import { numberText } from '../../values/figures.ts'
import { type Language, planIds } from '../../values/vocabularies.ts'
import { day, moment, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import type { Overview, Waiting } from './oversight.ts'
import { operatorWords } from './words.ts'

const freshTones = { fresh: 'likely', stale: 'look', failing: 'bad', never: 'not' } as const
const levelTones: Record<Finding['level'], Tone> = { ok: 'likely', advice: 'possibly', warning: 'look', fault: 'bad' }
/** Figures are counted up to here. */
const countMax = 10_000

/** What was just done, by an action that led back here. */
export const doneWords = ['confirmed', 'goingOn', 'notConfirmed', 'given'] as const
export type Done = (typeof doneWords)[number]

export function overviewView(shown: Overview, language: Language, now: Instant, done: Done | null): Html {
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

export type AccountsShown = { accounts: readonly Account[]; next: string | null; done: Done | null }

export function accountsView({ accounts, next, done }: AccountsShown, language: Language): Html {
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

export function accountView(account: Account, language: Language): Html {
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

export function findingsView(findings: readonly Finding[], language: Language): Html {
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
