/** Who can have it: what a rule checks, what the visitor confirms and what the authority judges look different. */
import { ruleWithoutWeight } from '../../matching/verdict/score.ts'
import { groupText, requirementText } from '../../matching/words/sentences/rule-texts.ts'
import { readingSaid } from '../../measures/reading-said.ts'
import type { Subsidy } from '../../measures/record/record-schema.ts'
import type { ServedRule } from '../../measures/record/schema-parts.ts'
import { type Children, type Html, html } from '../../pages/html.ts'
import { table } from '../../pages/parts/table.ts'
import { dayOf, type Instant } from '../../values/brussels.ts'
import { dayOfText, dayText, eurosText, percentText } from '../../values/figures.ts'
import { amountBasisLabels } from '../../values/labels.ts'
import type { ConditionKind, Language, TextLanguage } from '../../values/vocabularies.ts'
import { amountSaid, rateSaid } from '../said/amount-said.ts'
import { foreign } from '../said/measure-row.ts'
import type { MeasureShown } from './show.ts'
import { measureWords } from './words.ts'

type Amount = NonNullable<Subsidy['amount']>

/** How much: every rate and sum with the condition that it needs, of what it is a part, and of which year. */
export function amountView({ measure, served }: MeasureShown, said: SaidIn): Html | null {
  const { language } = said
  const words = measureWords[language]
  const { amount, conditions } = measure
  const deciding = conditions.filter(({ kind }) => kind === 'amount')
  if (amount === null && deciding.length === 0) return null
  return html`<h2>${words.howMuch}</h2>
    ${amount === null ? null : figuresView(amount, measure, said)}
    ${amount?.note == null ? null : html`<p lang=${foreign(served.amountNote, language)}>${amount.note}</p>`}
    ${
      deciding.length === 0
        ? null
        : html`<h3>${words.amountConditions}</h3>
            <ul>
              ${deciding.map(({ id, text }) => html`<li lang=${foreign(served.conditions.get(id) ?? null, language)}>${text ?? words.withheld}</li>`)}
            </ul>`
    }`
}

function hasRate({ rate_min: low, rate_max: high, tiers }: Amount): boolean {
  return [low, high, ...tiers.map(({ rate }) => rate)].some((rate) => rate !== null)
}

function figuresView(amount: Amount, measure: Subsidy, said: SaidIn): Html {
  const { language } = said
  const words = measureWords[language]
  const basis = amount.basis === null ? null : amountBasisLabels[amount.basis][language].toLowerCase()
  const rates = rateSaid(amount, language) ?? '–'
  const whole = amountSaid(amount, measure.instrument_type, language)
  const year = (measure.source.last_checked_at ?? measure.updated_at).slice(0, 4)
  const sumOf = (min: number | null, max: number | null) =>
    amountSaid({ min, max, rate_max: null }, 'grant', language)?.figure ?? '–'
  const tiers = amount.tiers.map((tier) => {
    const when = tier.when.map((rule) => ruleSaid(rule, measure.nace.version, said)).join(' · ')
    const rate = tier.rate === null ? rates : percentText(tier.rate, language)
    return [when === '' ? words.otherwise : when, rate, sumOf(tier.min ?? amount.min, tier.max ?? amount.max)]
  })
  return html`<div>
    ${
      tiers.length === 0
        ? html`<p><strong class="numbers">${whole?.figure ?? words.supportUnknown}</strong>${' '}${whole?.note ?? ''}</p>`
        : table({
            caption: words.howMuch,
            columns: [
              { heading: words.tier },
              { heading: words.rate, isFigure: true },
              { heading: words.sum, isFigure: true },
            ],
            rows: [...tiers, [words.overall, rates, sumOf(amount.min, amount.max)]],
          })
    }
    <p class="soft small">
      ${basis === null || amount.basis === 'other' || !hasRate(amount) ? null : `${words.ofBasis(basis)} `}
      ${amount.budget_total === null ? null : `${words.budget}: ${eurosText(amount.budget_total, language)}. `}
      ${words.figuresOf(year)}
    </p>
  </div>`
}

type SaidIn = { language: Language; now: Instant }

type Condition = Subsidy['conditions'][number]

/** Below this a rule says how certain it is. */
const certainFrom = 1

/** What a rule asks, in words; of a group all its members. */
function ruleSaid(rule: ServedRule, version: 2008 | 2025 | null, { language, now }: SaidIn): string {
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
  const { checked, last_checked_at: lastCheckedAt } = measure.source
  const isRecords = checked !== null && checkedAt === lastCheckedAt
  const seen = isRecords
    ? readingSaid(checked, language)
    : seenOn === null
      ? words.partNotSeen
      : words.partSeen(dayText(seenOn, language))
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

/** What is no condition of access: what the authority judges, what holds for all, what comes afterwards. */
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
    ${plain(words.afterwards, of('obligation'))}
  </div>`
}
