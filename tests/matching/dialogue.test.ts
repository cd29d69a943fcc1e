/**
 * The golden companies in dialogue with the matcher: each asks with what its first request says, and then answers question by
 * question, in the order in which the service ranks them: those of the answer's list, then those that stand in the rows alone,
 * the best row first. What it answers stands in `stories.yaml`: only what follows from its story; to all else it says that it
 * does not know, and such a question counts as asked.
 *
 * A measure is wanted where the labels say that it applies (`golden.test.ts` tells how they were made); false likely are
 * those that a label says do not apply. The figures may get no worse. Most questions are of a single measure's own conditions
 * today; where conditions share points, few answers will settle many.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { parse } from 'yaml'
import { Evaluator } from '../../src/matching/evaluator/evaluator.ts'
import { readFacts } from '../../src/matching/request/facts.ts'
import { type FactsInput, matchRequestSchema } from '../../src/matching/request/request-schema.ts'
import { prepare } from '../../src/matching/verdict/prepared-measure.ts'
import { rowOrder } from '../../src/matching/verdict/questions.ts'
import type { Tally } from '../../src/matching/verdict/tally.ts'
import { asMatchable, curatedMeasures } from '../harness/curated-catalogue.ts'
import { type Golden, goldenCompanies, goldenInstant, labelOf } from '../harness/golden-companies.ts'

/** Rows that are looked at before anything is answered. */
const rowsFirst = 10
/** Questions after which is counted. */
const askedAtFirst = 10
const askedAtMost = 25

/** What was reached: pairs of a company and a measure that it wants. */
const reached = { inFirstRows: 116, likelyAtFirst: 50, likelyAfterTen: 64, likelyAfterAll: 73, falseLikely: 0 }

const names = Type.Array(Type.String({ pattern: '^be:[^#]+#[^#]+$' }), { uniqueItems: true })
const { company, project, hire, household, building } = matchRequestSchema.properties
const closed = { additionalProperties: false } as const
const storiesSchema = Type.Object(
  {
    kinds: Type.Record(Type.String(), Type.Object({ yes: names, no: names }, closed)),
    companies: Type.Record(
      Type.String(),
      Type.Object(
        {
          is: Type.Array(Type.String()),
          facts: Type.Object({ company, project, hire, household, building }, closed),
          yes: names,
          no: names,
        },
        closed,
      ),
    ),
  },
  closed,
)
const content: unknown = parse(readFileSync(path.join(import.meta.dirname, 'stories.yaml'), 'utf8'), { schema: 'core' })
const storiesCheck = Compile(storiesSchema)
if (!storiesCheck.Check(content)) throw new Error(JSON.stringify(storiesCheck.Errors(content)[0]))
const stories: Static<typeof storiesSchema> = content

const measures = (await curatedMeasures()).map((measure) => prepare(asMatchable(measure, goldenInstant)))
const evaluator = new Evaluator()
for (const measure of measures) evaluator.put(measure)
const goldens = goldenCompanies()
const everything = { limit: measures.length, includeNotEligible: true, topicsOnly: false }

function answered(input: FactsInput): Tally {
  const read = readFacts(input, goldenInstant)
  assert.ok('facts' in read, 'message' in read ? read.message : '')
  return evaluator.tally(read.facts, everything)
}

/** What a company knows beyond its first request. */
class Story {
  readonly #answers = new Map<string, boolean>()
  readonly #facts: FactsInput

  constructor({ file }: Golden) {
    const told = stories.companies[path.basename(file, '.yaml')]
    assert.ok(told, `${file} has no story`)
    this.#facts = told.facts
    const kinds = told.is.map((kind) => {
      const answers = stories.kinds[kind]
      assert.ok(answers, `${file}: ${kind} is no kind`)
      return answers
    })
    for (const { yes, no } of [...kinds, told]) {
      for (const [list, answer] of [[yes, true] as const, [no, false] as const]) {
        for (const name of list) {
          assert.notEqual(this.#answers.get(name), !answer, `${file} says yes and no to ${name}`)
          this.#answers.set(name, answer)
        }
      }
    }
  }

  get names(): readonly string[] {
    return [...this.#answers.keys()]
  }

  /** The request with the answer to a question put into it; null: it is not known. */
  tell(question: string, input: FactsInput): FactsInput | null {
    const [part = '', ...rest] = question.split('.')
    const name = rest.join('.')
    if (part === 'answers') {
      const answer = this.#answers.get(name)
      return answer === undefined ? null : { ...input, answers: { ...input.answers, [name]: answer } }
    }
    const value: unknown = Reflect.get(Reflect.get(this.#facts, part) ?? {}, name)
    return value === undefined ? null : { ...input, [part]: { ...Reflect.get(input, part), [name]: value } }
  }
}

/** The question that comes next: the first of the answer's list, then of its rows, that was not asked yet. */
function nextQuestion({ questions, best }: Tally, asked: ReadonlySet<string>): string | undefined {
  const inOrder = rowOrder(questions)
  const ofRows = best.filter(({ status }) => status === 'possibly_eligible').flatMap((row) => inOrder(row.questions))
  return [...questions.map(({ field }) => field), ...ofRows].find((field) => !asked.has(field))
}

type Played = { first: Tally; afterTen: Tally; afterAll: Tally; asked: number; told: number }

function play(golden: Golden): Played {
  const story = new Story(golden)
  const first = answered(golden.input)
  const asked = new Set<string>()
  let [input, tally, afterTen]: [FactsInput, Tally, Tally] = [golden.input, first, first]
  let told = 0
  for (let next = nextQuestion(first, asked); next !== undefined && asked.size < askedAtMost; ) {
    asked.add(next)
    const more = story.tell(next, input)
    if (more !== null) {
      input = more
      tally = answered(input)
      told += 1
    }
    if (asked.size <= askedAtFirst) afterTen = tally
    next = nextQuestion(tally, asked)
  }
  return { first, afterTen, afterAll: tally, asked: asked.size, told }
}

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
