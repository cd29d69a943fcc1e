/**
 * One company against all measures, as it is answered: status, reasons and score of the best, what every rule says, the
 * questions that would settle most, and what the support may come to. It never says that anybody is entitled to
 * anything: the competent authority decides.
 */
import type { Instant } from '../../values/brussels.ts'
import { byCodePoint } from '../../values/ids.ts'
import type { Language, View } from '../../values/vocabularies.ts'
import type { Evaluator, JudgedTally } from '../evaluator/evaluator.ts'
import type { JudgedBest } from '../evaluator/verdicts.ts'
import type { Facts } from '../request/facts.ts'
import { type JudgedMeasure, judgeMeasure, waitingNaceRules } from '../verdict/judge-measure.ts'
import { type MatchableMeasure, prepare } from '../verdict/prepared-measure.ts'
import { isOwnQuestion, openQuestion, rankedQuestions, rowOrder } from '../verdict/questions.ts'
import { ActualFacts } from './actual-facts.ts'
import type { Match, MatchAnswer } from './answer-schema.ts'
import { jsonBytes } from './byte-text.ts'
import { MatchesText } from './match-text.ts'
import { questionsText } from './questions-text.ts'
import { renderMatch } from './render-match.ts'
import { sheetOf } from './sheet.ts'
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

export type ExplainOptions<Row> = {
  language: Language
  /** How an instant is written. */
  textOf(instant: Instant): string
  row: Row
}

/** What is answered about one measure, whatever its status; the questions count this one alone. */
export type Explanation<Row> = Pick<MatchAnswer<Row>, 'company' | 'evaluated_at' | 'questions'> & { match: Match<Row> }

export function explainOne<Row>(
  measure: MatchableMeasure,
  facts: Facts,
  options: ExplainOptions<Row>,
): Explanation<Row> {
  const { language } = options
  const prepared = prepare(measure)
  const verdict = judgeMeasure(prepared, facts)
  const sheet = sheetOf(measure, language, options.textOf)
  const settles = verdict.questions.length === 1 ? 1 : 0
  const shared = verdict.questions.filter((field) => !isOwnQuestion(field))
  const listed = rankedQuestions(shared.map((field) => ({ field, settles, appearsIn: 1 })))
  const rendered = renderMatch(prepared, sheet, verdict, new ActualFacts(facts, language), {
    inOrder: rowOrder(listed),
    view: 'full',
  })
  const { indicative_amount, ...rest } = rendered
  const naceWaiting = facts.nace === null ? null : waitingFor(measure, verdict)
  return {
    company: shownFacts(facts, language),
    evaluated_at: options.textOf(facts.evaluatedAt),
    match: { subsidy: options.row, ...rest, excludes: [], indicative_amount },
    questions: listed.map((count) => openQuestion(count, naceWaiting, language)),
  }
}

function waitingFor(measure: MatchableMeasure, verdict: JudgedMeasure) {
  const waiting = { 2008: 0, 2025: 0 }
  const { version } = measure.record.nace
  if (version !== null) waiting[version] = waitingNaceRules(verdict.rules)
  return waiting
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
