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

function detailsOf({ match, served }: ShownMatch, { language, titles }: RowMeans): Html | null {
  const words = checkWords[language]
  const rules = openRules(match)
  const open = conditionsOf(match, ['eligibility'])
  const standing = conditionsOf(match, ['standing'])
  const judged = conditionsOf(match, ['assessment'])
  const excluded = match.excludes.flatMap((id) => titles.get(id) ?? [])
  const explanation = match.indicative_amount?.explanation ?? null
  const list = (title: string, items: readonly (Html | string)[]) =>
    items.length === 0
      ? null
      : html`<p class="part">${title}</p><ul>${items.map((item) => (typeof item === 'string' ? html`<li>${item}</li>` : item))}</ul>`
  return html`<div>
    ${list(words.toConfirm(rules.length + open.length), [...rules.map(({ text }) => text), ...conditionList(open, served, language)])}
    ${list(words.judges, conditionList(judged, served, language))}
    ${list(words.checkedThere, conditionList(standing, served, language))}
    ${list(words.notTogether, excluded)}
    ${explanation === null ? null : list(words.amountWhy, [explanation])}
  </div>`
}

function hasDetails({ match }: ShownMatch): boolean {
  return (
    openRules(match).length +
      conditionsOf(match, ['eligibility', 'standing', 'assessment']).length +
      match.excludes.length >
      0 || match.indicative_amount !== null
  )
}

/** What is folded away says how much of it there is to do. */
function summaryOf({ match }: ShownMatch, language: Language): string {
  const words = checkWords[language]
  const count = openRules(match).length + conditionsOf(match, ['eligibility']).length
  if (count > 0) return words.toConfirm(count)
  return conditionsOf(match, ['assessment']).length > 0 ? words.judges : words.amountWhy
}

/** The item of a `<ul class="measures">`. */
export function matchRow(shown: ShownMatch, means: RowMeans): Html {
  const { match, served } = shown
  const { language, now, moves, printed } = means
  const { subsidy } = match
  const amount = amountOf(match, language)
  const deadline = deadlineSaid(subsidy.closes_at, language, now)
  const address = measureAddress(language, subsidy.slug)
  const details = hasDetails(shown) ? detailsOf(shown, means) : null
  return html`<li>
    <div>
      <p class="standing">${statusSaid(match, language)} ${moveSaid(moves.get(subsidy.id), language)}</p>
      <h3><a href=${address} lang=${foreign(served.title, language)}>${unbroken(subsidy.title)}</a></h3>
      <p>${unbroken(match.reason)}</p>
      ${details === null || printed !== undefined ? details : html`<details class="row-more"><summary>${summaryOf(shown, language)}</summary>${details}</details>`}
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
