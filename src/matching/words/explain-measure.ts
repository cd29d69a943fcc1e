/** One measure against one company, as it is answered: what a match says of it, whatever its status, and what is open of it. */
import type { Instant } from '../../values/brussels.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { Facts } from '../request/facts.ts'
import { type JudgedMeasure, judgeMeasure, waitingNaceRules } from '../verdict/judge-measure.ts'
import { type MatchableMeasure, type PreparedMeasure, prepare } from '../verdict/prepared-measure.ts'
import { inOrderOf, isDecidedByAnswers, isOwnQuestion, openQuestion, rowOrder } from '../verdict/questions.ts'
import type { QuestionCount } from '../verdict/tally.ts'
import { ActualFacts } from './actual-facts.ts'
import type { Match, MatchAnswer } from './answer-schema.ts'
import { ownQuestion } from './own-question.ts'
import { renderMatch } from './render-match.ts'
import { sheetOf } from './sheet.ts'
import { shownFacts } from './shown-facts.ts'

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
  const listed = questionsOfOne(prepared, verdict)
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
    questions: listed.map((count) =>
      isOwnQuestion(count.field) ? ownQuestion(count, sheet) : openQuestion(count, naceWaiting, facts, language),
    ),
  }
}

/** As the questions of all measures are counted, of this one alone. */
function questionsOfOne(measure: PreparedMeasure, verdict: JudgedMeasure): QuestionCount[] {
  const { questions } = verdict
  const settles = questions.length === 1 && isDecidedByAnswers(verdict) ? 1 : 0
  const counts = questions.map((field) => ({ field, settles, appearsIn: 1 }))
  return inOrderOf(counts, [{ verdict, measure }])
}

function waitingFor(measure: MatchableMeasure, verdict: JudgedMeasure) {
  const waiting = { 2008: 0, 2025: 0 }
  const { version } = measure.record.nace
  if (version !== null) waiting[version] = waitingNaceRules(verdict.rules)
  return waiting
}
