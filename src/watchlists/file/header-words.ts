/**
 * What people write above the columns of a list of companies, in Dutch, French and English, and of numbers in German too. A column is what its header says
 * and nothing else: what stands in it is no hint. So words that mean two things here (CP is a postcode and a joint committee)
 * stand in no row.
 */

/** How the cells under a header are read. */
export type ColumnKind =
  | 'reference'
  | 'digits'
  | 'word'
  | 'words'
  | 'whole'
  | 'amount'
  | 'legal_form'
  | 'nace'
  | 'committees'
  | 'day'
  | 'enterprise_number'
  | 'establishment_number'
  | 'answer'

/** Property of an uploaded row, as a path. */
export type FactField = string

type HeaderRow = readonly [field: FactField, kind: ColumnKind, words: readonly string[]]

/** Whether several columns may say it: `nace 1`, `nace 2`. */
export const listKinds: readonly ColumnKind[] = ['words', 'nace', 'committees']

/** By the property that the column gives. Its own path and its name, where that is one of a company, are words too. */
export const factHeaders: readonly HeaderRow[] = [
  [
    'reference',
    'reference',
    [
      ...['ref', 'reference', 'referentie', 'référence', 'uw referentie', 'votre référence', 'your reference'],
      ...['klantnummer', 'klantnr', 'klant nr', 'klantcode', 'klant id', 'dossiernummer', 'dossiernr', 'dossier nr'],
      ...['numéro de client', 'numéro client', 'n° client', 'nº client', 'code client', 'réf client', 'id client'],
      ...['numéro de dossier', 'n° dossier', 'nº dossier', 'client number', 'client no', 'client code', 'client id'],
      ...['client reference', 'customer number', 'customer no', 'customer code', 'customer id', 'file number'],
    ],
  ],
  [
    'company.postcode',
    'digits',
    [
      ...['postcode', 'postnummer', 'post code', 'postcode vestiging', 'postcode van de vestiging', 'postcode bedrijf'],
      ...[
        'code postal',
        'code postal établissement',
        "code postal de l'établissement",
        'postal code',
        'zip',
        'zip code',
      ],
    ],
  ],
  [
    'company.municipality',
    'digits',
    ['nis', 'nis code', 'niscode', 'ins', 'code ins', 'municipality nis', 'nis code gemeente', 'code ins commune'],
  ],
  [
    'company.applicant_types',
    'words',
    [
      ...['applicant_type', 'company.applicant_type', 'type aanvrager', 'soort aanvrager', 'aanvrager'],
      ...['type de demandeur', 'demandeur', 'type of applicant'],
    ],
  ],
  [
    'company.employees',
    'whole',
    [
      ...['werknemers', 'aantal werknemers', 'personeelsleden', 'aantal personeelsleden', 'personeel', 'vte', 'fte'],
      ...['voltijdse equivalenten', 'aantal vte', 'aantal fte', 'effectif', 'effectifs', 'travailleurs', 'etp'],
      ...[
        'nombre de travailleurs',
        "nombre d'employés",
        'nombre de salariés',
        'équivalents temps plein',
        "nombre d'etp",
      ],
      ...['number of employees', 'staff', 'full time equivalents', 'workforce'],
    ],
  ],
  [
    'company.turnover_eur',
    'amount',
    ['omzet', 'jaaromzet', "chiffre d'affaires", "chiffre d'affaires annuel", 'turnover', 'annual turnover', 'revenue'],
  ],
  [
    'company.balance_total_eur',
    'amount',
    [
      ...['balanstotaal', 'totaal van de balans', 'total du bilan', 'total bilan', 'total bilantaire'],
      ...['balance total', 'balance sheet total', 'total assets', 'total actif', "total de l'actif", 'totaal activa'],
    ],
  ],
  [
    'company.legal_form',
    'legal_form',
    ['rechtsvorm', 'juridische vorm', 'vennootschapsvorm', 'forme juridique', 'forme légale', 'legal form'],
  ],
  [
    'company.nace',
    'nace',
    [
      ...['nace', 'nace code', 'nace codes', 'nacecode', 'nacecodes', 'nace bel', 'nacebel', 'nace bel code'],
      ...['nacebel code', 'nace bel codes', 'code nace', 'codes nace', 'code nace bel', 'codes nace bel'],
      ...[
        'activiteitscode',
        'activiteitscodes',
        "code d'activité",
        "codes d'activité",
        'activity code',
        'activity codes',
      ],
    ],
  ],
  [
    'company.founded_on',
    'day',
    [
      ...['oprichtingsdatum', 'datum oprichting', 'datum van oprichting', 'opgericht op', 'opgericht'],
      ...['date de création', 'date de constitution', 'date de fondation', 'créée le', 'constituée le', 'fondée le'],
      ...['founded on', 'founded', 'date founded', 'founding date', 'date of incorporation', 'incorporation date'],
    ],
  ],
  [
    'company.enterprise_number',
    'enterprise_number',
    [
      ...[
        'ondernemingsnummer',
        'ondernemingsnr',
        'kbo',
        'kbo nummer',
        'kbo nr',
        'btw',
        'btw nummer',
        'btw nr',
        'btwnummer',
      ],
      ...["numéro d'entreprise", "n° d'entreprise", "nº d'entreprise", 'n° entreprise', 'bce', 'numéro bce', 'n° bce'],
      ...['tva', 'numéro de tva', 'numéro tva', 'n° tva', 'nº tva', 'n° de tva', 'enterprise number', 'company number'],
      ...['vat', 'vat number', 'vat no', 'cbe', 'cbe number', 'unternehmensnummer', 'unternehmensnr', 'zdu nummer'],
    ],
  ],
  [
    'company.establishment_number',
    'establishment_number',
    [
      ...['vestigingsnummer', 'vestigingsnr', 'vestigingseenheidsnummer', 'nummer vestigingseenheid'],
      ...['nummer van de vestiging', 'nummer van de vestigingseenheid', "numéro d'établissement", "n° d'établissement"],
      ...["nº d'établissement", "numéro d'unité d'établissement", "numéro de l'unité d'établissement", 'n° ue'],
      ...["n° d'unité d'établissement", "nº d'unité d'établissement", "numéro de l'établissement"],
      ...['niederlassungsnummer', 'niederlassungseinheitsnummer', 'nummer der niederlassung'],
      ...['nummer der niederlassungseinheit', 'establishment number', 'establishment no', 'establishment unit number'],
    ],
  ],
  [
    'company.joint_committees',
    'committees',
    [
      ...['paritair comité', 'paritaire comités', 'nummer paritair comité', 'pc nummer', 'commission paritaire'],
      ...['commissions paritaires', 'numéro de commission paritaire', 'joint committee', 'joint committees'],
    ],
  ],
  [
    'company.de_minimis_eur',
    'amount',
    [
      ...['de minimis', 'de minimis steun', 'ontvangen de minimis', 'aide de minimis', 'aides de minimis'],
      ...['aides de minimis reçues', 'de minimis aid', 'de minimis received'],
    ],
  ],
  [
    'project.postcode',
    'digits',
    [
      ...[
        'project postcode',
        'postcode project',
        'postcode van het project',
        'postcode investering',
        'code postal projet',
      ],
      ...['code postal du projet', "code postal de l'investissement", 'postcode of the project'],
    ],
  ],
  [
    'project.topics',
    'words',
    [
      ...["thema's", 'thema', 'onderwerp', 'onderwerpen', 'projectthema', 'thème', 'thèmes', 'sujet', 'sujets'],
      ...['thème du projet', 'topic', 'topics', 'project topic', 'project topics'],
    ],
  ],
  [
    'project.budget_eur',
    'amount',
    [
      ...['budget', 'projectbudget', 'budget project', 'investeringsbedrag', 'budget du projet', 'budget projet'],
      ...["montant de l'investissement", 'project budget', 'investment amount'],
    ],
  ],
  [
    'project.planned_start',
    'day',
    [
      ...['geplande start', 'geplande startdatum', 'startdatum project', 'start project', 'début prévu'],
      ...['date de début prévue', 'date de début du projet', 'début du projet', 'planned start', 'project start'],
    ],
  ],
  [
    'project.cost_types',
    'words',
    ['kostensoort', 'kostensoorten', 'kostentypes', 'type de coût', 'types de coûts', 'types de frais', 'cost types'],
  ],
  [
    'project.stages',
    'words',
    ['projectfase', 'projectfasen', 'fase', 'fasen', 'phase', 'phases', 'phase du projet', 'stage', 'stages'],
  ],
  ['project.partners', 'words', ['partners', 'projectpartners', 'partenaires', 'partenaires du projet']],
  ['hire.age', 'whole', ['leeftijd aanwerving', 'âge de la personne à engager', 'age of hire', 'hire age']],
  [
    'hire.months_jobseeking',
    'whole',
    ['maanden werkzoekend', 'mois de recherche', "mois comme demandeur d'emploi", 'months jobseeking'],
  ],
  ['hire.diploma', 'word', ['diploma', 'diplôme', 'diploma aanwerving']],
  ['hire.contract', 'word', ['type contract', 'soort contract', 'type de contrat', 'contract', 'contrat']],
  ['hire.postcode', 'digits', ['postcode woonplaats', 'code postal du domicile', 'home postcode']],
  ['building.year', 'whole', ['bouwjaar', 'année de construction', 'year of construction', 'building year']],
  [
    'building.occupancy',
    'word',
    ['bewoning', 'gebruik gebouw', 'occupation du bâtiment', 'occupancy', 'building occupancy'],
  ],
]

/** What is not taken from a column although it is understood, and why. */
export type LeftAside = 'follows_from_postcode' | 'follows_from_figures' | 'follows_from_founding' | 'no_names' | 'ours'

export const leftAsideHeaders: readonly (readonly [LeftAside, readonly string[]])[] = [
  [
    'follows_from_postcode',
    [
      ...['regio', 'gewest', 'région', 'region', 'provincie', 'province', 'gemeente', 'stad', 'plaats', 'woonplaats'],
      ...['commune', 'ville', 'localité', 'municipality', 'city', 'town'],
    ],
  ],
  [
    'follows_from_figures',
    ['grootte', 'bedrijfsgrootte', 'ondernemingsgrootte', 'taille', "taille de l'entreprise", 'size', 'company size'],
  ],
  ['follows_from_founding', ['leeftijd', 'leeftijd onderneming', "âge de l'entreprise", 'company age', 'age months']],
  [
    'no_names',
    [
      ...['naam', 'bedrijfsnaam', 'firmanaam', 'firma', 'onderneming', 'klant', 'klantnaam', 'maatschappelijke naam'],
      ...['benaming', 'nom', "nom de l'entreprise", 'nom du client', 'client', 'dénomination', 'dénomination sociale'],
      ...['raison sociale', 'entreprise', 'société', 'name', 'company', 'company name', 'client name', 'customer name'],
    ],
  ],
]

/** A header as it is compared: case, accents, marks and the unit of euros do not count. */
export function foldedHeader(header: string): string {
  const words = header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/€/g, ' eur ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words.replace(/ (?:in |en )?(?:eur|euro|euros)$/, '')
}

/** Whether a header says that its numbers are full-time equivalents. */
export function namesEquivalents(header: string): boolean {
  return /\b(?:vte|fte|etp|equivalents?|equivalenten)\b/.test(foldedHeader(header))
}
