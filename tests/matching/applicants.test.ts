/**
 * What advisers want of the answers to invented applicants. Every story and its labels were written from the story, the
 * records and the law alone, before an answer was seen. A label that
 * an answer contradicts is derived again from the record and the law, and a change of it is told at its place. The first
 * figures of the first sixteen: wanted in the first ten 47.5 %, after eight questions 62.5 %, embarrassing rows 18.75 %, and
 * nothing wrong; since then topics name what a measure is about, what an authority judges is not asked, and a measure with
 * rounds of which none is known to run stands behind those that one can apply for. The other sixteen were written by others
 * afterwards; their first figures: 58.9 %, 71.2 % and 30.6 %, nothing wrong but two amounts. One of these was the record's
 * fault (investments and training together); the other label was derived again. When eleven records came to the catalogue and
 * film funds without a known session were called unknown, the shares went from 55.5 %, 68.6 % and 21.6 % to those below. The rules
 * of labelling: what a story does not state counts for nobody; `wanted` can be used for what the story plans.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indicativeAmount } from '../../src/matching/words/render-match.ts'
import { sheetOf } from '../../src/matching/words/sheet.ts'
import { formatInstant } from '../../src/values/brussels.ts'
import {
  type Applicant,
  applicants,
  askedAt,
  dialogue,
  matchables,
  measures,
  type Step,
} from '../harness/applicants.ts'
import { factsOf } from '../harness/match-samples.ts'

/** Rows of an answer that are looked at. */
const rowsFirst = 10
/** Questions after which is counted, and after how many a list must be short. */
const questionsAsked = 8
const questionsBearable = 6
/** Below this fit a row is about something else than the project. */
const fitMin = 0.5

/**
 * What was reached; the shares are of all wanted pairs, or of all first rows, and may get no worse. When 95 records came to the
 * catalogue, of which the labels do not know, the first two went from 0.542 and 0.673 to these.
 */
const reached = {
  wantedFirst: 0.522,
  wantedAfter: 0.647,
  wrongLikely: 0,
  refused: 0,
  absurdAmounts: 0,
  embarrassing: 0.194,
  aboutNobody: 0,
}

const all = applicants()
const sheets = new Map(matchables.map((measure) => [measure.id, sheetOf(measure, 'en', formatInstant)]))

/** Questions that are about a person to be hired, beside the one whether somebody is. */
const aboutHire = /^(?:hire\.|answers\.(?:hires?_|worker_|employs_learner))/

type Found = {
  wantedFirst: string[]
  wantedAfter: string[]
  wrongLikely: string[]
  refused: string[]
  absurdAmounts: string[]
  embarrassing: string[]
  aboutNobody: string[]
  rows: number
  possibleAfterSix: number
  openInFirstTen: number
}

const rowsOf = ({ tally }: Step): string[] =>
  tally.best
    .filter(({ status }) => status !== 'not_eligible')
    .slice(0, rowsFirst)
    .map(({ id }) => id)

function played(applicant: Applicant): Found {
  const { steps, asked } = dialogue(applicant, questionsAsked)
  const [first, last] = [steps[0], steps.at(-1)]
  assert.ok(first && last)
  const firstRows = rowsOf(first)
  const six = (steps[questionsBearable] ?? last).tally.best
  const of = (holds: (step: Step, id: string, status: string) => boolean): string[] => [
    ...new Set(
      steps.flatMap((step) => step.tally.best.filter(({ id, status }) => holds(step, id, status)).map(({ id }) => id)),
    ),
  ]
  return {
    wantedFirst: applicant.wanted.filter((id) => firstRows.includes(id)),
    wantedAfter: applicant.wanted.filter((id) => rowsOf(last).includes(id)),
    wrongLikely: of((_, id, status) => status === 'likely_eligible' && applicant.never_likely.includes(id)),
    refused: of(
      (_, id, status) => status === 'not_eligible' && [...applicant.never_refused, ...applicant.wanted].includes(id),
    ),
    absurdAmounts: of((step, id) => {
      const most = applicant.amount_at_most[id]
      const sheet = sheets.get(id)
      const amount =
        most === undefined || sheet === undefined ? null : indicativeAmount(sheet, factsOf(step.input, askedAt))
      return most !== undefined && amount !== null && Math.max(amount.min ?? 0, amount.max ?? 0) > most
    }),
    embarrassing: firstRows.filter((id) => applicant.embarrassing.includes(id)),
    aboutNobody: applicant.hires ? [] : asked.filter((field) => aboutHire.test(field)),
    rows: firstRows.length,
    possibleAfterSix: six.filter(({ status, topicFit }) => status === 'possibly_eligible' && topicFit >= fitMin).length,
    openInFirstTen: Math.max(0, ...six.slice(0, rowsFirst).map(({ questions }) => questions.length)),
  }
}

test('every label of a story names a measure, and none contradicts another', () => {
  const known = new Set(measures.map(({ id }) => id))
  for (const { file, wanted, perhaps, never_likely, never_refused, amount_at_most, embarrassing } of all) {
    const named = [
      ...wanted,
      ...perhaps,
      ...never_likely,
      ...never_refused,
      ...Object.keys(amount_at_most),
      ...embarrassing,
    ]
    assert.deepEqual(
      named.filter((id) => !known.has(id)),
      [],
      file,
    )
    const unwanted = [...never_likely, ...embarrassing]
    assert.deepEqual(
      wanted.filter((id) => perhaps.includes(id) || unwanted.includes(id)),
      [],
      file,
    )
  }
})

test('what an applicant answers are points, or conditions that measures ask', () => {
  const asked = new Set(measures.flatMap(({ conditions }) => conditions.map(({ name }) => name)))
  for (const { file, knows } of all) {
    const names = [...knows.yes, ...knows.no]
    assert.deepEqual(
      names.filter((name) => name.includes('#') && !asked.has(name)),
      [],
      file,
    )
    assert.deepEqual(
      knows.yes.filter((name) => knows.no.includes(name)),
      [],
      file,
    )
  }
})

test('applicants are shown what advisers want, nothing that is wrong, and no question about a person nobody hires', (context) => {
  const found = all.map((applicant) => ({ applicant, ...played(applicant) }))
  const total = (count: (one: (typeof found)[number]) => number): number =>
    found.reduce((sum, one) => sum + count(one), 0)
  const wishes = total(({ applicant }) => applicant.wanted.length)
  const figures = {
    wantedFirst: total(({ wantedFirst }) => wantedFirst.length) / wishes,
    wantedAfter: total(({ wantedAfter }) => wantedAfter.length) / wishes,
    embarrassing: total(({ embarrassing }) => embarrassing.length) / total(({ rows }) => rows),
    wrongLikely: total(({ wrongLikely }) => wrongLikely.length),
    refused: total(({ refused }) => refused.length),
    absurdAmounts: total(({ absurdAmounts }) => absurdAmounts.length),
    aboutNobody: total(({ aboutNobody }) => aboutNobody.length),
  }
  for (const one of found) {
    const { applicant, wantedFirst, wantedAfter, possibleAfterSix, openInFirstTen } = one
    context.diagnostic(
      `${applicant.file}: wanted ${wantedFirst.length} and ${wantedAfter.length} of ${applicant.wanted.length}; ` +
        `${possibleAfterSix} possible after ${questionsBearable} questions, at most ${openInFirstTen} open in a first row`,
    )
    for (const name of ['wrongLikely', 'refused', 'absurdAmounts', 'embarrassing', 'aboutNobody'] as const)
      if (one[name].length > 0) context.diagnostic(`  ${name}: ${one[name].join(', ')}`)
    const missed = applicant.wanted.filter((id) => !wantedAfter.includes(id))
    if (missed.length > 0)
      context.diagnostic(`  not among the first after ${questionsAsked} questions: ${missed.join(', ')}`)
  }
  context.diagnostic(`${all.length} applicants, ${wishes} wishes: ${JSON.stringify(figures)}`)
  assert.ok(figures.wantedFirst >= reached.wantedFirst, `wanted in the first ten fell to ${figures.wantedFirst}`)
  assert.ok(figures.wantedAfter >= reached.wantedAfter, `wanted after ${questionsAsked} fell to ${figures.wantedAfter}`)
  assert.ok(figures.embarrassing <= reached.embarrassing, `embarrassing rows rose to ${figures.embarrassing}`)
  for (const name of ['wrongLikely', 'refused', 'absurdAmounts', 'aboutNobody'] as const)
    assert.ok(figures[name] <= reached[name], `${name} rose to ${figures[name]}`)
})
