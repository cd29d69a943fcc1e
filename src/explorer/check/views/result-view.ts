/** What a company could apply for, with one question at a time beside it. */

import type { Match, MatchedRule, OpenCondition } from '../../../matching/words/answer-schema.ts'
import { doubtSaid } from '../../../measures/reading-said.ts'
import type { BriefSubsidy, CompactSubsidy } from '../../../measures/record/record-schema.ts'
import { measureAddress, pageAddress } from '../../../pages/address.ts'
import { type Html, html, unbroken } from '../../../pages/html.ts'
import { chip } from '../../../pages/parts/chip.ts'
import { notice } from '../../../pages/parts/notice.ts'
import { languageNames } from '../../../pages/words/frame-words.ts'
import type { Instant } from '../../../values/brussels.ts'
import { numberText } from '../../../values/figures.ts'
import { type ConditionKind, type Language, languages } from '../../../values/vocabularies.ts'
import { type AmountSaid, amountSaid } from '../../said/amount-said.ts'
import { foreign } from '../../said/measure-row.ts'
import { deadlineSaid, statusChip } from '../../said/window-said.ts'
import { rowsMost, type Shown } from '../answering/answer-check.ts'
import { type Move, movesBetween, type ShownMatch, type TextLanguages } from '../answering/judged.ts'
import type { AskedNumber } from '../answering/looking.ts'
import { type CheckWords, checkWords } from '../words/check-words.ts'
import { answeredView, factsView } from './facts-view.ts'
import { actionOf, againButton, againForm, languageButton } from './form-view.ts'
import { questionView } from './question-view.ts'
import { registerView } from './register-view.ts'
import { ruleItem, ruleSaid } from './rule-view.ts'

/** The one measure for which somebody came: how it stands, rule by rule. */
export function measureVerdictView(
  { match, served, doubt }: ShownMatch<CompactSubsidy>,
  shown: Shown,
  language: Language,
): Html {
  const words = checkWords[language]
  const read = doubtSaid(doubt, language)
  const { subsidy } = match
  const amount = amountOf(match, language)
  const open = match.unevaluated_conditions.filter(({ answer }) => answer === null)
  const toConfirm = open.filter(({ kind }) => kind === 'eligibility')
  const judged = open.filter(({ kind }) => kind === 'assessment')
  const standing = open.filter(({ kind }) => kind === 'standing')
  return html`<section class="this-measure" aria-labelledby="this-measure">
    <p class="soft small">${words.thisMeasure}</p>
    <h2 id="this-measure"><a href=${measureAddress(language, subsidy.slug)} lang=${foreign(served.title, language)}>${unbroken(subsidy.title)}</a></h2>
    <p>${statusSaid(match, language)} ${amount === null ? null : html`<strong class="numbers">${amount.figure}</strong>`} ${amount?.note ?? ''}</p>
    <p>${unbroken(match.reason)}</p>
    ${read === null ? null : html`<p class="small soft">${read}</p>`}
    ${match.rules.length === 0 ? null : html`<details open><summary>${words.rules}</summary><ul class="conditions">${match.rules.map((rule) => ruleItem(rule, shown, language))}</ul></details>`}
    ${toConfirm.length === 0 ? null : html`<p class="part">${words.toConfirm(toConfirm.length)}</p><ul>${conditionList(toConfirm, served, language)}</ul>`}
    ${judged.length === 0 ? null : html`<p class="part">${words.judges}</p><ul>${conditionList(judged, served, language)}</ul>`}
    ${standing.length === 0 ? null : html`<p class="part">${words.checkedThere}</p><ul>${conditionList(standing, served, language)}</ul>`}
  </section>`
}

type AnyMatch = Match<
  Pick<BriefSubsidy, 'id' | 'slug' | 'title' | 'status' | 'instrument_type' | 'amount' | 'closes_at'>
>

type RowMeans = {
  /** The company that all rows are judged for. */
  shown: Shown
  language: Language
  now: Instant
  moves: ReadonlyMap<string, Move>
  /** Titles of the matches that are shown, by id: of those that a row shuts out. */
  titles: ReadonlyMap<string, string>
  /** On paper nothing is folded, and the address stands in full. */
  printed?: { baseUrl: string }
}

function statusSaid(match: Pick<AnyMatch, 'status' | 'questions'>, language: Language): Html {
  const words = checkWords[language]
  switch (match.status) {
    case 'likely_eligible':
      return chip('likely', words.likely)
    case 'possibly_eligible':
      return chip('possibly', words.possibly(match.questions.length))
    case 'needs_review':
      return chip('look', words.look)
    case 'not_eligible':
      return chip('not', words.not)
  }
}

function moveSaid(move: Move | undefined, language: Language): Html | null {
  if (move === undefined) return null
  const words = checkWords[language]
  if (move.kind === 'new') return html`<span class="moved">● ${words.isNew}</span>`
  const isUp = move.kind === 'up'
  return html`<span class=${isUp ? 'moved' : 'moved down'}><span aria-hidden="true">${isUp ? '▲' : '▼'}</span> ${isUp ? words.up(move.places) : words.down(move.places)}</span>`
}

/** What it may come to for this company; where nothing follows for it, what the measure says of everybody. */
function amountOf(match: AnyMatch, language: Language): AmountSaid | null {
  const { indicative_amount: own, subsidy } = match
  if (match.status === 'not_eligible') return null
  if (own === null || (own.min === null && own.max === null))
    return amountSaid(subsidy.amount, subsidy.instrument_type, language)
  const { min, max, basis, per } = own
  return amountSaid({ min, max, rate_max: null, basis, per }, subsidy.instrument_type, language)
}

function conditionsOf(match: AnyMatch, kinds: readonly ConditionKind[]): OpenCondition[] {
  return match.unevaluated_conditions.filter(({ kind, answer }) => kinds.includes(kind) && answer === null)
}

/** Rules on which something is still to be said. */
function openRules(match: AnyMatch): MatchedRule[] {
  return match.rules.filter(({ outcome }) => outcome !== 'pass')
}

function conditionList(conditions: readonly OpenCondition[], served: TextLanguages, language: Language): Html[] {
  return conditions.map(
    ({ id, text }) =>
      html`<li lang=${text === null ? null : foreign(served.conditions.get(id), language)}>${text ?? checkWords[language].withheld}</li>` as Html,
  )
}

type Part = { title: string; items: readonly Html[] }

/** What there is to say beyond the sentence, the first what is still to be done. */
function partsOf({ match, served }: ShownMatch, { language, titles, shown }: RowMeans): Part[] {
  const words = checkWords[language]
  const plain = (texts: readonly string[]): Html[] => texts.map((text) => html`<li>${unbroken(text)}</li>`)
  const conditions = (kind: ConditionKind): Html[] => conditionList(conditionsOf(match, [kind]), served, language)
  const toConfirm = [
    ...plain(openRules(match).map((rule) => ruleSaid(rule, shown, language))),
    ...conditions('eligibility'),
  ]
  const explanation = match.indicative_amount?.explanation
  const parts = [
    { title: words.toConfirm(toConfirm.length), items: toConfirm },
    { title: words.judges, items: conditions('assessment') },
    { title: words.checkedThere, items: conditions('standing') },
    { title: words.notTogether, items: plain(match.excludes.flatMap((id) => titles.get(id) ?? [])) },
    { title: words.amountWhy, items: plain(explanation === undefined ? [] : [explanation]) },
  ]
  return parts.filter(({ items }) => items.length > 0)
}

function partView({ title, items }: Part): Html {
  return html`<p class="part">${title}</p><ul>${items}</ul>`
}

/** Folded under the title of the first part; on paper all of it. */
function detailsView(parts: readonly Part[], isPrinted: boolean): Html | null {
  const [first, ...others] = parts
  if (first === undefined) return null
  if (isPrinted) return html`<div>${parts.map(partView)}</div>`
  return html`<details class="row-more">
    <summary>${first.title}</summary>
    <ul>${first.items}</ul>
    ${others.map(partView)}
  </details>`
}

/** The item of a `<ul class="measures">`. */
export function matchRow(shown: ShownMatch, means: RowMeans): Html {
  const { match, served } = shown
  const { language, now, moves, printed } = means
  const { subsidy } = match
  const amount = amountOf(match, language)
  const deadline = deadlineSaid(subsidy.closes_at, language, now)
  const address = measureAddress(language, subsidy.slug)
  const read = doubtSaid(shown.doubt, language)
  return html`<li>
    <div>
      <p class="standing">${statusSaid(match, language)} ${moveSaid(moves.get(subsidy.id), language)}</p>
      <h3><a href=${address} lang=${foreign(served.title, language)}>${unbroken(subsidy.title)}</a></h3>
      <p>${unbroken(match.reason)}</p>
      ${read === null ? null : html`<p class="small soft">${read}</p>`}
      ${detailsView(partsOf(shown, means), printed !== undefined)}
      ${printed === undefined ? null : html`<p class="small soft">${printed.baseUrl}${address}</p>`}
    </div>
    <div class="row-side">
      ${amount === null ? null : html`<p class="row-figure">${amount.figure}</p>`}
      ${amount?.note == null ? null : html`<p class="row-note">${amount.note}</p>`}
      ${statusChip(subsidy.status, subsidy.closes_at, language, now)}
      ${deadline === null ? null : html`<p class="row-note">${deadline}</p>`}
    </div>
  </li>`
}

export type ResultMeans = { language: Language; now: Instant }

export function resultView(shown: Shown, means: ResultMeans): Html {
  const { language } = means
  const words = checkWords[language]
  const { kept, token, judged, screen } = shown
  return html`${screen === undefined ? html`<h1 tabindex="-1">${words.resultsTitle}</h1>` : null}
    ${againForm({ kept, token, language, screen })}
    ${shown.isRenewed ? notice('calm', words.renewedTitle, html`<p>${words.renewedWhy}</p>`) : null}
    ${registerView(shown, language)}
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

export function rowMeans(shown: Shown, { language, now }: ResultMeans): RowMeans {
  const { judged } = shown
  return {
    shown,
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
    ${judged.explained !== null ? measureVerdictView(judged.explained, shown, language) : kept.measure === null ? null : html`<p class="soft">${words.measureGone}</p>`}
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

/** What stands above of a number, by the codes that warn of it. Of an enterprise that was found it is said there, of its establishment not. */
function isSaidAbove(code: string, { standing }: AskedNumber): boolean {
  return code === 'company_not_active' || (code === 'company_not_in_register' && standing !== 'found')
}

/** What was taken for granted, whose texts these are, and who decides. */
export function notesView({ judged, asked }: Shown, language: Language): Html {
  const words = checkWords[language]
  // What came of a number stands above, with what to do next.
  const warnings = judged.warnings.filter(({ code }) => asked == null || !isSaidAbove(code, asked))
  return html`<div class="notes small soft">
    <p>${words.disclaimer}</p>
    ${warnings.length === 0 ? null : html`<p>${words.assumed}</p><ul>${warnings.map(({ message }) => html`<li>${message}</li>`)}</ul>`}
    ${judged.attribution.length === 0 ? null : html`<details><summary>${words.sources}</summary><ul>${judged.attribution.map((line) => html`<li>${line}</li>`)}</ul></details>`}
  </div>`
}
