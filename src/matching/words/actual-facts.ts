/** The facts of one answer as its rules show them, each put into words once, and how the text of a rule on it ends. */
import type { AskedProperty } from '../../values/questions.ts'
import type { Language, RuleField } from '../../values/vocabularies.ts'
import { type Facts, lackedByHousehold } from '../request/facts.ts'
import { comparableOf, membersOf, missingProperty, oneValueOf } from '../verdict/judge-predicate.ts'
import { said } from '../verdict/said.ts'
import type { ActualValue } from './answer-schema.ts'
import { jsonBytes } from './byte-text.ts'
import { actualText, type Ending, endingText } from './sentences/rule-texts.ts'

/** A fact in words: the same for whoever has it, whatever is asked of it. */
export type ActualFact = {
  field: RuleField
  value: ActualValue
  /** In words; null where there is nothing to show. */
  text: string | null
  /** `value` as JSON, a text of bytes. */
  json: string
  /** What ends the JSON of a rule on it, a text of bytes, as far as it was asked for. */
  closings: Partial<Record<Ending, string>>
}

/** A fact as the rules of one answer show it. */
export type ShownFact = {
  fact: ActualFact
  /** What ends the JSON of a rule on it that passes; null where that is another thing for each rule. */
  passing: string | null
}

export class ActualFacts {
  readonly facts: Facts
  readonly language: Language
  readonly #known = new Map<RuleField, ShownFact>()

  constructor(facts: Facts, language: Language) {
    this.facts = facts
    this.language = language
  }

  of(field: RuleField): ShownFact {
    const before = this.#known.get(field)
    if (before !== undefined) return before
    const fact = factInWords(field, actualValue(field, this.facts), this.language)
    const passing = this.facts.household ? null : this.closing(fact, said.passes, false)
    const shown = { fact, passing }
    this.#known.set(field, shown)
    return shown
  }

  /** The request property that would tell the fact. */
  missing(field: RuleField): AskedProperty {
    return missingProperty(field, this.facts)
  }

  /** How the text of a rule on the fact ends, after what it says (see `said`). */
  ending(actual: ActualFact, says: number, sparesHousehold: boolean): string {
    return endingText(this.#endingOf(actual, says, sparesHousehold), actual.text, this.language)
  }

  /** The same to the end of the rule's JSON, a text of bytes. */
  closing(actual: ActualFact, says: number, sparesHousehold: boolean): string {
    const ending = this.#endingOf(actual, says, sparesHousehold)
    const before = actual.closings[ending]
    if (before !== undefined) return before
    // Of a fact that no other company has it is made for a rule or two, so that each step counts: it is cut from one piece.
    const text = endingText(ending, actual.text, this.language)
    const made = jsonBytes({ text, rules: noRules }).slice(beforeText.length)
    actual.closings[ending] = made
    return made
  }

  #endingOf({ field, value }: ActualFact, says: number, sparesHousehold: boolean): Ending {
    if (this.facts.household && lackedByHousehold.includes(field)) {
      if (says !== said.passes) return 'fail_none'
      return sparesHousehold ? 'spared' : 'pass_none'
    }
    if (says === said.undecided) return value === null ? 'unknown' : 'undecided'
    if (says === said.failsDoubtfully) return field === 'company.size' ? 'fail_by_turnover' : 'fail_by_side_activity'
    const hasNone = field === 'company.province' && this.facts.place.province === 'none'
    if (says === said.passes) return hasNone ? 'pass_none' : 'pass'
    return hasNone ? 'fail_none' : 'fail'
  }
}

const noRules: readonly never[] = []
const beforeText = '{"text":"'

/** Facts kept in words, per field and language; beyond that all are forgotten, and those in use come back. */
const keptMax = 256
type Kept = Map<RuleField, Map<string | number | null, ActualFact>>
const kept: Readonly<Record<Language, Kept>> = { nl: new Map(), fr: new Map(), en: new Map() }

/** Putting a fact into words costs more than all that is joined from it, and companies have many facts in common. */
function factInWords(field: RuleField, value: ActualValue, language: Language): ActualFact {
  const ofField = kept[language].get(field) ?? new Map<string | number | null, ActualFact>()
  const json = jsonBytes(value)
  // The values of a field are all lists or none is, so that no list is taken for a text.
  const key = typeof value === 'object' && value !== null ? json : value
  const before = ofField.get(key)
  if (before !== undefined) return before
  kept[language].set(field, ofField)
  if (ofField.size >= keptMax) ofField.clear()
  const text = value === null ? null : actualText(field, value, language)
  const made: ActualFact = { field, value, text, json, closings: {} }
  ofField.set(key, made)
  return made
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
      return membersOf(field, facts)
    case 'company.nace':
      return facts.nace?.map(({ shown }) => shown) ?? null
    case 'company.joint_committees':
      return facts.jointCommittees
    default:
      return comparableOf(field, facts)
  }
}
