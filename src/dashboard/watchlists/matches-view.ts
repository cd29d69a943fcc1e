/** Current matches of the companies of a list: as a table, and as a file for spreadsheets. */
import { queryText } from '../../pages/address.ts'
import { type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { deadlineText, eurosText, numberText, tenthsText } from '../../values/figures.ts'
import { matchStatusLabels } from '../../values/labels.ts'
import type { Language, MatchStatus } from '../../values/vocabularies.ts'
import { csvText } from '../../watchlists/file/csv-text.ts'
import { panel } from '../frame/parts.ts'
import { listPath } from './list-view.ts'
import { listWords } from './words.ts'

/** A match as the API answers it, as far as it is shown. */
export type ListedMatch = {
  company_reference: string
  subsidy: { id: string; slug: string; title: string; status: string; closes_at: string | null; url: string | null }
  status: MatchStatus
  score: number
  indicative_amount: { min: number | null; max: number | null } | null
}

export type MatchesShown = {
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
