/**
 * The parts of a match's JSON that do not change with the company, serialised once per measure and language, as texts of
 * bytes (see `byte-text.ts`). Of a rule all is ready but the fact, the outcome and the end of its text, so that an answer is
 * put together from a few long pieces.
 */
import type { RuleField, View } from '../../values/vocabularies.ts'
import type { AnswerName } from '../request/answers.ts'
import type { MatchLeaf, MatchRule, PreparedMeasure } from '../verdict/prepared-measure.ts'
import { type AmountText, amountText } from './amount-text.ts'
import { inOnePiece, inQuotes, jsonBytes } from './byte-text.ts'
import type { GroupSheet, LeafSheet, RuleSheet, Sheet } from './sheet.ts'

export type LeafText = {
  kind: 'leaf'
  field: RuleField
  confidence: number
  /** It passes for a household: see `sparesHousehold` in prepared-measure.ts. */
  sparesHousehold: boolean
  /** Up to the fact, with the comma before it where another rule always stands before. */
  head: string
  /**
   * From the outcome to where the text of the rule begins, or goes on where that is the same every day, of a rule that
   * passes: what others say differently ends, and the provenance begins, at `tailAt`.
   */
  passes: string
  tailAt: number
  /** What names today, of which the text is made anew each day; null: `tail` has it. */
  ofToday: LeafSheet | null
}
export type GroupText = {
  kind: 'group'
  /** Null: the lowest of its members'. */
  confidence: number | null
  /** Up to the outcome, with the comma before it where another rule always stands before. */
  head: string
  /** From the provenance to where the text of the rule goes on. */
  tail: string
  members: readonly RuleText[]
}
export type RuleText = LeafText | GroupText

/** A condition up to the answer; `name`: what it is answered as, null where it is never asked. */
export type ConditionText = { name: AnswerName | null; head: string }

export type SheetText = {
  /** Of the measure. */
  id: string
  /** Up to the status; the measure's row is in it. */
  head: string
  rules: readonly RuleText[]
  /** From behind the topic fit to the questions while no condition is answered, and the conditions in pieces. */
  conditions: string
  conditionsApart: readonly ConditionText[]
  isAssessed: boolean
  /** Null where the measure has no amount, or its licence mode withholds it. */
  amount: AmountText | null
  /** Bytes that it holds. */
  size: number
}

/** `row`: the measure's row as JSON, a text of bytes. */
export function sheetText(
  sheet: Sheet,
  measure: Pick<PreparedMeasure, 'id' | 'rules'>,
  row: string,
  view: View,
): SheetText {
  const { amount, instrument, costTypes, language, openConditions, isAssessed } = sheet
  const text = {
    id: measure.id,
    head: inOnePiece(`{"subsidy":${row},"status":"`),
    // Where those that pass are left out, any can be the first.
    rules: ruleTexts(sheet.rules, measure.rules, view, view === 'full'),
    conditions: inOnePiece(conditionsText(jsonBytes(openConditions))),
    conditionsApart: openConditions.map((condition) => ({
      name: condition.answer_as,
      head: inOnePiece(jsonBytes(condition).slice(0, -'null}'.length)),
    })),
    isAssessed,
    amount: amountText({ amount, instrument, costTypes, language }),
  }
  return { ...text, size: text.head.length + 2 * text.conditions.length + sizeOf(text.rules) }
}

/** A list of conditions as JSON, with what stands around it: from behind the topic fit to the questions. */
export function conditionsText(list: string): string {
  return `,"unevaluated_conditions":${list},"questions":`
}

/** Outcome, confidence and what is missing; the names need no escaping. */
export function toldText(outcome: string, confidence: number, missing: string | null): string {
  return `,"outcome":"${outcome}","confidence":${confidence},"missing":${missing === null ? 'null' : `"${missing}"`}`
}

/** `allStand`: all are listed whatever they say, so that each but the first has a comma before it. */
function ruleTexts(
  sheets: readonly RuleSheet[],
  rules: readonly MatchRule[],
  view: View,
  allStand: boolean,
): RuleText[] {
  return rules.map((rule, index) => {
    const sheet = sheets[index]
    const comma = allStand && index > 0 ? ',' : ''
    if (sheet?.kind === 'leaf' && rule.kind === 'leaf') return leafText(sheet, rule, view, comma)
    if (sheet?.kind !== 'group' || rule.kind !== 'group') throw new Error(`the sheet lacks rule ${rule.id}`)
    return {
      kind: 'group',
      confidence: rule.ownConfidence ? rule.confidence : null,
      head: inOnePiece(`${comma}${groupHead(sheet)}`),
      tail: inOnePiece(`${provenanceText(sheet, view)}${inQuotes(sheet.requirement)} `),
      members: ruleTexts(sheet.members, rule.members, view, true),
    }
  })
}

function leafText(sheet: LeafSheet, { confidence, predicate }: MatchLeaf, view: View, comma: ',' | ''): LeafText {
  const { id, field, operator, expected, requirement } = sheet
  const provenance = provenanceText(sheet, view)
  const told = toldText('pass', confidence, null)
  return {
    kind: 'leaf',
    field,
    confidence,
    sparesHousehold: predicate.sparesHousehold,
    head: inOnePiece(`${comma}${jsonBytes({ id, field, operator, expected }).slice(0, -1)},"actual":`),
    passes: inOnePiece(`${told}${provenance}${requirement === null ? '' : `${inQuotes(requirement)} `}`),
    tailAt: told.length,
    ofToday: requirement === null ? sheet : null,
  }
}

function groupHead({ id, operator }: GroupSheet): string {
  return jsonBytes({ id, field: null, operator, expected: null, actual: null }).slice(0, -1)
}

function provenanceText({ provenance }: RuleSheet, view: View): string {
  return view === 'full' ? `,"provenance":${jsonBytes(provenance)},"text":"` : ',"text":"'
}

function sizeOf(texts: readonly RuleText[]): number {
  return texts.reduce(
    (sum, text) =>
      sum + text.head.length + (text.kind === 'group' ? text.tail.length + sizeOf(text.members) : text.passes.length),
    0,
  )
}
