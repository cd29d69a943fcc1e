/** A measure in a list: title, one sentence, three facts; amount or deadline at the right. */

import { doubtSaid } from '../../measures/reading-said.ts'
import type { ReadingDoubt } from '../../measures/record/checked.ts'
import type { CompactSubsidy } from '../../measures/record/record-schema.ts'
import { measureAddress } from '../../pages/address.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Instant } from '../../values/brussels.ts'
import type { ApplicantType, Language, TextLanguage } from '../../values/vocabularies.ts'
import { amountSaid } from './amount-said.ts'
import { whereSaid, whoSaid } from './who-said.ts'
import { deadlineSaid, statusChip } from './window-said.ts'

/** Letters of a summary in a list; what is longer ends at a word. */
const summaryMax = 220

/**
 * `served`: the languages in which title and summary are there, where that is known. `level`: of the heading, 2 where it is
 * not given; `applicants`: the kinds of applicants that were asked for; `doubt`: of its reading, where there is one.
 */
export type RowView = {
  language: Language
  now: Instant
  served?: ServedLanguages
  level?: 2 | 3
  applicants?: readonly ApplicantType[]
  doubt?: ReadingDoubt | null
}

export type ServedLanguages = { title: TextLanguage | null; summary: TextLanguage | null }

/** The `lang` of a text within a page in another language; null where it is the page's own. */
export function foreign(served: TextLanguage | null | undefined, language: Language): TextLanguage | null {
  return served === undefined || served === null || served === language ? null : served
}

/** The item of a `<ul class="measures">`. */
export function measureRow(
  row: CompactSubsidy,
  { language, now, served, level = 2, applicants, doubt }: RowView,
): Html {
  const amount = amountSaid(row.amount, row.instrument_type, language)
  const deadline = deadlineSaid(row.closes_at, language, now)
  const read = doubtSaid(doubt ?? null, language)
  return html`<li>
    <div>
      <${`h${level}`}><a href=${measureAddress(language, row.slug)} lang=${foreign(served?.title, language)}>${row.title}</a></${`h${level}`}>
      ${row.summary === null ? null : html`<p lang=${foreign(served?.summary, language)}>${shortened(row.summary)}</p>`}
      <ul class="row-facts">
        <li>${row.issuer.name}</li>
        <li>${whereSaid(row, language)}</li>
        <li>${whoSaid(row, language, applicants)}</li>
        ${read === null ? null : html`<li>${read}</li>`}
      </ul>
    </div>
    <div class="row-side">
      ${statusChip(row.status, row.closes_at, language, now)}
      ${amount === null ? null : html`<p class="row-figure">${amount.figure}</p>`}
      ${amount?.note == null ? null : html`<span class="row-note">${amount.note}</span>`}
      ${deadline === null ? null : html`<p class=${amount === null ? 'row-figure' : 'row-note'}>${deadline}</p>`}
    </div>
  </li>`
}

/** The beginning of a text, up to a word. */
export function shortened(text: string): string {
  if (text.length <= summaryMax) return text
  const cut = text.slice(0, summaryMax)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), summaryMax / 2)).replace(/[\s,;:.]+$/, '')} …`
}
