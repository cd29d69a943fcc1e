/**
 * The prose of a product of the Flemish catalogue as plain text: description, conditions, and what is paid. Conditions and
 * amounts exist there as prose only; nothing is calculated from it, so no condition is evaluated by a rule.
 */
import { type TextLanguage, textLanguages } from '../../../values/vocabularies.ts'
import { cleanHtml, cleanLine, shorten } from '../clean-html.ts'
import { summaryOf } from '../eu-portal/texts.ts'
import { webAddressOf } from '../web-address.ts'
import type { IpdcPart, IpdcProduct, IpdcTexts } from './product.ts'

const nameLengthMax = 500
const descriptionLengthMax = 20_000
const conditionLengthMax = 10_000
const noteLengthMax = 9_000
const legalTitleLengthMax = 900

export type InputText = Partial<Record<TextLanguage, string>>
export type InputCondition = {
  id: string
  text: InputText
  kind: 'eligibility' | 'procedure'
  rule_ids: []
}

/** Headings of the parts that would not be understood without one. */
const headings = {
  exceptions: { nl: 'Uitzonderingen', fr: 'Exceptions', en: 'Exceptions', de: 'Ausnahmen' },
  costs: { nl: 'Kosten', fr: 'Coûts', en: 'Costs', de: 'Kosten' },
} satisfies Record<string, Record<TextLanguage, string>>

/** Stands where the catalogue has conditions whose text was not read, in our own words. */
const conditionsExist: InputText = {
  nl: 'De bevoegde overheid stelt voorwaarden; ze staan op haar pagina.',
  fr: "L'autorité compétente pose des conditions ; elles figurent sur sa page.",
  en: 'The competent authority sets conditions; they stand on its page.',
}

/** A name on one line in each language that it exists in; null when it exists in none. */
export function lineOf(texts: IpdcTexts, lengthMax: number = nameLengthMax): InputText | null {
  return byLanguage((language) => cleanLine(texts[language] ?? '', { lengthMax }))
}

/** Description, further description, exceptions and costs, in this order, in each language. */
export function descriptionOf(product: IpdcProduct): InputText | null {
  return byLanguage((language) => {
    const text = (html: string | undefined): string => cleanHtml(html ?? '', { lengthMax: descriptionLengthMax })
    const costs = product.costs.map((cost) => partIn(cost, language, descriptionLengthMax)).join('\n\n')
    const parts = [
      text(product.description[language]),
      text(product.furtherDescription[language]),
      headed(headings.exceptions[language], text(product.exceptions[language])),
      headed(headings.costs[language], costs.trim()),
    ]
    return shorten(parts.filter((part) => part !== '').join('\n\n'), descriptionLengthMax)
  })
}

/** The first sentences of the description; null where it is no sentence. */
export function shortDescriptionOf(product: IpdcProduct): InputText | null {
  return byLanguage((language) => {
    const text = cleanHtml(product.description[language] ?? '', { lengthMax: descriptionLengthMax })
    return summaryOf(text, language) ?? ''
  })
}

/** Requirements are conditions of eligibility, evidence and procedures say how to apply. Their order numbers them. */
export function conditionsOf(product: IpdcProduct): InputCondition[] {
  const { requirements, procedures } = product
  const conditions = [
    ...requirements.map((part, index) => conditionOf(`requirement-${index + 1}`, part, 'eligibility')),
    ...requirements.map(({ evidence }, index) =>
      evidence === null ? null : conditionOf(`evidence-${index + 1}`, evidence, 'procedure'),
    ),
    ...procedures.map((part, index) => conditionOf(`procedure-${index + 1}`, part, 'procedure')),
  ].filter((condition) => condition !== null)
  const unread = requirements.length > 0 && !conditions.some(({ kind }) => kind === 'eligibility')
  return unread
    ? [{ id: 'requirements', text: conditionsExist, kind: 'eligibility', rule_ids: [] }, ...conditions]
    : conditions
}

/** What is paid, in the catalogue's words; null where it says nothing. */
export function advantagesOf(product: IpdcProduct): InputText | null {
  return byLanguage((language) => {
    const parts = product.advantages.map((part) => partIn(part, language, noteLengthMax))
    return shorten(parts.filter((text) => text !== '').join('\n\n'), noteLengthMax)
  })
}

/** The legal basis: the acts that are named one by one, then each paragraph of the text that names more. */
export function legalBasisOf(product: IpdcProduct): { title: InputText | null; url: string | null }[] {
  const named = product.regulations
    .map(({ name, address }) => ({ title: lineOf(name, legalTitleLengthMax), url: webAddressOf(address) }))
    .filter(({ title, url }) => title !== null || url !== null)
  const language = textLanguages.find((candidate) => product.regulationText[candidate] !== undefined)
  if (language === undefined) return named
  const paragraphs = cleanHtml(product.regulationText[language] ?? '', { lengthMax: descriptionLengthMax }).split(
    /\n\n+/,
  )
  const told = paragraphs.map((text) => ({ title: lineOf({ [language]: text }, legalTitleLengthMax), url: null }))
  return [...named, ...told.filter(({ title }) => title !== null)]
}

function conditionOf(id: string, part: IpdcPart, kind: InputCondition['kind']): InputCondition | null {
  const text = byLanguage((language) => partIn(part, language, conditionLengthMax))
  return text === null ? null : { id, text, kind, rule_ids: [] }
}

/** Name and description of a part, one under the other; empty where the language has neither. */
function partIn(part: IpdcPart, language: TextLanguage, lengthMax: number): string {
  const name = cleanLine(part.name[language] ?? '', { lengthMax: nameLengthMax })
  const text = cleanHtml(part.description[language] ?? '', { lengthMax: Math.max(0, lengthMax - name.length - 1) })
  return name === '' || text === '' || name === text ? name || text : `${name}\n${text}`
}

const headed = (heading: string, text: string): string => (text === '' ? '' : `${heading}\n${text}`)

function byLanguage(textIn: (language: TextLanguage) => string): InputText | null {
  const texts = textLanguages.map((language) => [language, textIn(language)] as const).filter(([, text]) => text !== '')
  return texts.length === 0 ? null : Object.fromEntries(texts)
}
