/** Facts of a match request by the property that asks for them: taken out, put in, told apart. */
import type { FactsInput } from '../../../matching/request/request-schema.ts'
import { type AskedProperty, questions } from '../../../values/questions.ts'

/** A fact as the match request writes it. */
export type FactValue = string | number | readonly string[]

/** `answers.<point>` or `answers.<measure id>#<condition id>`. */
export type AnswerProperty = `answers.${string}`

/** What a person may be asked. */
export type Property = AskedProperty | AnswerProperty

const answerPrefix = 'answers.'

export function isAnswer(property: Property): property is AnswerProperty {
  return property.startsWith(answerPrefix)
}

/** The name in `answers` of the request. */
export function answerName(property: AnswerProperty): string {
  return property.slice(answerPrefix.length)
}

/** Whether a text names a property of the request that a question may ask for; of answers only the form is looked at. */
export function isProperty(text: string): text is Property {
  return Object.hasOwn(questions, text) || (text.startsWith(answerPrefix) && text.length > answerPrefix.length)
}

type Part = 'company' | 'project' | 'hire' | 'household' | 'building'

function placeIn(property: AskedProperty): { part: Part; name: string } {
  const [part, name] = property.split('.') as [Part, string]
  return { part, name }
}

/** Undefined where it is not given. */
export function factOf(facts: FactsInput, property: AskedProperty): FactValue | undefined {
  const { part, name } = placeIn(property)
  const given = facts[part] as Readonly<Record<string, FactValue | null | undefined>> | null | undefined
  return given?.[name] ?? undefined
}

/** The facts with that one as given, or without it. What hung on the one before goes with it. */
export function withFact(facts: FactsInput, property: AskedProperty, value: FactValue | undefined): FactsInput {
  const { part, name } = placeIn(property)
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
export function givenIn(facts: FactsInput): Property[] {
  const asked = (Object.keys(questions) as AskedProperty[]).filter((property) => factOf(facts, property) !== undefined)
  return [...asked, ...Object.keys(facts.answers ?? {}).map((name): AnswerProperty => `${answerPrefix}${name}`)]
}
