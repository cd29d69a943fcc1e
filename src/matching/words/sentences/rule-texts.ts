/**
 * Rules in words: what a rule asks, and what came of it, in Dutch, French and English. A text says what a rule looks at,
 * never what anybody will get: whether support is granted is for the competent authority to say.
 */
import type { RuleValue } from '../../../measures/record/record.ts'
import type { NaceVersion } from '../../../reference/nace.ts'
import type { Day } from '../../../values/brussels.ts'
import { ruleFieldLabels } from '../../../values/questions.ts'
import { type Language, type Operator, type RuleField, ruleFields } from '../../../values/vocabularies.ts'
import { dayIn, nameIn, numberIn } from './value-names.ts'

/** Values that a text names; of a longer list the rest is counted. */
const namedMax = 8

type Template = (values: string) => string
const requirements: Readonly<Record<Language, Record<Operator, Template>>> = {
  nl: {
    is: (value) => value,
    in: (values) => `een van ${values}`,
    not_in: (values) => `geen van ${values}`,
    at_least: (value) => `minstens ${value}`,
    at_most: (value) => `hoogstens ${value}`,
    between: (range) => `tussen ${range}`,
    before: (value) => `voor ${value}`,
    after: (value) => `na ${value}`,
    overlaps: (values) => `minstens een van ${values}`,
    not_overlaps: (values) => `geen van ${values}`,
    covers: (values) => `onder een van ${values}`,
    not_covers: (values) => `onder geen van ${values}`,
  },
  fr: {
    is: (value) => value,
    in: (values) => `parmi ${values}`,
    not_in: (values) => `aucun de ${values}`,
    at_least: (value) => `au moins ${value}`,
    at_most: (value) => `au plus ${value}`,
    between: (range) => `entre ${range}`,
    before: (value) => `avant ${value}`,
    after: (value) => `après ${value}`,
    overlaps: (values) => `au moins un de ${values}`,
    not_overlaps: (values) => `aucun de ${values}`,
    covers: (values) => `relève de ${values}`,
    not_covers: (values) => `ne relève pas de ${values}`,
  },
  en: {
    is: (value) => value,
    in: (values) => `one of ${values}`,
    not_in: (values) => `none of ${values}`,
    at_least: (value) => `at least ${value}`,
    at_most: (value) => `at most ${value}`,
    between: (range) => `between ${range}`,
    before: (value) => `before ${value}`,
    after: (value) => `after ${value}`,
    overlaps: (values) => `at least one of ${values}`,
    not_overlaps: (values) => `none of ${values}`,
    covers: (values) => `under one of ${values}`,
    not_covers: (values) => `under none of ${values}`,
  },
}

/** The same operators read otherwise of days. */
const dayRequirements: Readonly<Record<Language, Partial<Record<Operator, Template>>>> = {
  nl: { at_least: (day) => `ten vroegste ${day}`, at_most: (day) => `ten laatste ${day}` },
  fr: { at_least: (day) => `au plus tôt ${day}`, at_most: (day) => `au plus tard ${day}` },
  en: { at_least: (day) => `not before ${day}`, at_most: (day) => `not after ${day}` },
}

const words = {
  nl: {
    colon: ': ',
    and: ' en ',
    day: (day: string) => day,
    more: (count: number) => `nog ${count} andere`,
    today: (day: string) => `vandaag (${day})`,
    any: (count: number) => `Minstens een van deze ${count} voorwaarden`,
    all: (count: number) => `Deze ${count} voorwaarden samen`,
    pass: 'Voldaan',
    fail: 'Niet voldaan',
    unknown: 'Nog niet bekend',
    undecided: 'Niet uit te maken',
    none: 'dit heeft de aanvrager niet',
    spared: 'Betreft alleen ondernemingen',
    byTurnover: 'op de omzet alleen; het balanstotaal kan dit veranderen',
    bySideActivity: 'door een code die een nevenactiviteit kan zijn',
  },
  fr: {
    colon: ' : ',
    and: ' et ',
    day: (day: string) => `le ${day}`,
    more: (count: number) => `${count} autres`,
    today: (day: string) => `aujourd'hui (${day})`,
    any: (count: number) => `Au moins une de ces ${count} conditions`,
    all: (count: number) => `Ces ${count} conditions ensemble`,
    pass: 'Rempli',
    fail: 'Non rempli',
    unknown: 'Pas encore connu',
    undecided: 'Impossible à déterminer',
    none: "le demandeur n'en a pas",
    spared: 'Concerne seulement les entreprises',
    byTurnover: "sur le seul chiffre d'affaires ; le total du bilan peut y changer quelque chose",
    bySideActivity: 'par un code qui peut être une activité accessoire',
  },
  en: {
    colon: ': ',
    and: ' and ',
    day: (day: string) => day,
    more: (count: number) => `${count} more`,
    today: (day: string) => `today (${day})`,
    any: (count: number) => `At least one of these ${count} conditions`,
    all: (count: number) => `All of these ${count} conditions`,
    pass: 'Met',
    fail: 'Not met',
    unknown: 'Not known yet',
    undecided: 'Cannot be told',
    none: 'the applicant has none',
    spared: 'Concerns enterprises only',
    byTurnover: 'on turnover alone; the balance sheet total may change this',
    bySideActivity: 'by a code that may be a side activity',
  },
} as const

/** What came of a rule, as its text tells it. */
export type Ending =
  | 'pass'
  | 'fail'
  | 'unknown'
  /** A fact is known, and not enough to tell. */
  | 'undecided'
  | 'pass_none'
  | 'fail_none'
  | 'spared'
  | 'fail_by_turnover'
  | 'fail_by_side_activity'

/** What a rule of one field asks: `Size of the enterprise: one of Micro enterprise, Small enterprise.` */
export function requirementText(
  rule: { field: RuleField; operator: Operator; value: RuleValue; version: NaceVersion | null },
  today: Day,
  language: Language,
): string {
  const { field, operator, value } = rule
  const names = (typeof value === 'object' ? [...value] : [value]).map((one) =>
    valueText(field, one, rule.version, today, language),
  )
  // One name in a list reads as the thing itself, where the operator says nothing more than the list does.
  const plainly = operator === 'in' && names.length === 1 ? 'is' : operator
  const joined = operator === 'between' ? names.join(words[language].and) : listed(names, language)
  const ofDays = ruleFields[field].type === 'date' ? dayRequirements[language][plainly] : undefined
  const asked = (ofDays ?? requirements[language][plainly])(joined)
  return `${ruleFieldLabels[field][language]}${words[language].colon}${asked}.`
}

/** What a group asks of how many members. */
export function groupText(operator: 'any' | 'all', count: number, language: Language): string {
  return `${words[language][operator](count)}.`
}

/** How a rule's text ends; `actual`: the fact in words, null where there is nothing to show. */
export function endingText(ending: Ending, actual: string | null, language: Language): string {
  const said = words[language]
  const withActual = (start: string) => (actual === null ? `${start}.` : `${start}${said.colon}${actual}.`)
  switch (ending) {
    case 'pass':
      return withActual(said.pass)
    case 'fail':
      return withActual(said.fail)
    case 'unknown':
      return `${said.unknown}.`
    case 'undecided':
      return withActual(said.undecided)
    case 'pass_none':
      return `${said.pass}${said.colon}${said.none}.`
    case 'fail_none':
      return `${said.fail}${said.colon}${said.none}.`
    case 'spared':
      return `${said.spared}.`
    case 'fail_by_turnover':
      return withActual(`${said.fail} (${said.byTurnover})`)
    case 'fail_by_side_activity':
      return withActual(`${said.fail} (${said.bySideActivity})`)
  }
}

/** That there is no fact, as the end of a rule's text says it: in Brussels there is no province. */
export function noneText(language: Language): string {
  return words[language].none
}

/** A fact in words: its names, or its number or day. */
export function actualText(field: RuleField, actual: string | number | readonly string[], language: Language): string {
  if (typeof actual === 'object') {
    return listed(
      actual.map((one) => nameIn(language, field, one, null)),
      language,
    )
  }
  return valueText(field, actual, null, null, language)
}

function valueText(
  field: RuleField,
  value: string | number,
  version: NaceVersion | null,
  today: Day | null,
  language: Language,
): string {
  // A year is no quantity: its digits are not grouped.
  if (typeof value === 'number') return field === 'building.year' ? String(value) : numberIn(language, value)
  if (ruleFields[field].type !== 'date') return nameIn(language, field, value, version)
  if (value !== 'today') return words[language].day(dayIn(language, value))
  return words[language].today(today === null ? '' : dayIn(language, today))
}

function listed(names: readonly string[], language: Language): string {
  if (names.length <= namedMax) return names.join(', ')
  const shown = names.slice(0, namedMax)
  return `${shown.join(', ')}, ${words[language].more(names.length - shown.length)}`
}
