/** Facts as they are said back to whoever told them. */

import type { FactValue } from '../../../matching/request/request-schema.ts'
import { municipality, municipalityName } from '../../../reference/geography.ts'
import { legalFormCode } from '../../../reference/legal-forms.ts'
import { naceLabel } from '../../../reference/nace.ts'
import { naceText, readNaceCode } from '../../../reference/nace-text.ts'
import { dayText, eurosText, numberText } from '../../../values/figures.ts'
import type { AskedProperty } from '../../../values/questions.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { legalFormSaid } from '../asking/applicants.ts'
import { kinds } from '../asking/kinds.ts'

/** A code with its title in the version in which it is meant. */
export function naceSaid(code: string, language: Language): string {
  const read = readNaceCode(code, 'dot')
  if ('fault' in read) return code
  const title = naceLabel(read.code, read.version, language)
  return title === null ? naceText(read) : `${naceText(read)} ${title}`
}

export function valueSaid(property: AskedProperty, value: FactValue, language: Language): string {
  const kind = kinds[property]
  const texts = typeof value === 'object' ? value : [String(value)]
  const [text = ''] = texts
  switch (kind.kind) {
    case 'one':
    case 'several':
      return texts.map((one) => kind.labels[one]?.[language] ?? one).join(', ')
    case 'nace':
      return texts.map((one) => naceSaid(one, language)).join(', ')
    case 'legal_form':
      return legalFormSaid(legalFormCode(text) ?? text, language)
    case 'municipality': {
      const town = municipality(text)
      return town === null ? text : municipalityName(town, language)
    }
    case 'euros':
      return typeof value === 'number' ? eurosText(value, language) : text
    case 'whole':
      return typeof value === 'number' ? numberText(value, language) : text
    case 'day':
      return dayText(text, language)
    default:
      return texts.join(', ')
  }
}

/** As it stands in the field that it is changed in. */
export function valueTyped(value: FactValue | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'object' ? value : [String(value)]
}
