/** The facts of one answer as its rules show them, each put into words once, and how the text of a rule on it ends. */
import type { Language, RuleField } from '../../values/vocabularies.ts'
import { type Facts, isKnownNone } from '../request/facts.ts'
import { comparableOf, membersOf, oneValueOf } from '../verdict/judge-predicate.ts'
import type { RuleVerdict } from '../verdict/judge-rule.ts'
import type { ActualValue } from './answer-schema.ts'
import { actualText, type Ending, endingText } from './sentences/rule-texts.ts'

/** A fact of the applicant as rules show it. */
type ActualFact = {
  field: RuleField
  value: ActualValue
  /** In words; null where there is nothing to show. */
  text: string | null
}

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
    const fact = { field, value, text: value === null ? null : actualText(field, value, this.language) }
    this.#known.set(field, fact)
    return fact
  }

  /** The end of a rule's text: the outcome, and the fact in words. */
  ending(fact: ActualFact, judged: Judged, isSpared: boolean): string {
    return endingText(this.#endingOf(fact, judged, isSpared), fact.text, this.language)
  }

  #endingOf({ field, value }: ActualFact, { outcome, doubtful }: Judged, isSpared: boolean): Ending {
    if (isSpared) return 'spared'
    if (isKnownNone(field, this.facts)) return outcome === 'pass' ? 'pass_none' : 'fail_none'
    if (outcome === 'unknown') return value === null ? 'unknown' : 'undecided'
    if (doubtful) return field === 'company.size' ? 'fail_by_turnover' : 'fail_by_side_activity'
    const hasNone = field === 'company.province' && this.facts.place.province === 'none'
    return hasNone ? `${outcome}_none` : outcome
  }
}

type Judged = Pick<RuleVerdict, 'outcome' | 'doubtful'>

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
    case 'company.legal_form':
    case 'hire.diploma':
    case 'hire.contract':
    case 'hire.region':
    case 'building.occupancy':
      return oneValueOf(field, facts)
    case 'company.applicant_type':
    case 'project.topics':
    case 'project.cost_types':
    case 'project.stages':
    case 'project.partners':
      return isKnownNone(field, facts) ? null : membersOf(field, facts)
    case 'company.nace':
      return facts.nace?.map(({ shown }) => shown) ?? null
    case 'company.joint_committees':
      return facts.jointCommittees
    default:
      return comparableOf(field, facts)
  }
}
