/** Facts of a match request by the property that asks for them: taken out, put in, told apart. */
import {
  type AnswerProperty,
  answerName,
  answerProperty,
  isAnswer,
  type OpenProperty,
} from '../../../matching/request/answers.ts'
import { type FactsInput, type FactValue, factOf, placeOfFact } from '../../../matching/request/request-schema.ts'
import { type AskedProperty, questions } from '../../../values/questions.ts'

/** Whether a text names a property of the request that a question may ask for; of answers only the form is looked at. */
export function isProperty(text: string): text is OpenProperty {
  return Object.hasOwn(questions, text) || (isAnswer(text) && answerName(text) !== '')
}

/** The facts with that one as given, or without it. What hung on the one before goes with it. */
export function withFact(facts: FactsInput, property: AskedProperty, value: FactValue | undefined): FactsInput {
  const { part, name } = placeOfFact(property)
  const { [name]: _before, ...others } = { ...(facts[part] ?? {}) } as Record<string, unknown>
  // Another postcode lies in other municipalities.
  if (property === 'company.postcode') delete others.municipality
  const now = value === undefined ? others : { ...others, [name]: value }
  const { [part]: _part, ...rest } = facts
  return Object.keys(now).length === 0 ? rest : { ...rest, [part]: now }
}

export function answerOf(facts: FactsInput, property: AnswerProperty): boolean | undefined {
  const { answers } = facts
  const name = answerName(property)
  return answers !== null && answers !== undefined && Object.hasOwn(answers, name)
    ? (answers[name] ?? undefined)
    : undefined
}

export function withAnswer(facts: FactsInput, property: AnswerProperty, answer: boolean | undefined): FactsInput {
  const kept = Object.entries(facts.answers ?? {}).filter(([name]) => name !== answerName(property))
  const added: [string, boolean][] = answer === undefined ? [] : [[answerName(property), answer]]
  const answers = Object.fromEntries([...kept, ...added])
  const { answers: _before, ...rest } = facts
  return Object.keys(answers).length === 0 ? rest : { ...rest, answers }
}

/** Everything that is given, facts in the order of the table of questions, then answers in theirs. */
export function givenIn(facts: FactsInput): OpenProperty[] {
  const asked = (Object.keys(questions) as AskedProperty[]).filter((property) => factOf(facts, property) !== undefined)
  return [...asked, ...Object.keys(facts.answers ?? {}).map(answerProperty)]
}
