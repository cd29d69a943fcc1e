/** What the screens of requests say. */
import type { Language } from '../../values/vocabularies.ts'

type Missing = 'forgotten' | 'unknown' | 'no_id'

export type RequestWords = {
  about: string
  lead: string
  list: string
  one: string
  lookedFor: string
  at: string
  route: string
  /** Its route and its id. */
  request: string
  status: string
  outcome: string
  error: string
  duration: string
  key: string
  noKey: string
  id: string
  evaluations: string
  any: string
  show: string
  older: string
  all: string
  nothing: string
  nothingNext: string
  nothingSo: string
  toKeys: string
  groups: string
  count: string
  last: string
  fix: string
  find: string
  idHint: string
  look: string
  missing: Record<Missing, string>
  missingNext: Record<Missing, string>
  cut: string
  cutTitle: string
  cuts: Readonly<Record<string, string>>
  notKept: string
}

export const requestWords: Record<Language, RequestWords> = {
  nl: {
    about: 'de laatste 7 dagen',
    lead: 'Elke aanvraag met een van uw sleutels, ook een geweigerde, hoogstens een seconde na het antwoord. Van elke route staat hier het patroon, nooit wat u vroeg of kreeg.',
    list: 'Aanvragen, de nieuwste eerst',
    one: 'Een aanvraag',
    lookedFor: 'Aanvraag niet gevonden',
    at: 'Aangekomen (Brussel)',
    route: 'Route',
    status: 'Status',
    outcome: 'Afloop',
    error: 'Fout',
    duration: 'Duur',
    key: 'Sleutel',
    noKey: 'een sleutel die er niet meer is',
    request: 'Aanvraag',
    id: 'Aanvraag-id',
    evaluations: 'Evaluaties',
    any: 'alle',
    show: 'Tonen',
    older: 'Oudere aanvragen',
    all: 'Alle aanvragen',
    nothing: 'Er is in de laatste 7 dagen geen aanvraag gekomen',
    nothingNext: 'Zodra een programma met een sleutel iets vraagt, staat het hier.',
    nothingSo: 'Er is geen aanvraag die daaraan voldoet',
    toKeys: 'Naar de sleutels',
    groups: 'Fouten van de laatste 7 dagen',
    count: 'Aantal',
    last: 'Laatst',
    fix: 'Wat eraan te doen (Engels)',
    find: 'Een aanvraag zoeken',
    idHint: 'Ze staat in elk antwoord: in de header X-Request-Id en in elke fout. Ze begint met req_.',
    look: 'Zoeken',
    missing: {
      forgotten: 'Deze aanvraag is ouder dan 7 dagen',
      unknown: 'Uw account heeft geen aanvraag met deze id',
      no_id: 'Dit is geen id van een aanvraag',
    },
    missingNext: {
      forgotten: 'Aanvragen worden 7 dagen bewaard. De cijfers per dag blijven onder Gebruik staan.',
      unknown:
        'Een aanvraag zonder geldige sleutel hoort bij geen account, en een heel drukke account houdt alleen de nieuwste 200 000. Kijk of de id volledig is, en of de sleutel van deze account was.',
      no_id: 'Een id begint met req_ en heeft daarna 26 tekens.',
    },
    cut: 'afgebroken',
    cutTitle: 'Het antwoord vertrok niet volledig',
    cuts: {
      reader_left: 'De ontvanger is weggegaan.',
      reader_too_slow: 'De ontvanger las te traag.',
      too_long: 'Het duurde langer dan een antwoord mag duren.',
      failed: 'Er ging iets mis bij ons.',
      stopping: 'De dienst werd gestopt.',
    },
    notKept: 'Meer wordt niet bewaard: geen inhoud, geen zoekvraag, geen adres.',
  },
  fr: {
    about: 'les 7 derniers jours',
    lead: 'Chaque requête avec une de vos clés, même refusée, une seconde au plus après la réponse. De chaque route figure le modèle, jamais ce que vous avez demandé ou reçu.',
    list: 'Requêtes, les plus récentes d’abord',
    one: 'Une requête',
    lookedFor: 'Requête introuvable',
    at: 'Arrivée (Bruxelles)',
    route: 'Route',
    status: 'Statut',
    outcome: 'Issue',
    error: 'Erreur',
    duration: 'Durée',
    key: 'Clé',
    noKey: 'une clé qui n’existe plus',
    request: 'Requête',
    id: 'Id de la requête',
    evaluations: 'Évaluations',
    any: 'toutes',
    show: 'Afficher',
    older: 'Requêtes plus anciennes',
    all: 'Toutes les requêtes',
    nothing: 'Aucune requête n’est venue ces 7 derniers jours',
    nothingNext: 'Dès qu’un programme demande quelque chose avec une clé, cela figure ici.',
    nothingSo: 'Aucune requête n’y répond',
    toKeys: 'Vers les clés',
    groups: 'Erreurs des 7 derniers jours',
    count: 'Nombre',
    last: 'Dernière',
    fix: 'Que faire (en anglais)',
    find: 'Chercher une requête',
    idHint: 'Il figure dans chaque réponse : dans l’en-tête X-Request-Id et dans chaque erreur. Il commence par req_.',
    look: 'Chercher',
    missing: {
      forgotten: 'Cette requête a plus de 7 jours',
      unknown: 'Votre compte n’a pas de requête avec cet id',
      no_id: 'Ce n’est pas l’id d’une requête',
    },
    missingNext: {
      forgotten: 'Les requêtes sont gardées 7 jours. Les chiffres par jour restent sous Utilisation.',
      unknown:
        'Une requête sans clé valable n’est d’aucun compte, et un compte très actif ne garde que les 200 000 plus récentes. Regardez si l’id est complet et si la clé était de ce compte.',
      no_id: 'Un id commence par req_, suivi de 26 caractères.',
    },
    cut: 'interrompue',
    cutTitle: 'La réponse n’est pas partie en entier',
    cuts: {
      reader_left: 'Le destinataire est parti.',
      reader_too_slow: 'Le destinataire lisait trop lentement.',
      too_long: 'Elle a duré plus longtemps qu’une réponse ne peut durer.',
      failed: 'Quelque chose a échoué chez nous.',
      stopping: 'Le service était en train de s’arrêter.',
    },
    notKept: 'Rien d’autre n’est gardé : ni contenu, ni recherche, ni adresse.',
  },
  en: {
    about: 'the last 7 days',
    lead: 'Every request with one of your keys, also a refused one, a second after its answer at most. Of each route its pattern stands here, never what you asked or were answered.',
    list: 'Requests, newest first',
    one: 'A request',
    lookedFor: 'Request not found',
    at: 'Came (Brussels)',
    route: 'Route',
    status: 'Status',
    outcome: 'Outcome',
    error: 'Error',
    duration: 'Duration',
    key: 'Key',
    noKey: 'a key that is gone',
    request: 'Request',
    id: 'Request id',
    evaluations: 'Match evaluations',
    any: 'all',
    show: 'Show',
    older: 'Older requests',
    all: 'All requests',
    nothing: 'No request has come in the last 7 days',
    nothingNext: 'As soon as a program asks something with a key, it stands here.',
    nothingSo: 'No request is like that',
    toKeys: 'To the keys',
    groups: 'Errors of the last 7 days',
    count: 'Count',
    last: 'Last',
    fix: 'What to do',
    find: 'Find a request',
    idHint: 'It stands in every answer: in the header X-Request-Id, and in every error. It begins with req_.',
    look: 'Find',
    missing: {
      forgotten: 'This request is older than 7 days',
      unknown: 'Your account has no request with this id',
      no_id: 'This is no id of a request',
    },
    missingNext: {
      forgotten: 'Requests are kept for 7 days. The figures by day stay under Usage.',
      unknown:
        'A request without a valid key belongs to no account, and a very busy account keeps the newest 200,000 alone. See whether the id is complete, and whether the key was one of this account.',
      no_id: 'An id begins with req_, followed by 26 characters.',
    },
    cut: 'cut',
    cutTitle: 'The answer did not leave whole',
    cuts: {
      reader_left: 'Its reader went away.',
      reader_too_slow: 'Its reader was too slow.',
      too_long: 'It took longer than an answer may take.',
      failed: 'Something failed on our side.',
      stopping: 'The service was being stopped.',
    },
    notKept: 'No more is kept: no content, no query, no address.',
  },
}
