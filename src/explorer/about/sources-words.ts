/** What the pages of the sources say. */
import type { Language, RunStatus, SourceFreshness } from '../../values/vocabularies.ts'

export type SourcesWords = {
  title: string
  description: string
  lead: string
  source: string
  publisher: string
  licence: string
  freshness: string
  lastRun: string
  rhythm: string
  measures: string
  freshnessNames: Record<SourceFreshness, string>
  /** What each means. */
  freshnessWhy: Record<SourceFreshness, string>
  readAt: (moment: string) => string
  never: string
  every: (hours: string) => string
  everyDays: (days: string) => string
  noRhythm: string
  nothing: string
  nothingWhy: string
  all: string
  itsMeasures: (count: string) => string
  origin: string
  level: string
  regions: string
  everywhere: string
  reuse: string
  attribution: string
  noAttribution: string
  lastSuccess: string
  lastChange: string
  runs: string
  noRuns: string
  started: string
  outcome: string
  outcomes: Record<RunStatus, string>
  counts: { seen: string; created: string; changed: string; withdrawn: string; rejected: string }
  error: string
}

export const sourcesWords: Record<Language, SourcesWords> = {
  nl: {
    title: 'Bronnen',
    description:
      'Waar elke steunmaatregel vandaan komt, onder welke licentie, en wanneer de bron het laatst gelezen werd.',
    lead: 'Elke maatregel komt uit een van deze bronnen. Wat een bron niet heeft, hebben wij niet.',
    source: 'Bron',
    publisher: 'Uitgever',
    licence: 'Licentie',
    freshness: 'Hoe actueel',
    lastRun: 'Laatste lezing',
    rhythm: 'Verwacht ritme',
    measures: 'Maatregelen',
    freshnessNames: { fresh: 'Actueel', stale: 'Verouderd', failing: 'Mislukt', never: 'Nog nooit gelezen' },
    freshnessWhy: {
      fresh: 'De bron werd gelezen binnen tweemaal het verwachte ritme.',
      stale:
        'Tweemaal het verwachte ritme is voorbij zonder dat de bron gelezen kon worden. Wat we tonen, is van voordien.',
      failing: 'De laatste drie lezingen of meer zijn mislukt. Wat we tonen, is van voordien.',
      never: 'De bron werd nog niet met succes gelezen.',
    },
    readAt: (moment) => `gelezen ${moment}`,
    never: 'nooit',
    every: (hours) => `om de ${hours} uur`,
    everyDays: (days) => `om de ${days} dagen`,
    noRhythm: 'geen',
    nothing: 'Er is geen bron ingeschakeld',
    nothingWhy: 'De uitbater van deze dienst heeft nog geen bronnen ingesteld.',
    all: 'Alle bronnen',
    itsMeasures: (count) => `Maatregelen van deze bron: ${count}`,
    origin: 'Website van de bron',
    level: 'Overheid',
    regions: 'Gewesten',
    everywhere: 'geen beperking',
    reuse: 'Wat we mogen tonen',
    attribution: 'Bronvermelding',
    noAttribution: 'niet gevraagd',
    lastSuccess: 'Laatst met succes gelezen',
    lastChange: 'Laatste wijziging',
    runs: 'De laatste lezingen',
    noRuns: 'De bron werd nog niet gelezen.',
    started: 'Begonnen',
    outcome: 'Uitkomst',
    outcomes: {
      running: 'bezig',
      succeeded: 'gelukt',
      failed: 'mislukt',
      held: 'vastgehouden: de uitbater moet ze bevestigen',
    },
    counts: { seen: 'Gezien', created: 'Nieuw', changed: 'Gewijzigd', withdrawn: 'Ingetrokken', rejected: 'Geweigerd' },
    error: 'Melding',
  },
  fr: {
    title: 'Sources',
    description:
      'D’où vient chaque mesure d’aide, sous quelle licence, et quand la source a été lue pour la dernière fois.',
    lead: 'Chaque mesure vient de l’une de ces sources. Ce qu’une source n’a pas, nous ne l’avons pas.',
    source: 'Source',
    publisher: 'Éditeur',
    licence: 'Licence',
    freshness: 'Actualité',
    lastRun: 'Dernière lecture',
    rhythm: 'Rythme attendu',
    measures: 'Mesures',
    freshnessNames: { fresh: 'À jour', stale: 'Ancienne', failing: 'En échec', never: 'Jamais lue' },
    freshnessWhy: {
      fresh: 'La source a été lue dans un délai de deux fois le rythme attendu.',
      stale:
        'Deux fois le rythme attendu ont passé sans que la source ait pu être lue. Ce que nous montrons date d’avant.',
      failing: 'Les trois dernières lectures ou plus ont échoué. Ce que nous montrons date d’avant.',
      never: 'La source n’a pas encore été lue avec succès.',
    },
    readAt: (moment) => `lue le ${moment}`,
    never: 'jamais',
    every: (hours) => `toutes les ${hours} heures`,
    everyDays: (days) => `tous les ${days} jours`,
    noRhythm: 'aucun',
    nothing: 'Aucune source n’est activée',
    nothingWhy: 'L’exploitant de ce service n’a pas encore configuré de sources.',
    all: 'Toutes les sources',
    itsMeasures: (count) => `Mesures de cette source\u00a0: ${count}`,
    origin: 'Site de la source',
    level: 'Autorité',
    regions: 'Régions',
    everywhere: 'aucune restriction',
    reuse: 'Ce que nous pouvons montrer',
    attribution: 'Mention de la source',
    noAttribution: 'non demandée',
    lastSuccess: 'Dernière lecture réussie',
    lastChange: 'Dernier changement',
    runs: 'Les dernières lectures',
    noRuns: 'La source n’a pas encore été lue.',
    started: 'Début',
    outcome: 'Résultat',
    outcomes: {
      running: 'en cours',
      succeeded: 'réussie',
      failed: 'échouée',
      held: 'retenue\u00a0: l’exploitant doit la confirmer',
    },
    counts: { seen: 'Vues', created: 'Nouvelles', changed: 'Modifiées', withdrawn: 'Retirées', rejected: 'Rejetées' },
    error: 'Message',
  },
  en: {
    title: 'Sources',
    description: 'Where every support measure comes from, under which licence, and when the source was last read.',
    lead: 'Every measure comes from one of these sources. What a source does not have, we do not have.',
    source: 'Source',
    publisher: 'Publisher',
    licence: 'Licence',
    freshness: 'How fresh',
    lastRun: 'Last run',
    rhythm: 'Expected rhythm',
    measures: 'Measures',
    freshnessNames: { fresh: 'Fresh', stale: 'Stale', failing: 'Failing', never: 'Never read' },
    freshnessWhy: {
      fresh: 'The source has been read within twice its expected rhythm.',
      stale: 'Twice the expected rhythm has passed without the source being read. What we show is from before.',
      failing: 'The last three runs or more have failed. What we show is from before.',
      never: 'The source has not been read with success yet.',
    },
    readAt: (moment) => `read ${moment}`,
    never: 'never',
    every: (hours) => `every ${hours} hours`,
    everyDays: (days) => `every ${days} days`,
    noRhythm: 'none',
    nothing: 'No source is switched on',
    nothingWhy: 'The operator of this service has not set up any sources yet.',
    all: 'All sources',
    itsMeasures: (count) => `Measures of this source: ${count}`,
    origin: 'Site of the source',
    level: 'Government',
    regions: 'Regions',
    everywhere: 'no restriction',
    reuse: 'What we may show',
    attribution: 'Attribution',
    noAttribution: 'not asked for',
    lastSuccess: 'Last read with success',
    lastChange: 'Last change',
    runs: 'The last runs',
    noRuns: 'The source has not been read yet.',
    started: 'Started',
    outcome: 'Outcome',
    outcomes: {
      running: 'under way',
      succeeded: 'succeeded',
      failed: 'failed',
      held: 'held: the operator has to confirm it',
    },
    counts: { seen: 'Seen', created: 'New', changed: 'Changed', withdrawn: 'Withdrawn', rejected: 'Rejected' },
    error: 'Message',
  },
}
