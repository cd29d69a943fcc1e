/** What an upload is warned of its companies' numbers, which the register does not have, or says are of nobody active. */
import type { Warning } from '../contract/warnings.ts'
import { type FillWarning, fillCompany, type LookedUp } from '../matching/request/filling.ts'
import type { CompanyInput } from '../matching/request/request-schema.ts'

type NumberedRow = { company?: CompanyInput | null | undefined }

/**
 * One warning of each kind, with how many companies it is of; none where there are none. References stand in no kept answer. `lookedUp`: what
 * was looked up for each row.
 */
export function numberWarnings(rows: readonly NumberedRow[], lookedUp: readonly (LookedUp | null)[]): Warning[] {
  const counts = new Map<FillWarning, number>()
  for (const [index, { company }] of rows.entries()) {
    const known = lookedUp[index] ?? null
    if (known === null) continue
    for (const code of fillCompany(company ?? {}, known, []).filling.warnings)
      counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return inOrder.flatMap((code) => {
    const count = counts.get(code)
    return count === undefined ? [] : [said[code](count)]
  })
}

const inOrder: readonly FillWarning[] = [
  'company_not_in_register',
  'establishment_not_in_register',
  'company_not_active',
]

const said: Readonly<Record<FillWarning, (count: number) => Warning>> = {
  company_not_in_register: (count) => ({
    code: 'company_not_in_register',
    message: {
      nl: `Van ${count === 1 ? '1 bedrijf' : `${count} bedrijven`} staat het nummer niet in het register van ondernemingen dat hier geladen is, of er is geen geladen: daarmee is niets aangevuld.`,
      fr: `Le numéro de ${count === 1 ? '1 entreprise' : `${count} entreprises`} ne figure pas dans le registre d'entreprises chargé ici, ou aucun n'est chargé : rien n'en a été complété.`,
      en: `The number of ${count === 1 ? '1 company' : `${count} companies`} is not in the register of companies that is loaded here, or none is loaded: nothing was filled from it.`,
    },
  }),
  establishment_not_in_register: (count) => ({
    code: 'company_not_in_register',
    message: {
      nl: `Van ${count === 1 ? '1 bedrijf' : `${count} bedrijven`} staat de vestiging niet in het register van ondernemingen dat hier geladen is: haar plaats is er niet uit aangevuld, wel wat van de onderneming bekend is.`,
      fr: `L'établissement de ${count === 1 ? '1 entreprise' : `${count} entreprises`} ne figure pas dans le registre d'entreprises chargé ici : son lieu n'en a pas été complété, mais bien ce qui est connu de l'entreprise.`,
      en: `The establishment of ${count === 1 ? '1 company' : `${count} companies`} is not in the register of companies that is loaded here: its place was not filled from it, but what is known of the enterprise was.`,
    },
  }),
  company_not_active: (count) => ({
    code: 'company_not_active',
    message: {
      nl: `Volgens het register van ondernemingen ${count === 1 ? 'is 1' : `zijn ${count}`} van de bedrijven niet actief.`,
      fr: `Selon le registre d'entreprises, ${count === 1 ? "1 des entreprises n'est pas active" : `${count} des entreprises ne sont pas actives`}.`,
      en: `By the register of companies ${count === 1 ? '1 of the companies is' : `${count} of the companies are`} not active.`,
    },
  }),
}
