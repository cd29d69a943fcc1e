import { asMatchable, curatedMeasures } from './harness/curated-catalogue.ts'
import { amissIn, matrixAt, matrixCases } from './harness/matrix.ts'

const ms = new Map((await curatedMeasures()).map((one) => [one.id, asMatchable(one, matrixAt)]))
for (const part of ['in', 'out', 'undecided'] as const) {
  let n = 0
  for (const one of matrixCases()) {
    const m = ms.get(one.id)
    if (!m) continue
    const why = amissIn(one, m, part)
    if (why !== null) {
      n++
      if (one.out.decides !== null || part !== 'out') console.log(part, one.id, why.slice(0, 230))
    }
  }
  console.log(part, n)
}
