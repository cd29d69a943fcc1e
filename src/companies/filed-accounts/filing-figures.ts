/**
 * The figures of one filing. A filing names administrators, shareholders and addresses; the rubrics of the table below are read, and
 * nothing else.
 *
 * Codes (National Bank of Belgium, standard models of annual accounts; period `N` is the year itself, `NM1` the one before):
 *
 * | Figure | Code | What the models say |
 * |---|---|---|
 * | employees | 9087 | average number of employees in full-time equivalents: full, abridged and micro model |
 * | | 1003 | the same in the social balance sheet, total of full-time and part-time |
 * | turnover | 70 | full model; the others may leave it out. 9900 is the gross margin, which is never turnover |
 * | balance total | 20/58 | total of the assets: every model |
 * | | 10/49 | total of the liabilities, which is the same sum |
 *
 * Which model a filing follows is not asked: a code that is absent leaves its figure null.
 */
import { addDays, type Day, monthsBetween } from '../../values/brussels.ts'
import { type Filing, isRecord } from './filing-list.ts'

/** Of one legal entity alone, without those that are linked to it. A figure that the filing does not tell is null. */
export type FiledFigures = {
  /** The last day of the year that the figures are of. */
  closingDay: Day
  /** Full-time equivalents, on average of the year, rounded down. */
  employees: number | null
  /** Euros in twelve months. */
  turnoverEur: number | null
  /** Euros on the closing day. */
  balanceTotalEur: number | null
}

/** By figure, the codes in the order in which they are looked for. */
const codes = { employees: ['9087', '1003'], turnover: ['70'], balanceTotal: ['20/58', '10/49'] } as const
const codesRead: ReadonlySet<string> = new Set(Object.values(codes).flat())
const thisYear = 'N'

/** Rubrics that are read of one filing; the longest model has some 1,500, each with two periods. What comes after is left. */
const rubricsMax = 5_000
/** Above these a value is a mistake, and no figure of a company: persons, and euros. */
const employeesMax = 1_000_000
const eurosMax = 1_000_000_000_000
/** A decimal number without a sign. The limit on its length keeps it exact enough to compare with a threshold. */
const valueForm = /^\d{1,18}(?:\.\d{1,6})?$/
const monthsOfYear = 12

/** The figures of `filing`, of the answer to it; null when the answer is not that filing in a form that can be read. */
export function readFigures(answer: unknown, filing: Filing): FiledFigures | null {
  if (!isRecord(answer) || !Array.isArray(answer.Rubrics)) return null
  if (answer.ReferenceNumber !== filing.reference) return null
  const values = valuesOf(answer.Rubrics.slice(0, rubricsMax))
  const first = (of: readonly string[], max: number): number | null =>
    of.map((code) => values.get(code) ?? null).find((value) => value !== null && value <= max) ?? null
  const employees = first(codes.employees, employeesMax)
  const euros = (of: readonly string[]): number | null => (filing.isInEuros ? first(of, eurosMax) : null)
  return {
    closingDay: filing.closingDay,
    employees: employees === null ? null : Math.floor(employees),
    // Thresholds are of a year: what a shorter or longer one brought in says nothing of them.
    turnoverEur: hasTwelveMonths(filing) ? euros(codes.turnover) : null,
    balanceTotalEur: euros(codes.balanceTotal),
  }
}

/** By code, the values of the year. A code with two different values, or with one that is no such number, has null. */
function valuesOf(rubrics: readonly unknown[]): ReadonlyMap<string, number | null> {
  const values = new Map<string, number | null>()
  for (const rubric of rubrics) {
    if (!isRecord(rubric) || rubric.Period !== thisYear) continue
    const { Code: code, Value: given } = rubric
    if (typeof code !== 'string' || !codesRead.has(code)) continue
    const value = typeof given === 'string' && valueForm.test(given) ? Number(given) : null
    values.set(code, !values.has(code) || values.get(code) === value ? value : null)
  }
  return values
}

function hasTwelveMonths({ startDay, closingDay }: Filing): boolean {
  if (startDay === null) return false
  const dayAfter = addDays(closingDay, 1)
  return monthsBetween(startDay, dayAfter) === monthsOfYear && startDay.slice(8) === dayAfter.slice(8)
}
