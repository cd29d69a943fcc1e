/**
 * How often a test repeats what chance decides: kills, cuts, seconds under load, days that are replayed. `npm test` repeats a few
 * times, `npm run test:long` (`TEST_LENGTH=long`) many times; both run the same tests. A variable of the number's own name takes the
 * place of either, as in `KILLS=100 node tests/run.ts tests/mail/kills.test.ts`.
 */
const isLong = process.env.TEST_LENGTH === 'long'

/** Throws where the environment gives no positive number. */
export function repeated(variable: string, { few, many }: { few: number; many: number }): number {
  const given = process.env[variable]
  if (given === undefined) return isLong ? many : few
  const count = Number(given)
  if (!(count > 0)) throw new Error(`${variable}: write a number above 0, not ${given}`)
  return count
}
