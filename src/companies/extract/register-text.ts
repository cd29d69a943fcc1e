/** How the register writes numbers and days (KBO Open Data cookbook R018.00: `0403.019.261`, `2.000.000.339`, `01-11-2003`). */
import { type Day, isDay } from '../../values/brussels.ts'

const enterpriseForm = /^([01]\d{3})\.(\d{3})\.(\d{3})$/
const establishmentForm = /^([2-9])\.(\d{3})\.(\d{3})\.(\d{3})$/
const dayForm = /^(\d{2})-(\d{2})-(\d{4})$/

/** As a whole number of ten digits at most; null where the text is no number of an enterprise. */
export function enterpriseIn(text: string): number | null {
  const [, first, second, third] = enterpriseForm.exec(text) ?? []
  return first === undefined ? null : Number(`${first}${second}${third}`)
}

/** The same of an establishment. */
export function establishmentIn(text: string): number | null {
  const [, first, second, third, fourth] = establishmentForm.exec(text) ?? []
  return first === undefined ? null : Number(`${first}${second}${third}${fourth}`)
}

/** Of either. */
export function entityIn(text: string): number | null {
  return enterpriseIn(text) ?? establishmentIn(text)
}

/** The first number that is an establishment's. */
export const firstEstablishment = 2_000_000_000

/** The ten digits of a number as it is kept. */
export function tenDigits(number: number): string {
  return String(number).padStart(10, '0')
}

/** Null where the text is no day. */
export function dayIn(text: string): Day | null {
  const [, day, month, year] = dayForm.exec(text) ?? []
  const written = `${year}-${month}-${day}`
  return isDay(written) ? written : null
}
