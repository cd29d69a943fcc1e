/** A rule as it is said to somebody who checks a company: its text, but no day or place of a person. */
import type { MatchedRule } from '../../../matching/words/answer-schema.ts'
import { actualText, noneText } from '../../../matching/words/sentences/rule-texts.ts'
import { type Html, html, unbroken } from '../../../pages/html.ts'
import type { Language } from '../../../values/vocabularies.ts'
import type { Shown } from '../answering/answer-check.ts'
import { isHiddenField } from './known-facts.ts'

const signs = { pass: '✓', fail: '✕', unknown: '?' } as const

export function ruleItem(rule: MatchedRule, shown: Shown, language: Language): Html {
  return html`<li>
    <span class=${`mark ${rule.outcome}`} aria-hidden="true">${signs[rule.outcome]}</span>
    <span>${unbroken(ruleSaid(rule, shown, language))}
      ${rule.rules.length === 0 ? null : html`<ul class="conditions">${rule.rules.map((member) => ruleItem(member, shown, language))}</ul>`}
    </span>
  </li>`
}

/** The text of a rule. It ends with the fact (`Not met: 323.`), or with that there is none, which is left out where it is shown to nobody. */
export function ruleSaid({ field, actual, text }: MatchedRule, shown: Shown, language: Language): string {
  if (field === null || !isHiddenField(shown, field)) return text
  const ending = `${actual === null ? noneText(language) : actualText(field, actual, language)}.`
  return text.endsWith(ending) ? `${text.slice(0, -ending.length).replace(/[\s:]+$/, '')}.` : text
}
