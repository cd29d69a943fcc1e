/**
 * Conditions that no rule evaluates and that the caller can answer with yes or no (contract 5, points): those of kind
 * `eligibility` and `standing`, under the point that they share with other measures, else under a name of their own.
 */
import type { Condition } from '../../measures/record/record.ts'
import { isEvaluated } from '../../measures/rules/generated-rules.ts'
import type { AnswerName, Answers } from '../request/answers.ts'

export type AnswerableCondition = {
  id: string
  /** What it is answered as: a point, or `<measure id>#<condition id>`. */
  name: AnswerName
  /** No other measure asks it. */
  isOwn: boolean
  expects: boolean
  /** Whether it says what makes somebody a case of the measure. */
  defines: boolean
  /** Whether likely waits for it: of kind `eligibility`, not `standing`. */
  isRequired: boolean
}

/** What the answers make of the conditions of a measure. */
export type ConditionVerdict = {
  /** An answer is not the expected one. */
  fails: boolean
  /** A required one is answered. */
  isAnswered: boolean
  /** Names of the required ones that are not, each once. */
  open: readonly AnswerName[]
}

/** The condition as it is answered; null: a rule evaluates it, or its kind is never asked. */
export function answerable(
  measureId: string,
  condition: Condition,
  ruleIds: ReadonlySet<string>,
): AnswerableCondition | null {
  const { id, kind, point, expects, defines } = condition
  if ((kind !== 'eligibility' && kind !== 'standing') || isEvaluated(condition, ruleIds)) return null
  return {
    id,
    name: point ?? `${measureId}#${id}`,
    isOwn: point === null,
    // A condition of its own is worded so that yes fulfils it.
    expects: expects ?? true,
    defines,
    isRequired: kind === 'eligibility',
  }
}

export function judgeConditions(conditions: readonly AnswerableCondition[], answers: Answers): ConditionVerdict {
  const required = conditions.filter(({ isRequired }) => isRequired)
  return {
    fails: conditions.some(({ name, expects }) => answers.has(name) && answers.get(name) !== expects),
    isAnswered: required.some(({ name }) => answers.has(name)),
    open: [...new Set(required.filter(({ name }) => !answers.has(name)).map(({ name }) => name))],
  }
}
