/** What the operator's pages say. Findings and errors of runs are in English: they name commands. */
import type { PlanAuthority } from '../../accounts/account.ts'
import type { Language, SourceFreshness } from '../../values/vocabularies.ts'

export type OperatorWords = {
  lead: string
  waiting: string
  deliveries: string
  mails: string
  versions: string
  nothing: string
  since: string
  orMore: string
  sources: string
  source: string
  state: string
  measures: string
  lastSuccess: string
  never: string
  newestRun: string
  off: string
  freshness: Record<SourceFreshness, string>
  runs: Record<'running' | 'succeeded' | 'failed' | 'held', string>
  held: string
  confirm: (source: string) => string
  confirmed: string
  goingOn: string
  notConfirmed: string
  accounts: string
  allAccounts: string
  address: string
  plan: string
  planBy: string
  authorities: Record<PlanAuthority, string>
  made: string
  noPlan: string
  asPaid: string
  older: string
  givePlan: string
  change: string
  given: string
  checkUp: string
  checkUpLead: string
  finding: string
  level: string
  says: string
  levels: Record<'ok' | 'advice' | 'warning' | 'fault', string>
}

export const operatorWords: Record<Language, OperatorWords> = {
  nl: {
    lead: 'Alleen accounts die deze dienst uitbaten, zien dit.',
    waiting: 'Wat wacht',
    deliveries: 'Leveringen aan webhooks',
    mails: 'E-mails',
    versions: 'Versies voor volglijsten',
    nothing: 'niets',
    since: 'sinds',
    orMore: 'of meer',
    sources: 'Bronnen',
    source: 'Bron',
    state: 'Toestand',
    measures: 'Maatregelen',
    lastSuccess: 'Laatst gelukt',
    never: 'nog nooit',
    newestRun: 'Nieuwste lezing',
    off: 'uitgeschakeld',
    freshness: { fresh: 'vers', stale: 'verouderd', failing: 'mislukt', never: 'nog nooit gelezen' },
    runs: { running: 'bezig', succeeded: 'gelukt', failed: 'mislukt', held: 'vastgehouden' },
    held: 'Deze lezing ziet er fout uit. Ze wacht op uw woord, en daarom staat er niets van online.',
    confirm: (source) => `${source}: toch publiceren`,
    confirmed: 'De lezing is gepubliceerd.',
    goingOn: 'De lezing wordt gepubliceerd; kijk straks opnieuw.',
    notConfirmed: 'De lezing kon niet gepubliceerd worden: er wordt er geen vastgehouden, of ze is intussen voorbij.',
    accounts: 'Accounts',
    allAccounts: 'Accounts, nieuwste eerst',
    address: 'Adres',
    plan: 'Abonnement',
    planBy: 'bepaald door',
    authorities: { operator: 'de uitbater', stripe: 'wat betaald wordt' },
    made: 'Gemaakt',
    noPlan: 'geen',
    asPaid: 'wat de account met de kaart betaalt',
    older: 'Oudere',
    givePlan: 'Abonnement geven',
    change: 'Wijzigen',
    given: 'Het abonnement is gegeven.',
    checkUp: 'Nazicht',
    checkUpLead: 'Kijkt alles na, als npx subsidies doctor; dat duurt even.',
    finding: 'Wat',
    level: 'Ernst',
    says: 'Bevinding',
    levels: { ok: 'in orde', advice: 'raad', warning: 'opgelet', fault: 'fout' },
  },
  fr: {
    lead: 'Seuls les comptes qui exploitent ce service voient ceci.',
    waiting: 'Ce qui attend',
    deliveries: 'Livraisons aux webhooks',
    mails: 'Courriels',
    versions: 'Versions pour les listes de suivi',
    nothing: 'rien',
    since: 'depuis',
    orMore: 'ou plus',
    sources: 'Sources',
    source: 'Source',
    state: 'État',
    measures: 'Mesures',
    lastSuccess: 'Dernier succès',
    never: 'jamais encore',
    newestRun: 'Dernière lecture',
    off: 'désactivée',
    freshness: { fresh: 'à jour', stale: 'dépassée', failing: 'en échec', never: 'jamais lue' },
    runs: { running: 'en cours', succeeded: 'réussie', failed: 'échouée', held: 'retenue' },
    held: 'Cette lecture paraît erronée. Elle attend votre décision, et rien n’en est publié.',
    confirm: (source) => `${source} : publier quand même`,
    confirmed: 'La lecture est publiée.',
    goingOn: 'La lecture est en cours de publication ; regardez à nouveau tout à l’heure.',
    notConfirmed: 'La lecture n’a pas pu être publiée : aucune n’est retenue, ou elle est dépassée entre-temps.',
    accounts: 'Comptes',
    allAccounts: 'Comptes, les plus récents d’abord',
    address: 'Adresse',
    plan: 'Abonnement',
    planBy: 'décidé par',
    authorities: { operator: 'l’exploitant', stripe: 'ce qui est payé' },
    made: 'Créé',
    noPlan: 'aucun',
    asPaid: 'ce que le compte paie par carte',
    older: 'Plus anciens',
    givePlan: 'Donner un abonnement',
    change: 'Changer',
    given: 'L’abonnement est donné.',
    checkUp: 'Contrôle',
    checkUpLead: 'Vérifie tout, comme npx subsidies doctor ; cela prend un moment.',
    finding: 'Quoi',
    level: 'Gravité',
    says: 'Constat',
    levels: { ok: 'en ordre', advice: 'conseil', warning: 'attention', fault: 'défaut' },
  },
  en: {
    lead: 'Only accounts that run this service see this.',
    waiting: 'What waits',
    deliveries: 'Deliveries to webhooks',
    mails: 'Mails',
    versions: 'Versions for watchlists',
    nothing: 'nothing',
    since: 'since',
    orMore: 'or more',
    sources: 'Sources',
    source: 'Source',
    state: 'State',
    measures: 'Measures',
    lastSuccess: 'Last success',
    never: 'never yet',
    newestRun: 'Newest run',
    off: 'switched off',
    freshness: { fresh: 'fresh', stale: 'stale', failing: 'failing', never: 'never read' },
    runs: { running: 'running', succeeded: 'succeeded', failed: 'failed', held: 'held' },
    held: 'This run looks wrong. It waits for your word, and nothing of it is published.',
    confirm: (source) => `${source}: publish it all the same`,
    confirmed: 'The run is published.',
    goingOn: 'The run is being published; look again in a while.',
    notConfirmed: 'The run could not be published: none is held, or it has been overtaken.',
    accounts: 'Accounts',
    allAccounts: 'Accounts, newest first',
    address: 'Address',
    plan: 'Plan',
    planBy: 'by the word of',
    authorities: { operator: 'the operator', stripe: 'what is paid' },
    made: 'Made',
    noPlan: 'none',
    asPaid: 'what the account pays by card',
    older: 'Older ones',
    givePlan: 'Give a plan',
    change: 'Change',
    given: 'The plan is given.',
    checkUp: 'Check-up',
    checkUpLead: 'Looks at everything, as npx subsidies doctor does; it takes a moment.',
    finding: 'What',
    level: 'Level',
    says: 'Finding',
    levels: { ok: 'fine', advice: 'advice', warning: 'warning', fault: 'fault' },
  },
}
