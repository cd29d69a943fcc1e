/**
 * Which text of a measure's own condition an answer was given for. An answer to a shared point is about a fact, and holds
 * for good; one to a condition that a single measure words is about those words, and holds while they stay (contract 5).
 */
import { hash } from 'node:crypto'
import { answerable } from '../matching/verdict/answerable.ts'
import type { CatalogueState } from '../measures/catalogue/state.ts'
import type { Condition, ResolvedRecord } from '../measures/record/record.ts'
import { ruleIdsOf } from '../measures/rules/generated-rules.ts'
import { languagesOf } from '../values/localized-text.ts'
import type { TextLanguage } from '../values/vocabularies.ts'

/** A text that was answered, by its print. */
export type TextPrint = string

/** Digits of the digest: enough to tell the few texts apart that one condition ever has. */
const printDigits = 16

/**
 * The print of what a condition says and expects, in the source's language (else the first that it has): the text of which
 * an id is made. A translation that comes later changes nothing of what was asked.
 */
export function textPrint({ text, expects }: Pick<Condition, 'text' | 'expects'>, language: TextLanguage): TextPrint {
  const worded = text[language] ?? text[languagesOf(text)[0] ?? 'en'] ?? ''
  return hash('sha256', JSON.stringify([worded, expects ?? true]), 'hex').slice(0, printDigits)
}

/** `printsOf` of a measure of the catalogue; null: it is withdrawn, merged or none, and nobody is asked its conditions. */
export function printsIn(state: CatalogueState, measureId: string): Map<string, TextPrint> | null {
  const known = state.known(measureId)
  if (known === null || known.withdrawnAt !== null) return null
  const { measure, context } = state.rendering(measureId)
  return printsOf(measure.record, context.source.language)
}

/** By condition id, the prints of those conditions of a record that are answered under a name of the measure's own. */
export function printsOf(record: ResolvedRecord, language: TextLanguage): Map<string, TextPrint> {
  const ruleIds = ruleIdsOf(record)
  const own = record.conditions.filter((condition) => answerable('', condition, ruleIds)?.isOwn === true)
  return new Map(own.map((condition) => [condition.id, textPrint(condition, language)]))
}
