/**
 * Golden companies: invented applicants of every region, size and trade, and what the bundled catalogue answers each.
 *
 * A file of `companies/` holds the request, the measures expected in each status (every other one is expected
 * `not_eligible`), and labels. Labels say what somebody who advises on support would answer who knows the whole
 * `story`, which is more than a request can say: `applies` (put it to them), `does_not_apply` (a condition is not met, or
 * nothing in what they do calls for it), `cannot_say` (it hangs on what the story leaves open). Where a file gives none,
 * the status stands for it: likely and possible for `applies`, review for `cannot_say`, not eligible for `does_not_apply`.
 *
 * How the labels were made: by one person, by hand, from what the measures are publicly known to ask, and with the
 * answers in sight. For each story a short list of what applies was drawn up; every measure answered as likely or
 * possible got a label; of those ruled out, all were looked through that a rule of lower confidence alone rules out (a
 * trade told by its NACE code, staff, age). Nobody has labelled the pairs that were ruled out then and are not since the
 * records were read again, nor those of records that came later: they are `cannot_say`. Records whose rules were too weak or too strict were mended at the same
 * time. So the figures guard what was reached, and are kinder than those of companies that nobody here has seen: above
 * all, a measure that was wrongly ruled out and that nobody thought of is not counted. What somebody wants of them who has
 * seen no answer is counted in `wanted.test.ts`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Evaluator } from '../../src/matching/evaluator/evaluator.ts'
import { plainTally } from '../../src/matching/verdict/plain.ts'
import { prepare } from '../../src/matching/verdict/prepared-measure.ts'
import type { MatchStatus } from '../../src/values/vocabularies.ts'
import { asMatchable, curatedMeasures } from '../harness/curated-catalogue.ts'
import { type Golden, goldenCompanies, goldenInstant, labelOf } from '../harness/golden-companies.ts'

const companiesMin = 40
/** Rows of an answer that somebody looks through. */
const rowsLookedAt = 25

/** What was reached; a change of a record or of the matcher that makes an answer worse is seen here. */
const reached = { precision: 0.939, recall: 0.902, falsePositives: 0.0006, falseLikely: 0, kept: 1, onFirstRows: 0.756 }

const listed = ['likely_eligible', 'possibly_eligible', 'needs_review'] as const

const measures = (await curatedMeasures()).map((measure) => prepare(asMatchable(measure, goldenInstant)))
const knownIds = measures.map(({ id }) => id)
const goldens = goldenCompanies()

const everything = { limit: measures.length, includeNotEligible: true, topicsOnly: false }

function answerOf({ facts }: Golden) {
  return plainTally(measures, facts, everything).best
}

function statusesOf(golden: Golden): Map<string, MatchStatus> {
  return new Map(answerOf(golden).map(({ id, status }) => [id, status]))
}

test('there are golden companies of every region, of all sizes, with households, associations and public bodies', () => {
  assert.ok(goldens.length >= companiesMin, `${goldens.length} companies`)
  const seen = new Set(
    goldens.flatMap(({ facts }) => [facts.place.region, facts.size.size, ...(facts.applicants?.types ?? [])]),
  )
  const wanted = ['flanders', 'brussels', 'wallonia', 'micro', 'small', 'medium', 'large', 'household', 'non_profit']
  const also = ['public_body', 'self_employed', 'company', 'research_organisation', 'education_institution']
  assert.deepEqual(
    [...wanted, ...also].filter((word) => !seen.has(word as never)),
    [],
  )
  assert.ok(goldens.some(({ facts }) => facts.place.municipality === '63023'))
})

test('no id stands in two lists of a company, and every id is a measure', () => {
  const faults = goldens.flatMap(({ file, expected, labels }) =>
    [Object.values(expected).flat(), Object.values(labels).flat()].flatMap((list) =>
      list
        .filter((id, index) => list.indexOf(id) !== index || !knownIds.includes(id))
        .map((id) => `${file}: ${id} is twice there or unknown`),
    ),
  )
  assert.deepEqual(faults, [])
})

for (const golden of goldens) {
  test(`${golden.name} (${golden.file}) is answered as reviewed`, () => {
    const statuses = statusesOf(golden)
    for (const status of listed) {
      const answered = knownIds.filter((id) => statuses.get(id) === status)
      assert.deepEqual(answered, golden.expected[status], status)
    }
  })
}

test('the fast evaluator answers the same, in the same order, however the measures came in', () => {
  const [forward, backward] = [new Evaluator(), new Evaluator()]
  for (const measure of measures) forward.put(measure)
  for (const measure of measures.toReversed()) backward.put(measure)
  for (const golden of goldens) {
    const plain = answerOf(golden).map(({ id, status, score }) => ({ id, status, score }))
    for (const evaluator of [forward, backward]) {
      const fast = evaluator.tally(golden.facts, everything).best
      assert.deepEqual(
        fast.map(({ id, status, score }) => ({ id, status, score })),
        plain,
        golden.file,
      )
    }
  }
})

test('precision, recall and false positives are no worse than they were', (context) => {
  const count = {
    likely: 0,
    falseLikely: 0,
    inFirstTen: 0,
    truePositives: 0,
    falsePositives: 0,
    missed: 0,
    ruledOut: 0,
    trueNegatives: 0,
    onFirstRows: 0,
  }
  const wrong: string[] = []
  for (const golden of goldens) {
    const answer = answerOf(golden)
    const shown = answer.filter(({ status }) => status !== 'not_eligible').slice(0, rowsLookedAt)
    const first = new Set(shown.map(({ id }) => id))
    const firstTen = new Set(shown.slice(0, 10).map(({ id }) => id))
    for (const { id, status } of answer) {
      const label = labelOf(golden, id, status)
      const isPositive = status === 'likely_eligible' || status === 'possibly_eligible'
      if (label === 'applies') {
        if (isPositive) count.truePositives += 1
        else count.missed += 1
        if (status === 'not_eligible') count.ruledOut += 1
        if (first.has(id)) count.onFirstRows += 1
        if (firstTen.has(id)) count.inFirstTen += 1
        if (status === 'likely_eligible') count.likely += 1
      }
      if (label === 'does_not_apply') {
        if (isPositive) {
          count.falsePositives += 1
          if (status === 'likely_eligible') count.falseLikely += 1
          wrong.push(`${golden.file} ${id}`)
        } else count.trueNegatives += 1
      }
    }
  }
  const apply = count.truePositives + count.missed
  const figures = {
    precision: count.truePositives / (count.truePositives + count.falsePositives),
    recall: count.truePositives / apply,
    falsePositives: count.falsePositives / (count.falsePositives + count.trueNegatives),
    kept: (apply - count.ruledOut) / apply,
    onFirstRows: count.onFirstRows / apply,
    falseLikely: count.falseLikely,
  }
  const shown = (share: number): string => `${(100 * share).toFixed(2)} %`
  context.diagnostic(`${goldens.length} companies, ${measures.length} measures, ${apply} pairs labelled as applying`)
  context.diagnostic(`likely or possible: precision ${shown(figures.precision)}, recall ${shown(figures.recall)}`)
  context.diagnostic(`false positives ${shown(figures.falsePositives)}: ${wrong.join(', ')}`)
  context.diagnostic(`of what applies: not ruled out ${shown(figures.kept)}`)
  context.diagnostic(`of what applies: among the first ${rowsLookedAt} rows ${shown(figures.onFirstRows)}`)
  context.diagnostic(`of what applies: among the first 10 rows ${shown(count.inFirstTen / apply)}`)
  context.diagnostic(
    `of what applies: likely before any answer is given ${shown(count.likely / apply)}; false likely ${count.falseLikely}`,
  )
  for (const name of ['precision', 'recall', 'kept', 'onFirstRows'] as const) {
    assert.ok(figures[name] >= reached[name], `${name} fell to ${figures[name]}`)
  }
  assert.ok(figures.falsePositives <= reached.falsePositives, `false positives rose to ${figures.falsePositives}`)
  assert.equal(figures.falseLikely, reached.falseLikely)
})
