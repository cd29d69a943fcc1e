/**
 * The stories of applicants (`tests/matching/applicants`): each asks with what its first request says, and then answers
 * question by question, in the order in which the service ranks them. To what its story does not tell it says that it does
 * not know, and such a question counts as asked.
 */
import path from 'node:path'
import Type, { type Static } from 'typebox'
import { withAnswer, withFact } from '../../src/explorer/check/asking/facts-given.ts'
import { Evaluator } from '../../src/matching/evaluator/evaluator.ts'
import { type AnswerProperty, answerName, isAnswer, type OpenProperty } from '../../src/matching/request/answers.ts'
import { type FactsInput, factOf, matchRequestSchema } from '../../src/matching/request/request-schema.ts'
import { prepare } from '../../src/matching/verdict/prepared-measure.ts'
import { rowOrder } from '../../src/matching/verdict/questions.ts'
import type { Tally } from '../../src/matching/verdict/tally.ts'
import { type Instant, parseInstant } from '../../src/values/brussels.ts'
import { asMatchable, curatedMeasures } from './curated-catalogue.ts'
import { factsOf } from './match-samples.ts'
import { readYamlFolder } from './yaml-files.ts'

/** When they ask. */
export const askedAt: Instant = parseInstant('2026-11-27T09:00:00Z') ?? 0

const ids = Type.Array(Type.String({ pattern: '^be:[^#]+$' }), { uniqueItems: true })
const names = Type.Array(Type.String({ pattern: '^(be:[^#]+#[^#]+|[a-z][a-z0-9_]*)$' }), { uniqueItems: true })
const closed = { additionalProperties: false } as const
const { company, project, hire, household, building } = matchRequestSchema.properties
const facts = {
  company: Type.Optional(company),
  project: Type.Optional(project),
  hire: Type.Optional(hire),
  household: Type.Optional(household),
  building: Type.Optional(building),
}
const storySchema = Type.Object(
  {
    name: Type.String(),
    story: Type.String(),
    hires: Type.Boolean(),
    request: Type.Object(facts, closed),
    knows: Type.Object({ ...facts, yes: Type.Optional(names), no: Type.Optional(names) }, closed),
    wanted: ids,
    perhaps: Type.Optional(ids),
    never_likely: Type.Optional(ids),
    never_refused: Type.Optional(ids),
    amount_at_most: Type.Optional(Type.Record(Type.String(), Type.Number({ minimum: 0 }))),
    embarrassing: Type.Optional(ids),
  },
  closed,
)
type Told = Static<typeof storySchema>
export type Applicant = Required<Omit<Told, 'knows'>> & {
  file: string
  knows: Told['knows'] & { yes: readonly string[]; no: readonly string[] }
}

/** What a story leaves out. */
const noLabels = { perhaps: [], never_likely: [], never_refused: [], amount_at_most: {}, embarrassing: [] }

const folder = path.join(import.meta.dirname, '..', 'matching', 'applicants')

/** All of them, by file name. Throws where a file is not as its schema says. */
export function applicants(): Applicant[] {
  return readYamlFolder(folder, storySchema).map(({ file, content }) => ({
    ...noLabels,
    ...content,
    file,
    knows: { yes: [], no: [], ...content.knows },
  }))
}

export const matchables = (await curatedMeasures()).map((measure) => asMatchable(measure, askedAt))
export const measures = matchables.map(prepare)
const evaluator = new Evaluator()
for (const measure of measures) evaluator.put(measure)
const everything = { limit: measures.length, includeNotEligible: true, topicsOnly: false }

/** Every measure against a request, the best first. */
export function answered(input: FactsInput): Tally {
  return evaluator.tally(factsOf(input, askedAt), everything)
}

/** A step of a dialogue: what is known by then, and what is answered. */
export type Step = { input: FactsInput; tally: Tally }

/** What the story tells of a condition that is asked; undefined: nothing. */
export function answerTold({ knows }: Applicant, question: AnswerProperty): boolean | undefined {
  const name = answerName(question)
  return knows.yes.includes(name) ? true : knows.no.includes(name) ? false : undefined
}

/** The request with the answer to a question put into it; null: the story does not tell it. */
function told(applicant: Applicant, question: OpenProperty, input: FactsInput): FactsInput | null {
  if (isAnswer(question)) {
    const answer = answerTold(applicant, question)
    return answer === undefined ? null : withAnswer(input, question, answer)
  }
  const value = factOf(applicant.knows, question)
  return value === undefined ? null : withFact(input, question, value)
}

/** The question that comes next: the first of the answer's list, then of its rows, that was not asked yet. */
function nextQuestion({ questions, best }: Tally, asked: readonly OpenProperty[]): OpenProperty | undefined {
  const inOrder = rowOrder(questions)
  const ofRows = best.filter(({ status }) => status === 'possibly_eligible').flatMap((row) => inOrder(row.questions))
  return [...questions.map(({ field }) => field), ...ofRows].find((field) => !asked.includes(field))
}

/** The first answer, and what is answered after each of at most `most` questions; and the questions. */
export function dialogue(applicant: Applicant, most: number): { steps: Step[]; asked: OpenProperty[] } {
  let input: FactsInput = applicant.request
  let tally = answered(input)
  const steps: Step[] = [{ input, tally }]
  const asked: OpenProperty[] = []
  for (let next = nextQuestion(tally, asked); next !== undefined && asked.length < most; ) {
    asked.push(next)
    const more = told(applicant, next, input)
    if (more !== null) {
      input = more
      tally = answered(input)
    }
    steps.push({ input, tally })
    next = nextQuestion(tally, asked)
  }
  return { steps, asked }
}
