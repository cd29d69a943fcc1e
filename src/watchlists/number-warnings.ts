/** What an upload is warned of its companies' numbers, which the register does not have, or says are of nobody active. */
import type { Warning } from '../contract/warnings.ts'
import type { LookedUp } from '../matching/request/filling.ts'

/** One warning of each kind, with how many companies it is of; none where there are none. References stand in no kept answer. */
export function numberWarnings(lookedUp: readonly (LookedUp | null)[]): Warning[] {
  const known = lookedUp.filter((one) => one !== null)
  const missing = known.filter(({ found }) => found === null).length
  const ended = known.filter(({ found }) => found !== null && !found.company.isActive).length
  return [...(missing > 0 ? [notInRegister(missing)] : []), ...(ended > 0 ? [notActive(ended)] : [])]
}

function notInRegister(count: number): Warning {
  return {
    code: 'company_not_in_register',
    message: {
      nl: `Van ${count} bedrijf of bedrijven staat het nummer niet in het register van ondernemingen dat hier geladen is, of er is geen geladen: daarmee is niets aangevuld.`,
      fr: `Le numéro de ${count} entreprise(s) ne figure pas dans le registre d'entreprises chargé ici, ou aucun n'est chargé : rien n'en a été complété.`,
      en: `The number of ${count} companies is not in the register of companies that is loaded here, or none is loaded: nothing was filled from it.`,
    },
  }
}

function notActive(count: number): Warning {
  return {
    code: 'company_not_active',
    message: {
      nl: `Volgens het register van ondernemingen is of zijn ${count} van de bedrijven niet actief.`,
      fr: `Selon le registre d'entreprises, ${count} des entreprises ne sont pas actives.`,
      en: `By the register of companies ${count} of the companies are not active.`,
    },
  }
}
