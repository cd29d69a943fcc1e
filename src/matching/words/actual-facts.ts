/** The facts of one answer as its rules show them, each put into words once, and how the text of a rule on it ends. */
import type { Language, RuleField } from '../../values/vocabularies.ts'
import { type Facts, lackedByHousehold } from '../request/facts.ts'
import { comparableOf, membersOf } from '../verdict/judge-predicate.ts'
import type { RuleVerdict } from '../verdict/judge-rule.ts'
import type { ActualValue } from './answer-schema.ts'
import { actualText, type Ending, endingText } from './rule-texts.ts'
import { inQuotes } from './sheet-text.ts'

export type ActualFact = {
  value: ActualValue
  /** In words; null where there is nothing to show. */
  text: string | null
  /** `value` as JSON. */
  json: string
  /** How texts on it end, as far as they were asked for. */
  endings: Map<Ending, EndingText>
}

/** The end of a rule's text, and the same as it stands between the quotes of a JSON string. */
export type EndingText = { text: string; json: string }

export class ActualFacts {
  readonly facts: Facts
  readonly language: Language
  readonly #known = new Map<RuleField, ActualFact>()

  constructor(facts: Facts, language: Language) {
    this.facts = facts
    this.language = language
  }

  of(field: RuleField): ActualFact {
    const before = this.#known.get(field)
    if (before !== undefined) return before
    const value = actualValue(field, this.facts)
    const text = value === null ? null : actualText(field, value, this.language)
    const actual = { value, text, json: JSON.stringify(value), endings: new Map<Ending, EndingText>() }
    this.#known.set(field, actual)
    return actual
  }

  /** How the text of a rule on the field ends, after such a verdict. */
  endingOf(field: RuleField, verdict: RuleVerdict): EndingText {
    const actual = this.of(field)
    const ending = this.#ending(field, verdict)
    const before = actual.endings.get(ending)
    if (before !== undefined) return before
    const text = endingText(ending, actual.text, this.language)
    const made = { text, json: inQuotes(text) }
    actual.endings.set(ending, made)
    return made
  }

  #ending(field: RuleField, verdict: RuleVerdict): Ending {
    const { outcome, rule } = verdict
    if (this.facts.household && lackedByHousehold.includes(field)) {
      if (outcome === 'fail') return 'fail_none'
      return rule.kind === 'leaf' && rule.predicate.sparesHousehold ? 'spared' : 'pass_none'
    }
    if (outcome === 'unknown') return this.of(field).value === null ? 'unknown' : 'undecided'
    if (verdict.doubtful) return field === 'company.size' ? 'fail_by_turnover' : 'fail_by_side_activity'
    if (field === 'company.province' && this.facts.place.province === 'none') {
      return outcome === 'pass' ? 'pass_none' : 'fail_none'
    }
    return outcome
  }
}

function actualValue(field: RuleField, facts: Facts): ActualValue {
  const { place } = facts
  switch (field) {
    case 'company.region':
      return place.region
    case 'company.province':
      return place.province === 'none' ? null : place.province
    case 'company.municipality':
      return place.municipality
    case 'company.size':
      return facts.size.size
    case 'company.legal_form':
      return facts.legalForm
    case 'company.applicant_type':
    case 'project.topics':
    case 'project.cost_types':
      return membersOf(field, facts)
    case 'company.nace':
      return facts.nace?.map(({ code }) => code) ?? null
    case 'company.joint_committees':
      return facts.jointCommittees
    default:
      return comparableOf(field, facts)
  }
}
