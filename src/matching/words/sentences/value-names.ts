/** What the values of facts and rules are called in a sentence: names, numbers and days as people write them. */
import { municipality, municipalityName } from '../../../reference/geography.ts'
import { legalForm } from '../../../reference/legal-forms.ts'
import { type NaceVersion, naceLabel, naceVersionsOf } from '../../../reference/nace.ts'
import type { Day } from '../../../values/brussels.ts'
import {
  applicantTypeLabels,
  companySizeLabels,
  contractLabels,
  costTypeLabels,
  diplomaLabels,
  type Label,
  occupancyLabels,
  partnerLabels,
  provinceLabels,
  regionLabels,
  stageLabels,
  topicLabels,
} from '../../../values/labels.ts'
import type { Language, RuleField } from '../../../values/vocabularies.ts'
import { inQuotes } from '../byte-text.ts'
import { groupedDigits } from './grouped-digits.ts'

const locales: Readonly<Record<Language, string>> = { nl: 'nl-BE', fr: 'fr-BE', en: 'en-GB' }

/** Texts kept per kind and language; beyond that all are forgotten, and those in use come back. */
const keptMax = 4_096

/** Writes a value, and keeps the text: formatting costs more than all the rest of a match, and the same sums come back. */
function writer<Value extends number | string>(
  formatFor: (locale: string) => (value: Value) => string,
): (language: Language, value: Value) => string {
  const byLanguage = new Map<Language, { write: (value: Value) => string; kept: Map<Value, string> }>()
  return (language, value) => {
    const form = byLanguage.get(language) ?? { write: formatFor(locales[language]), kept: new Map<Value, string>() }
    byLanguage.set(language, form)
    const before = form.kept.get(value)
    if (before !== undefined) return before
    if (form.kept.size >= keptMax) form.kept.clear()
    const text = form.write(value)
    form.kept.set(value, text)
    return text
  }
}

function numberWriter(
  options: Intl.NumberFormatOptions,
  written: (text: string) => string = (text) => text,
): (language: Language, value: number) => string {
  return writer((locale) => {
    const write = groupedDigits(new Intl.NumberFormat(locale, options))
    return (value: number) => written(write(value))
  })
}

export const numberIn = numberWriter({ maximumFractionDigits: 2 })
const euros = { style: 'currency', currency: 'EUR', trailingZeroDisplay: 'stripIfInteger' } as const
export const eurosIn = numberWriter(euros)
/** The same as it stands between quotes, a text of bytes. */
export const eurosInBytes = numberWriter(euros, inQuotes)

/** A fraction as a percentage. */
export const percentIn = writer<number>((locale) => {
  const form = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  return (value) => form.format(value)
})

export const dayIn = writer<Day>((locale) => {
  const form = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  return (day) => form.format(Temporal.PlainDate.from(day))
})

const labelsByField: Partial<Record<RuleField, Readonly<Record<string, Label>>>> = {
  'company.region': regionLabels,
  'company.province': provinceLabels,
  'company.size': companySizeLabels,
  'company.applicant_type': applicantTypeLabels,
  'project.topics': topicLabels,
  'project.cost_types': costTypeLabels,
  'project.stages': stageLabels,
  'project.partners': partnerLabels,
  'hire.diploma': diplomaLabels,
  'hire.contract': contractLabels,
  'hire.region': regionLabels,
  'building.occupancy': occupancyLabels,
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
