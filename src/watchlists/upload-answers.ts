/**
 * The answers of an upload against the catalogue as it is: which text each was given for, and which belong to no condition.
 * Both follow from the records, so that an answer is told as unused exactly where it could not hold.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Warning } from '../contract/warnings.ts'
import type { AnswerName } from '../matching/request/answers.ts'
import type { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import type { CatalogueState } from '../measures/catalogue/state.ts'
import { printsOf, type TextPrint } from './answered-texts.ts'
import { unusedAnswers } from './unused-answers.ts'
import type { AcceptedRow } from './uploaded-rows.ts'

/** Measures whose records are read at once: a record is parsed in some tenths of a millisecond. */
const measuresAtOnce = 10

export type AnswersOfUpload = {
  /** By the name of the answer; what is not here belongs to no condition. */
  prints: ReadonlyMap<AnswerName, TextPrint>
  /** At most one. */
  warnings: Warning[]
}

/** Judges the answers to measures' own conditions; waits for a catalogue. */
export async function judgeAnswers(
  catalogue: Pick<FollowedCatalogue, 'read'>,
  rows: readonly AcceptedRow[],
): Promise<AnswersOfUpload> {
  const names = new Set(rows.flatMap(({ ownAnswers }) => ownAnswers))
  const byMeasure = Map.groupBy(names, (name) => name.slice(0, name.indexOf('#')))
  const prints = new Map<AnswerName, TextPrint>()
  const asked = [...byMeasure]
  for (let from = 0; from < asked.length; from += measuresAtOnce) {
    if (from > 0) await nextTurn()
    const some = asked.slice(from, from + measuresAtOnce)
    const found = await catalogue.read(({ state }) => some.flatMap(([id, ofIt]) => printsIn(state, id, ofIt)))
    for (const [name, print] of found) prints.set(name, print)
  }
  return { prints, warnings: unusedAnswers([...names].filter((name) => !prints.has(name))) }
}

/** Those of a measure's answers that belong to a condition which can be answered, each with its print. */
function printsIn(state: CatalogueState, id: string, names: readonly AnswerName[]): [AnswerName, TextPrint][] {
  const known = state.known(id)
  if (known === null || known.withdrawnAt !== null) return []
  const { measure, context } = state.rendering(id)
  const prints = printsOf(measure.record, context.source.language)
  return names.flatMap((name): [AnswerName, TextPrint][] => {
    const print = prints.get(name.slice(id.length + 1))
    return print === undefined ? [] : [[name, print]]
  })
}

/** What is stored beside a row's facts: the prints of its answers by name, as JSON; null where it has none. */
export function answeredTexts({ ownAnswers }: AcceptedRow, prints: AnswersOfUpload['prints']): string | null {
  const own = ownAnswers.flatMap((name) => {
    const print = prints.get(name)
    return print === undefined ? [] : [[name, print] as const]
  })
  return own.length === 0 ? null : JSON.stringify(Object.fromEntries(own))
}
