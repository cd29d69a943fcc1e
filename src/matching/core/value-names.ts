/** What the values of facts and rules are called in a sentence: names, numbers and days as people write them. */
import { municipality, municipalityName } from '../../reference/geography.ts'
import { legalForm } from '../../reference/legal-forms.ts'
import { type NaceVersion, naceLabel, naceVersionsOf } from '../../reference/nace.ts'
import type { Day } from '../../values/brussels.ts'
import {
  applicantTypeLabels,
  companySizeLabels,
  costTypeLabels,
  type Label,
  provinceLabels,
  regionLabels,
  topicLabels,
} from '../../values/labels.ts'
import type { Language, RuleField } from '../../values/vocabularies.ts'

const locales: Readonly<Record<Language, string>> = { nl: 'nl-BE', fr: 'fr-BE', en: 'en-GB' }
const numberForms = formsOf({ maximumFractionDigits: 2 })
const euroForms = formsOf({ style: 'currency', currency: 'EUR', trailingZeroDisplay: 'stripIfInteger' })
const percentForms = formsOf({ style: 'percent', maximumFractionDigits: 2 })

function formsOf(options: Intl.NumberFormatOptions): Readonly<Record<Language, Intl.NumberFormat>> {
  const form = (language: Language) => new Intl.NumberFormat(locales[language], options)
  return { nl: form('nl'), fr: form('fr'), en: form('en') }
}

export function numberIn(language: Language, value: number): string {
  return numberForms[language].format(value)
}

export function eurosIn(language: Language, value: number): string {
  return euroForms[language].format(value)
}

/** A fraction as a percentage. */
export function percentIn(language: Language, fraction: number): string {
  return percentForms[language].format(fraction)
}

export function dayIn(language: Language, day: Day): string {
  return Temporal.PlainDate.from(day).toLocaleString(locales[language], { dateStyle: 'long' })
}

const labelsByField: Partial<Record<RuleField, Readonly<Record<string, Label>>>> = {
  'company.region': regionLabels,
  'company.province': provinceLabels,
  'company.size': companySizeLabels,
  'company.applicant_type': applicantTypeLabels,
  'project.topics': topicLabels,
  'project.cost_types': costTypeLabels,
}

/** A name among the values of a field; of a NACE code in `version`, or in the newest that has it. */
export function nameIn(language: Language, field: RuleField, value: string, version: NaceVersion | null): string {
  const label = labelsByField[field]?.[value]
  if (label !== undefined) return label[language]
  switch (field) {
    case 'company.municipality': {
      const town = municipality(value)
      return town === null ? value : municipalityName(town, language)
    }
    case 'company.legal_form':
      return legalForm(value)?.name[language] ?? value
    case 'company.nace':
      return naceName(language, value, version)
    default:
      return value
  }
}

function naceName(language: Language, code: string, version: NaceVersion | null): string {
  const known = version ?? naceVersionsOf(code).at(-1)
  const label = known === undefined ? null : naceLabel(code, known, language)
  return label === null ? dotted(code) : `${dotted(code)} (${label})`
}

/** `62010` as people write it: 62.010. The Belgian levels beyond five digits get a dot of their own. */
function dotted(code: string): string {
  const [division, rest, beyond] = [code.slice(0, 2), code.slice(2, 5), code.slice(5)]
  return [division, rest, beyond].filter((part) => part !== '').join('.')
}
