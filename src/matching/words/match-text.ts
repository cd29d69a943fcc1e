/**
 * A match as JSON text, equal to the serialised object of `renderMatch` to the byte (a test holds them together), put
 * together from what `sheet-text.ts` has ready. A bulk answers hundreds of megabytes, of which nearly all is repetition.
 */

import { judgeRule, type RuleVerdict } from '../verdict/judge-rule.ts'
import type { PreparedMeasure } from '../verdict/prepared-measure.ts'
import type { MeasureVerdict } from '../verdict/tally.ts'
import type { ActualFacts } from './actual-facts.ts'
import { indicativeAmountOf, requirementOf } from './render-match.ts'
import { endingText } from './rule-texts.ts'
import type { Sheet } from './sheet.ts'
import { inQuotes, type RuleText, type SheetText } from './sheet-text.ts'

/** `row`: the measure's row as JSON. */
export function matchText(
  row: string,
  measure: PreparedMeasure,
  { sheet, text }: { sheet: Sheet; text: SheetText },
  verdict: MeasureVerdict,
  excludes: readonly string[],
  actual: ActualFacts,
): string {
  const { status, reviewReasons, score, questions } = verdict
  const amount = JSON.stringify(indicativeAmountOf(verdict, sheet, actual.facts))
  const verdicts = measure.rules.map((rule) => judgeRule(rule, actual.facts))
  return `{"subsidy":${row},"status":"${status}","review_reasons":${namesText(reviewReasons)},"score":${score},"rules":${rulesText(text.rules, verdicts, actual)},"unevaluated_conditions":${text.openConditions},"questions":${namesText(questions)},"excludes":${JSON.stringify(excludes)},"indicative_amount":${amount}}`
}

function rulesText(texts: readonly RuleText[], verdicts: readonly RuleVerdict[], actual: ActualFacts): string {
  let joined = ''
  for (const [index, verdict] of verdicts.entries()) {
    const text = texts[index]
    if (text === undefined) throw new Error(`the sheet lacks rule ${verdict.rule.id}`)
    joined += `${index === 0 ? '' : ','}${oneRuleText(text, verdict, actual)}`
  }
  return `[${joined}]`
}

function oneRuleText(text: RuleText, verdict: RuleVerdict, actual: ActualFacts): string {
  const { sheet, head } = text
  const [missing] = verdict.lacks
  const told = `,"outcome":"${verdict.outcome}","confidence":${verdict.confidence},"missing":${missing === undefined ? 'null' : `"${missing}"`}`
  if (sheet.kind === 'group') {
    const ending = endingText(verdict.outcome, null, actual.language)
    return `${head}${told}${text.tail}${inQuotes(ending)}","rules":${rulesText(text.members, verdict.members, actual)}}`
  }
  const tail = text.tail ?? `${text.provenance}${inQuotes(requirementOf(sheet, actual))} `
  return `${head}${actual.of(sheet.field).json}${told}${tail}${actual.endingOf(sheet.field, verdict).json}","rules":[]}`
}

/** A list of names that need no escaping. */
function namesText(names: readonly string[]): string {
  return names.length === 0 ? '[]' : `["${names.join('","')}"]`
}
