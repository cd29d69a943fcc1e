/** How much: every rate and sum with the condition that it needs, of what it is a part, and of which year. */
import type { Subsidy } from '../../measures/record/record-schema.ts'
import { type Html, html } from '../../pages/html.ts'
import { table } from '../../pages/parts/table.ts'
import { eurosText, percentText } from '../../values/figures.ts'
import { amountBasisLabels } from '../../values/labels.ts'
import { amountSaid, rateSaid } from '../said/amount-said.ts'
import { foreign } from '../said/measure-row.ts'
import { ruleSaid, type SaidIn } from './conditions-view.ts'
import type { MeasureShown } from './show.ts'
import { measureWords } from './words.ts'

type Amount = NonNullable<Subsidy['amount']>

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
