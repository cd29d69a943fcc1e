/**
 * What the matcher's fields are called, and the question put to a person when a fact is missing. A question speaks of a
 * property of the match request (contract 5, questions), says its unit, and promises nothing.
 */
import type { Label } from './labels.ts'
import { type RuleField, ruleFields } from './vocabularies.ts'

/** A property of the match request that a question may ask for. */
export type AskedProperty = (typeof ruleFields)[RuleField]['asks'] | 'company.municipality'

export const ruleFieldLabels = {
  'company.region': {
    nl: 'Gewest van de vestiging',
    fr: "Région de l'établissement",
    en: 'Region of the establishment',
  },
  'company.province': {
    nl: 'Provincie van de vestiging',
    fr: "Province de l'établissement",
    en: 'Province of the establishment',
  },
  'company.municipality': {
    nl: 'Gemeente van de vestiging',
    fr: "Commune de l'établissement",
    en: 'Municipality of the establishment',
  },
  'company.size': { nl: 'Grootte van de onderneming', fr: "Taille de l'entreprise", en: 'Size of the enterprise' },
  'company.legal_form': { nl: 'Rechtsvorm', fr: 'Forme juridique', en: 'Legal form' },
  'company.employees': {
    nl: 'Personeel in voltijdse equivalenten',
    fr: 'Effectif en équivalents temps plein',
    en: 'Staff in full-time equivalents',
  },
  'company.turnover_eur': {
    nl: 'Jaaromzet in euro',
    fr: "Chiffre d'affaires annuel en euros",
    en: 'Annual turnover in euros',
  },
  'company.balance_total_eur': {
    nl: 'Balanstotaal in euro',
    fr: 'Total du bilan en euros',
    en: 'Balance sheet total in euros',
  },
  'company.age_months': {
    nl: 'Leeftijd van de onderneming in maanden',
    fr: "Âge de l'entreprise en mois",
    en: 'Age of the enterprise in months',
  },
  'project.budget_eur': { nl: 'Projectbudget in euro', fr: 'Budget du projet en euros', en: 'Project budget in euros' },
  'project.planned_start': {
    nl: 'Geplande start van het project',
    fr: 'Début prévu du projet',
    en: 'Planned start of the project',
  },
  'company.applicant_type': { nl: 'Soort aanvrager', fr: 'Type de demandeur', en: 'Type of applicant' },
  'project.topics': { nl: "Thema's van het project", fr: 'Thèmes du projet', en: 'Topics of the project' },
  'project.cost_types': { nl: 'Soorten kosten', fr: 'Types de coûts', en: 'Types of costs' },
  'company.nace': { nl: 'Activiteiten (NACE-BEL)', fr: 'Activités (NACE-BEL)', en: 'Activities (NACE-BEL)' },
  'company.joint_committees': { nl: 'Paritaire comités', fr: 'Commissions paritaires', en: 'Joint committees' },
} as const satisfies Record<RuleField, Label>

/** The question for each property. That on NACE codes names a version where codes were given: see `naceQuestions`. */
export const questions = {
  'company.postcode': {
    nl: 'Wat is de postcode van de vestiging die de steun zou aanvragen (niet van de maatschappelijke zetel)?',
    fr: "Quel est le code postal de l'établissement qui demanderait l'aide (et non du siège social) ?",
    en: 'What is the postcode of the establishment that would apply (not of the registered office)?',
  },
  'company.municipality': {
    nl: 'In welke gemeente ligt de vestiging? De opgegeven postcode volstaat niet om dat te weten.',
    fr: "Dans quelle commune se trouve l'établissement ? Le code postal indiqué ne suffit pas pour le savoir.",
    en: 'In which municipality is the establishment? The postcode given is not enough to know.',
  },
  'company.employees': {
    nl: 'Hoeveel voltijdse equivalenten had de onderneming in dienst in het laatst afgesloten boekjaar, verbonden ondernemingen inbegrepen? Rond naar beneden af.',
    fr: "Combien d'équivalents temps plein l'entreprise occupait-elle lors du dernier exercice clôturé, entreprises liées comprises ? Arrondissez vers le bas.",
    en: 'How many full-time equivalents did the enterprise employ in the last closed financial year, linked enterprises included? Please round down.',
  },
  'company.turnover_eur': {
    nl: 'Wat was de jaaromzet in euro in het laatst afgesloten boekjaar, zonder btw en met de verbonden ondernemingen inbegrepen?',
    fr: "Quel était le chiffre d'affaires annuel en euros lors du dernier exercice clôturé, hors TVA et entreprises liées comprises ?",
    en: 'What was the annual turnover in euros in the last closed financial year, VAT excluded and linked enterprises included?',
  },
  'company.balance_total_eur': {
    nl: 'Wat was het balanstotaal in euro op het einde van het laatst afgesloten boekjaar, verbonden ondernemingen inbegrepen?',
    fr: 'Quel était le total du bilan en euros à la fin du dernier exercice clôturé, entreprises liées comprises ?',
    en: 'What was the balance sheet total in euros at the end of the last closed financial year, linked enterprises included?',
  },
  'company.founded_on': {
    nl: 'Op welke dag werd de onderneming opgericht, of wordt zij opgericht (dag, maand en jaar)?',
    fr: "À quelle date l'entreprise a-t-elle été créée, ou le sera-t-elle (jour, mois et année) ?",
    en: 'On which day was the enterprise founded, or will it be (day, month and year)?',
  },
  'company.legal_form': {
    nl: 'Welke rechtsvorm heeft de aanvrager (bijvoorbeeld BV, NV, VZW of eenmanszaak)?',
    fr: 'Quelle est la forme juridique du demandeur (par exemple SRL, SA, ASBL ou personne physique) ?',
    en: 'What is the legal form of the applicant (for example BV/SRL, NV/SA, VZW/ASBL or sole trader)?',
  },
  'company.nace': {
    nl: 'Welke NACE-BEL-codes beschrijven de activiteiten van de onderneming? Geef de hoofdactiviteit eerst.',
    fr: "Quels codes NACE-BEL décrivent les activités de l'entreprise ? Indiquez d'abord l'activité principale.",
    en: 'Which NACE-BEL codes describe the activities of the enterprise? Please give the main activity first.',
  },
  'company.applicant_type': {
    nl: 'Wie zou de steun aanvragen: een vennootschap, een zelfstandige, een particulier, een vereniging, een overheid, een onderzoeksinstelling of een onderwijsinstelling?',
    fr: "Qui demanderait l'aide : une société, un indépendant, un particulier, une association, un organisme public, un organisme de recherche ou un établissement d'enseignement ?",
    en: 'Who would apply: a company, a self-employed person, a household, an association, a public body, a research organisation or an education institution?',
  },
  'company.joint_committees': {
    nl: 'Onder welke paritaire comités of subcomités valt het personeel (nummers, bijvoorbeeld 124 of 330.01)?',
    fr: 'De quelles commissions ou sous-commissions paritaires le personnel relève-t-il (numéros, par exemple 124 ou 330.01) ?',
    en: 'Which joint committees or subcommittees cover the staff (numbers, for example 124 or 330.01)?',
  },
  'project.budget_eur': {
    nl: 'Hoeveel euro bedragen de kosten van het project waarvoor steun zou worden gevraagd, zonder btw?',
    fr: "À combien d'euros s'élèvent les coûts du projet pour lesquels une aide serait demandée, hors TVA ?",
    en: 'How many euros are the costs of the project for which support would be requested, VAT excluded?',
  },
  'project.planned_start': {
    nl: 'Op welke dag zou het project beginnen (dag, maand en jaar)?',
    fr: 'À quelle date le projet commencerait-il (jour, mois et année) ?',
    en: 'On which day would the project begin (day, month and year)?',
  },
  'project.topics': {
    nl: "Waarover gaat het project? Kies een of meer thema's.",
    fr: 'Sur quoi porte le projet ? Choisissez un ou plusieurs thèmes.',
    en: 'What is the project about? Please choose one or more topics.',
  },
  'project.cost_types': {
    nl: 'Welke soorten kosten heeft het project? Kies een of meer soorten.',
    fr: 'Quels types de coûts le projet comporte-t-il ? Choisissez un ou plusieurs types.',
    en: 'Which types of costs does the project have? Please choose one or more types.',
  },
} as const satisfies Record<AskedProperty, Label>

/** Every property that a question may ask for, by name. */
export const askedProperties: readonly AskedProperty[] = Object.keys(questions)
  .filter((name): name is AskedProperty => name in questions)
  .sort()

/** The question on NACE codes when codes were given, but those of this version would settle more rules. */
export const naceQuestions = {
  2008: {
    nl: 'Welke codes van NACE-BEL 2008 beschrijven de activiteiten van de onderneming? Geef de hoofdactiviteit eerst.',
    fr: "Quels codes de la NACE-BEL 2008 décrivent les activités de l'entreprise ? Indiquez d'abord l'activité principale.",
    en: 'Which codes of NACE-BEL 2008 describe the activities of the enterprise? Please give the main activity first.',
  },
  2025: {
    nl: 'Welke codes van NACE-BEL 2025 beschrijven de activiteiten van de onderneming? Geef de hoofdactiviteit eerst.',
    fr: "Quels codes de la NACE-BEL 2025 décrivent les activités de l'entreprise ? Indiquez d'abord l'activité principale.",
    en: 'Which codes of NACE-BEL 2025 describe the activities of the enterprise? Please give the main activity first.',
  },
} as const satisfies Record<2008 | 2025, Label>

/** The question that an unknown value of a rule field leads to, while nothing else is known. */
export function questionOfField(field: RuleField): Label {
  return questions[ruleFields[field].asks]
}
