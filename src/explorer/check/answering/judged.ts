/** A company judged for the check: as every match is, of one state of the catalogue, counted and kept nowhere. */

import type { ShownWarning } from '../../../contract/warnings.ts'
import { compactRow, judgeCompany } from '../../../matching/answer.ts'
import { type Matcher, matchable } from '../../../matching/matcher.ts'
import { answerName, isAnswer, isOwnName, type OpenProperty } from '../../../matching/request/answers.ts'
import type { MatchRequest } from '../../../matching/request/match-request.ts'
import { isOwnQuestion } from '../../../matching/verdict/questions.ts'
import type { Match, MatchAnswer } from '../../../matching/words/answer-schema.ts'
import { explainOne } from '../../../matching/words/explain-measure.ts'
import { sheetOf } from '../../../matching/words/sheet.ts'
import type { Catalogue } from '../../../measures/catalogue/catalogue.ts'
import type { FollowedCatalogue } from '../../../measures/catalogue/follow.ts'
import type { CatalogueState } from '../../../measures/catalogue/state.ts'
import type { ReadingDoubt } from '../../../measures/record/checked.ts'
import type { MeasureRecord } from '../../../measures/record/record.ts'
import type { BriefSubsidy, CompactSubsidy } from '../../../measures/record/record-schema.ts'
import { inTurns } from '../../../platform/in-turns.ts'
import { servedLanguage, textIn } from '../../../values/localized-text.ts'
import type { Language, TextLanguage } from '../../../values/vocabularies.ts'
import { isProperty } from '../asking/facts-given.ts'

/** What an answer did to the list: rows that are new, and rows that have passed others because of what is known of them now. */
export type Move = { kind: 'new' } | { kind: 'up' | 'down'; places: number }

/** A row as it stands in a list. */
export type Ranked = { id: string; status: string; score: number }

/**
 * By id, of the rows that moved. Places are counted among the rows that stand in both lists, and a row has moved only where its own
 * status or score is another: one that others have passed, or that moved up because some left, has not.
 */
export function movesBetween(before: readonly Ranked[], after: readonly Ranked[]): Map<string, Move> {
  const known = new Map(before.map((row) => [row.id, row]))
  const staying = new Set(after.map(({ id }) => id))
  const earlier = new Map(before.filter(({ id }) => staying.has(id)).map(({ id }, place) => [id, place]))
  const moves = new Map<string, Move>()
  let place = 0
  for (const { id, status, score } of after) {
    const row = known.get(id)
    if (row === undefined) {
      moves.set(id, { kind: 'new' })
      continue
    }
    const places = (earlier.get(id) ?? place) - place
    place += 1
    if (places === 0 || (row.status === status && row.score === score)) continue
    moves.set(id, { kind: places > 0 ? 'up' : 'down', places: Math.abs(places) })
  }
  return moves
}

export type Question = {
  property: OpenProperty
  /** In words; null: of one measure's own condition, which stands in its row. */
  text: string | null
  /** Measures that it decides by itself, and those that ask it. */
  settles: number
  appearsIn: number
}

type Answered = Pick<MatchAnswer<unknown>, 'questions'> & {
  matches: readonly Pick<MatchAnswer<unknown>['matches'][number], 'status' | 'questions'>[]
}

/** All that are open, in the order in which they are put; each once. */
function openQuestions({ questions, matches }: Answered): Question[] {
  const listed = new Map<string, Question>()
  for (const { field, question, settles, appears_in } of questions) {
    if (!isProperty(field)) continue
    listed.set(field, { property: field, text: isOwnQuestion(field) ? null : question, settles, appearsIn: appears_in })
  }
  for (const { status, questions: own } of matches) {
    if (status !== 'possibly_eligible') continue
    for (const field of own) {
      if (!listed.has(field) && isProperty(field))
        listed.set(field, { property: field, text: null, settles: own.length === 1 ? 1 : 0, appearsIn: 1 })
    }
  }
  return [...listed.values()]
}

/** Null: nothing is left to ask. */
export function nextQuestion(answered: Answered, skipped: readonly OpenProperty[]): Question | null {
  return openQuestions(answered).find(({ property }) => !skipped.includes(property)) ?? null
}

/** The question on that property, whether or not it is open: what was answered can be asked again. */
export function questionOf(answered: Answered, property: OpenProperty): Question {
  const open = openQuestions(answered).find((one) => one.property === property)
  return open ?? { property, text: null, settles: 0, appearsIn: 0 }
}

export type JudgeNeeds = { catalogue: FollowedCatalogue; matcher: Matcher }

/** In which languages the texts of a measure are there: its title, and its conditions by their ids. */
export type TextLanguages = { title: TextLanguage | null; conditions: ReadonlyMap<string, TextLanguage | null> }

/** `doubt`: of the measure's reading, see `CatalogueState.readingDoubt`. */
export type ShownMatch<Row = BriefSubsidy> = {
  match: Match<Row>
  served: TextLanguages
  doubt: ReadingDoubt | null
}

/** The condition that one measure alone asks, for whoever is asked it. */
export type OwnCondition = {
  measure: { title: string; slug: string; language: TextLanguage | null }
  /** Null where its licence mode withholds it. */
  text: string | null
  language: TextLanguage | null
}

export type JudgedCompany = {
  answer: Omit<MatchAnswer<BriefSubsidy>, 'matches'>
  /** All that were answered, and of the best all that is shown. */
  ranked: readonly Ranked[]
  matches: readonly ShownMatch[]
  warnings: readonly ShownWarning[]
  attribution: readonly string[]
  /** The same for the facts that were there before; null where nothing changed. */
  before: { ranked: readonly Ranked[]; counts: MatchAnswer<BriefSubsidy>['counts'] } | null
  /** Of one measure, whatever its status; null where none was asked for, or it is no measure that one can apply for. */
  explained: ShownMatch<CompactSubsidy> | null
  /** What is asked next; null: nothing is left. */
  question: Question | null
  /** By the name of the answer; null: the measure or the condition is not there any more. */
  own: ReadonlyMap<string, OwnCondition | null>
}

type Asked = {
  request: MatchRequest
  before: MatchRequest | null
  /** Id or slug. */
  measure: string | null
  /** What was answered and what was skipped: own conditions among them are said in words. */
  told: readonly OpenProperty[]
  skipped: readonly OpenProperty[]
  /** The question that is asked for; null: the one that comes next. */
  asking: OpenProperty | null
  /** Rows that are shown. */
  rows: number
}

/** Judges in turns with whatever else the process does. */
export async function judge({ catalogue, matcher }: JudgeNeeds, asked: Asked): Promise<JudgedCompany> {
  const { request, before } = asked
  const { language } = request
  const begun = await catalogue.read((current) => ({
    earlier: before === null ? null : matcher.of(current).evaluator.tally(before.facts, before),
    explained: explain(current, asked),
    // After all that could fail, so that nobody is left with its pin.
    after: judgeCompany(matcher, current, request),
  }))
  using pin = begun.after.pin
  const { answer, warnings, attribution } = await inTurns(begun.after.answering)
  const { matches, ...rest } = answer
  const question = asked.asking === null ? nextQuestion(answer, asked.skipped) : questionOf(answer, asked.asking)
  const told = question === null ? asked.told : [...asked.told, question.property]
  return {
    answer: rest,
    ranked: matches.map(({ subsidy, status, score }) => ({ id: subsidy.id, status, score })),
    matches: matches.slice(0, asked.rows).map((match) => ({
      match,
      served: languagesOf(pin.state, match.subsidy.id, language),
      doubt: pin.state.readingDoubt(match.subsidy.id, request.facts.evaluatedAt),
    })),
    warnings,
    attribution,
    before: begun.earlier === null ? null : { ranked: begun.earlier.best, counts: begun.earlier.counts },
    explained: begun.explained,
    question,
    own: ownConditions(pin.state, told, language),
  }
}

function recordOf(state: CatalogueState, id: string): MeasureRecord {
  return state.rendering(id).measure.record
}

function languagesOf(state: CatalogueState, id: string, language: Language): TextLanguages {
  const record = recordOf(state, id)
  return {
    title: servedLanguage(record.title, language),
    conditions: new Map(record.conditions.map((one) => [one.id, servedLanguage(one.text, language)])),
  }
}

function currentId(state: CatalogueState, idOrSlug: string): string | null {
  const id = state.resolveId(idOrSlug)
  const known = id === null ? null : state.known(id)
  return known === null || known.withdrawnAt !== null ? null : known.id
}

function explain(current: Catalogue, { measure, request }: Asked): ShownMatch<CompactSubsidy> | null {
  const { state } = current
  const id = measure === null ? null : currentId(state, measure)
  if (id === null) return null
  const { language, facts } = request
  const row = compactRow(current, id, language)
  const { textOf } = state.parts.means
  const { match } = explainOne(matchable(state, id), facts, { language, textOf, row })
  return { match, served: languagesOf(state, id, language), doubt: state.readingDoubt(id, facts.evaluatedAt) }
}

function ownConditions(
  state: CatalogueState,
  properties: readonly OpenProperty[],
  language: Language,
): Map<string, OwnCondition | null> {
  const names = new Set(properties.filter(isAnswer).map(answerName))
  return new Map([...names].filter(isOwnName).map((name) => [name, ownCondition(state, name, language)]))
}

function ownCondition(state: CatalogueState, name: string, language: Language): OwnCondition | null {
  const [asked = '', conditionId] = name.split('#', 2)
  const id = currentId(state, asked)
  const known = id === null ? null : state.known(id)
  if (id === null || known === null) return null
  const { openConditions } = sheetOf(matchable(state, id), language, state.parts.means.textOf)
  const condition = openConditions.find((one) => one.id === conditionId && one.answer_as !== null)
  if (condition === undefined) return null
  const { title, conditions } = languagesOf(state, id, language)
  const { record } = state.rendering(id).measure
  return {
    measure: { title: textIn(record.title, language) ?? id, slug: known.slug, language: title },
    text: condition.text,
    language: conditions.get(condition.id) ?? null,
  }
}
