/** What the values of facts and rules are called in a sentence: names, numbers and days as people write them. */
import { municipality, municipalityName } from '../../../reference/geography.ts'
import { legalForm } from '../../../reference/legal-forms.ts'
import { type NaceVersion, naceLabel } from '../../../reference/nace.ts'
import { readNaceCode, versionBehind } from '../../../reference/nace-text.ts'
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

const locales: Readonly<Record<Language, string>> = { nl: 'nl-BE', fr: 'fr-BE', en: 'en-GB' }

/** Texts kept per kind and language; beyond that all are forgotten, and those in use come back. */
const keptMax = 4_096

/** Writes a value, and keeps what was written: formatting costs more than all the rest of a match, and the same sums come back. */
function writer<Value extends number | string>(
  writingIn: (language: Language) => (value: Value) => string,
): (language: Language, value: Value) => string {
  type Form = { write: (value: Value) => string; kept: Map<Value, string> }
  const forms: Record<Language, Form | null> = { nl: null, fr: null, en: null }
  return (language, value) => {
    const form = forms[language] ?? { write: writingIn(language), kept: new Map<Value, string>() }
    forms[language] = form
    const before = form.kept.get(value)
    if (before !== undefined) return before
    if (form.kept.size >= keptMax) form.kept.clear()
    const written = form.write(value)
    form.kept.set(value, written)
    return written
  }
}

function numberWriter(options: Intl.NumberFormatOptions): (language: Language, value: number) => string {
  return writer((language) => {
    const form = new Intl.NumberFormat(locales[language], options)
    return (value) => form.format(value)
  })
}

export const numberIn = numberWriter({ maximumFractionDigits: 2 })
export const eurosIn = numberWriter({ style: 'currency', currency: 'EUR', trailingZeroDisplay: 'stripIfInteger' })

/** A fraction as a percentage. */
export const percentIn = numberWriter({ style: 'percent', maximumFractionDigits: 2 })

export const dayIn = writer<Day>((language) => {
  const form = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long' })
  return (day) => form.format(Temporal.PlainDate.from(day))
})

/** A NACE code of a company, as it is called in the version in which it is meant. */
const naceIn = writer<string>((language) => (text) => {
  const read = readNaceCode(text, 'dot')
  if ('fault' in read) return text
  const label = naceLabel(read.code, read.version, language)
  const written = `${dotted(read.code)}${versionBehind(read)}`
  return label === null ? written : `${written} (${label})`
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
      return version === null ? naceIn(language, value) : naceName(language, value, version)
    default:
      return value
  }
}

function naceName(language: Language, code: string, version: NaceVersion): string {
  const label = naceLabel(code, version, language)
  return label === null ? dotted(code) : `${dotted(code)} (${label})`
}

/** `62010` as people write it: 62.010. The Belgian levels beyond five digits get a dot of their own. */
function dotted(code: string): string {
  const [division, rest, beyond] = [code.slice(0, 2), code.slice(2, 5), code.slice(5)]
  return [division, rest, beyond].filter((part) => part !== '').join('.')
}
