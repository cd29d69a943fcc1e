/**
 * The golden companies in dialogue with the matcher (`tests/harness/golden-dialogue.ts`).
 *
 * A measure is wanted where the labels say that it applies (`golden.test.ts` tells how they were made); false likely are
 * those that a label says do not apply. The figures may get no worse. Facts and points settle many measures at once; a measure's own
 * conditions are asked last.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { labelOf } from '../harness/golden-companies.ts'
import { askedAtFirst, askedAtMost, goldens, measures, play, Story, stories } from '../harness/golden-dialogue.ts'

/** Rows that are looked at before anything is answered. */
const rowsFirst = 10

/** What was reached: pairs of a company and a measure that it wants. */
const reached = { inFirstRows: 111, likelyAtFirst: 36, likelyAfterTen: 56, likelyAfterAll: 64, falseLikely: 0 }

test('a story answers only conditions that measures ask, and every golden company has one', () => {
  const asked = new Set(measures.flatMap(({ conditions }) => conditions.map(({ name }) => name)))
  const files = goldens.map(({ file }) => path.basename(file, '.yaml'))
  assert.deepEqual(Object.keys(stories.companies).toSorted(), files)
  const faults = goldens.flatMap((golden) => new Story(golden).names.filter((name) => !asked.has(name)))
  assert.deepEqual([...new Set(faults)], [])
})

test('dialogues make no fewer of the wanted measures likely than they did, and no other', (context) => {
  const count = { inFirstRows: 0, likelyAtFirst: 0, likelyAfterTen: 0, likelyAfterAll: 0, falseLikely: 0 }
  const [falselyLikely, lost]: [string[], string[]] = [[], []]
  let [wanted, asked, told] = [0, 0, 0]
  for (const golden of goldens) {
    const played = play(golden)
    asked += played.asked
    told += played.told
    const rows = new Set(played.first.best.slice(0, rowsFirst).map(({ id }) => id))
    const statuses = [played.first, played.afterTen, played.afterAll].map(
      ({ best }) => new Map(best.map(({ id, status }) => [id, status])),
    )
    for (const { id, status } of played.first.best) {
      const label = labelOf(golden, id, status)
      const likely = statuses.map((byId) => byId.get(id) === 'likely_eligible')
      if (label === 'applies') {
        wanted += 1
        if (rows.has(id)) count.inFirstRows += 1
        if (likely[0]) count.likelyAtFirst += 1
        if (likely[1]) count.likelyAfterTen += 1
        if (likely[2]) count.likelyAfterAll += 1
        if (statuses[2]?.get(id) === 'not_eligible') lost.push(`${golden.file} ${id}`)
      }
      if (label === 'does_not_apply' && likely.includes(true)) {
        count.falseLikely += 1
        falselyLikely.push(`${golden.file} ${id}`)
      }
    }
  }
  const shown = (part: number): string => `${part} (${((100 * part) / wanted).toFixed(1)} %)`
  context.diagnostic(`${goldens.length} companies, ${wanted} pairs labelled as applying`)
  context.diagnostic(`among the first ${rowsFirst} rows of the first answer: ${shown(count.inFirstRows)}`)
  context.diagnostic(
    `likely at first ${shown(count.likelyAtFirst)}, after ${askedAtFirst} questions ${shown(count.likelyAfterTen)}, after ${askedAtMost} ${shown(count.likelyAfterAll)}`,
  )
  context.diagnostic(`${asked} questions asked, ${told} of them answered from the stories`)
  context.diagnostic(
    `false likely ${count.falseLikely}: ${falselyLikely.join(', ')}; wanted and refused: ${lost.join(', ')}`,
  )
  assert.equal(count.falseLikely, reached.falseLikely)
  assert.deepEqual(lost, [])
  for (const name of ['inFirstRows', 'likelyAtFirst', 'likelyAfterTen', 'likelyAfterAll'] as const) {
    assert.ok(count[name] >= reached[name], `${name} fell to ${count[name]}`)
  }
})
