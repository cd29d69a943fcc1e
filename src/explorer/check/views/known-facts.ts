/** What is known of the company in a check, and from where: what was told, and what was filled in by its number. */
import { isShownWhole } from '../../../companies/registered-company.ts'
import { closingDayIn, type FilledProperty, filledProperties } from '../../../matching/request/filling.ts'
import { type FactValue, factOf, placeOfFact } from '../../../matching/request/request-schema.ts'
import type { CompanyFacts } from '../../../matching/words/answer-schema.ts'
import { dayText } from '../../../values/figures.ts'
import type { AskedProperty } from '../../../values/questions.ts'
import { type Language, type RuleField, ruleFields } from '../../../values/vocabularies.ts'
import type { Shown } from '../answering/answer-check.ts'
import { numberWords } from '../words/number-words.ts'

export type KnownFact = {
  value: FactValue
  /** `given`, or as the answer says from where it was filled in: `register`, `accounts <closing day>`. */
  from: string
  /** A day or a place of a person, which is shown to nobody. */
  isHidden: boolean
}

/** Null: it is not known. */
export function knownFact({ kept, judged, asked }: Shown, property: AskedProperty): KnownFact | null {
  const given = factOf(kept.facts, property)
  if (given !== undefined) return { value: given, from: 'given', isHidden: false }
  if (!isFilledProperty(property)) return null
  const { company } = judged.answer
  const from = company.filled[placeOfFact(property).name]
  const value = valueIn(company, property)
  if (from === undefined || value === null) return null
  const isPerson = asked?.found != null && !isShownWhole(asked.found.company)
  return { value, from, isHidden: isPerson && ofPlaceOrDay.has(property) }
}

/** Whether a rule on that field would tell a day or a place that is shown to nobody. */
export function isHiddenField(shown: Shown, field: RuleField): boolean {
  return knownFact(shown, ruleFields[field].asks)?.isHidden ?? false
}

const ofPlaceOrDay: ReadonlySet<AskedProperty> = new Set<AskedProperty>([
  'company.postcode',
  'company.municipality',
  'company.founded_on',
])

function isFilledProperty(property: AskedProperty): property is FilledProperty {
  return (filledProperties as readonly string[]).includes(property)
}

function valueIn(company: CompanyFacts, property: FilledProperty): FactValue | null {
  switch (property) {
    case 'company.postcode':
      return company.postcode
    case 'company.municipality':
      return company.municipality
    case 'company.legal_form':
      return company.legal_form
    case 'company.nace':
      return company.nace
    case 'company.founded_on':
      return company.founded_on
    case 'company.employees':
      return company.employees
    case 'company.turnover_eur':
      return company.turnover_eur
    case 'company.balance_total_eur':
      return company.balance_total_eur
  }
}

/** From where a fact is known, in words; null where nothing was filled in, and all was told. */
export function sourceSaid(shown: Shown, fact: KnownFact | null, language: Language): string | null {
  if (fact === null || (shown.asked == null && Object.keys(shown.judged.answer.company.filled).length === 0))
    return null
  const words = numberWords[language]
  if (fact.from === 'given') return words.given
  const closingDay = closingDayIn(fact.from)
  return closingDay === null ? words.register : words.accounts(dayText(closingDay, language))
}
