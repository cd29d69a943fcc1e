/** What a match takes from the last filed annual accounts of an enterprise (contract 13). */
import type { Day } from '../values/brussels.ts'

/** Figures of that entity alone, of the year that closed on that day; null: the accounts do not say. */
export type FiledFigures = {
  closingDay: Day
  /** Full-time equivalents, rounded down. */
  employees: number | null
  turnoverEur: number | null
  balanceTotalEur: number | null
}
