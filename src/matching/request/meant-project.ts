/**
 * A project in words as topics and cost types: those of its purposes and the topics that it names, beside what is given. It
 * becomes facts before anything is judged, so that no verdict knows of words.
 */
import { type Situation, topicsOf } from '../../situations/read-situation.ts'
import type { CostType } from '../../values/vocabularies.ts'
import type { AskedFactsInput } from './request-schema.ts'

/** The input with what its words mean and without them. What is given stays, and stands first. */
export function withMeantProject<Input extends AskedFactsInput>(input: Input, { parts }: Situation): Input {
  const { text: _text, topics, cost_types, ...project } = input.project ?? {}
  const senses = parts.flatMap((part) => (part.kind === 'sense' ? part.senses : []))
  const meantCosts = senses.flatMap((sense): readonly CostType[] =>
    sense.kind === 'purpose' ? sense.purpose.costTypes : [],
  )
  return {
    ...input,
    project: {
      ...project,
      topics: [...new Set([...(topics ?? []), ...parts.flatMap(topicsOf)])],
      cost_types: [...new Set([...(cost_types ?? []), ...meantCosts])],
    },
  }
}
