/**
 * What a blind adviser wants of the answers to the golden companies: `wanted.yaml` was written, for every company, from its
 * story and the records of the catalogue alone, by somebody who had seen neither an answer nor the labels beside it. So
 * these figures, unlike those of `golden.test.ts`, were not made in sight of what the service does. They may get no worse.
 *
 * A likely measure that stands in neither list is not false by that (what is likely may be applied for; the adviser leaves out
 * what the client has no use for): it is counted and shown.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { parse } from 'yaml'
import { askedAtFirst, askedAtMost, goldens, measures, play } from '../harness/golden-dialogue.ts'

/** Rows of the first answer that are looked at. */
const rowsFirst = 10
const rowsLooked = 25

/** What was reached: pairs of a company and a measure that is wanted for it. */
const reached = {
  ...{ inFirstTen: 168, inFirst: 259, notRuledOut: 336 },
  ...{ likelyAtFirst: 35, likelyAfterTen: 60, likelyAfterAll: 68 },
}

const ids = Type.Array(Type.String(), { uniqueItems: true })
const wantedSchema = Type.Record(
  Type.String(),
  Type.Object({ wanted: ids, perhaps: ids }, { additionalProperties: false }),
)
const content: unknown = parse(readFileSync(path.join(import.meta.dirname, 'wanted.yaml'), 'utf8'), { schema: 'core' })
const wantedCheck = Compile(wantedSchema)
if (!wantedCheck.Check(content)) throw new Error(JSON.stringify(wantedCheck.Errors(content)[0]))
const wantedBy: Static<typeof wantedSchema> = content

test('every golden company has its wishes, each a measure, and none twice', () => {
  assert.deepEqual(
    Object.keys(wantedBy),
    goldens.map(({ file }) => path.basename(file, '.yaml')),
  )
  const known = new Set(measures.map(({ id }) => id))
  for (const [company, { wanted, perhaps }] of Object.entries(wantedBy)) {
    const all = [...wanted, ...perhaps]
    assert.equal(new Set(all).size, all.length, company)
    assert.deepEqual(
      all.filter((id) => !known.has(id)),
      [],
      company,
    )
  }
})

test('no fewer of the measures that a blind adviser wants are shown, and likely after a dialogue, than were', (context) => {
  const count = { inFirstTen: 0, inFirst: 0, notRuledOut: 0, likelyAtFirst: 0, likelyAfterTen: 0, likelyAfterAll: 0 }
  let [wishes, likely, unwanted] = [0, 0, 0]
  const ruledOut: string[] = []
  for (const golden of goldens) {
    const company = path.basename(golden.file, '.yaml')
    const { wanted = [], perhaps = [] } = wantedBy[company] ?? {}
    const { first, afterTen, afterAll } = play(golden)
    const rows = first.best.filter(({ status }) => status !== 'not_eligible').map(({ id }) => id)
    const statuses = [first, afterTen, afterAll].map(({ best }) => new Map(best.map(({ id, status }) => [id, status])))
    const [atFirst, later, atLast] = statuses
    for (const id of wanted) {
      wishes += 1
      if (rows.slice(0, rowsFirst).includes(id)) count.inFirstTen += 1
      if (rows.slice(0, rowsLooked).includes(id)) count.inFirst += 1
      if (atFirst?.get(id) !== 'not_eligible') count.notRuledOut += 1
      else ruledOut.push(`${company} ${id}`)
      if (atFirst?.get(id) === 'likely_eligible') count.likelyAtFirst += 1
      if (later?.get(id) === 'likely_eligible') count.likelyAfterTen += 1
      if (atLast?.get(id) === 'likely_eligible') count.likelyAfterAll += 1
    }
    for (const [id, status] of atLast ?? []) {
      if (status !== 'likely_eligible') continue
      likely += 1
      if (!wanted.includes(id) && !perhaps.includes(id)) unwanted += 1
    }
  }
  const shown = (part: number): string => `${part} (${((100 * part) / wishes).toFixed(1)} %)`
  context.diagnostic(`${goldens.length} companies, ${wishes} wishes`)
  context.diagnostic(
    `among the first ${rowsFirst} rows ${shown(count.inFirstTen)}, the first ${rowsLooked} ${shown(count.inFirst)}; not ruled out ${shown(count.notRuledOut)}`,
  )
  context.diagnostic(
    `likely at first ${shown(count.likelyAtFirst)}, after ${askedAtFirst} questions ${shown(count.likelyAfterTen)}, after ${askedAtMost} ${shown(count.likelyAfterAll)}`,
  )
  context.diagnostic(`likely in the end ${likely}, of which nobody wished for ${unwanted}`)
  context.diagnostic(`wanted and ruled out: ${ruledOut.join(', ')}`)
  for (const name of Object.keys(reached) as (keyof typeof reached)[]) {
    assert.ok(count[name] >= reached[name], `${name} fell to ${count[name]}`)
  }
})
