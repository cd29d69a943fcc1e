/**
 * The golden companies in dialogue with the matcher: each asks with what its first request says, and then answers question by
 * question, in the order in which the service ranks them: those of the answer's list, then those that stand in the rows alone,
 * the best row first. What it answers stands in `tests/matching/stories.yaml`: only what follows from its story; to all else it
 * says that it does not know, and such a question counts as asked.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { parse } from 'yaml'
import { Evaluator } from '../../src/matching/evaluator/evaluator.ts'
import { readFacts } from '../../src/matching/request/facts.ts'
import { type FactsInput, matchRequestSchema } from '../../src/matching/request/request-schema.ts'
import { prepare } from '../../src/matching/verdict/prepared-measure.ts'
import { rowOrder } from '../../src/matching/verdict/questions.ts'
import type { Tally } from '../../src/matching/verdict/tally.ts'
import { asMatchable, curatedMeasures } from './curated-catalogue.ts'
import { type Golden, goldenCompanies, goldenInstant } from './golden-companies.ts'

/** Questions after which is counted. */
export const askedAtFirst = 10
export const askedAtMost = 25

const names = Type.Array(Type.String({ pattern: '^(be:[^#]+#[^#]+|[a-z][a-z0-9_]*)$' }), { uniqueItems: true })
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
const content: unknown = parse(readFileSync(path.join(import.meta.dirname, '../matching/stories.yaml'), 'utf8'), {
  schema: 'core',
})
const storiesCheck = Compile(storiesSchema)
if (!storiesCheck.Check(content)) throw new Error(JSON.stringify(storiesCheck.Errors(content)[0]))
export const stories: Static<typeof storiesSchema> = content

export const measures = (await curatedMeasures()).map((measure) => prepare(asMatchable(measure, goldenInstant)))
const evaluator = new Evaluator()
for (const measure of measures) evaluator.put(measure)
export const goldens = goldenCompanies()
const everything = { limit: measures.length, includeNotEligible: true, topicsOnly: false }

function answered(input: FactsInput): Tally {
  const read = readFacts(input, goldenInstant)
  assert.ok('facts' in read, 'message' in read ? read.message : '')
  return evaluator.tally(read.facts, everything)
}

/** What a company knows beyond its first request. */
export class Story {
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

/** Every measure at the first answer, after ten questions, and after as many as are asked. */
export type Played = { first: Tally; afterTen: Tally; afterAll: Tally; asked: number; told: number }

export function play(golden: Golden): Played {
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
