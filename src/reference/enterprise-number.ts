/**
 * The Belgian enterprise number (ondernemingsnummer, numéro d'entreprise): ten digits of which the first is 0 or 1 and
 * the last two are 97 less the remainder of the first eight by 97 (Royal Decree of 24 June 2003). Numbers of
 * establishments have the same check digits and begin with 2 to 8; they name no enterprise.
 */
const form = /^[01]\d{9}$/
const establishmentForm = /^[2-8]\d{9}$/

/** Longer than any number with what is printed around it. The time that `around` takes grows with the square of the text. */
const charactersMax = 200

/**
 * The ten digits of an enterprise number, or null when the text is none. Dots, spaces and a leading BE are accepted
 * (`0403.019.261`, `BE 0403019261`); nine-digit numbers of before 2003 are not completed.
 */
export function readEnterpriseNumber(text: string): string | null {
  return readNumber(text, form)
}

/** The ten digits of the number of an establishment, written in the same ways; null when the text is none. */
export function readEstablishmentNumber(text: string): string | null {
  return readNumber(text, establishmentForm)
}

/** The ten digits of either number; null when the text is neither. */
export function readNumberOfCompany(text: string): string | null {
  return readEnterpriseNumber(text) ?? readEstablishmentNumber(text)
}

function readNumber(text: string, numbers: RegExp): string | null {
  if (text.length > charactersMax) return null
  const digits = text.replace(/[.\s]/g, '').replace(/^BE/i, '')
  if (!numbers.test(digits)) return null
  const [body, check] = [Number(digits.slice(0, 8)), Number(digits.slice(8))]
  return body > 0 && 97 - (body % 97) === check ? digits : null
}

/** What accounting programs and networks print around a number: its scheme, the register, the court. */
const around = new RegExp(
  String.raw`^(?:(?:0208|9925)\s*:\s*)?(?:(?:RPR|RPM|RJP|KBO|BCE|CBE|ZDU|BTW|TVA|VAT|USt)(?![\p{L}\d])[\p{L}\s.:()'’-]{0,60})?` +
    String.raw`(?:BE)?[\s.:-]*(\d{4}[\s.\-/]?\d{3}[\s.\-/]?\d{3})` +
    String.raw`(?:[\s,;]+(?:RPR|RPM|RJP)(?![\p{L}\d])[\p{L}\s.:()'’-]{0,60})?$`,
  'iu',
)

/**
 * The ten digits of the one enterprise number that a text holds with what is printed around it (`0208:0403019261`,
 * `BE-0403019261`, `RPR Gent 0403.019.261`); null where it holds none whose check digits are right.
 */
export function enterpriseNumberWithin(text: string): string | null {
  const digits = digitsWithin(text)
  return digits === null ? null : readEnterpriseNumber(digits.replace(/\D/g, ''))
}

/** The ten digits of the number of an establishment that a text is, with marks between its digits; null where it is none. */
export function establishmentNumberWithin(text: string): string | null {
  return text.length > charactersMax ? null : readEstablishmentNumber(text.replace(/[-/:]/g, ''))
}

/** The digits as they are written, with the marks between them; null where the text holds none. */
function digitsWithin(text: string): string | null {
  const [, digits = null] = text.length > charactersMax ? [] : (around.exec(text.trim()) ?? [])
  return digits
}

/**
 * Why a text is no enterprise number. `nine_digits`: as before 2003, and with a zero before it it is one. `establishment`: it has the
 * form of an establishment's number, whatever its check digits.
 */
export type EnterpriseNumberFault = 'nine_digits' | 'establishment' | 'check_digits' | 'digits' | 'form'

export function enterpriseNumberFault(text: string): EnterpriseNumberFault {
  if (text.length > charactersMax) return 'form'
  const digits = (digitsWithin(text) ?? text).replace(/[.\s\-/]/g, '').replace(/^BE/i, '')
  if (/^\d{9}$/.test(digits) && readEnterpriseNumber(`0${digits}`) !== null) return 'nine_digits'
  if (/^[2-8]\d{9}$/.test(digits)) return 'establishment'
  if (form.test(digits)) return 'check_digits'
  return /^\d+$/.test(digits) ? 'digits' : 'form'
}
