/**
 * The size of an enterprise by the annex to Recommendation 2003/361/EC, article 2: a ceiling of staff, and a ceiling of
 * turnover or of the balance sheet total, of which two one may be exceeded. Linked enterprises are counted in by the
 * caller (article 6), so every size that we derive assumes an enterprise that is otherwise autonomous.
 */
import { type CompanySize, companySizes } from '../../values/vocabularies.ts'

/** Article 2: fewer staff than `staff`, and turnover or balance sheet total in euros not above the other two. */
const ceilings = [
  { size: 'micro', staff: 10, turnover: 2_000_000, balance: 2_000_000 },
  { size: 'small', staff: 50, turnover: 10_000_000, balance: 10_000_000 },
  { size: 'medium', staff: 250, turnover: 50_000_000, balance: 43_000_000 },
] as const satisfies readonly { size: CompanySize; staff: number; turnover: number; balance: number }[]

export const sizeBases = ['employees', 'employees_turnover', 'employees_balance', 'employees_turnover_balance'] as const
export type SizeBasis = (typeof sizeBases)[number]

export type SizeFacts = {
  /** Null where the staff is not known. */
  size: CompanySize | null
  basis: SizeBasis | null
  /**
   * Turnover alone makes the class higher than the staff does. A balance sheet total within the ceiling would undo that,
   * so a rule that fails on this size fails weakly.
   */
  highByTurnoverAlone: boolean
}

export const noSize: SizeFacts = { size: null, basis: null, highByTurnoverAlone: false }

export function sizeOf(employees: number | null, turnover: number | null, balance: number | null): SizeFacts {
  if (employees === null) return noSize
  const size = classOf(employees, turnover, balance)
  const byStaff = classOf(employees, null, null)
  const isHigher = companySizes.indexOf(size) > companySizes.indexOf(byStaff)
  return {
    size,
    basis: basisOf(turnover !== null, balance !== null),
    highByTurnoverAlone: isHigher && turnover !== null && balance === null,
  }
}

function classOf(employees: number, turnover: number | null, balance: number | null): CompanySize {
  const fitting = ceilings.find((ceiling) => {
    if (employees >= ceiling.staff) return false
    const knownFigures = [
      ...(turnover === null ? [] : [turnover <= ceiling.turnover]),
      ...(balance === null ? [] : [balance <= ceiling.balance]),
    ]
    return knownFigures.length === 0 || knownFigures.includes(true)
  })
  return fitting?.size ?? 'large'
}

function basisOf(hasTurnover: boolean, hasBalance: boolean): SizeBasis {
  if (hasTurnover) return hasBalance ? 'employees_turnover_balance' : 'employees_turnover'
  return hasBalance ? 'employees_balance' : 'employees'
}
