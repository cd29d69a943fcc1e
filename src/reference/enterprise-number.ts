/**
 * The Belgian enterprise number (ondernemingsnummer, numéro d'entreprise): ten digits of which the first is 0 or 1 and
 * the last two are 97 less the remainder of the first eight by 97 (Royal Decree of 24 June 2003). Numbers of
 * establishments have the same check digits and begin with 2 to 8; they name no enterprise.
 */
const form = /^[01]\d{9}$/

/**
 * The ten digits of an enterprise number, or null when the text is none. Dots, spaces and a leading BE are accepted
 * (`0403.019.261`, `BE 0403019261`); nine-digit numbers of before 2003 are not completed.
 */
export function readEnterpriseNumber(text: string): string | null {
  const digits = text.replace(/[.\s]/g, '').replace(/^BE/i, '')
  if (!form.test(digits)) return null
  const [body, check] = [Number(digits.slice(0, 8)), Number(digits.slice(8))]
  return body > 0 && 97 - (body % 97) === check ? digits : null
}
