/**
 * What a rule says of the facts, as a small number: the form in which the evaluator hands verdicts to whoever writes them.
 * The rules of a measure are said in their order, the members of a group directly after it.
 */
export const said = { passes: 1, fails: 2, failsDoubtfully: 3, undecided: 4 } as const

export type Said = (typeof said)[keyof typeof said]
