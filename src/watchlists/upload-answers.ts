/**
 * The answers of an upload against the catalogue as it is: which text each was given for, and which belong to no condition.
 * Both follow from the records, so that an answer is told as unused exactly where it could not hold.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Warning } from '../contract/warnings.ts'
import type { AnswerName } from '../matching/request/answers.ts'
import type { FollowedCatalogue } from '../measures/catalogue/follow.ts'
import type { CatalogueState } from '../measures/catalogue/state.ts'
import { inTurns } from '../platform/in-turns.ts'
import { printsIn, type TextPrint } from './answered-texts.ts'
import type { WrittenCompany } from './company-store.ts'
import { unusedAnswers } from './unused-answers.ts'
import type { AcceptedRow } from './uploaded-rows.ts'

/** Measures whose records are read at once: a record is parsed in some tenths of a millisecond. */
const recordsAtOnce = 10
/** Measures that are looked for at once; of those that are not there nothing is read. */
const measuresAtOnce = 2_000

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
  const asked = await inTurns(askedOf(rows))
  const found: Found = { prints: new Map(), unused: [] }
  for (let from = 0; from < asked.length; ) {
    if (from > 0) await nextTurn()
    from = await catalogue.read(({ state }) => lookInto(state, asked, from, found))
  }
  return { prints: found.prints, warnings: unusedAnswers(found.unused) }
}

/** A measure, as answers name it, and the names of the answers to its conditions, each once. */
type Asked = { id: string; names: Set<AnswerName> }
type Found = { prints: Map<AnswerName, TextPrint>; unused: AnswerName[] }

function* askedOf(rows: readonly AcceptedRow[]): Generator<number, Asked[]> {
  const byId = new Map<string, Asked>()
  for (const { ownAnswers } of rows) {
    for (const name of ownAnswers) {
      const id = name.slice(0, name.indexOf('#'))
      const asked = byId.get(id) ?? { id, names: new Set() }
      byId.set(id, asked)
      asked.names.add(name)
    }
    yield 1
  }
  return [...byId.values()]
}

/** Looks at some measures, from that place of the list on; answers the place of the first that is left. */
function lookInto(state: CatalogueState, asked: readonly Asked[], from: number, found: Found): number {
  let [at, records] = [from, 0]
  for (; at < asked.length && at < from + measuresAtOnce && records < recordsAtOnce; at += 1) {
    const { id = '', names = [] } = asked[at] ?? {}
    const prints = printsIn(state, id)
    if (prints !== null) records += 1
    for (const name of names) {
      const print = prints?.get(name.slice(id.length + 1))
      if (print === undefined) found.unused.push(name)
      else found.prints.set(name, print)
    }
  }
  return at
}

/** The rows as they are written: beside the facts the prints of their answers by name, as JSON. Yields after each. */
export function* writtenRows(
  rows: readonly AcceptedRow[],
  prints: AnswersOfUpload['prints'],
): Generator<number, WrittenCompany[]> {
  const written: WrittenCompany[] = []
  for (const { reference, facts, ownAnswers } of rows) {
    const own = ownAnswers.flatMap((name) => {
      const print = prints.get(name)
      return print === undefined ? [] : [[name, print] as const]
    })
    const answeredTexts = own.length === 0 ? null : JSON.stringify(Object.fromEntries(own))
    written.push({ reference, facts, answeredTexts })
    yield 1
  }
  return written
}
