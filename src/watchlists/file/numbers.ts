/**
 * Numbers as people here write them. A mark with three digits behind it groups thousands, whichever mark it is: amounts have two
 * decimals at most and counts none, so that it can be nothing else. What could still be read in two ways is not read.
 */

const plain = /^-?\d+$/
const decimal = /^(-?\d+)[.,](\d{1,2})$/
/** One mark between all groups, another before the decimals. */
const grouped = /^(-?[1-9]\d{0,2})([., '’])(\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,2}))?$/

/** No figure of a company is longer. */
const digitsMax = 15
/** With its marks, spaces and currency. */
const amountCharactersMax = 60

/** The number that the text says, with at most two decimals; null where it says none for sure. */
export function numberIn(text: string): number | null {
  const spelled = text.replace(/[\u00a0\u2007\u2009\u202f]/g, ' ').trim()
  if (spelled.length > 2 * digitsMax) return null
  if (plain.test(spelled)) return withinReach(spelled)
  const groups = grouped.exec(spelled)
  if (groups !== null) {
    const [, first = '', , rest = '', cents] = groups
    return withinReach(`${first}${rest.replace(/\D/g, '')}${cents === undefined ? '' : `.${cents}`}`)
  }
  const parts = decimal.exec(spelled)
  return parts === null ? null : withinReach(`${parts[1]}.${parts[2]}`)
}

/** The same of an amount, before or behind which its currency may stand. */
export function amountIn(text: string): number | null {
  const spelled = text.trim()
  if (spelled.length > amountCharactersMax) return null
  return numberIn(spelled.replace(/^(?:€|EUR)\s*|\s*(?:€|EUR|euro)$/i, ''))
}

function withinReach(digits: string): number | null {
  return digits.replace(/\D/g, '').length > digitsMax ? null : Number(digits)
}
