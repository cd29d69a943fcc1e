/**
 * What an EU call pays. Of a topic's `budgetOverview` only its own rows count. Cascade and external calls have a `budget`
 * instead, whose unit the portal leaves open: where the row names the euro as its currency, it is the total; elsewhere
 * the figure is no amount, and only the description tells it, as it stands.
 */
import { type EuRate, type EuTypeOfAction, needsPartners } from '../../../reference/eu-types-of-action.ts'
import { certain, derived, type EuRule, sizesOfSmes, withoutProfit } from './derived-rule.ts'
import { type EuKind, type EuRow, firstOf, isObject, ownBudgetRows, UnreadableRow } from './row.ts'

/** `amount` of the input record (contract 4), euros. Rates, their basis and tiers are there where the type of action has a rate. */
export type EuAmount = {
  currency: 'EUR'
  min: number | null
  max: number | null
  budget_total: number | null
  rate_min?: number
  rate_max?: number
  basis?: 'eligible_costs'
  tiers?: EuTier[]
  note: EuNote | null
}

type EuNote = { en: string; nl: string; fr: string }

/** The rate of those of whom its rule holds. */
type EuTier = { when: [EuRule]; rate: number }

/** Above it nothing is a budget, and cents would no longer be exact. */
const eurosMax = 1_000_000_000_000

/** The amount of a row; null when nothing about it is known. `type`: its type of action; null where that is not known. */
export function amountOf(
  row: EuRow,
  kind: EuKind,
  identifier: string,
  type: EuTypeOfAction | null,
  note: EuNote | null,
): EuAmount | null {
  const figures = kind === 'topic' ? topicFigures(row, identifier) : statedBudget(row)
  const isShared = type !== null && needsPartners(type)
  const amount: EuAmount = {
    ...figures,
    ...(type === null ? {} : ratesOf(type)),
    note: isShared && (figures.min !== null || figures.max !== null) ? ofAllPartners : note,
  }
  const known = [amount.min, amount.max, amount.budget_total, amount.rate_max ?? null, amount.note]
  return known.every((part) => part === null) ? null : amount
}

const ofAllPartners: EuNote = {
  en: 'The amounts are for a whole project, and are shared among its partners.',
  nl: 'De bedragen gelden voor een heel project, en worden onder de partners verdeeld.',
  fr: 'Les montants valent pour un projet entier et sont partagés entre ses partenaires.',
}

function ratesOf(type: EuTypeOfAction): Pick<EuAmount, 'rate_min' | 'rate_max' | 'basis' | 'tiers'> {
  const { rate, rateOfNonProfits, rateOfSmes } = type
  if (rate === null) return {}
  const all = [rate, rateOfNonProfits, rateOfSmes].filter((one) => one !== null)
  const ofKind = (id: string, value: readonly string[], share: EuRate): EuTier => ({
    when: [derived({ id, field: 'company.applicant_type', operator: 'overlaps', value }, certain)],
    rate: share.most,
  })
  const ofSize = (id: string, value: readonly string[], share: EuRate): EuTier => ({
    when: [derived({ id, field: 'company.size', operator: 'in', value }, certain)],
    rate: share.most,
  })
  const tiers: EuTier[] = []
  if (rateOfNonProfits !== null)
    tiers.push(
      ofKind('non_profits', withoutProfit, rateOfNonProfits),
      ofKind('enterprises', ['company', 'self_employed'], rate),
    )
  if (rateOfSmes !== null) tiers.push(ofSize('smes', sizesOfSmes, rateOfSmes), ofSize('large', ['large'], rate))
  return {
    rate_min: Math.min(...all.map(({ least }) => least)),
    rate_max: Math.max(...all.map(({ most }) => most)),
    basis: 'eligible_costs',
    ...(tiers.length === 0 ? {} : { tiers }),
  }
}

/** Number of grants that the portal expects to give for a topic; null when it does not say. */
export function expectedGrants(row: EuRow, identifier: string): number | null {
  const counts = ownBudgetRows(row, identifier)
    .map((own) => own.expectedGrants)
    .filter((count) => typeof count === 'number' && Number.isSafeInteger(count) && count > 0)
  return counts.length === 0 ? null : counts.reduce((sum: number, count) => sum + Number(count), 0)
}

type Figures = Pick<EuAmount, 'currency' | 'min' | 'max' | 'budget_total'>

function topicFigures(row: EuRow, identifier: string): Figures {
  const own = ownBudgetRows(row, identifier)
  const minima = own.map((entry) => cents(entry.minContribution, 'minContribution')).filter((value) => value !== null)
  const maxima = own.map((entry) => cents(entry.maxContribution, 'maxContribution')).filter((value) => value !== null)
  const years = own.flatMap((entry) => (isObject(entry.budgetYearMap) ? Object.values(entry.budgetYearMap) : []))
  const budgets = years.map((value) => cents(value, 'budgetYearMap')).filter((value) => value !== null)
  const min = minima.length === 0 ? null : Math.min(...minima)
  const max = maxima.length === 0 ? null : Math.max(...maxima)
  // A least above the greatest is a slip of the portal: neither can be believed.
  const contradictory = min !== null && max !== null && min > max
  return {
    currency: 'EUR',
    min: contradictory ? null : euros(min),
    max: contradictory ? null : euros(max),
    budget_total: budgets.length === 0 ? null : euros(budgets.reduce((sum, value) => sum + value, 0)),
  }
}

function statedBudget(row: EuRow): Figures {
  const stated = firstOf(row, 'budget')
  const inEuros = stated !== null && figureForm.test(stated) && currencyOf(row) === 'EUR'
  const budget = inEuros ? euros(cents(stated, 'budget')) : null
  return { currency: 'EUR', min: null, max: null, budget_total: budget }
}

/** The budget as the portal states it where it is no amount in euros: `30500`, `30500 GBP`; null for none and for 0. */
export function budgetInWords(row: EuRow): string | null {
  const stated = firstOf(row, 'budget')
  const currency = currencyOf(row)
  if (stated === null || (currency === 'EUR' && figureForm.test(stated)) || Number(stated) === 0) return null
  return currency === null ? stated : `${stated} ${currency}`
}

const figureForm = /^\d{1,15}(\.\d{1,4})?$/

const currencyOf = (row: EuRow): string | null => firstOf(row, 'currency')?.toUpperCase() ?? null

/** Cents of a figure that is a number or a text, as the portal writes both; 0 and absent are unknown. */
function cents(value: unknown, property: string): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = typeof value === 'string' && figureForm.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !(number >= 0) || number > eurosMax) {
    throw new UnreadableRow(`${property}: ${String(value).slice(0, 40)} is no amount`)
  }
  const whole = Math.round(number * 100)
  return whole === 0 ? null : whole
}

const euros = (value: number | null): number | null => (value === null ? null : value / 100)
