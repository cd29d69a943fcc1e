/** For every record of the catalogue: who is in is likely, who is out is shut out by the condition that says so, and who has
 * not told what defines the measure stays undecided. Known failures stand in the cases, and end when they are mended. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asMatchable, curatedMeasures } from '../harness/curated-catalogue.ts'
import { amissIn, matrixAt, matrixCases, matrixParts } from '../harness/matrix.ts'

const measures = new Map((await curatedMeasures()).map((one) => [one.id, asMatchable(one, matrixAt)]))
const cases = matrixCases()

test('every record of the catalogue has its cases, once', () => {
  const named = cases.map(({ id }) => id)
  assert.deepEqual(
    named.filter((id, index) => named.indexOf(id) !== index || !measures.has(id)),
    [],
    'named twice, or no measure',
  )
  assert.deepEqual(
    [...measures.keys()].filter((id) => !named.includes(id)),
    [],
    'without cases: write them in tests/catalogue/matrix',
  )
})

for (const part of matrixParts) {
  const should = { in: 'is likely', out: 'is shut out by the condition that says so', undecided: 'stays undecided' }[
    part
  ]
  test(`of every record, who is ${part} ${should}`, (context) => {
    const amiss: string[] = []
    let known = 0
    for (const one of cases) {
      const measure = measures.get(one.id)
      if (measure === undefined) continue
      const why = amissIn(one, measure, part)
      const isKnown = one.known_failures?.[part] !== undefined
      if (isKnown) known += 1
      if (isKnown && why === null) amiss.push(`${one.id}: judged as it should be now; take the known failure away`)
      if (!isKnown && why !== null) amiss.push(`${one.file} ${one.id}: ${why}`)
    }
    context.diagnostic(`${cases.length} cases, ${known} known failures`)
    assert.deepEqual(amiss, [])
  })
}
