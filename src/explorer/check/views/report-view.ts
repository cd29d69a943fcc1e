/** The report: all that was told and all that follows, to be printed on A4. */

import { pageAddress } from '../../../pages/address.ts'
import { type Html, html } from '../../../pages/html.ts'
import { dayOf } from '../../../values/brussels.ts'
import { dayText } from '../../../values/figures.ts'
import type { Shown } from '../answering/answer-check.ts'
import { checkWords } from '../words/check-words.ts'
import { toldView } from './facts-view.ts'
import { againButton, againForm } from './form-view.ts'
import { measureVerdictView } from './measure-verdict-view.ts'
import { countsView, notesView, type ResultMeans, rowMeans } from './result-view.ts'
import { matchRow } from './row-view.ts'

export function reportView(shown: Shown, means: ResultMeans & { baseUrl: string }): Html {
  const { language, now, baseUrl } = means
  const words = checkWords[language]
  const { kept, token, judged } = shown
  const rows = { ...rowMeans(shown, means), printed: { baseUrl } }
  return html`<div class="report">
    <h1 tabindex="-1" data-focus="">${words.reportTitle}</h1>
    ${againForm({ kept, token, language })}
    <p>${words.reportOf(dayText(dayOf(now), language))} ${baseUrl}${pageAddress(language, 'check')}</p>
    <p><strong>${words.disclaimer}</strong></p>
    <div class="buttons">
      <button class="filled print-now" type="button" data-print="">${words.print}</button>
      ${againButton('results', words.toList, 'outlined')}
    </div>
    <p class="print-hint soft small">${words.printHint}</p>
    <h2>${words.told}</h2>
    ${toldView(shown, language)}
    ${judged.explained === null ? null : measureVerdictView(judged.explained, language)}
    <h2>${words.listTitle}</h2>
    ${countsView(shown, language)}
    <ul class="measures">${judged.matches.map((match) => matchRow(match, rows))}</ul>
    ${judged.ranked.length > judged.matches.length ? html`<p>${words.first(judged.matches.length)}</p>` : null}
    ${notesView(shown, language)}
  </div>`
}
