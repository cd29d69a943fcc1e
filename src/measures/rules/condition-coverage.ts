/** How far the conditions of a measure can be settled (contract 3, `condition_coverage`). */
import type { Condition } from '../record/record.ts'
import { isEvaluated } from './generated-rules.ts'

export type ConditionCoverage = {
  /** Conditions of kind `eligibility`. */
  conditions: number
  /** Those that rules evaluate. */
  evaluated: number
  /** Those of the rest that have a point. */
  points: number
}

/** `ruleIds`: of all rules of the record, generated ones included. */
export function conditionCoverage(conditions: readonly Condition[], ruleIds: ReadonlySet<string>): ConditionCoverage {
  const coverage: ConditionCoverage = { conditions: 0, evaluated: 0, points: 0 }
  for (const condition of conditions) {
    if (condition.kind !== 'eligibility') continue
    coverage.conditions += 1
    if (isEvaluated(condition, ruleIds)) coverage.evaluated += 1
    else if (condition.point !== null) coverage.points += 1
  }
  return coverage
}
