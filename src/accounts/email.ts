/** E-mail addresses of accounts. */

// RFC 5321 section 4.5.3.1 bounds the lengths; RFC 5322 section 3.2.3 gives the dot-atom before the @. What those also
// allow and nobody uses (quoted names, address literals) is refused: a typing error is likelier.
const lengthMax = 254
const localMax = 64
const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domain = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/

/** Whether mail could be sent there: one `@`, a name before it, a domain name with a dot behind it. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > localMax || text.length > lengthMax) return false
  return local.test(text.slice(0, at)) && domain.test(text.slice(at + 1))
}

/** The form in which addresses are compared: no provider tells two customers apart by case. */
export function foldedEmail(email: string): string {
  return email.toLowerCase()
}
