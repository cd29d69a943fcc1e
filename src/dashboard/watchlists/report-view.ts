/** The report on one client, to be printed: the day, the facts, what comes into question and why, and who decides. */

import type { Shown } from '../../explorer/check/answering/answer-check.ts'
import { toldView } from '../../explorer/check/views/facts-view.ts'
import { countsView, matchRow, notesView, rowMeans } from '../../explorer/check/views/result-view.ts'
import { checkWords } from '../../explorer/check/words/check-words.ts'
import { type Html, html } from '../../pages/html.ts'
import { dayOf, type Instant } from '../../values/brussels.ts'
import { dayText } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'
import { listWords } from './words.ts'

export type ClientReport = {
  language: Language
  now: Instant
  baseUrl: string
  /** Where they go back to, and what that is called. */
  back: { path: string; text: string }
  shown: Shown
  /** What is known of the client, and from where; null: it is on no list. */
  known: Html | null
}

export function clientReportView({ language, now, baseUrl, back, shown, known }: ClientReport): Html {
  const [words, told] = [listWords[language], checkWords[language]]
  const { judged } = shown
  const rows = { ...rowMeans(shown, { language, now }), printed: { baseUrl } }
  return html`<div class="report" lang=${language}>
    <h2>${words.reportTitle}</h2>
    <p>${words.reportOf(dayText(dayOf(now), language))} ${baseUrl}</p>
    <p><strong>${told.disclaimer}</strong></p>
    <div class="buttons">
      <button class="filled print-now" type="button" data-print="">${words.print}</button>
      <a class="outlined" href=${back.path}>${back.text}</a>
    </div>
    <p class="print-hint soft small">${told.printHint}</p>
    <h2>${told.told}</h2>
    ${toldView(shown, language)}
    ${known}
    <h2>${told.listTitle}</h2>
    ${countsView(shown, language)}
    ${judged.matches.length === 0 ? html`<p>${words.noMatches}</p>` : html`<ul class="measures">${judged.matches.map((match) => matchRow(match, rows))}</ul>`}
    ${judged.ranked.length > judged.matches.length ? html`<p>${told.first(judged.matches.length)}</p>` : null}
    ${notesView(shown, language)}
  </div>`
}
