/** What a company could apply for, with one question at a time beside it. */
import { pageAddress } from '../../../pages/address.ts'
import { type Html, html } from '../../../pages/html.ts'
import { notice } from '../../../pages/parts/notice.ts'
import { languageNames } from '../../../pages/words/frame-words.ts'
import type { Instant } from '../../../values/brussels.ts'
import { numberText } from '../../../values/figures.ts'
import { type Language, languages } from '../../../values/vocabularies.ts'
import { rowsMost, type Shown } from '../answering/answer-check.ts'
import { movesBetween } from '../answering/moves.ts'
import { type CheckWords, checkWords } from '../words/check-words.ts'
import { answeredView, factsView } from './facts-view.ts'
import { actionOf, againButton, againForm, languageButton } from './form-view.ts'
import { measureVerdictView } from './measure-verdict-view.ts'
import { questionView } from './question-view.ts'
import { matchRow, type RowMeans } from './row-view.ts'

export type ResultMeans = { language: Language; now: Instant }

export function resultView(shown: Shown, means: ResultMeans): Html {
  const { language } = means
  const words = checkWords[language]
  const { kept, token, judged, screen } = shown
  return html`${screen === undefined ? html`<h1 tabindex="-1">${words.resultsTitle}</h1>` : null}
    ${againForm({ kept, token, language, screen })}
    ${shown.isRenewed ? notice('calm', words.renewedTitle, html`<p>${words.renewedWhy}</p>`) : null}
    <div class="asking">
      <div class="asked">
        <h2 class="unseen">${words.told}</h2>
        ${factsView(shown, language)}
        ${judged.question === null ? html`<section class="question"><p>${words.nothingLeft}</p></section>` : questionView(shown, judged.question, language)}
        ${answeredView(shown, language)}
        <p class="small">${againButton('report', words.report)} · <a href=${actionOf({ language, screen })}>${words.startAgain}</a></p>
        ${screen === undefined ? languagesView(language) : null}
      </div>
      <div class="results">${listView(shown, means)}</div>
    </div>`
}

function languagesView(language: Language): Html {
  return html`<p class="small soft">${checkWords[language].inLanguage} ${languages
    .filter((one) => one !== language)
    .map((one, place) => html`<span>${place === 0 ? '' : ' · '}${languageButton(one, languageNames[one])}</span>`)}</p>`
}

type Figures = { likely: number; possibly: number; look: number; refused: number; elsewhere: number }

/** What is about another subject stands among those to look at, in the answer; here it is told with what is left out. */
function figuresOf({ judged }: Shown): Figures {
  const { counts, other_topic: elsewhere } = judged.answer
  return {
    likely: counts.likely_eligible,
    possibly: counts.possibly_eligible,
    look: counts.needs_review - elsewhere,
    refused: counts.not_eligible,
    elsewhere,
  }
}

export function countsView(shown: Shown, language: Language): Html {
  const words = checkWords[language]
  const { likely, possibly, look, refused, elsewhere } = figuresOf(shown)
  const figure = (count: number) => numberText(count, language)
  const reasons = words
    .whyOut(figure(refused), figure(elsewhere))
    .filter((_, place) => (place === 0 ? refused : elsewhere) > 0)
  return html`<ul class="counts">
      <li><strong>${figure(likely)}</strong> ${words.countLikely(likely)}</li>
      <li><strong>${figure(possibly)}</strong> ${words.countPossibly(possibly)}</li>
      <li><strong>${figure(look)}</strong> ${words.countLook(look)}</li>
    </ul>
    ${
      reasons.length === 0
        ? null
        : html`<details class="out"><summary>${words.out(figure(refused + elsewhere))} · ${words.why}</summary><ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul></details>`
    }`
}

/** What the answer did, in a sentence or two; empty where it did nothing, or there was none. */
function doneBy({ judged }: Shown, moved: number, words: CheckWords): string {
  if (judged.before === null) return ''
  const out = judged.answer.counts.not_eligible - judged.before.counts.not_eligible
  const said = [out > 0 ? words.leftOut(out) : out < 0 ? words.backIn(-out) : '', moved === 0 ? '' : words.moved(moved)]
  return said.filter((one) => one !== '').join(' ')
}

export function rowMeans({ judged }: Shown, { language, now }: ResultMeans): RowMeans {
  return {
    language,
    now,
    moves: judged.before === null ? new Map() : movesBetween(judged.before.ranked, judged.ranked),
    titles: new Map(judged.matches.map(({ match }) => [match.subsidy.id, match.subsidy.title])),
  }
}

function listView(shown: Shown, means: ResultMeans): Html {
  const { language } = means
  const words = checkWords[language]
  const { judged, kept } = shown
  const rows = rowMeans(shown, means)
  const moved = judged.matches.filter(({ match }) => rows.moves.has(match.subsidy.id))
  const said = doneBy(shown, moved.length, words)
  const isMore = judged.ranked.length > judged.matches.length
  return html`<div>
    ${judged.explained !== null ? measureVerdictView(judged.explained, language) : kept.measure === null ? null : html`<p class="soft">${words.measureGone}</p>`}
    <h2 class="unseen">${words.listTitle}</h2>
    ${countsView(shown, language)}
    <p class="done" data-said="">${said}</p>
    ${
      judged.matches.length === 0
        ? notice(
            'calm',
            words.nothing,
            html`<p>${words.nothingWhy} <a href=${pageAddress(language, 'search')}>→</a></p>`,
          )
        : html`<ul class="measures">${judged.matches.map((match) => matchRow(match, rows))}</ul>`
    }
    ${isMore ? html`<p class="pages">${againButton('more', words.more(Math.min(rowsMost, judged.ranked.length)), 'outlined')}</p>` : null}
    ${notesView(shown, language)}
  </div>`
}

/** What was taken for granted, whose texts these are, and who decides. */
export function notesView({ judged }: Shown, language: Language): Html {
  const words = checkWords[language]
  return html`<div class="notes small soft">
    <p>${words.disclaimer}</p>
    ${judged.warnings.length === 0 ? null : html`<p>${words.assumed}</p><ul>${judged.warnings.map(({ message }) => html`<li>${message}</li>`)}</ul>`}
    ${judged.attribution.length === 0 ? null : html`<details><summary>${words.sources}</summary><ul>${judged.attribution.map((line) => html`<li>${line}</li>`)}</ul></details>`}
  </div>`
}
