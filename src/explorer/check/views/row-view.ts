/** A match in the list: how it stands, why, what it may come to, and what is still to be confirmed. */

import type { Match, MatchedRule, OpenCondition } from '../../../matching/words/answer-schema.ts'
import type { BriefSubsidy } from '../../../measures/record/record-schema.ts'
import { measureAddress } from '../../../pages/address.ts'
import { type Html, html } from '../../../pages/html.ts'
import { chip } from '../../../pages/parts/chip.ts'
import { unbroken } from '../../../pages/unbroken.ts'
import type { Instant } from '../../../values/brussels.ts'
import type { ConditionKind, Language } from '../../../values/vocabularies.ts'
import { type AmountSaid, amountSaid } from '../../said/amount-said.ts'
import { foreign } from '../../said/measure-row.ts'
import { deadlineSaid, statusChip } from '../../said/window-said.ts'
import type { ShownMatch, TextLanguages } from '../answering/judged.ts'
import type { Move } from '../answering/moves.ts'
import { checkWords } from '../words/check-words.ts'

type AnyMatch = Match<
  Pick<BriefSubsidy, 'id' | 'slug' | 'title' | 'status' | 'instrument_type' | 'amount' | 'closes_at'>
>

export type RowMeans = {
  language: Language
  now: Instant
  moves: ReadonlyMap<string, Move>
  /** Titles of the matches that are shown, by id: of those that a row shuts out. */
  titles: ReadonlyMap<string, string>
  /** On paper nothing is folded, and the address stands in full. */
  printed?: { baseUrl: string }
}

export function statusSaid(match: Pick<AnyMatch, 'status' | 'questions'>, language: Language): Html {
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
export function amountOf(match: AnyMatch, language: Language): AmountSaid | null {
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

export function conditionList(conditions: readonly OpenCondition[], served: TextLanguages, language: Language): Html[] {
  return conditions.map(
    ({ id, text }) =>
      html`<li lang=${text === null ? null : foreign(served.conditions.get(id), language)}>${text ?? checkWords[language].withheld}</li>` as Html,
  )
}

type Part = { title: string; items: readonly Html[] }

/** What there is to say beyond the sentence, the first what is still to be done. */
function partsOf({ match, served }: ShownMatch, { language, titles }: RowMeans): Part[] {
  const words = checkWords[language]
  const plain = (texts: readonly string[]): Html[] => texts.map((text) => html`<li>${unbroken(text)}</li>`)
  const conditions = (kind: ConditionKind): Html[] => conditionList(conditionsOf(match, [kind]), served, language)
  const toConfirm = [...plain(openRules(match).map(({ text }) => text)), ...conditions('eligibility')]
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
  return html`<li>
    <div>
      <p class="standing">${statusSaid(match, language)} ${moveSaid(moves.get(subsidy.id), language)}</p>
      <h3><a href=${address} lang=${foreign(served.title, language)}>${unbroken(subsidy.title)}</a></h3>
      <p>${unbroken(match.reason)}</p>
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
