/**
 * One company against all measures, as it is answered: status, reasons and score of the best, what every rule says, the
 * questions that would settle most, and what the support may come to. It never says that anybody is entitled to
 * anything: the competent authority decides.
 */
import { finished } from '../../search/slices.ts'
import type { Instant } from '../../values/brussels.ts'
import { byCodePoint } from '../../values/ids.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { Evaluator } from '../evaluator/evaluator.ts'
import type { Facts } from '../request/facts.ts'
import { type JudgedMeasure, judgeMeasure, waitingNaceRules } from '../verdict/judge-measure.ts'
import { type MatchableMeasure, prepare } from '../verdict/prepared-measure.ts'
import { openQuestion } from '../verdict/questions.ts'
import type { TallyOptions } from '../verdict/tally.ts'
import { ActualFacts } from './actual-facts.ts'
import type { Match, MatchAnswer } from './answer-schema.ts'
import { matchText } from './match-text.ts'
import { renderMatch } from './render-match.ts'
import { sheetOf } from './sheet.ts'
import type { SheetSource } from './sheets.ts'
import { shownFacts } from './shown-facts.ts'

export type MatchOptions<Row> = {
  language: Language
  limit: number
  includeNotEligible: boolean
  /** The measure's row as the answer shows it. */
  rowOf(id: string): Row
}

export type MatchCatalogue = { evaluator: Evaluator; sheets: SheetSource }

/** The best matches of a company, and counts and questions over all measures. */
export function matchCompany<Row>(
  catalogue: MatchCatalogue,
  facts: Facts,
  options: MatchOptions<Row>,
): MatchAnswer<Row> {
  return finished(beginMatch(catalogue, facts, options))
}

/**
 * The same in slices, a match each. Every measure is judged before this returns; what follows is only said of the best,
 * and asks the evaluator for nothing more.
 */
export function beginMatch<Row>(
  catalogue: MatchCatalogue,
  facts: Facts,
  options: MatchOptions<Row>,
): Generator<number, MatchAnswer<Row>> {
  return answerFor(catalogue.sheets, bestOf(catalogue, facts, options), facts, options)
}

function* answerFor<Row>(
  sheets: SheetSource,
  { tally, best, excludes }: ReturnType<typeof bestOf>,
  facts: Facts,
  options: MatchOptions<Row>,
): Generator<number, MatchAnswer<Row>> {
  const { language } = options
  const actual = new ActualFacts(facts, language)
  const matches: Match<Row>[] = []
  for (const { measure, verdict } of best) {
    const sheet = sheets.of(measure.id, language)
    const { indicative_amount, ...rendered } = renderMatch(measure, sheet, verdict, actual)
    const subsidy = options.rowOf(measure.id)
    matches.push({ subsidy, ...rendered, excludes: excludes.get(measure.id) ?? [], indicative_amount })
    yield 1
  }
  return {
    company: shownFacts(facts, language),
    evaluated_at: sheets.textOf(facts.evaluatedAt),
    evaluated: tally.evaluated,
    counts: tally.counts,
    matches,
    questions: tally.questions.map((count) => openQuestion(count, tally.naceWaiting, language)),
  }
}

/**
 * The same answer as JSON text, without its braces, so that more can be put after it; `rowOf` answers rows as JSON. It
 * makes no object of what it serialises, and takes a fraction of the time. `ids`: of the measures answered.
 */
export function matchCompanyText(
  catalogue: MatchCatalogue,
  facts: Facts,
  options: MatchOptions<string>,
): { text: string; ids: string[] } {
  const { language } = options
  const { tally, best, excludes } = bestOf(catalogue, facts, options)
  const actual = new ActualFacts(facts, language)
  const matches = best.map(({ measure, verdict }) => {
    const sheet = catalogue.sheets.textFor(measure.id, language)
    return matchText(options.rowOf(measure.id), measure, sheet, verdict, excludes.get(measure.id) ?? [], actual)
  })
  const company = JSON.stringify(shownFacts(facts, language))
  const evaluatedAt = catalogue.sheets.textOf(facts.evaluatedAt)
  const questions = tally.questions.map((count) => openQuestion(count, tally.naceWaiting, language))
  const text = `"company":${company},"evaluated_at":"${evaluatedAt}","evaluated":${tally.evaluated},"counts":${JSON.stringify(tally.counts)},"matches":[${matches.join()}],"questions":${JSON.stringify(questions)}`
  return { text, ids: best.map(({ measure }) => measure.id) }
}

function bestOf({ evaluator }: MatchCatalogue, facts: Facts, options: TallyOptions) {
  const tally = evaluator.tally(facts, options)
  const best = tally.best.map((verdict) => {
    const measure = evaluator.measure(verdict.id)
    if (measure === null) throw new Error(`the evaluator does not have ${verdict.id}`)
    return { measure, verdict }
  })
  return { tally, best, excludes: mutualExclusions(best.filter(({ verdict }) => verdict.status !== 'not_eligible')) }
}

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
  const rendered = renderMatch(prepared, sheet, verdict, new ActualFacts(facts, language))
  const { indicative_amount, ...rest } = rendered
  const settles = verdict.questions.length === 1 ? 1 : 0
  const naceWaiting = facts.nace === null ? null : waitingFor(measure, verdict)
  return {
    company: shownFacts(facts, language),
    evaluated_at: options.textOf(facts.evaluatedAt),
    match: { subsidy: options.row, ...rest, excludes: [], indicative_amount },
    questions: verdict.questions.map((field) => openQuestion({ field, settles, appearsIn: 1 }, naceWaiting, language)),
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
 * it, and in whatever order a process came to know of it.
 */
function mutualExclusions(
  matches: readonly { measure: { id: string; excludes: readonly string[] } }[],
): Map<string, string[]> {
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
