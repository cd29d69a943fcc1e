/**
 * What an EU call pays. Of a topic's `budgetOverview` only its own rows count. Cascade and external calls have a `budget`
 * instead, whose unit the portal leaves open: where the row names the euro as its currency, it is the total; elsewhere
 * the figure is no amount, and only the description tells it, as it stands.
 */
import { type EuRate, type EuTypeOfAction, needsPartners } from '../../../reference/eu-types-of-action.ts'
import { certain, derived, type EuRule, sizesOfSmes, withoutProfit } from './derived-rule.ts'
import {
  type EuKind,
  type EuRow,
  firstOf,
  isObject,
  jsonOf,
  objectsIn,
  otherBudgetRows,
  ownBudgetRows,
  UnreadableRow,
} from './row.ts'

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

export type EuNote = { en: string; nl: string; fr: string }

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
  const rates = type === null ? {} : ratesOf(type)
  const hasFigures = figures.min !== null || figures.max !== null
  const known = [figures.min, figures.max, figures.budget_total, rates.rate_max ?? null, note]
  if (known.every((part) => part === null)) return null
  const notes = [
    note,
    hasFigures && type !== null && needsPartners(type) ? ofAllPartners : null,
    hasFigures && type !== null && estimated.test(type.code) ? expectedOnly : null,
    sharesBudget(row, identifier, figures) ? budgetOfSeveral : null,
    isLumpSum(row, type) ? lumpSum : null,
  ].filter((one) => one !== null)
  return { ...figures, ...rates, note: notes.length === 0 ? null : joined(notes) }
}

function joined(notes: readonly EuNote[]): EuNote {
  const said = (language: keyof EuNote) => notes.map((one) => one[language]).join(' ')
  return { en: said('en'), nl: said('nl'), fr: said('fr') }
}

const ofAllPartners: EuNote = {
  en: 'The amounts are for a whole project, and are shared among its partners.',
  nl: 'De bedragen gelden voor een heel project, en worden onder de partners verdeeld.',
  fr: 'Les montants valent pour un projet entier et sont partagés entre ses partenaires.',
}

/** Of these the work programmes say that the amounts are what the Commission expects, and bind nobody. */
const estimated = /^(HORIZON|EURATOM)-(RIA|IA|CSA|PCP|PPI|EIC)$/

const expectedOnly: EuNote = {
  en: 'The amounts are what the Commission expects; a proposal may ask for another amount and say why.',
  nl: 'De bedragen zijn wat de Commissie verwacht; een voorstel mag om een ander bedrag vragen en zegt dan waarom.',
  fr: 'Les montants sont ceux que la Commission prévoit ; une proposition peut demander un autre montant en le motivant.',
}

const budgetOfSeveral: EuNote = {
  en: 'The portal gives the same budget to several topics of the call, which may share it.',
  nl: 'Het portaal geeft meerdere topics van de oproep hetzelfde budget, dat zij misschien delen.',
  fr: "Le portail indique le même budget pour plusieurs thèmes de l'appel, qui le partagent peut-être.",
}

const lumpSum: EuNote = {
  en: 'The grant is paid as a lump sum, fixed in the grant agreement, for work that is completed.',
  nl: 'De subsidie is een vast bedrag uit de subsidieovereenkomst, betaald voor werk dat af is.',
  fr: 'La subvention est un montant forfaitaire, fixé par la convention et payé pour le travail achevé.',
}

/** Whether another topic has the same budget, and its own grants do not explain it. */
function sharesBudget(row: EuRow, identifier: string, { max, budget_total }: Figures): boolean {
  if (budget_total === null) return false
  const grants = expectedGrants(row, identifier)
  if (max !== null && grants !== null && budget_total <= max * grants * budgetSlack) return false
  return otherBudgetRows(row, identifier).some((other) => totalOf([other]) === budget_total)
}

/** A topic's budget may pass what its grants come to, since both are rounded. */
const budgetSlack = 1.5

/** Whether a topic's costs are paid as a lump sum: by its type of action, or by every model of agreement that it names. */
function isLumpSum(row: EuRow, type: EuTypeOfAction | null): boolean {
  if (type?.code.endsWith('-LS')) return true
  const models = objectsIn(jsonOf(row, 'actions'))
    .flatMap((action) => objectsIn(action.types))
    .flatMap(({ typeOfMGA }) => objectsIn(typeOfMGA))
  return models.length > 0 && models.every(({ description }) => /lump sum/i.test(String(description)))
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
  const min = minima.length === 0 ? null : Math.min(...minima)
  const max = maxima.length === 0 ? null : Math.max(...maxima)
  // A least above the greatest is a slip of the portal: neither can be believed.
  const contradictory = min !== null && max !== null && min > max
  return {
    currency: 'EUR',
    min: contradictory ? null : euros(min),
    max: contradictory ? null : euros(max),
    budget_total: totalOf(own),
  }
}

/** What the years of some rows of the budget come to, in euros; null for nothing. */
function totalOf(rows: readonly Record<string, unknown>[]): number | null {
  const years = rows.flatMap((entry) => (isObject(entry.budgetYearMap) ? Object.values(entry.budgetYearMap) : []))
  const budgets = years.map((value) => cents(value, 'budgetYearMap')).filter((value) => value !== null)
  return budgets.length === 0 ? null : euros(budgets.reduce((sum, value) => sum + value, 0))
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
