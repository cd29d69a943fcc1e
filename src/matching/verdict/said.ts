/** What a predicate or a rule says of facts, as a small number: the form in which rule programs (`evaluator/rule-programs.ts`) work with it. */
import type { Facts } from '../request/facts.ts'
import { judge, type KnownRelations } from './judge-predicate.ts'
import type { Predicate } from './predicate.ts'

export const said = { passes: 1, fails: 2, failsDoubtfully: 3, undecided: 4 } as const

export type Said = (typeof said)[keyof typeof said]

const saidBy = {
  pass: said.passes,
  fail: said.fails,
  weak_fail: said.failsDoubtfully,
  unknown: said.undecided,
} as const

/** What a predicate says of the facts; `known`: see `judge`. */
export function saidOf(predicate: Predicate, facts: Facts, known?: KnownRelations): Said {
  return saidBy[judge(predicate, facts, known)]
}
