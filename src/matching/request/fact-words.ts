/** What is told of facts that cannot be right: what they would have to be, and what may be meant. It goes on behind the path. */

import {
  enterpriseNumberFault,
  enterpriseNumberWithin,
  readEnterpriseNumber,
} from '../../reference/enterprise-number.ts'
import { placeOf } from '../../reference/geography.ts'
import { legalFormCode, legalFormsMeant } from '../../reference/legal-forms.ts'
import { readNaceList } from '../../reference/nace-list-text.ts'
import { type NaceTextFault, naceInstead, naceText, readNaceCode } from '../../reference/nace-text.ts'
import { points } from '../../reference/points.ts'
import { didYouMean, listed } from '../../values/meant/hints.ts'
import { nearestAmong, spellingsOf } from '../../values/meant/nearest.ts'

/**
 * Characters of a text that are searched for what may be meant. The time that such a pattern takes grows with the square of the
 * text: 2 MB of spaces would keep the process for hours.
 */
const lookedAtMax = 200

/** A postcode with its country before it, its place behind it, or as a program writes a decimal number. */
const postcodeWithin =
  /^\s*(?:BE?|België|Belgique|Belgium|Belgien)?[\s-]*(\d{4})(?:[.,]0+|[\s,;-]+\p{L}[\p{L}\s'’().-]{0,80})?\s*$/iu

/** `1011 AB` is in Amsterdam, whatever lies at 1011 here. */
const dutchPostcode = /^\s*\d{4}[\s-]?(?:[A-Z]{2}|[a-z]{2})(?!\p{L})/u

/** The postcode that stands in a text with something around it; null where there is none that exists, or nothing around it. */
export function postcodeMeant(text: string): string | null {
  if (text.length > lookedAtMax || dutchPostcode.test(text)) return null
  const [, digits = ''] = postcodeWithin.exec(text) ?? []
  return digits !== '' && digits !== text && placeOf(digits) !== null ? digits : null
}

export function notAPostcode(text: string, shown: string): string {
  const meant = postcodeMeant(text)
  if (meant !== null) return `must be four digits alone: write "${meant}".`
  return `${shown} is not a Belgian postcode, which has four digits, for example "9000".`
}

export function notAMunicipality(_text: string, shown: string): string {
  return `${shown} is not a NIS code of a municipality: five digits, for example "44021". A postcode alone is mostly enough.`
}

export function notACommittee(text: string, shown: string): string {
  const [, number = '', rest = ''] = /^\D*(\d{3})\D?(\d{2})?\D*$/.exec(text) ?? []
  if (number === '') return `${shown} is not a number such as 124 or 330.01.`
  return `${shown} is not written as a number such as 124 or 330.01.${didYouMean([rest === '' ? number : `${number}.${rest}`])}`
}

export function notALegalForm(text: string, shown: string): string {
  const known = 'It is a code of the KBO/BCE, or an abbreviation or name in nl, fr or de: "BV", "SRL", "610".'
  return `${shown} is not a legal form that we know.${didYouMean(legalFormsMeant(text))} ${known}`
}

const pointIds = spellingsOf(points().flatMap(({ id, retired }) => (retired ? [] : [id])))

export function notAPoint(name: string, shown: string): string {
  return `${shown} is no point.${didYouMean(nearestAmong(name, pointIds))} Those there are stand in the taxonomy (GET /v1/taxonomy, points).`
}

const naceFaults: Readonly<Record<NaceTextFault, string>> = {
  section: 'is a section; give a code of at least two digits.',
  form: 'is not a NACE code of at least two digits.',
  unknown: 'exists in neither NACE-BEL 2008 nor NACE-BEL 2025.',
  other_version: 'does not exist in the version of NACE-BEL that is named behind it.',
}

/** Of one code. Where the text holds several, it is told how they are given. */
export function notANaceCode(text: string, shown: string, why: NaceTextFault): string {
  const told = `${shown} ${naceFaults[why]}`
  if (why === 'section' || why === 'other_version') return told
  const several = readNaceList(text.slice(0, lookedAtMax))
  if ('fault' in several || several.codes.length < 2) return `${told}${naceInstead(text)}`
  return `${told} Give each code by itself: ${listed(several.codes.map((code) => `"${naceText(code)}"`))}.`
}

/** The codes that a number may stand for, as they would be taken. Of two digits it is a division: a group has its dot. */
export function naceOfNumber(number: string): string[] {
  const texts = /^\d\d$/.test(number) ? [number] : [number, `0${number}`]
  const read = texts.map((text) => readNaceCode(text, 'dot'))
  return read.flatMap((one) => ('fault' in one ? [] : [naceText(one)]))
}

/** The number of a committee that a number stands for: of its part behind the dot a zero at the end is lost. */
export function committeeOfNumber(number: string): string[] {
  return [/^\d{3}\.\d$/.test(number) ? `${number}0` : number]
}

export function legalFormOfNumber(number: string): string[] {
  return [number.padStart(3, '0')].filter((code) => legalFormCode(code) !== null)
}

export function enterpriseOfNumber(number: string): string[] {
  return [number.padStart(10, '0')].filter((digits) => readEnterpriseNumber(digits) !== null)
}

const plainNumber = 'is not an enterprise number: 10 digits, the first 0 or 1, the last two the check digits.'

/**
 * Which number was meant is said only where the text holds one with right check digits: of a wrong digit nobody can tell which it
 * is, and another company's would be judged.
 */
export function notAnEnterpriseNumber(text: string, shown: string): string {
  const within = enterpriseNumberWithin(text)
  if (within !== null) return `${shown} must be the number alone: write "${within}".`
  const fault = enterpriseNumberFault(text)
  const digits = fault === 'form' ? '' : text.replace(/\D/g, '')
  switch (fault) {
    case 'nine_digits':
      return `${shown} has nine digits, as before 2003. Write it with a 0 before it: "0${digits}".`
    case 'establishment':
      return `${shown} is the number of an establishment. Give it as company.establishment_number.`
    case 'check_digits':
      return `${shown} ${plainNumber} These do not fit the others, so a digit is wrong.`
    case 'digits':
      return `${shown} ${plainNumber} It has ${digits.length} digits.`
    case 'form':
      return `${shown} ${plainNumber} Dots, spaces and the prefix BE are accepted.`
  }
}

export function notAnEstablishmentNumber(text: string, shown: string): string {
  const plain = 'is not the number of an establishment: 10 digits, the first 2 to 8, the last two the check digits.'
  if (readEnterpriseNumber(text) !== null)
    return `${shown} is the number of an enterprise. Give it as company.enterprise_number.`
  return `${shown} ${plain} Dots, spaces and the prefix BE are accepted.`
}
