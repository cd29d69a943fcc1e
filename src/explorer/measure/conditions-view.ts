/** Who can have it: what a rule checks, what the visitor confirms and what the authority judges look different. */

import { ruleWithoutWeight } from '../../matching/verdict/score.ts'
import { groupText, requirementText } from '../../matching/words/sentences/rule-texts.ts'
import type { Subsidy } from '../../measures/record/record-schema.ts'
import type { ServedRule } from '../../measures/record/schema-parts.ts'
import { type Children, type Html, html } from '../../pages/html.ts'
import { dayOf, type Instant } from '../../values/brussels.ts'
import { dayOfText, dayText, percentText } from '../../values/figures.ts'
import type { ConditionKind, Language, TextLanguage } from '../../values/vocabularies.ts'
import { foreign } from '../said/measure-row.ts'
import type { MeasureShown } from './show.ts'
import { measureWords } from './words.ts'

export type SaidIn = { language: Language; now: Instant }

type Condition = Subsidy['conditions'][number]

/** Below this a rule says how certain it is. */
const certainFrom = 1

/** What a rule asks, in words; of a group all its members. */
export function ruleSaid(rule: ServedRule, version: 2008 | 2025 | null, { language, now }: SaidIn): string {
  const { field, operator, value } = rule
  if (field !== null && operator !== null && value !== null) {
    return withoutStop(requirementText({ field, operator, value, version }, dayOf(now), language))
  }
  const members = rule.any ?? rule.all ?? []
  const head = withoutStop(groupText(rule.any === null ? 'all' : 'any', members.length, language))
  const colon = language === 'fr' ? ' : ' : ': '
  return `${head}${colon}${members.map((member) => ruleSaid(member, version, { language, now })).join(' · ')}`
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '')
}

type Mark = { sign: string; kind: 'by-rule' | 'by-you' | 'by-authority' }
const byRule: Mark = { sign: '✓', kind: 'by-rule' }
const byYou: Mark = { sign: '?', kind: 'by-you' }
const byAuthority: Mark = { sign: '!', kind: 'by-authority' }

/** Where a rule stands and when somebody last looked there: of several the one that was looked at longest ago, or never. */
function provenanceSaid(rules: readonly ServedRule[], measure: Subsidy, language: Language): Children {
  const words = measureWords[language]
  const [oldest] = rules
    .map(({ provenance }) => provenance)
    .toSorted((left, right) => (left.checked_at ?? '').localeCompare(right.checked_at ?? ''))
  if (oldest === undefined) return null
  const { url, checked_at: checkedAt } = oldest
  const seenOn = dayOfText(checkedAt)
  const seen = seenOn === null ? words.partNotSeen : words.partSeen(dayText(seenOn, language))
  const page =
    url === null || url === measure.url ? null : html`<a href=${url} rel="external noopener">${words.partPage}</a>`
  return page === null ? ` · ${seen}` : [` · ${seen} · `, page]
}

function item(
  { sign, kind }: Mark,
  text: string | null,
  how: Children,
  served: TextLanguage | null,
  language: Language,
): Html {
  return html`<li>
    <span class=${`mark ${kind}`} aria-hidden="true">${sign}</span>
    <span>
      <span lang=${foreign(served, language)}>${text ?? measureWords[language].withheld}</span>
      <span class="how">${how}</span>
    </span>
  </li>`
}

/** Rules that stand for no condition in words, then the conditions: those that rules check, then those to be confirmed. */
export function whoView({ measure, served }: MeasureShown, said: SaidIn): Html {
  const { language } = said
  const words = measureWords[language]
  const version = measure.nace.version
  const eligibility = measure.conditions.filter(({ kind }) => kind === 'eligibility')
  const rulesById = new Map(measure.rules.map((rule) => [rule.id, rule]))
  const told = new Set(measure.conditions.flatMap((condition) => condition.rule_ids))
  const own = measure.rules.filter((rule) => !told.has(rule.id) && rule.id !== ruleWithoutWeight)
  const howOf = (rules: readonly ServedRule[], isWorded: boolean): Children => {
    const least = Math.min(1, ...rules.map(({ confidence }) => confidence))
    const text = isWorded ? rules.map((rule) => ruleSaid(rule, version, said)).join(' · ') : null
    const how = [
      words.byRule(text === '' ? null : text),
      least < certainFrom ? words.certain(percentText(least, language)) : null,
    ].filter((part) => part !== null)
    return [how.join(' · '), provenanceSaid(rules, measure, language)]
  }
  const checked = eligibility.filter((condition) => condition.rule_ids.length > 0)
  const open = eligibility.filter((condition) => condition.rule_ids.length === 0)
  if (own.length + eligibility.length === 0) return html`<h2>${words.who}</h2><p>${words.noConditions}</p>`
  return html`<h2>${words.who}</h2>
    <ul class="conditions">
      ${own.map((rule) => item(byRule, ruleSaid(rule, version, said), howOf([rule], false), null, language))}
      ${checked.map(({ id, text, rule_ids }) => {
        const rules = rule_ids.flatMap((ruleId) => rulesById.get(ruleId) ?? [])
        return item(byRule, text, howOf(rules, true), served.conditions.get(id) ?? null, language)
      })}
      ${open.map(({ id, text }) => item(byYou, text, words.youConfirm, served.conditions.get(id) ?? null, language))}
    </ul>`
}

/** What is no condition of access: what the authority judges, what holds for all, how to apply, what comes afterwards. */
export function otherConditionsView(shown: MeasureShown, language: Language): Html {
  const words = measureWords[language]
  const of = (kind: ConditionKind): readonly Condition[] => shown.measure.conditions.filter((one) => one.kind === kind)
  const list = (conditions: readonly Condition[], mark: Mark, how: string) => html`<ul class="conditions">
    ${conditions.map(({ id, text }) => item(mark, text, how, shown.served.conditions.get(id) ?? null, language))}
  </ul>`
  const plain = (title: string, conditions: readonly Condition[]) =>
    conditions.length === 0
      ? null
      : html`<h2>${title}</h2>
          <ul>
            ${conditions.map(({ id, text }) => html`<li lang=${foreign(shown.served.conditions.get(id) ?? null, language)}>${text ?? words.withheld}</li>`)}
          </ul>`
  const judged = of('assessment')
  const standing = of('standing')
  return html`<div>
    <h2>${words.judges}</h2>
    ${judged.length === 0 ? html`<p>${words.judgesNothing}</p>` : list(judged, byAuthority, words.byAuthority)}
    ${standing.length === 0 ? null : html`<h2>${words.standing}</h2><p class="soft">${words.standingWhy}</p>${list(standing, byAuthority, words.checkedThere)}`}
    ${plain(words.procedure, of('procedure'))} ${plain(words.afterwards, of('obligation'))}
  </div>`
}
