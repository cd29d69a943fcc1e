/** What the page of plans says. */
import type { PlanFigures } from '../../accounts/plans.ts'
import type { Capability, Language } from '../../values/vocabularies.ts'

export type PricingWords = {
  title: string
  description: string
  lead: string
  free: string
  plan: string
  monthly: string
  yearly: string
  from: (price: string) => string
  agreed: string
  unlimited: string
  none: string
  yes: string
  no: string
  perMonth: string
  figures: Record<keyof PlanFigures, string>
  capabilities: Record<Capability, string>
  how: string
  byCard: string
  byOperator: string
  ask: string
  nobody: string
  testKey: string
  machine: string
}

export const pricingWords: Record<Language, PricingWords> = {
  nl: {
    title: 'Prijzen',
    description: 'Wat de API per maand of per jaar kost, en wat er in elk plan zit.',
    lead: 'Deze pagina’s zijn gratis en vragen geen account. Een plan is er voor wie de gegevens in eigen software gebruikt.',
    free: 'Zonder sleutel',
    plan: 'Plan',
    monthly: 'Per maand',
    yearly: 'Per jaar',
    from: (price) => `vanaf ${price}`,
    agreed: 'volgens afspraak',
    unlimited: 'onbeperkt',
    none: 'geen',
    yes: 'ja',
    no: 'nee',
    perMonth: 'Een maand is een kalendermaand in UTC. Wat niet gebruikt werd, gaat niet mee naar de volgende.',
    figures: {
      monthlyRequests: 'Vragen per maand',
      monthlyMatchEvaluations: 'Ondernemingen nagaan, per maand',
      rateLimitRps: 'Vragen per seconde',
      apiKeys: 'Sleutels',
      maxPageSize: 'Rijen per pagina',
      maxBulkCompanies: 'Ondernemingen in één vraag',
      watchlistCompanies: 'Ondernemingen op volglijsten',
      webhookEndpoints: 'Webhook-adressen',
    },
    capabilities: {
      change_feed: 'Wijzigingen volgen',
      history: 'Vroegere versies',
      as_of: 'Toestand op een datum',
      webhooks: 'Webhooks',
      bulk_match: 'Veel ondernemingen tegelijk nagaan',
      watchlists: 'Volglijsten',
      bulk_export: 'Alles in één bestand',
      redistribution_rights: 'Recht om verder te verspreiden',
    },
    how: 'Hoe u een sleutel krijgt',
    byCard: 'U betaalt met de kaart, en maakt daarna zelf uw sleutel.',
    byOperator:
      'Betalen met de kaart is op deze dienst niet ingesteld. De uitbater maakt een account en een sleutel voor u.',
    ask: 'Vraag het aan',
    nobody: 'De uitbater heeft nog geen adres opgegeven waar u dat kunt vragen.',
    testKey: 'Sleutels zijn er in twee soorten, live en test. Voor beide tellen vragen even zwaar.',
    machine: 'Dezelfde cijfers voor programma’s:',
  },
  fr: {
    title: 'Tarifs',
    description: 'Ce que coûte l’API par mois ou par an, et ce que comprend chaque formule.',
    lead: 'Ces pages sont gratuites et ne demandent pas de compte. Une formule sert à utiliser les données dans votre propre logiciel.',
    free: 'Sans clé',
    plan: 'Formule',
    monthly: 'Par mois',
    yearly: 'Par an',
    from: (price) => `à partir de ${price}`,
    agreed: 'selon accord',
    unlimited: 'illimité',
    none: 'aucun',
    yes: 'oui',
    no: 'non',
    perMonth: 'Un mois est un mois civil en UTC. Ce qui n’a pas été utilisé n’est pas reporté.',
    figures: {
      monthlyRequests: 'Demandes par mois',
      monthlyMatchEvaluations: 'Vérifications d’entreprises par mois',
      rateLimitRps: 'Demandes par seconde',
      apiKeys: 'Clés',
      maxPageSize: 'Lignes par page',
      maxBulkCompanies: 'Entreprises en une demande',
      watchlistCompanies: 'Entreprises suivies',
      webhookEndpoints: 'Adresses de webhook',
    },
    capabilities: {
      change_feed: 'Suivre les changements',
      history: 'Versions antérieures',
      as_of: 'Situation à une date',
      webhooks: 'Webhooks',
      bulk_match: 'Vérifier beaucoup d’entreprises à la fois',
      watchlists: 'Listes de suivi',
      bulk_export: 'Tout en un fichier',
      redistribution_rights: 'Droit de rediffusion',
    },
    how: 'Comment obtenir une clé',
    byCard: 'Vous payez par carte, puis vous créez vous-même votre clé.',
    byOperator:
      'Le paiement par carte n’est pas configuré sur ce service. L’exploitant crée un compte et une clé pour vous.',
    ask: 'Adressez-vous à',
    nobody: 'L’exploitant n’a pas encore donné d’adresse où le demander.',
    testKey: 'Il y a deux sortes de clés, live et test. Les demandes comptent autant pour l’une que pour l’autre.',
    machine: 'Les mêmes chiffres pour les programmes\u00a0:',
  },
  en: {
    title: 'Pricing',
    description: 'What the API costs by month or by year, and what each plan holds.',
    lead: 'These pages are free and need no account. A plan is for using the data in software of your own.',
    free: 'Without a key',
    plan: 'Plan',
    monthly: 'By month',
    yearly: 'By year',
    from: (price) => `from ${price}`,
    agreed: 'by agreement',
    unlimited: 'unlimited',
    none: 'none',
    yes: 'yes',
    no: 'no',
    perMonth: 'A month is a calendar month in UTC. What was not used does not go over to the next.',
    figures: {
      monthlyRequests: 'Requests a month',
      monthlyMatchEvaluations: 'Checks of companies a month',
      rateLimitRps: 'Requests a second',
      apiKeys: 'Keys',
      maxPageSize: 'Rows a page',
      maxBulkCompanies: 'Companies in one request',
      watchlistCompanies: 'Companies on watchlists',
      webhookEndpoints: 'Webhook endpoints',
    },
    capabilities: {
      change_feed: 'Change feed',
      history: 'Earlier versions',
      as_of: 'As of a date',
      webhooks: 'Webhooks',
      bulk_match: 'Many companies checked at once',
      watchlists: 'Watchlists',
      bulk_export: 'Everything in one file',
      redistribution_rights: 'Right to redistribute',
    },
    how: 'How to get a key',
    byCard: 'You pay by card, and make your key yourself afterwards.',
    byOperator: 'Payment by card is not set up on this service. The operator makes an account and a key for you.',
    ask: 'Ask',
    nobody: 'The operator has not given an address to ask at yet.',
    testKey: 'Keys come in two kinds, live and test. Requests count alike for both.',
    machine: 'The same figures for programs:',
  },
}
