/** What is known of a company on a list, and from where: what was given by hand is told apart from what its number fills. */
import { valueSaid } from '../../explorer/check/views/value-said.ts'
import { closingDayIn } from '../../matching/request/filling.ts'
import { type CompanyInput, isGivenValue } from '../../matching/request/request-schema.ts'
import { type Html, html } from '../../pages/html.ts'
import { chip } from '../../pages/parts/chip.ts'
import { facts } from '../../pages/parts/facts.ts'
import { notice } from '../../pages/parts/notice.ts'
import { legalForm, legalFormCode } from '../../reference/legal-forms.ts'
import { naceLabel } from '../../reference/nace.ts'
import { readNaceCode } from '../../reference/nace-text.ts'
import { dayText, numberText } from '../../values/figures.ts'
import { type AskedProperty, questions } from '../../values/questions.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { KnownCompany } from '../../watchlists/known-companies.ts'
import { panel } from '../frame/parts.ts'
import { fieldName } from './field-names.ts'
import { numberWords } from './number-words.ts'

/** In the order in which they are said. */
const said = [
  'enterprise_number',
  'establishment_number',
  'postcode',
  'municipality',
  'legal_form',
  'nace',
  'founded_on',
  'applicant_types',
  'employees',
  'turnover_eur',
  'balance_total_eur',
  'joint_committees',
] as const satisfies readonly (keyof CompanyInput)[]
type SaidProperty = (typeof said)[number]

function textOf(company: CompanyInput, property: SaidProperty, language: Language): string {
  const value = company[property]
  if (value === null || value === undefined || !isGivenValue(value)) return ''
  const path = `company.${property}`
  return Object.hasOwn(questions, path) ? valueSaid(path as AskedProperty, value, language) : String(value)
}

/** The filled facts by where they are known from: the register, or the accounts of a day. */
function sources({ filled }: KnownCompany): { from: string; properties: SaidProperty[] }[] {
  const froms = [...new Set(Object.values(filled))].toSorted((one, other) =>
    one === 'register' ? -1 : other === 'register' ? 1 : 0,
  )
  return froms.map((from) => ({ from, properties: said.filter((property) => filled[property] === from) }))
}

function sourceTitle(from: string, { register }: KnownCompany, language: Language): string {
  const words = numberWords[language]
  const closingDay = closingDayIn(from)
  if (closingDay !== null) return words.accountsOf(dayText(closingDay, language))
  return words.registerOf(register === null ? '' : dayText(register.day, language))
}

/** One line for a table: `From the register of 1 Nov 2026: bakery, BV, since 2015`. Warnings stand before it. */
export function knownCell(known: KnownCompany | null, language: Language): Html | string {
  if (known === null) return ''
  return html`${warningsOf(known, language).map((text) => html`${chip('look', text)} `)}${known.name === null ? null : html`<strong>${known.name}</strong> `}${sources(
    known,
  ).map(
    ({ from, properties }) =>
      html`<span class="soft">${sourceTitle(from, known, language)}: ${properties
        .map((property) => shortly(known.company, property, language))
        .filter((text) => text !== '')
        .join(', ')} </span>`,
  )}`
}

/** What a fact comes to among others in one line. */
function shortly(company: CompanyInput, property: SaidProperty, language: Language): string {
  const words = numberWords[language]
  switch (property) {
    case 'nace':
      return activityOf(company.nace?.[0] ?? '', language)
    case 'legal_form':
      return formOf(company.legal_form ?? '', language)
    case 'founded_on':
      return words.since((company.founded_on ?? '').slice(0, 4))
    case 'employees':
      return words.employees(numberText(company.employees ?? 0, language))
    case 'municipality':
      return ''
    default:
      return textOf(company, property, language)
  }
}

/** The title of the main activity. */
function activityOf(code: string, language: Language): string {
  const read = readNaceCode(code, 'dot')
  return 'fault' in read ? code : (naceLabel(read.code, read.version, language) ?? code)
}

/** The abbreviation of a form, else its name. */
function formOf(text: string, language: Language): string {
  const form = legalForm(legalFormCode(text) ?? text)
  if (form === null) return text
  return form.abbreviation[language === 'fr' ? 'fr' : 'nl'] ?? form.name[language]
}

function warningsOf({ warnings, choices, establishments }: KnownCompany, language: Language): string[] {
  const words = numberWords[language]
  return [
    ...(warnings.includes('company_not_in_register') ? [words.isAbsent] : []),
    ...(warnings.includes('establishment_not_in_register') ? [words.isDoorAbsent] : []),
    ...(warnings.includes('establishment_of_another') ? [words.isDoorOfAnother] : []),
    ...(warnings.includes('company_not_active') ? [words.isInactive] : []),
    ...(choices.length > 0 ? [words.isSeveral(numberText(establishments, language))] : []),
  ]
}

type KnownShown = {
  language: Language
  reference: string
  given: CompanyInput
  /** Null: it has no number, or is not filled by it. */
  known: KnownCompany | null
  /** Where an establishment is chosen; null: nobody who reads it is to choose. */
  placesPath: string | null
}

/** Everything that is known of one company, and what its number leaves to be told. */
export function knownPanel({ language, reference, given, known, placesPath }: KnownShown): Html {
  const words = numberWords[language]
  const rowsOf = (company: CompanyInput, properties: readonly SaidProperty[]) =>
    properties.map((property) => ({
      name: fieldName(`company.${property}`, language),
      value: textOf(company, property, language),
    }))
  const byHand = said.filter((property) => isGivenValue(given[property]))
  return panel(
    words.knownTitle(reference),
    html`${known === null ? null : html`${known.name === null ? null : html`<p><strong>${known.name}</strong></p>`}${standing(known, language, placesPath)}`}
      <h3>${words.given}</h3>
      ${byHand.length === 0 ? html`<p class="soft">${words.nothingGiven}</p>` : facts(rowsOf(given, byHand))}
      ${
        known === null
          ? null
          : sources(known).map(
              ({ from, properties }) =>
                html`<h3>${sourceTitle(from, known, language)}</h3>${facts(rowsOf(known.company, properties))}`,
            )
      }`,
  )
}

function standing(known: KnownCompany, language: Language, placesPath: string | null): Html[] {
  const words = numberWords[language]
  const { warnings, choices, establishments } = known
  const parts: Html[] = []
  if (warnings.includes('company_not_in_register'))
    parts.push(notice('look', words.isAbsent, html`<p>${words.absentHow}</p>`))
  if (warnings.includes('establishment_not_in_register'))
    parts.push(notice('look', words.isDoorAbsent, html`<p>${words.doorHow}</p>`))
  if (warnings.includes('establishment_of_another'))
    parts.push(notice('look', words.isDoorOfAnother, html`<p>${words.doorHow}</p>`))
  if (warnings.includes('company_not_active'))
    parts.push(notice('look', words.isInactive, html`<p>${words.inactiveHow}</p>`))
  if (choices.length > 0)
    parts.push(
      notice(
        'look',
        words.isSeveral(numberText(establishments, language)),
        placesPath === null ? null : html`<p><a href=${placesPath}>${words.toPlace}</a></p>`,
      ),
    )
  return parts
}
