/** What one company is answered: the best matches, and counts and questions over all measures. */
import { byCodePoint } from '../../values/ids.ts'
import type { Language, View } from '../../values/vocabularies.ts'
import type { Evaluator, JudgedTally } from '../evaluator/evaluator.ts'
import type { JudgedBest } from '../evaluator/verdicts.ts'
import type { Facts } from '../request/facts.ts'
import { openQuestion, ownerOf, rowOrder } from '../verdict/questions.ts'
import { ActualFacts } from './actual-facts.ts'
import type { Match, MatchAnswer } from './answer-schema.ts'
import { ownQuestion } from './own-question.ts'
import { renderMatch } from './render-match.ts'
import type { Sheet } from './sheet.ts'
import type { SheetSource } from './sheets.ts'
import { shownFacts } from './shown-facts.ts'

export type MatchOptions<Row> = {
  language: Language
  limit: number
  includeNotEligible: boolean
  topicsOnly: boolean
  view: View
  /** The measure's row as the answer shows it in that view. */
  rowOf(id: string): Row
}

export type MatchCatalogue<Row> = { evaluator: Evaluator; sheets: SheetSource<Row> }

/** `ids`: of the measures answered, in their order. */
export type Matched<Row> = { answer: MatchAnswer<Row>; ids: string[] }

/**
 * The best matches of a company, with counts and questions over all measures, in slices of a match each. Every measure is judged
 * before this returns; what follows is only said of the best, and asks the evaluator for nothing more.
 */
export function beginMatch<Row>(
  catalogue: MatchCatalogue<Row>,
  facts: Facts,
  options: MatchOptions<Row>,
): Generator<number, Matched<Row>> {
  return answerOf(catalogue.sheets, catalogue.evaluator.judge(facts, options), facts, options)
}

function* answerOf<Row>(
  sheets: SheetSource<Row>,
  { best, ...tally }: JudgedTally,
  facts: Facts,
  { language, view, rowOf }: MatchOptions<Row>,
): Generator<number, Matched<Row>> {
  const excludes = mutualExclusions(best)
  const actual = new ActualFacts(facts, language)
  const inOrder = rowOrder(tally.questions)
  const matches: Match<Row>[] = []
  const sheetsById = new Map<string, Sheet>()
  for (const { measure, verdict } of best) {
    const { sheet, row } = sheets.partsOf(measure.id, language, view, rowOf)
    sheetsById.set(measure.id, sheet)
    const { indicative_amount, ...rendered } = renderMatch(measure, sheet, verdict, actual, { inOrder, view })
    matches.push({ subsidy: row, ...rendered, excludes: excludes?.get(measure.id) ?? [], indicative_amount })
    yield 1
  }
  const answer = {
    company: shownFacts(facts, language),
    evaluated_at: sheets.textOf(facts.evaluatedAt),
    evaluated: tally.evaluated,
    other_topic: tally.otherTopic,
    counts: tally.counts,
    matches,
    questions: tally.questions.map((count) => {
      const sheet = sheetsById.get(ownerOf(count.field) ?? '')
      return sheet === undefined ? openQuestion(count, tally.naceWaiting, facts, language) : ownQuestion(count, sheet)
    }),
  }
  return { answer, ids: best.map(({ measure }) => measure.id) }
}

/**
 * For each match the others that it shuts out, in the order of their ids: exclusion holds both ways, whichever side names
 * it, and in whatever order a process came to know of it. Null where none shuts out any other.
 */
function mutualExclusions(best: readonly JudgedBest[]): Map<string, string[]> | null {
  const matches = best.filter(({ verdict }) => verdict.status !== 'not_eligible')
  if (matches.every(({ measure }) => measure.excludes.length === 0)) return null
  const shown = new Map<string, string[]>(matches.map(({ measure }) => [measure.id, []]))
  const note = (id: string, other: string): void => {
    const those = shown.get(id)
    if (those !== undefined && shown.has(other) && !those.includes(other)) those.push(other)
  }
  for (const { measure } of matches) {
    for (const other of measure.excludes) {
      if (other === measure.id) continue
      note(measure.id, other)
      note(other, measure.id)
    }
  }
  for (const those of shown.values()) those.sort(byCodePoint)
  return shown
}
