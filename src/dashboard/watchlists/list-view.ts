/** One watchlist: its companies, what has changed for them, and its settings. */
import { plans } from '../../accounts/plans.ts'
import { type DigestChoice, digestChoices } from '../../digests/every.ts'
import type { CompanyInput } from '../../matching/request/request-schema.ts'
import { queryText } from '../../pages/address.ts'
import { type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { languageNames } from '../../pages/words/frame-words.ts'
import { deadlineText, eurosText, numberText, tenthsText } from '../../values/figures.ts'
import { matchStatusLabels } from '../../values/labels.ts'
import { type Language, languages, type MatchStatus, type PlanId, severities } from '../../values/vocabularies.ts'
import type { UntoldCounts } from '../../watchlists/chosen-establishments.ts'
import { csvText } from '../../watchlists/file/csv-text.ts'
import type { KeptInput } from '../../watchlists/kept-facts.ts'
import type { KnownCompany } from '../../watchlists/known-companies.ts'
import type { ShownWatchlist } from '../../watchlists/lists.ts'
import { momentOf, panel } from '../frame/parts.ts'
import { places } from '../frame/places.ts'
import { searchWords } from '../searches/words.ts'
import { knownCell } from './known-view.ts'
import type { LatelyEvent } from './lately.ts'
import { numberWords } from './number-words.ts'
import { numbersForm, numbersPath } from './numbers-view.ts'
import { listWords } from './words.ts'

/** A match as the API answers it, as far as it is shown. */
export type ListedMatch = {
  company_reference: string
  subsidy: { id: string; slug: string; title: string; status: string; closes_at: string | null; url: string | null }
  status: MatchStatus
  score: number
  indicative_amount: { min: number | null; max: number | null } | null
}

type MatchesShown = {
  language: Language
  listId: string
  /** Null: of all. */
  company: string | null
  matches: readonly ListedMatch[]
  hasMore: boolean
  disclaimer: string
}

export function matchesView({ language, listId, company, matches, hasMore, disclaimer }: MatchesShown): Html {
  const words = listWords[language]
  const path = listPath(listId)
  if (matches.length === 0)
    return html`${notice('calm', words.noMatches, null)}<p><a href=${path}>${words.toList}</a></p>`
  return html`<p>${disclaimer}</p>
    <div class="buttons">
      ${company === null ? null : html`<a class="outlined" href=${`${path}/report${queryText({ reference: company })}`}>${words.report}</a>`}
      <a class="outlined" href=${`${path}/matches.csv${queryText({ company })}`}>${words.csv}</a>
      <a class="plain" href=${path}>${words.toList}</a>
    </div>
    ${panel(
      null,
      html`${table({
        caption: words.matchesTitle,
        columns: [
          ...(company === null ? [{ heading: words.reference }] : []),
          { heading: words.measure },
          { heading: words.standing },
          { heading: words.score, isFigure: true },
          { heading: words.deadline },
          { heading: words.amount, isFigure: true },
        ],
        rows: matches.map(({ company_reference: reference, subsidy, status, score, indicative_amount: amount }) => [
          ...(company === null ? [html`<a href=${`${path}/report${queryText({ reference })}`}>${reference}</a>`] : []),
          html`<a href=${`/${language}/measures/${encodeURIComponent(subsidy.slug)}`}>${subsidy.title}</a>`,
          matchStatusLabels[status][language],
          tenthsText(score, language),
          subsidy.closes_at === null ? '' : deadlineText(subsidy.closes_at, language),
          amountSaid(amount, language),
        ]),
      })}
      ${hasMore ? html`<p class="soft">${words.first(numberText(matches.length, language))}</p>` : null}`,
    )}
    <p>${company === null ? null : html`<a href=${`${path}/matches`}>${words.allCompanies}</a> · `}<a href=${path}>${words.toList}</a></p>`
}

function amountSaid(amount: ListedMatch['indicative_amount'], language: Language): string {
  const ends = [amount?.min ?? null, amount?.max ?? null].filter((end) => end !== null)
  return [...new Set(ends)].map((end) => eurosText(end, language)).join(' – ')
}

/** One row a match; figures as spreadsheets read them. */
export function matchesCsv(matches: readonly ListedMatch[], language: Language): string {
  const words = listWords[language]
  const plain = (value: number | null | undefined): string =>
    value === null || value === undefined ? '' : language === 'en' ? String(value) : String(value).replace('.', ',')
  const header = [
    words.reference,
    words.measure,
    'id',
    words.standing,
    words.score,
    words.deadline,
    `${words.amount} (min)`,
    `${words.amount} (max)`,
    'url',
  ]
  return csvText([
    header,
    ...matches.map(({ company_reference: reference, subsidy, status, score, indicative_amount: amount }) => [
      ...[reference, subsidy.title, subsidy.id, matchStatusLabels[status][language], plain(score)],
      ...[subsidy.closes_at ?? '', plain(amount?.min), plain(amount?.max), subsidy.url ?? ''],
    ]),
  ])
}

/** Watchlists as a table, and the form that makes one. */
export function listPath(id: string): string {
  return `${places.watchlists}/${id}`
}

export type ListsShown = {
  language: Language
  plan: PlanId
  lists: readonly ShownWatchlist[]
  name: string
  fault: 'name' | 'full' | null
  isRemoved: boolean
}

export function listsView(shown: ListsShown): Html {
  const { language, plan, lists, isRemoved } = shown
  const words = listWords[language]
  const held = lists.reduce((sum, { companies }) => sum + companies, 0)
  const allowed = plans[plan].watchlistCompanies
  return html`<p class="lead">${words.lead}</p>
    ${isRemoved ? html`<div role="status">${notice('calm', words.removedList, null)}</div>` : null}
    ${panel(
      null,
      lists.length === 0
        ? notice('calm', words.none, html`<p>${words.noneNext}</p>`)
        : html`${table({
            caption: words.table,
            columns: [
              { heading: words.name },
              { heading: words.language },
              { heading: words.companies, isFigure: true },
              { heading: words.updated },
            ],
            rows: lists.map((list) => [
              html`<a href=${listPath(list.id)}>${list.name}</a>`,
              languageNames[list.language],
              numberText(list.companies, language),
              momentOf(list.updated_at, language),
            ]),
          })}
            <p class="soft">${words.held(numberText(held, language), allowed === null ? null : numberText(allowed, language))}</p>`,
    )}
    ${panel(words.make, newListForm(shown))}`
}

function newListForm({ language, name, fault }: ListsShown): Html {
  const words = listWords[language]
  const said = fault === null ? null : fault === 'name' ? words.nameFault : words.fullFault
  return html`<form method="post" action=${places.watchlists}>
    ${said === null ? null : html`<div role="alert">${notice('bad', said, null)}</div>`}
    <div class="field">
      <label for="name">${words.name}</label>
      <p class="hint" id="name-hint">${words.nameHint}</p>
      <input id="name" name="name" type="text" maxlength="200" required value=${name} aria-describedby="name-hint" aria-invalid=${fault === 'name' ? 'true' : null} />
    </div>
    ${languageField(language, language)}
    <button class="filled" type="submit">${words.make}</button>
  </form>`
}

/** Of the texts of its matches, and of its digest. */
function languageField(chosen: Language, language: Language): Html {
  return html`<div class="field">
    <label for="language">${listWords[language].language}</label>
    <select id="language" name="language">
      ${languages.map((one) => html`<option value=${one} selected=${one === chosen}>${languageNames[one]}</option>`)}
    </select>
  </div>`
}

/** A company as the API answers it, as far as it is shown. */
export type ListedCompany = KeptInput & {
  reference: string
  company: CompanyInput
  updated_at: string
}

export type Said = { kind: 'calm' | 'bad'; text: string }

type ListShown = {
  language: Language
  list: ShownWatchlist
  companies: readonly (ListedCompany & { known: KnownCompany | null })[]
  /** What the numbers of the list leave to be told; null: it is too long to be counted. */
  untold: UntoldCounts | null
  /** Of the page after this one; null: it is the last. */
  next: string | null
  isFirst: boolean
  lately: readonly LatelyEvent[]
  latelyDays: number
  digest: DigestChoice
  /** Whether the account's address is one that mail goes to. */
  isVerified: boolean
  said: Said | null
}

export function listView(shown: ListShown): Html {
  const { language, list, said } = shown
  const words = listWords[language]
  const path = listPath(list.id)
  return html`${said === null ? null : html`<div role=${said.kind === 'bad' ? 'alert' : 'status'}>${notice(said.kind, said.text, null)}</div>`}
    <div class="buttons">
      <a class=${list.companies === 0 ? 'outlined' : 'filled'} href=${`${path}/file`}>${words.upload}</a>
      ${list.companies === 0 ? null : html`<a class="outlined" href=${numbersPath(path)}>${numberWords[language].toNumbers}</a>`}
      ${list.companies === 0 ? null : html`<a class="outlined" href=${`${path}/matches`}>${words.matches}</a>`}
    </div>
    ${panel(words.companiesTitle, companiesView(shown))}
    ${panel(words.latelyTitle, latelyView(shown))}
    ${panel(words.settings, settingsForm(shown))}
    <p><a class="plain" href=${`${path}/delete`}>${words.remove}</a></p>`
}

function companiesView({ language, list, companies, next, isFirst, untold }: ListShown): Html {
  const words = listWords[language]
  const path = listPath(list.id)
  if (companies.length === 0 && isFirst)
    return html`${notice('calm', words.noCompanies, html`<p>${words.noCompaniesNext}</p>`)}${numbersForm({ language, path, text: '', fault: null, button: 'filled' })}`
  const link = (to: string, reference: string, text: string): Html =>
    html`<a href=${`${path}/${to}${queryText({ reference })}`} aria-label=${`${text}: ${reference}`}>${text}</a>`
  // Without a company that is looked up there is nothing to be said of numbers.
  const hasNumbers = companies.some(({ known }) => known !== null)
  return html`${untoldView(untold, path, language)}${table({
    caption: words.companiesTitle,
    columns: [
      { heading: words.reference },
      { heading: words.place },
      { heading: words.activity },
      { heading: words.staff, isFigure: true },
      ...(hasNumbers ? [{ heading: numberWords[language].known }] : []),
      { heading: words.updated },
      { heading: '' },
      { heading: '' },
    ],
    rows: companies.map(({ reference, company, updated_at, known }) => [
      html`<a href=${`${path}/matches${queryText({ company: reference })}`}>${reference}</a>`,
      company.postcode ?? '',
      (company.nace ?? []).join(', '),
      typeof company.employees === 'number' ? numberText(company.employees, language) : '',
      ...(hasNumbers ? [knownCell(known, language)] : []),
      momentOf(updated_at, language),
      link('report', reference, words.report),
      link('remove', reference, words.takeOff),
    ]),
  })}
  ${
    isFirst && next === null
      ? null
      : html`<p class="pages">
          ${isFirst ? null : html`<a class="plain" href=${path}>${words.firstPage}</a>`}
          ${next === null ? null : html`<a class="outlined" href=${`${path}${queryText({ cursor: next })}`}>${words.nextPage}</a>`}
        </p>`
  }`
}

/** How many companies of the list their numbers leave something to be told of. */
function untoldView(untold: UntoldCounts | null, path: string, language: Language): Html | null {
  const words = numberWords[language]
  const said = [
    [untold?.several_places ?? 0, words.several, html`<a href=${`${path}/establishments`}>${words.toPlace}</a>`],
    [untold?.not_in_register ?? 0, words.absent, words.absentHow],
    [untold?.not_active ?? 0, words.inactive, words.inactiveHow],
  ] as const
  const some = said.filter(([count]) => count > 0)
  return some.length === 0
    ? null
    : html`<ul>${some.map(([count, text, how]) => html`<li>${text(numberText(count, language))}. ${how}</li>`)}</ul>`
}

function latelyView({ language, list, lately, latelyDays }: ListShown): Html {
  const words = listWords[language]
  if (lately.length === 0) return html`<p class="soft">${words.nothingLately}</p>`
  return html`<p class="soft">${words.lately(latelyDays)}</p>
    <ul>
      ${lately.map(
        ({ at, event, reference, title, slug }) =>
          html`<li>${momentOf(at, language)} · <a href=${`${listPath(list.id)}/matches${queryText({ company: reference })}`}>${reference}</a> ${words.match[event]} · <a href=${`/${language}/measures/${encodeURIComponent(slug)}`} lang=${title.language === language ? null : title.language}>${title.text}</a></li>`,
      )}
    </ul>`
}

function settingsForm({ language, list, digest, isVerified }: ListShown): Html {
  const words = listWords[language]
  return html`<form method="post" action=${listPath(list.id)}>
    <div class="field">
      <label for="name">${words.name}</label>
      <input id="name" name="name" type="text" maxlength="200" required value=${list.name} />
    </div>
    ${languageField(list.language, language)}
    <div class="field">
      <label for="severity">${words.severity}</label>
      <select id="severity" name="min_severity">
        ${severities.map((one) => html`<option value=${one} selected=${one === list.min_severity}>${words.severities[one]}</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="digest">${words.digest}</label>
      <p class="hint" id="digest-hint">${words.digestHint}</p>
      <select id="digest" name="digest" aria-describedby="digest-hint">
        ${digestChoices.map((one) => html`<option value=${one} selected=${one === digest}>${words.digests[one]}</option>`)}
      </select>
      ${isVerified ? null : notice('look', searchWords[language].unverified, null)}
    </div>
    <button class="outlined" type="submit">${words.save}</button>
  </form>`
}

/** Asks before a list is deleted, by its name. */
export function removeListView(list: ShownWatchlist, isWrong: boolean, language: Language): Html {
  const words = listWords[language]
  const path = listPath(list.id)
  return panel(
    null,
    html`<p>${words.removeWhy}</p>
      <form method="post" action=${`${path}/delete`}>
        <div class="field">
          <label for="typed">${words.typeName(list.name)}</label>
          <input id="typed" name="typed" type="text" autocomplete="off" required aria-invalid=${isWrong ? 'true' : null} aria-describedby=${isWrong ? 'typed-fault' : null} />
          ${isWrong ? html`<p class="fault" id="typed-fault" role="alert">${words.typed}</p>` : null}
        </div>
        <div class="buttons">
          <button class="outlined destructive" type="submit">${words.removeNow}</button>
          <a class="plain" href=${path}>${words.keep}</a>
        </div>
      </form>`,
  )
}

/** Asks before a company is taken off. */
export function removeCompanyView(listId: string, reference: string, language: Language): Html {
  const words = listWords[language]
  const path = listPath(listId)
  return panel(
    null,
    html`<p>${words.offWhy}</p>
      <form method="post" action=${`${path}/remove`}>
        <input type="hidden" name="reference" value=${reference} />
        <div class="buttons">
          <button class="outlined destructive" type="submit">${words.offNow}</button>
          <a class="plain" href=${path}>${words.keep}</a>
        </div>
      </form>`,
  )
}
