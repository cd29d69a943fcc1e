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
  'company.de_minimis_eur': {
    nl: 'De-minimissteun van de laatste drie jaar in euro',
    fr: 'Aides de minimis des trois dernières années en euros',
    en: 'De minimis aid of the last three years in euros',
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
  'project.stages': { nl: 'Fasen van het project', fr: 'Stades du projet', en: 'Stages of the project' },
  'project.partners': { nl: 'Partners van het project', fr: 'Partenaires du projet', en: 'Partners of the project' },
  'company.nace': { nl: 'Activiteiten (NACE-BEL)', fr: 'Activités (NACE-BEL)', en: 'Activities (NACE-BEL)' },
  'company.joint_committees': { nl: 'Paritaire comités', fr: 'Commissions paritaires', en: 'Joint committees' },
  'hire.age': {
    nl: 'Leeftijd van de aan te werven persoon',
    fr: 'Âge de la personne à engager',
    en: 'Age of the person to be hired',
  },
  'hire.months_jobseeking': {
    nl: 'Maanden als werkzoekende van de aan te werven persoon',
    fr: "Mois d'inscription comme demandeur d'emploi de la personne à engager",
    en: 'Months as a jobseeker of the person to be hired',
  },
  'hire.diploma': {
    nl: 'Hoogste diploma van de aan te werven persoon',
    fr: 'Diplôme le plus élevé de la personne à engager',
    en: 'Highest diploma of the person to be hired',
  },
  'hire.contract': {
    nl: 'Contract van de aan te werven persoon',
    fr: 'Contrat de la personne à engager',
    en: 'Contract of the person to be hired',
  },
  'hire.region': {
    nl: 'Gewest van de woonplaats van de aan te werven persoon',
    fr: 'Région du domicile de la personne à engager',
    en: 'Region of the home of the person to be hired',
  },
  'household.income_eur': {
    nl: 'Belastbaar inkomen van het huishouden in euro',
    fr: 'Revenu imposable du ménage en euros',
    en: 'Taxable income of the household in euros',
  },
  'household.dependants': {
    nl: 'Personen ten laste van het huishouden',
    fr: 'Personnes à charge du ménage',
    en: 'Dependants of the household',
  },
  'building.year': {
    nl: 'Jaar van eerste ingebruikname van het gebouw',
    fr: 'Année de première occupation du bâtiment',
    en: 'Year of first use of the building',
  },
  'building.occupancy': {
    nl: 'Wat de aanvrager van het gebouw is',
    fr: "Qualité du demandeur pour l'immeuble",
    en: 'What the applicant is to the building',
  },
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
  'company.applicant_types': {
    nl: 'Wie zou de steun aanvragen? Kies alles wat past: een vennootschap, een zelfstandige, een particulier, een vereniging, een overheid, een onderzoeksinstelling of een onderwijsinstelling.',
    fr: "Qui demanderait l'aide ? Choisissez tout ce qui convient : une société, un indépendant, un particulier, une association, un organisme public, un organisme de recherche ou un établissement d'enseignement.",
    en: 'Who would apply? Please choose all that fit: a company, a self-employed person, a household, an association, a public body, a research organisation or an education institution.',
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
  'company.de_minimis_eur': {
    nl: 'Hoeveel euro de-minimissteun kreeg de onderneming, met de verbonden ondernemingen inbegrepen, in de voorbije drie jaar toegekend?',
    fr: "Combien d'euros d'aides de minimis l'entreprise, entreprises liées comprises, s'est-elle vu octroyer au cours des trois dernières années ?",
    en: 'How many euros of de minimis aid was the enterprise, linked enterprises included, granted in the past three years?',
  },
  'project.stages': {
    nl: 'In welke fase of fasen van onderzoek en ontwikkeling zit het project? Kies een of meer fasen.',
    fr: 'À quel stade ou à quels stades de recherche et développement le projet se situe-t-il ? Choisissez un ou plusieurs stades.',
    en: 'At which stage or stages of research and development is the project? Please choose one or more stages.',
  },
  'project.partners': {
    nl: 'Met welke soorten partners wordt het project uitgevoerd? Kies een of meer soorten.',
    fr: 'Avec quels types de partenaires le projet est-il mené ? Choisissez un ou plusieurs types.',
    en: 'With which types of partners is the project carried out? Please choose one or more types.',
  },
  'hire.age': {
    nl: 'Hoe oud is de persoon die zou worden aangeworven, in volle jaren?',
    fr: "Quel est l'âge, en années révolues, de la personne qui serait engagée ?",
    en: 'How old, in full years, is the person who would be hired?',
  },
  'hire.months_jobseeking': {
    nl: 'Hoeveel volle maanden is de persoon die zou worden aangeworven al ingeschreven als werkzoekende (0 als dat niet zo is)?',
    fr: "Depuis combien de mois complets la personne qui serait engagée est-elle inscrite comme demandeuse d'emploi (0 si elle ne l'est pas) ?",
    en: 'For how many full months has the person who would be hired been registered as a jobseeker (0 if not registered)?',
  },
  'hire.diploma': {
    nl: 'Wat is het hoogste diploma van de persoon die zou worden aangeworven?',
    fr: 'Quel est le diplôme le plus élevé de la personne qui serait engagée ?',
    en: 'What is the highest diploma of the person who would be hired?',
  },
  'hire.contract': {
    nl: 'Met welk soort contract zou de persoon worden aangeworven?',
    fr: 'Avec quel type de contrat la personne serait-elle engagée ?',
    en: 'Under which type of contract would the person be hired?',
  },
  'hire.postcode': {
    nl: 'Wat is de postcode van de woonplaats van de persoon die zou worden aangeworven?',
    fr: 'Quel est le code postal du domicile de la personne qui serait engagée ?',
    en: 'What is the postcode of the home of the person who would be hired?',
  },
  'household.income_eur': {
    nl: 'Hoeveel euro bedraagt het gezamenlijk belastbaar inkomen van het huishouden volgens het laatste aanslagbiljet?',
    fr: "À combien d'euros s'élève le revenu imposable globalement du ménage selon le dernier avertissement-extrait de rôle ?",
    en: 'How many euros is the taxable income of the household according to the last tax assessment?',
  },
  'household.dependants': {
    nl: 'Hoeveel personen heeft het huishouden ten laste?',
    fr: 'Combien de personnes le ménage a-t-il à charge ?',
    en: 'How many dependants does the household have?',
  },
  'building.year': {
    nl: 'In welk jaar werd het gebouw voor het eerst in gebruik genomen?',
    fr: 'En quelle année le bâtiment a-t-il été occupé pour la première fois ?',
    en: 'In which year was the building first used?',
  },
  'building.occupancy': {
    nl: 'Wat is de aanvrager van het gebouw: eigenaar-bewoner, verhuurder, huurder of mede-eigenaar?',
    fr: "Quelle est la qualité du demandeur pour l'immeuble : propriétaire occupant, bailleur, locataire ou copropriétaire ?",
    en: 'What is the applicant to the building: owner-occupier, landlord, tenant or co-owner?',
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
