/** What is said where companies of a list can not be judged: silence would read as no match. */
import type { Warning } from '../../contract/warnings.ts'

/** References that the warning names. */
const namedMax = 20

/** Of companies whose facts this release can not read: a code that they hold has left the tables. */
export function companiesUnreadable(references: readonly string[]): Warning {
  const count = references.length
  const named = references.slice(0, namedMax).join(', ')
  const names = count > namedMax ? `${named} ...` : named
  return {
    code: 'companies_unreadable',
    message: {
      nl: `${count} bedrijf of bedrijven van deze lijst zijn weggelaten: een code in hun gegevens (postcode, NACE ...) bestaat niet meer. Laad ze opnieuw op met een code van nu: ${names}`,
      fr: `${count} entreprise(s) de cette liste sont laissées de côté : un code dans leurs données (code postal, NACE ...) n'existe plus. Envoyez-les à nouveau avec un code actuel : ${names}`,
      en: `${count} companies of this watchlist are left out: a code in their facts (postcode, NACE ...) does not exist any more. Upload them again with a code of now: ${names}`,
    },
  }
}
