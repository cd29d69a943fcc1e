/**
 * The first field of the check: the number of an enterprise or an establishment, or a postcode. Its form alone tells which: four digits
 * are a postcode, ten digits with right check digits are a number. Nothing is completed or guessed.
 */
import { postcodeMeant } from '../../../matching/request/fact-words.ts'
import type { FactsInput } from '../../../matching/request/request-schema.ts'
import {
  enterpriseNumberFault,
  enterpriseNumberWithin,
  readEnterpriseNumber,
  readEstablishmentNumber,
} from '../../../reference/enterprise-number.ts'
import type { Instant } from '../../../values/brussels.ts'
import type { Language } from '../../../values/vocabularies.ts'
import { numberSaid, numbersOf, withEnterprise, withEstablishment } from './company-number.ts'
import { readTyped, type TypedFault } from './typed-value.ts'

type Read = { facts: FactsInput } | { fault: TypedFault; meant?: string; found?: undefined }

const typedMax = 300
/** One number and one postcode may stand beside each other. */
const valuesMax = 2
const postcodeForm = /^\d{4}$/
/** Countries whose VAT numbers begin with their letters: the Union without Belgium, and its neighbours. */
const foreignCountries =
  'AT|BG|CH|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK|UK|XI'
const foreignForm = new RegExp(
  String.raw`^(?:(?:VAT|BTW|TVA|USt|MwSt)[\s.:-]*)?(?:${foreignCountries})[A-Z]{0,2}[\s.-]*(?=[A-Z\d])[A-Z\d\s.\-/+*]{6,30}$`,
  'i',
)
/** A foreign postcode with its country before it has fewer. */
const foreignDigitsMin = 6

/** The facts with what was typed put into them; or why it is neither a number nor a postcode. `texts`: every value of the field. */
export function readNumberOrPostcode(
  texts: readonly string[],
  facts: FactsInput,
  means: { language: Language; now: Instant },
): Read {
  const given = texts.map((text) => text.trim()).filter((text) => text !== '')
  if (given.some((text) => text.length > typedMax)) return { fault: 'long' }
  if (given.length > valuesMax) return { fault: 'twice' }
  let told = facts
  for (const text of given) {
    const before = told.company ?? {}
    const read = readOne(text, told, means)
    if (!('facts' in read)) return read
    const isPostcode = postcodeForm.test(text)
    if (isPostcode ? before.postcode != null : numbersOf(told).length > 0) return { fault: 'twice' }
    told = read.facts
  }
  return { facts: told }
}

function readOne(text: string, facts: FactsInput, means: { language: Language; now: Instant }): Read {
  if (postcodeForm.test(text)) return postcodeOf(text, facts, means)
  const enterprise = readEnterpriseNumber(text) ?? enterpriseNumberWithin(text)
  if (enterprise !== null) return { facts: withEnterprise(facts, enterprise) }
  const establishment = readEstablishmentNumber(text)
  if (establishment !== null) return { facts: withEstablishment(facts, establishment) }
  const postcode = postcodeMeant(text)
  return postcode === null ? faultOf(text) : { fault: 'postcode', meant: postcode }
}

function postcodeOf(text: string, facts: FactsInput, means: { language: Language; now: Instant }): Read {
  const read = readTyped('company.postcode', [text], facts, means)
  return 'facts' in read ? read : { fault: read.fault }
}

function faultOf(text: string): Exclude<Read, { facts: FactsInput }> {
  const digits = text.replace(/\D/g, '')
  if (foreignForm.test(text) && digits.length >= foreignDigitsMin) return { fault: 'foreign_vat' }
  switch (enterpriseNumberFault(text)) {
    case 'nine_digits':
      return { fault: 'nine_digits', meant: numberSaid(`0${digits}`) }
    case 'establishment':
    case 'check_digits':
      return { fault: 'check_digits' }
    case 'digits':
      return { fault: digits.length === nineDigits ? 'nine_digits' : 'number_or_postcode' }
    case 'form':
      return { fault: 'number_or_postcode' }
  }
}

const nineDigits = 9
