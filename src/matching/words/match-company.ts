import { byCodePoint } from '../../values/ids.ts'
import type { Language, View } from '../../values/vocabularies.ts'
import type { Evaluator, JudgedTally } from '../evaluator/evaluator.ts'
import type { JudgedBest } from '../evaluator/verdicts.ts'
import type { Facts } from '../request/facts.ts'
import { openQuestion, rowOrder } from '../verdict/questions.ts'
import { ActualFacts } from './actual-facts.ts'
import type { MatchAnswer } from './answer-schema.ts'
import { jsonBytes } from './byte-text.ts'
import { MatchesText } from './match-text.ts'
import { questionsText } from './questions-text.ts'
import { renderMatch } from './render-match.ts'
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

export type MatchCatalogue = { evaluator: Evaluator; sheets: SheetSource }

/**
 * The best matches of a company, and counts and questions over all measures, as objects: the plain way to say what
 * `beginMatch` says, and what that is held against.
 */
export function matchCompany<Row>(
  catalogue: MatchCatalogue,
  facts: Facts,
  options: MatchOptions<Row>,
): MatchAnswer<Row> {
  const { language, view } = options
  const { best, ...tally } = catalogue.evaluator.judge(facts, options)
  const excludes = mutualExclusions(best)
  const actual = new ActualFacts(facts, language)
  const inOrder = rowOrder(tally.questions)
  return {
    company: shownFacts(facts, language),
    evaluated_at: catalogue.sheets.textOf(facts.evaluatedAt),
    evaluated: tally.evaluated,
    other_topic: tally.otherTopic,
    counts: tally.counts,
    matches: best.map(({ measure, verdict }) => {
      const sheet = catalogue.sheets.of(measure.id, language)
      const { indicative_amount, ...rendered } = renderMatch(measure, sheet, verdict, actual, {
        inOrder,
        view,
      })
      return {
        subsidy: options.rowOf(measure.id),
        ...rendered,
        excludes: excludes?.get(measure.id) ?? [],
        indicative_amount,
      }
    }),
    questions: tally.questions.map((count) => openQuestion(count, tally.naceWaiting, language)),
  }
}

/** An answer as a text of bytes (see `byte-text.ts`): JSON without its braces, so that more can be put after it. */
export type MatchText = { text: string; ids: string[] }

/**
 * The same as JSON, in slices, a match each; `rowOf` answers rows as JSON. No object is made of what is serialised, which
 * takes a fraction of the time. Every measure is judged before this returns; what follows is only said of the best, and
 * asks the evaluator for nothing more. `ids`: of the measures answered.
 */
export function beginMatch(
  catalogue: MatchCatalogue,
  facts: Facts,
  options: MatchOptions<Buffer>,
): Generator<number, MatchText> {
  return textFor(catalogue.sheets, catalogue.evaluator.judge(facts, options), facts, options)
}

function* textFor(
  sheets: SheetSource,
  { best, ...tally }: JudgedTally,
  facts: Facts,
  { language, view, rowOf }: MatchOptions<Buffer>,
): Generator<number, MatchText> {
  const inOrder = rowOrder(tally.questions)
  const written = new MatchesText(new ActualFacts(facts, language), view)
  const excludes = mutualExclusions(best)
  let matches = ''
  for (const judged of best) {
    const text = sheets.textFor(judged, language, view, rowOf)
    const questions = inOrder(judged.verdict.questions)
    const rest = { excludes: excludes?.get(judged.measure.id) ?? none, questions }
    matches += `${matches === '' ? '' : ','}${written.of(text, judged, rest)}`
    yield 1
  }
  const company = jsonBytes(shownFacts(facts, language))
  const evaluatedAt = sheets.textOf(facts.evaluatedAt)
  const counts = JSON.stringify(tally.counts)
  const questions = questionsText(tally.questions, tally.naceWaiting, language)
  const text = `"company":${company},"evaluated_at":"${evaluatedAt}","evaluated":${tally.evaluated},"other_topic":${tally.otherTopic},"counts":${counts},"matches":[${matches}],"questions":${questions}`
  return { text, ids: best.map(({ measure }) => measure.id) }
}

const none: readonly never[] = []

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
