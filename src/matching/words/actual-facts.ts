/** The facts of one answer as its rules show them, each put into words once, and how the text of a rule on it ends. */
import type { AskedProperty } from '../../values/questions.ts'
import type { Language, RuleField } from '../../values/vocabularies.ts'
import { type Facts, lackedByHousehold } from '../request/facts.ts'
import { comparableOf, membersOf, missingProperty, oneValueOf } from '../verdict/judge-predicate.ts'
import { said } from '../verdict/said.ts'
import type { ActualValue } from './answer-schema.ts'
import { inOnePiece, inQuotes, jsonBytes } from './byte-text.ts'
import { actualText, type Ending, endingText } from './sentences/rule-texts.ts'

/** A fact in words: the same for whoever has it, whatever is asked of it. */
export type ActualFact = {
  field: RuleField
  value: ActualValue
  /** In words; null where there is nothing to show. */
  text: string | null
  /** `value` as JSON, a text of bytes. */
  json: string
  /** How texts on it end, as far as they were asked for. */
  endings: Partial<Record<Ending, EndingText>>
}

/** The end of a rule's text, and the same to the end of the rule's JSON, a text of bytes. */
export type EndingText = { text: string; closing: string }

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
    const actual = factInWords(field, actualValue(field, this.facts), this.language)
    this.#known.set(field, actual)
    return actual
  }

  /** The request property that would tell the fact. */
  missing(field: RuleField): AskedProperty {
    return missingProperty(field, this.facts)
  }

  /** How the text of a rule on the fact ends, after what it says (see `said`). */
  ending(actual: ActualFact, says: number, sparesHousehold: boolean): EndingText {
    const ending = this.#endingOf(actual, says, sparesHousehold)
    const before = actual.endings[ending]
    if (before !== undefined) return before
    const text = endingText(ending, actual.text, this.language)
    const made = { text, closing: inOnePiece(`${inQuotes(text)}","rules":[]}`) }
    actual.endings[ending] = made
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

/** Facts kept in words, per field and language; beyond that all are forgotten, and those in use come back. */
const keptMax = 256
type Kept = Map<RuleField, Map<string | number | null, ActualFact>>
const kept: Readonly<Record<Language, Kept>> = { nl: new Map(), fr: new Map(), en: new Map() }

/** Putting a fact into words costs more than all that is joined from it, and companies have many facts in common. */
function factInWords(field: RuleField, value: ActualValue, language: Language): ActualFact {
  const ofField = kept[language].get(field) ?? new Map<string | number | null, ActualFact>()
  // The values of a field are all lists or none is, so that no list is taken for a text.
  const key = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  const before = ofField.get(key)
  if (before !== undefined) return before
  kept[language].set(field, ofField)
  if (ofField.size >= keptMax) ofField.clear()
  const text = value === null ? null : actualText(field, value, language)
  const made: ActualFact = { field, value, text, json: jsonBytes(value), endings: {} }
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
      return facts.nace?.map(({ code }) => code) ?? null
    case 'company.joint_committees':
      return facts.jointCommittees
    default:
      return comparableOf(field, facts)
  }
}
