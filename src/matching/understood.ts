/** What a project in words was understood to mean, before a company is judged. */
import type { Catalogue } from '../measures/catalogue/catalogue.ts'
import { type Understood, understoodOf } from '../measures/finding/understood.ts'
import { titlesOf } from '../measures/list-measures.ts'
import { readSituation } from '../situations/read-situation.ts'
import type { Language } from '../values/vocabularies.ts'
import { withMeantProject } from './request/meant-project.ts'
import type { AskedFactsInput } from './request/request-schema.ts'

/** `understood`: null where no words are given. */
export type UnderstoodInput<Input> = { input: Input; understood: readonly Understood[] | null }

/** `catalogue`: one that is searched, whose measures' names and words are known to the reader. */
export function understandProject<Input extends AskedFactsInput & { language?: Language | null | undefined }>(
  { index, state }: Pick<Catalogue, 'index' | 'state'>,
  input: Input,
): UnderstoodInput<Input> {
  const text = input.project?.text ?? null
  if (text === null) return { input, understood: null }
  const situation = readSituation(text, index)
  const titles = titlesOf(state)
  const language = input.language ?? 'en'
  const understood = understoodOf({ situation, query: { overruled: [] } }, language, (id) => titles(id, language))
  return { input: withMeantProject(input, situation), understood }
}
