/** Amounts in words and figures: the support for one applicant and project, and never a promise of it. */
import { eurosText, numberText, percentText } from '../../values/figures.ts'
import { amountBasisLabels, amountPeriodLabels } from '../../values/labels.ts'
import type { AmountBasis, AmountPeriod, InstrumentType, Language } from '../../values/vocabularies.ts'

/** An amount as a row or a full record has it. */
export type AmountGiven = {
  min: number | null
  max: number | null
  rate_max: number | null
  rate_min?: number | null
  basis?: AmountBasis | null
  per?: AmountPeriod | null
}

export type AmountSaid = {
  /** What stands large, e.g. `up to € 7 500`. */
  figure: string
  /** What stands under it, e.g. `20 – 45 % of eligible costs`; null where there is nothing to add. */
  note: string | null
}

const words: Record<Language, { upTo: string; from: string; of: (basis: string) => string }> = {
  nl: { upTo: 'tot', from: 'vanaf', of: (basis) => `van: ${basis}` },
  fr: { upTo: 'jusqu’à', from: 'à partir de', of: (basis) => `de : ${basis}` },
  en: { upTo: 'up to', from: 'from', of: (basis) => `of: ${basis}` },
}

/** What the money is, where it is not simply given. */
const kinds: Partial<Record<InstrumentType, Record<Language, string>>> = {
  loan: { nl: 'lening, terug te betalen', fr: 'prêt, à rembourser', en: 'loan, to be repaid' },
  repayable_advance: {
    nl: 'terug te betalen voorschot',
    fr: 'avance à rembourser',
    en: 'advance, to be repaid',
  },
  guarantee: { nl: 'gewaarborgd krediet', fr: 'crédit garanti', en: 'credit secured' },
  tax_deduction: { nl: 'aftrek van de winst', fr: 'à déduire du bénéfice', en: 'deducted from profit' },
}

function range(low: string, high: string): string {
  return low === high ? low : `${low} – ${high}`
}

/** Bounds in euros; the sign stands once. */
function eurosRange(min: number, max: number, language: Language): string {
  if (min === max) return eurosText(max, language)
  if (language === 'fr') return `${numberText(min, language)} – ${eurosText(max, language)}`
  return `${eurosText(min, language)} – ${numberText(max, language)}`
}

function sumText({ min, max }: AmountGiven, language: Language): string | null {
  const { upTo, from } = words[language]
  if (max !== null)
    return min === null || min === 0 ? `${upTo} ${eurosText(max, language)}` : eurosRange(min, max, language)
  return min === null || min === 0 ? null : `${from} ${eurosText(min, language)}`
}

/** The rates alone, e.g. `20 – 45 %` or, where only the highest is known, `up to 45 %`; null where none is known. */
export function rateSaid({ rate_min: low, rate_max: high }: AmountGiven, language: Language): string | null {
  const { upTo } = words[language]
  if (high === null) return null
  if (low === undefined || low === null) return `${upTo} ${percentText(high, language)}`
  const sign = percentText(high, language)
  return low === high ? sign : range(percentText(low, language).replace(/\D+$/, ''), sign)
}

/** Null where neither a sum nor a rate is known. */
export function amountSaid(
  amount: AmountGiven | null,
  instrument: InstrumentType,
  language: Language,
): AmountSaid | null {
  if (amount === null) return null
  const { basis, per } = amount
  const rate = rateSaid(amount, language)
  const sum = sumText(amount, language)
  const period = per === undefined || per === null ? null : amountPeriodLabels[per][language]
  const kind = kinds[instrument]?.[language] ?? null
  const ofBasis =
    basis === undefined || basis === null || basis === 'other'
      ? null
      : words[language].of(amountBasisLabels[basis][language].toLowerCase())
  if (sum !== null) {
    const rateOfBasis = rate === null ? null : [rate, ofBasis].filter((part) => part !== null).join(' ')
    return { figure: sum, note: joined([period, rateOfBasis, kind]) }
  }
  return rate === null ? null : { figure: rate, note: joined([ofBasis, period, kind]) }
}

function joined(parts: readonly (string | null)[]): string | null {
  const said = parts.filter((part) => part !== null)
  return said.length === 0 ? null : said.join(', ')
}
