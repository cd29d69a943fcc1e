/** What is to be known about measures that are shown, in the languages of answers. */
import type { Warning } from '../contract/warnings.ts'

/** Curated records state public knowledge; whether the authority's page still says so, nobody has looked yet. */
export const notChecked: Warning = {
  code: 'not_checked',
  message: {
    nl: 'Door ons verwoord uit wat algemeen bekend is, en nog niet nagegaan op de pagina van de overheid zelf (`source.last_checked_at` is null): volg de link voor u erop voortgaat.',
    fr: "Rédigé par nous d'après ce qui est connu de tous, et pas encore vérifié sur la page de l'autorité elle-même (`source.last_checked_at` est null) : suivez le lien avant de vous y fier.",
    en: "Worded by us from public knowledge and not yet checked against the authority's own page (`source.last_checked_at` is null): follow the link before relying on it.",
  },
}

export const pastDeadlinesFirst: Warning = {
  code: 'past_deadlines_first',
  message: {
    nl: 'Gerangschikt op uiterste datum, zonder filter op status of datum: maatregelen waarvan de datum voorbij is, komen eerst.',
    fr: 'Trié par date limite, sans filtre sur le statut ou la date : les mesures dont la date est passée viennent en premier.',
    en: 'Sorted by deadline without a status or deadline filter: measures whose deadline has passed come first.',
  },
}
