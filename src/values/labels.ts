/**
 * What the members of the vocabularies are called, in Dutch, French and English: for people, never for deciding. Every
 * member has a label (a missing one is a type error), and none promises anything: whether support is granted is for the
 * competent authority to say. Labels of rule fields, and the questions, stand in `questions.ts`.
 */
import type {
  AmountBasis,
  AmountPeriod,
  ApplicantType,
  CompanySize,
  ConditionKind,
  Contract,
  CostType,
  Diploma,
  EventType,
  GovernmentLevel,
  InstrumentType,
  Language,
  LicenceMode,
  MatchStatus,
  Occupancy,
  Operator,
  Partner,
  Payment,
  Province,
  Region,
  ReviewReason,
  Scope,
  Sort,
  Stage,
  StateAidRegime,
  Status,
  TextLanguage,
  Topic,
  View,
} from './vocabularies.ts'

/** A short text in the languages a caller may ask for. */
export type Label = Readonly<Record<Language, string>>

export const regionLabels = {
  flanders: { nl: 'Vlaanderen', fr: 'Flandre', en: 'Flanders' },
  brussels: { nl: 'Brussel', fr: 'Bruxelles', en: 'Brussels' },
  wallonia: { nl: 'Wallonië', fr: 'Wallonie', en: 'Wallonia' },
} as const satisfies Record<Region, Label>

export const provinceLabels = {
  antwerp: { nl: 'Antwerpen', fr: 'Anvers', en: 'Antwerp' },
  flemish_brabant: { nl: 'Vlaams-Brabant', fr: 'Brabant flamand', en: 'Flemish Brabant' },
  walloon_brabant: { nl: 'Waals-Brabant', fr: 'Brabant wallon', en: 'Walloon Brabant' },
  west_flanders: { nl: 'West-Vlaanderen', fr: 'Flandre occidentale', en: 'West Flanders' },
  east_flanders: { nl: 'Oost-Vlaanderen', fr: 'Flandre orientale', en: 'East Flanders' },
  hainaut: { nl: 'Henegouwen', fr: 'Hainaut', en: 'Hainaut' },
  liege: { nl: 'Luik', fr: 'Liège', en: 'Liège' },
  limburg: { nl: 'Limburg', fr: 'Limbourg', en: 'Limburg' },
  luxembourg: { nl: 'Luxemburg', fr: 'Luxembourg', en: 'Luxembourg' },
  namur: { nl: 'Namen', fr: 'Namur', en: 'Namur' },
} as const satisfies Record<Province, Label>

export const companySizeLabels = {
  micro: { nl: 'Micro-onderneming', fr: 'Microentreprise', en: 'Micro enterprise' },
  small: { nl: 'Kleine onderneming', fr: 'Petite entreprise', en: 'Small enterprise' },
  medium: { nl: 'Middelgrote onderneming', fr: 'Moyenne entreprise', en: 'Medium-sized enterprise' },
  large: { nl: 'Grote onderneming', fr: 'Grande entreprise', en: 'Large enterprise' },
} as const satisfies Record<CompanySize, Label>

export const statusLabels = {
  forthcoming: { nl: 'Aangekondigd', fr: 'À venir', en: 'Forthcoming' },
  open: { nl: 'Open', fr: 'Ouvert', en: 'Open' },
  continuous: { nl: 'Doorlopend', fr: 'En continu', en: 'Continuous' },
  paused: { nl: 'Tijdelijk stopgezet', fr: 'Suspendu', en: 'Paused' },
  budget_exhausted: { nl: 'Budget uitgeput', fr: 'Budget épuisé', en: 'Budget exhausted' },
  closed: { nl: 'Afgesloten', fr: 'Clôturé', en: 'Closed' },
  unknown: { nl: 'Onbekend', fr: 'Inconnu', en: 'Unknown' },
} as const satisfies Record<Status, Label>

export const instrumentTypeLabels = {
  grant: { nl: 'Subsidie', fr: 'Subvention', en: 'Grant' },
  rebate: { nl: 'Premie op bewezen aankoop', fr: 'Prime sur achat prouvé', en: 'Rebate on a proven purchase' },
  voucher: { nl: 'Voucher of cheque', fr: 'Chèque', en: 'Voucher' },
  tax_credit: { nl: 'Belastingvermindering of -krediet', fr: "Réduction ou crédit d'impôt", en: 'Tax credit' },
  tax_deduction: { nl: 'Fiscale aftrek', fr: 'Déduction fiscale', en: 'Tax deduction' },
  tax_exemption: { nl: 'Fiscale vrijstelling', fr: 'Exonération fiscale', en: 'Tax exemption' },
  social_security_reduction: {
    nl: 'Vermindering van sociale bijdragen',
    fr: 'Réduction de cotisations sociales',
    en: 'Reduction of social contributions',
  },
  wage_subsidy: { nl: 'Loonsubsidie', fr: "Aide à l'emploi", en: 'Wage subsidy' },
  loan: { nl: 'Lening', fr: 'Prêt', en: 'Loan' },
  guarantee: { nl: 'Waarborg', fr: 'Garantie', en: 'Guarantee' },
  repayable_advance: { nl: 'Terugbetaalbaar voorschot', fr: 'Avance récupérable', en: 'Repayable advance' },
  equity: { nl: 'Kapitaalinbreng', fr: 'Participation au capital', en: 'Equity' },
  in_kind: { nl: 'Steun in natura', fr: 'Aide en nature', en: 'Support in kind' },
  prize: { nl: 'Prijs', fr: 'Prix', en: 'Prize' },
  other: { nl: 'Andere', fr: 'Autre', en: 'Other' },
} as const satisfies Record<InstrumentType, Label>

export const governmentLevelLabels = {
  eu: { nl: 'Europese Unie', fr: 'Union européenne', en: 'European Union' },
  federal: { nl: 'Federaal', fr: 'Fédéral', en: 'Federal' },
  community: { nl: 'Gemeenschap', fr: 'Communauté', en: 'Community' },
  region: { nl: 'Gewest', fr: 'Région', en: 'Region' },
  province: { nl: 'Provincie', fr: 'Province', en: 'Province' },
  municipality: { nl: 'Gemeente', fr: 'Commune', en: 'Municipality' },
  agency: {
    nl: 'Instelling van meerdere overheden',
    fr: 'Organisme de plusieurs autorités',
    en: 'Body of several governments',
  },
  other: { nl: 'Andere', fr: 'Autre', en: 'Other' },
} as const satisfies Record<GovernmentLevel, Label>

export const scopeLabels = {
  eu: { nl: 'Europese Unie', fr: 'Union européenne', en: 'European Union' },
  national: { nl: 'Heel België', fr: 'Toute la Belgique', en: 'All of Belgium' },
  regional: { nl: 'Gewest of gemeenschap', fr: 'Région ou communauté', en: 'Region or community' },
  provincial: { nl: 'Provincie', fr: 'Province', en: 'Province' },
  local: { nl: 'Lokaal', fr: 'Local', en: 'Local' },
} as const satisfies Record<Scope, Label>

export const topicLabels = {
  digitalisation: { nl: 'Digitalisering', fr: 'Numérisation', en: 'Digitalisation' },
  cybersecurity: { nl: 'Cyberveiligheid', fr: 'Cybersécurité', en: 'Cybersecurity' },
  artificial_intelligence: {
    nl: 'Artificiële intelligentie',
    fr: 'Intelligence artificielle',
    en: 'Artificial intelligence',
  },
  innovation: { nl: 'Innovatie', fr: 'Innovation', en: 'Innovation' },
  research_development: {
    nl: 'Onderzoek en ontwikkeling',
    fr: 'Recherche et développement',
    en: 'Research and development',
  },
  energy_efficiency: { nl: 'Energie-efficiëntie', fr: 'Efficacité énergétique', en: 'Energy efficiency' },
  renewable_energy: { nl: 'Hernieuwbare energie', fr: 'Énergie renouvelable', en: 'Renewable energy' },
  energy: { nl: 'Energie', fr: 'Énergie', en: 'Energy' },
  climate_environment: { nl: 'Klimaat en milieu', fr: 'Climat et environnement', en: 'Climate and environment' },
  circular_economy: { nl: 'Circulaire economie', fr: 'Économie circulaire', en: 'Circular economy' },
  sustainable_mobility: { nl: 'Duurzame mobiliteit', fr: 'Mobilité durable', en: 'Sustainable mobility' },
  investment: { nl: 'Investeringen', fr: 'Investissements', en: 'Investment' },
  training: { nl: 'Opleiding', fr: 'Formation', en: 'Training' },
  advice_consultancy: { nl: 'Advies', fr: 'Conseil', en: 'Advice and consultancy' },
  internationalisation: { nl: 'Internationaal ondernemen', fr: 'Internationalisation', en: 'Internationalisation' },
  hiring_employment: { nl: 'Aanwerving en tewerkstelling', fr: 'Embauche et emploi', en: 'Hiring and employment' },
  starting_business: { nl: 'Starten van een zaak', fr: "Création d'entreprise", en: 'Starting a business' },
  growth_scaleup: { nl: 'Groei en opschaling', fr: 'Croissance', en: 'Growth and scale-up' },
  financing: { nl: 'Financiering', fr: 'Financement', en: 'Financing' },
  transformation: { nl: 'Transformatie', fr: 'Transformation', en: 'Transformation' },
  agriculture: { nl: 'Landbouw', fr: 'Agriculture', en: 'Agriculture' },
  fisheries: { nl: 'Visserij', fr: 'Pêche', en: 'Fisheries' },
  tourism_hospitality: { nl: 'Toerisme en horeca', fr: 'Tourisme et horeca', en: 'Tourism and hospitality' },
  culture_creative: {
    nl: 'Cultuur en creatieve sector',
    fr: 'Culture et secteur créatif',
    en: 'Culture and creative sector',
  },
  construction_renovation: {
    nl: 'Bouw en renovatie',
    fr: 'Construction et rénovation',
    en: 'Construction and renovation',
  },
  health_life_sciences: {
    nl: 'Gezondheid en levenswetenschappen',
    fr: 'Santé et sciences du vivant',
    en: 'Health and life sciences',
  },
  social_economy: { nl: 'Sociale economie', fr: 'Économie sociale', en: 'Social economy' },
  retail_commerce: { nl: 'Handel', fr: 'Commerce', en: 'Retail and commerce' },
  water: { nl: 'Water', fr: 'Eau', en: 'Water' },
  manufacturing: { nl: 'Productie en industrie', fr: 'Production et industrie', en: 'Manufacturing' },
  intellectual_property: { nl: 'Intellectuele eigendom', fr: 'Propriété intellectuelle', en: 'Intellectual property' },
  inclusion_diversity: { nl: 'Inclusie en diversiteit', fr: 'Inclusion et diversité', en: 'Inclusion and diversity' },
  cooperation: { nl: 'Samenwerking', fr: 'Coopération', en: 'Cooperation' },
  space_defence: { nl: 'Ruimtevaart en defensie', fr: 'Espace et défense', en: 'Space and defence' },
  crisis_support: { nl: 'Crisissteun', fr: 'Aide de crise', en: 'Crisis support' },
  housing: { nl: 'Wonen', fr: 'Logement', en: 'Housing' },
  family_care: { nl: 'Gezin en zorg', fr: 'Famille et soins', en: 'Family and care' },
  education: { nl: 'Onderwijs', fr: 'Enseignement', en: 'Education' },
} as const satisfies Record<Topic, Label>

export const applicantTypeLabels = {
  company: { nl: 'Vennootschap', fr: 'Société', en: 'Company' },
  self_employed: { nl: 'Zelfstandige', fr: 'Indépendant', en: 'Self-employed person' },
  starter: { nl: 'Starter', fr: 'Starter', en: 'Starter' },
  household: { nl: 'Particulier of gezin', fr: 'Particulier ou ménage', en: 'Private person or household' },
  non_profit: {
    nl: 'Vereniging of stichting',
    fr: 'Association ou fondation',
    en: 'Non-profit association or foundation',
  },
  public_body: { nl: 'Overheid', fr: 'Organisme public', en: 'Public body' },
  research_organisation: { nl: 'Onderzoeksinstelling', fr: 'Organisme de recherche', en: 'Research organisation' },
  education_institution: { nl: 'Onderwijsinstelling', fr: "Établissement d'enseignement", en: 'Education institution' },
  farmer: { nl: 'Land- of tuinbouwer', fr: 'Agriculteur ou horticulteur', en: 'Farmer' },
  consortium: { nl: 'Samenwerkingsverband', fr: 'Consortium', en: 'Consortium' },
} as const satisfies Record<ApplicantType, Label>

export const costTypeLabels = {
  personnel: { nl: 'Personeel', fr: 'Personnel', en: 'Personnel' },
  consultancy: { nl: 'Advies', fr: 'Conseil', en: 'Consultancy' },
  training: { nl: 'Opleiding', fr: 'Formation', en: 'Training' },
  equipment: { nl: 'Machines en uitrusting', fr: 'Machines et équipement', en: 'Equipment' },
  buildings: { nl: 'Gebouwen', fr: 'Bâtiments', en: 'Buildings' },
  land: { nl: 'Grond', fr: 'Terrains', en: 'Land' },
  intangible_assets: { nl: 'Immateriële vaste activa', fr: 'Immobilisations incorporelles', en: 'Intangible assets' },
  software: { nl: 'Software', fr: 'Logiciels', en: 'Software' },
  research: { nl: 'Onderzoek', fr: 'Recherche', en: 'Research' },
  prototype: { nl: 'Prototype', fr: 'Prototype', en: 'Prototype' },
  certification: { nl: 'Certificering', fr: 'Certification', en: 'Certification' },
  marketing: { nl: 'Marketing', fr: 'Marketing', en: 'Marketing' },
  travel: { nl: 'Reizen', fr: 'Déplacements', en: 'Travel' },
  energy_works: { nl: 'Energiewerken', fr: 'Travaux énergétiques', en: 'Energy works' },
  renovation: { nl: 'Renovatie', fr: 'Rénovation', en: 'Renovation' },
  working_capital: { nl: 'Bedrijfskapitaal', fr: 'Fonds de roulement', en: 'Working capital' },
  social_contributions: { nl: 'Sociale bijdragen', fr: 'Cotisations sociales', en: 'Social contributions' },
  other: { nl: 'Andere', fr: 'Autre', en: 'Other' },
} as const satisfies Record<CostType, Label>

export const diplomaLabels = {
  none: { nl: 'Geen diploma', fr: 'Aucun diplôme', en: 'No diploma' },
  lower_secondary: {
    nl: 'Lager secundair onderwijs',
    fr: 'Secondaire inférieur',
    en: 'Lower secondary education',
  },
  upper_secondary: {
    nl: 'Hoger secundair onderwijs',
    fr: 'Secondaire supérieur',
    en: 'Upper secondary education',
  },
  higher: { nl: 'Hoger onderwijs', fr: 'Enseignement supérieur', en: 'Higher education' },
} as const satisfies Record<Diploma, Label>

export const contractLabels = {
  permanent: {
    nl: 'Contract van onbepaalde duur',
    fr: 'Contrat à durée indéterminée',
    en: 'Permanent contract',
  },
  fixed_term: {
    nl: 'Contract van bepaalde duur',
    fr: 'Contrat à durée déterminée',
    en: 'Fixed-term contract',
  },
  temporary_agency: { nl: 'Uitzendarbeid', fr: 'Travail intérimaire', en: 'Temporary agency work' },
  apprenticeship: {
    nl: 'Overeenkomst van alternerende opleiding',
    fr: 'Contrat de formation en alternance',
    en: 'Apprenticeship',
  },
  internship: { nl: 'Stage', fr: 'Stage', en: 'Internship' },
} as const satisfies Record<Contract, Label>

export const occupancyLabels = {
  owner_occupier: { nl: 'Eigenaar-bewoner', fr: 'Propriétaire occupant', en: 'Owner-occupier' },
  landlord: { nl: 'Eigenaar-verhuurder', fr: 'Propriétaire bailleur', en: 'Landlord' },
  tenant: { nl: 'Huurder', fr: 'Locataire', en: 'Tenant' },
  co_owner: { nl: 'Mede-eigenaar van het gebouw', fr: "Copropriétaire de l'immeuble", en: 'Co-owner of the building' },
} as const satisfies Record<Occupancy, Label>

export const stageLabels = {
  feasibility: { nl: 'Haalbaarheidsstudie', fr: 'Étude de faisabilité', en: 'Feasibility study' },
  fundamental_research: {
    nl: 'Fundamenteel onderzoek',
    fr: 'Recherche fondamentale',
    en: 'Fundamental research',
  },
  industrial_research: { nl: 'Industrieel onderzoek', fr: 'Recherche industrielle', en: 'Industrial research' },
  experimental_development: {
    nl: 'Experimentele ontwikkeling',
    fr: 'Développement expérimental',
    en: 'Experimental development',
  },
  innovation: {
    nl: 'Innovatie van proces, organisatie of dienst',
    fr: "Innovation de procédé, d'organisation ou de service",
    en: 'Process, organisational or service innovation',
  },
  market_introduction: { nl: 'Marktintroductie', fr: 'Mise sur le marché', en: 'Market introduction' },
} as const satisfies Record<Stage, Label>

export const partnerLabels = {
  enterprise: { nl: 'Andere onderneming', fr: 'Autre entreprise', en: 'Another enterprise' },
  foreign_enterprise: { nl: 'Buitenlandse onderneming', fr: 'Entreprise étrangère', en: 'Foreign enterprise' },
  research_organisation: {
    nl: 'Onderzoeksinstelling',
    fr: 'Organisme de recherche',
    en: 'Research organisation',
  },
  public_body: { nl: 'Overheid', fr: 'Organisme public', en: 'Public body' },
  non_profit: {
    nl: 'Vereniging zonder winstoogmerk',
    fr: 'Association sans but lucratif',
    en: 'Non-profit association',
  },
} as const satisfies Record<Partner, Label>

export const licenceModeLabels = {
  open: { nl: 'Vrij te gebruiken', fr: 'Libre', en: 'Open' },
  attribution: { nl: 'Met bronvermelding', fr: 'Avec mention de la source', en: 'With attribution' },
  facts_only: { nl: 'Enkel feiten', fr: 'Faits seulement', en: 'Facts only' },
  link_only: { nl: 'Enkel de link', fr: 'Lien seulement', en: 'Link only' },
} as const satisfies Record<LicenceMode, Label>

export const amountBasisLabels = {
  eligible_costs: { nl: 'Aanvaarde kosten', fr: 'Coûts admissibles', en: 'Eligible costs' },
  investment: { nl: 'Investering', fr: 'Investissement', en: 'Investment' },
  extra_costs: { nl: 'Meerkosten', fr: 'Surcoûts', en: 'Extra costs' },
  wages: { nl: 'Lonen', fr: 'Salaires', en: 'Wages' },
  wage_tax: { nl: 'Bedrijfsvoorheffing', fr: 'Précompte professionnel', en: 'Wage withholding tax' },
  social_contributions: { nl: 'Sociale bijdragen', fr: 'Cotisations sociales', en: 'Social contributions' },
  profit: { nl: 'Winst', fr: 'Bénéfice', en: 'Profit' },
  tax: { nl: 'Belasting', fr: 'Impôt', en: 'Tax' },
  loan: { nl: 'Lening', fr: 'Prêt', en: 'Loan' },
  capital: { nl: 'Kapitaal', fr: 'Capital', en: 'Capital' },
  unit: { nl: 'Per eenheid', fr: 'Par unité', en: 'Per unit' },
  other: { nl: 'Andere', fr: 'Autre', en: 'Other' },
} as const satisfies Record<AmountBasis, Label>

export const amountPeriodLabels = {
  month: { nl: 'per maand', fr: 'par mois', en: 'per month' },
  quarter: { nl: 'per kwartaal', fr: 'par trimestre', en: 'per quarter' },
  year: { nl: 'per jaar', fr: 'par an', en: 'per year' },
} as const satisfies Record<AmountPeriod, Label>

export const stateAidRegimeLabels = {
  none: { nl: 'Geen staatssteun', fr: "Pas d'aide d'État", en: 'No state aid' },
  de_minimis: { nl: 'De-minimissteun', fr: 'Aide de minimis', en: 'De minimis aid' },
  de_minimis_agriculture: {
    nl: 'De-minimissteun landbouw',
    fr: 'Aide de minimis agricole',
    en: 'De minimis aid, agriculture',
  },
  de_minimis_fisheries: {
    nl: 'De-minimissteun visserij',
    fr: 'Aide de minimis pêche',
    en: 'De minimis aid, fisheries',
  },
  block_exemption: { nl: 'Groepsvrijstelling', fr: 'Exemption par catégorie', en: 'Block exemption' },
  notified: { nl: 'Aangemelde steun', fr: 'Aide notifiée', en: 'Notified aid' },
  unknown: { nl: 'Onbekend', fr: 'Inconnu', en: 'Unknown' },
} as const satisfies Record<StateAidRegime, Label>

export const paymentLabels = {
  advance: { nl: 'Vooraf', fr: "À l'avance", en: 'In advance' },
  instalments: { nl: 'In schijven', fr: 'Par tranches', en: 'In instalments' },
  after_proof: {
    nl: 'Na bewijs van de uitgaven',
    fr: 'Après preuve des dépenses',
    en: 'After proof of what was spent',
  },
  continuous: { nl: 'Doorlopend', fr: 'En continu', en: 'Continuously' },
} as const satisfies Record<Payment, Label>

export const conditionKindLabels = {
  eligibility: { nl: 'Toegangsvoorwaarde', fr: "Condition d'accès", en: 'Condition of access' },
  assessment: { nl: 'Beoordeling', fr: 'Évaluation', en: 'Assessment' },
  procedure: { nl: 'Procedure', fr: 'Procédure', en: 'Procedure' },
  standing: { nl: 'Regelmatige toestand', fr: 'Situation régulière', en: 'Good standing' },
  obligation: { nl: 'Verplichting achteraf', fr: 'Obligation ultérieure', en: 'Obligation afterwards' },
  amount: { nl: 'Bepaalt het bedrag', fr: 'Détermine le montant', en: 'Decides the amount' },
} as const satisfies Record<ConditionKind, Label>

export const reviewReasonLabels = {
  no_rule: {
    nl: 'Geen enkele regel kijkt naar de aanvrager zelf',
    fr: 'Aucune règle ne porte sur le demandeur lui-même',
    en: 'No rule looks at the applicant itself',
  },
  weak_fail: {
    nl: 'Een minder zekere regel wijst op een beletsel',
    fr: 'Une règle moins sûre indique un obstacle',
    en: 'A less certain rule points to an obstacle',
  },
  not_open: {
    nl: 'Voor zover bekend nu niet open',
    fr: "Pas ouvert pour le moment, pour autant qu'on le sache",
    en: 'Not open now, as far as is known',
  },
  other_topic: {
    nl: 'Ander onderwerp dan het project',
    fr: 'Autre thème que le projet',
    en: 'Another topic than the project',
  },
} as const satisfies Record<ReviewReason, Label>

export const matchStatusLabels = {
  likely_eligible: {
    nl: 'Komt waarschijnlijk in aanmerking',
    fr: 'Probablement éligible',
    en: 'Likely eligible',
  },
  possibly_eligible: { nl: 'Komt mogelijk in aanmerking', fr: 'Peut-être éligible', en: 'Possibly eligible' },
  needs_review: { nl: 'Na te kijken', fr: 'À examiner', en: 'Needs review' },
  not_eligible: {
    nl: 'Voldoet zo te zien niet aan de voorwaarden',
    fr: 'Ne semble pas remplir les conditions',
    en: 'Does not appear to meet the conditions',
  },
} as const satisfies Record<MatchStatus, Label>

export const operatorLabels = {
  is: { nl: 'is', fr: 'est', en: 'is' },
  in: { nl: 'is een van', fr: 'est parmi', en: 'is one of' },
  not_in: { nl: 'is geen van', fr: "n'est pas parmi", en: 'is none of' },
  at_least: { nl: 'is minstens', fr: 'est au moins', en: 'is at least' },
  at_most: { nl: 'is hoogstens', fr: 'est au plus', en: 'is at most' },
  between: { nl: 'ligt tussen', fr: 'est compris entre', en: 'lies between' },
  before: { nl: 'valt voor', fr: 'est avant', en: 'is before' },
  after: { nl: 'valt na', fr: 'est après', en: 'is after' },
  overlaps: { nl: 'bevat een van', fr: 'comprend au moins un de', en: 'includes one of' },
  not_overlaps: { nl: 'bevat geen van', fr: 'ne comprend aucun de', en: 'includes none of' },
  covers: { nl: 'valt onder een van', fr: "relève d'un de", en: 'falls under one of' },
  not_covers: { nl: 'valt onder geen van', fr: "ne relève d'aucun de", en: 'falls under none of' },
} as const satisfies Record<Operator, Label>

export const eventTypeLabels = {
  'subsidy.created': { nl: 'Nieuwe maatregel', fr: 'Nouvelle mesure', en: 'New measure' },
  'subsidy.withdrawn': { nl: 'Maatregel ingetrokken', fr: 'Mesure retirée', en: 'Measure withdrawn' },
  'subsidy.reinstated': { nl: 'Maatregel hersteld', fr: 'Mesure rétablie', en: 'Measure reinstated' },
  'subsidy.merged': { nl: 'Maatregelen samengevoegd', fr: 'Mesures fusionnées', en: 'Measures merged' },
  'subsidy.status_changed': { nl: 'Status gewijzigd', fr: 'Statut modifié', en: 'Status changed' },
  'subsidy.deadline_changed': { nl: 'Termijn gewijzigd', fr: 'Échéance modifiée', en: 'Deadline changed' },
  'subsidy.amount_changed': { nl: 'Bedrag gewijzigd', fr: 'Montant modifié', en: 'Amount changed' },
  'subsidy.eligibility_changed': { nl: 'Voorwaarden gewijzigd', fr: 'Conditions modifiées', en: 'Conditions changed' },
  'subsidy.content_changed': { nl: 'Inhoud gewijzigd', fr: 'Contenu modifié', en: 'Content changed' },
  'subsidy.closing_soon': { nl: 'Sluit binnenkort', fr: 'Clôture prochaine', en: 'Closing soon' },
  'source.stale': { nl: 'Bron verouderd', fr: 'Source ancienne', en: 'Source stale' },
  'source.failing': { nl: 'Inlezen van de bron mislukt', fr: 'Source en échec', en: 'Source failing' },
  'source.fresh': { nl: 'Bron weer actueel', fr: 'Source de nouveau à jour', en: 'Source fresh again' },
  'match.created': { nl: 'Nieuwe overeenkomst', fr: 'Nouvelle correspondance', en: 'New match' },
  'match.status_changed': { nl: 'Overeenkomst gewijzigd', fr: 'Correspondance modifiée', en: 'Match changed' },
  'match.removed': { nl: 'Overeenkomst vervallen', fr: 'Correspondance disparue', en: 'Match removed' },
  ping: { nl: 'Proefbericht', fr: "Message d'essai", en: 'Test message' },
} as const satisfies Record<EventType, Label>

export const sortLabels = {
  relevance: { nl: 'Relevantie', fr: 'Pertinence', en: 'Relevance' },
  deadline: { nl: 'Eerste termijn', fr: 'Échéance la plus proche', en: 'Soonest deadline' },
  updated: { nl: 'Laatst gewijzigd', fr: 'Dernière modification', en: 'Last changed' },
  title: { nl: 'Titel', fr: 'Titre', en: 'Title' },
} as const satisfies Record<Sort, Label>

export const viewLabels = {
  compact: { nl: 'Beknopt', fr: 'Abrégé', en: 'Compact' },
  full: { nl: 'Volledig', fr: 'Complet', en: 'Full' },
} as const satisfies Record<View, Label>

export const languageLabels = {
  nl: { nl: 'Nederlands', fr: 'Néerlandais', en: 'Dutch' },
  fr: { nl: 'Frans', fr: 'Français', en: 'French' },
  en: { nl: 'Engels', fr: 'Anglais', en: 'English' },
  de: { nl: 'Duits', fr: 'Allemand', en: 'German' },
} as const satisfies Record<TextLanguage, Label>
