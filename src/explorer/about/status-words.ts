/** What the page about the service itself says. */
import type { Language } from '../../values/vocabularies.ts'

export type StatusWords = {
  title: string
  description: string
  fine: string
  degraded: string
  degradedWhy: string
  store: string
  storeFine: string
  storeLost: string
  catalogue: string
  catalogueOf: (measures: string, moment: string) => string
  catalogueMissing: string
  sources: string
  allFresh: (count: string) => string
  someFresh: (fresh: string, count: string) => string
  noSources: string
  notFresh: string
  version: string
  looked: string
  known: string
  knownSaid: readonly string[]
  machine: string
}

export const statusWords: Record<Language, StatusWords> = {
  nl: {
    title: 'Toestand van de dienst',
    description: 'Of de dienst werkt, en of de bronnen actueel zijn, op dit ogenblik.',
    fine: 'Alles werkt',
    degraded: 'Werkt, met beperkingen',
    degradedWhy: 'Een deel van wat u ziet, kan van eerder zijn; hieronder staat wat er scheelt.',
    store: 'Opslag',
    storeFine: 'antwoordt en schrijft',
    storeLost: 'antwoordt of schrijft niet',
    catalogue: 'Catalogus',
    catalogueOf: (measures, moment) => `${measures} maatregelen, zoals op ${moment}`,
    catalogueMissing: 'nog niet gelezen',
    sources: 'Bronnen',
    allFresh: (count) => `alle ${count} actueel`,
    someFresh: (fresh, count) => `${fresh} van ${count} actueel`,
    noSources: 'geen ingeschakeld',
    notFresh: 'Bronnen die niet actueel zijn',
    version: 'Versie',
    looked: 'Nagegaan op',
    known: 'Wat deze pagina niet zegt',
    knownSaid: [
      'De dienst beoordeelt zichzelf: is ze onbereikbaar, dan ziet u deze pagina niet.',
      'Ze houdt geen geschiedenis van onderbrekingen bij.',
      'Actueel betekent dat de bron gelezen werd, niet dat de overheid haar pagina bijgewerkt heeft.',
    ],
    machine: 'Hetzelfde voor programma’s:',
  },
  fr: {
    title: 'État du service',
    description: 'Si le service fonctionne, et si les sources sont à jour, en ce moment.',
    fine: 'Tout fonctionne',
    degraded: 'Fonctionne, avec des limites',
    degradedWhy: 'Une partie de ce que vous voyez peut dater\u00a0; ce qui ne va pas est indiqué ci-dessous.',
    store: 'Base de données',
    storeFine: 'répond et écrit',
    storeLost: 'ne répond pas ou n’écrit pas',
    catalogue: 'Catalogue',
    catalogueOf: (measures, moment) => `${measures} mesures, situation au ${moment}`,
    catalogueMissing: 'pas encore lu',
    sources: 'Sources',
    allFresh: (count) => `toutes à jour (${count})`,
    someFresh: (fresh, count) => `${fresh} sur ${count} à jour`,
    noSources: 'aucune n’est activée',
    notFresh: 'Sources qui ne sont pas à jour',
    version: 'Version',
    looked: 'Vérifié le',
    known: 'Ce que cette page ne dit pas',
    knownSaid: [
      'Le service se juge lui-même\u00a0: s’il est injoignable, vous ne voyez pas cette page.',
      'Il ne tient pas d’historique des interruptions.',
      'À jour signifie que la source a été lue, non que l’autorité a mis sa page à jour.',
    ],
    machine: 'La même chose pour les programmes\u00a0:',
  },
  en: {
    title: 'Status of the service',
    description: 'Whether the service works, and whether the sources are fresh, at this moment.',
    fine: 'Everything works',
    degraded: 'Works, with limits',
    degradedWhy: 'Some of what you see may be from earlier; what is wrong stands below.',
    store: 'Store',
    storeFine: 'answers and takes writes',
    storeLost: 'does not answer, or takes no writes',
    catalogue: 'Catalogue',
    catalogueOf: (measures, moment) => `${measures} measures, as of ${moment}`,
    catalogueMissing: 'not read yet',
    sources: 'Sources',
    allFresh: (count) => `all ${count} fresh`,
    someFresh: (fresh, count) => `${fresh} of ${count} fresh`,
    noSources: 'none is switched on',
    notFresh: 'Sources that are not fresh',
    version: 'Version',
    looked: 'Looked at',
    known: 'What this page does not say',
    knownSaid: [
      'The service judges itself: when it cannot be reached, you do not see this page.',
      'It keeps no history of interruptions.',
      'Fresh means that the source has been read, not that the authority has brought its page up to date.',
    ],
    machine: 'The same for programs:',
  },
}
