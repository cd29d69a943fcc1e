/**
 * What a bench found of a promise, told to whoever runs them all (`run.ts`): a line of JSON in the file that `BENCH_FIGURES` names.
 * Without it nothing is told; what a bench prints is for who looks at it alone.
 */
import { appendFileSync } from 'node:fs'

export type Figure = {
  /** What is promised or measured, in words, the size of what it is of among them. */
  promise: string
  /** The store that it was measured on; null where there is none in it. */
  engine: string | null
  value: number
  unit: string
  /** What else did the same, in the same run. */
  peer: { name: string; value: number } | null
  /** Of the two, the way round in which the promise is worded; null where there is no peer. */
  ratio: number | null
  /** Of what holds the promise: the value, or the ratio. Null where nothing is promised. */
  goal: { of: 'value' | 'ratio'; atMost: number } | { of: 'value' | 'ratio'; atLeast: number } | null
  /** The same of each round, by which the noise is told: of the ratio where the goal is one, else of the value. */
  rounds: readonly number[]
}

type Given = Pick<Figure, 'promise' | 'engine' | 'value' | 'unit'> & Partial<Figure>

/** What is not given is null, and there are no rounds. */
export function tellFigure(figure: Given): void {
  const file = process.env.BENCH_FIGURES
  if (file === undefined || file === '') return
  const whole: Figure = { peer: null, ratio: null, goal: null, rounds: [], ...figure }
  appendFileSync(file, `${JSON.stringify(whole)}\n`)
}

/** The middle one of the values in their order, of an even number the upper of the two; NaN where there is none. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}
