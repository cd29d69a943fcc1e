/** Where to report a weakness (RFC 9116). */
import type { Operator } from '../../pages/operator.ts'
import { addDays, type Day, startOfDay } from '../../values/brussels.ts'
import { languages } from '../../values/vocabularies.ts'

/** What is said holds so long; the standard asks for less than a year. */
const holdsDays = 180

/** `today`: its text stays the same for a day. `mailto:` and `https:` stand as they are in links. */
export function securityText({ contact }: Operator, baseUrl: string, today: Day): string {
  const expires = new Date(startOfDay(addDays(today, holdsDays))).toISOString().replace('.000Z', 'Z')
  // An address that is not of https must not be named (section 2.5.2).
  const canonical = baseUrl.startsWith('https://') ? [`Canonical: ${baseUrl}/.well-known/security.txt`] : []
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    ...canonical,
  ]
  return lines.map((line) => `${line}\n`).join('')
}
