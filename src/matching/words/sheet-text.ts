/**
 * The parts of a match's JSON that do not change with the company, serialised once per sheet. Of a rule all is ready but
 * the fact, the outcome and the end of its text, so that an answer is put together from a few long pieces.
 */
import type { LeafSheet, RuleSheet, Sheet } from './sheet.ts'

export type RuleText = {
  sheet: RuleSheet
  /** Up to the fact (of a group, up to the outcome). */
  head: string
  /** From the provenance to where the text of the rule goes on; null where the text has to be made anew each day. */
  tail: string | null
  /** Up to where the text begins. */
  provenance: string
  members: readonly RuleText[]
}

export type SheetText = { rules: readonly RuleText[]; openConditions: string }

export function sheetText(sheet: Sheet): SheetText {
  return { rules: sheet.rules.map(ruleText), openConditions: JSON.stringify(sheet.openConditions) }
}

/** A text as it stands between the quotes of a JSON string. */
export function inQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function ruleText(sheet: RuleSheet): RuleText {
  const provenance = `,"provenance":${JSON.stringify(sheet.provenance)},"text":"`
  return {
    sheet,
    head: sheet.kind === 'group' ? groupHead(sheet) : leafHead(sheet),
    tail: sheet.requirement === null ? null : `${provenance}${inQuotes(sheet.requirement)} `,
    provenance,
    members: sheet.kind === 'group' ? sheet.members.map(ruleText) : [],
  }
}

function leafHead({ id, field, operator, expected }: LeafSheet): string {
  return `${JSON.stringify({ id, field, operator, expected }).slice(0, -1)},"actual":`
}

function groupHead({ id, operator }: Extract<RuleSheet, { kind: 'group' }>): string {
  return JSON.stringify({ id, field: null, operator, expected: null, actual: null }).slice(0, -1)
}
