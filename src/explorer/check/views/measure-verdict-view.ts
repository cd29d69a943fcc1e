/** The one measure for which somebody came: how it stands, rule by rule. */

import type { MatchedRule } from '../../../matching/words/answer-schema.ts'
import type { CompactSubsidy } from '../../../measures/record/record-schema.ts'
import { measureAddress } from '../../../pages/address.ts'
import { type Html, html } from '../../../pages/html.ts'
import { unbroken } from '../../../pages/unbroken.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { foreign } from '../../said/measure-row.ts'
import type { ShownMatch } from '../answering/judged.ts'
import { checkWords } from '../words/check-words.ts'
import { amountOf, conditionList, statusSaid } from './row-view.ts'

const signs = { pass: '✓', fail: '✕', unknown: '?' } as const

function ruleItem(rule: MatchedRule, language: Language): Html {
  return html`<li>
    <span class=${`mark ${rule.outcome}`} aria-hidden="true">${signs[rule.outcome]}</span>
    <span>${unbroken(rule.text)}
      ${rule.rules.length === 0 ? null : html`<ul class="conditions">${rule.rules.map((member) => ruleItem(member, language))}</ul>`}
    </span>
  </li>`
}

export function measureVerdictView({ match, served }: ShownMatch<CompactSubsidy>, language: Language): Html {
  const words = checkWords[language]
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
    ${match.rules.length === 0 ? null : html`<details open><summary>${words.rules}</summary><ul class="conditions">${match.rules.map((rule) => ruleItem(rule, language))}</ul></details>`}
    ${toConfirm.length === 0 ? null : html`<p class="part">${words.toConfirm(toConfirm.length)}</p><ul>${conditionList(toConfirm, served, language)}</ul>`}
    ${judged.length === 0 ? null : html`<p class="part">${words.judges}</p><ul>${conditionList(judged, served, language)}</ul>`}
    ${standing.length === 0 ? null : html`<p class="part">${words.checkedThere}</p><ul>${conditionList(standing, served, language)}</ul>`}
  </section>`
}
