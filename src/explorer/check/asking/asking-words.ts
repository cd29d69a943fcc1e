/** What stands around a question: why it is asked, how to write the answer, and what is wrong with what was typed. */

import type { AskedProperty } from '../../../values/questions.ts'
import type { Language } from '../../../values/vocabularies.ts'
import type { Kind } from './kinds.ts'
import type { TypedFault } from './typed-value.ts'

type Reason =
  | 'place'
  | 'who'
  | 'activity'
  | 'size'
  | 'age'
  | 'earlier'
  | 'subject'
  | 'costs'
  | 'start'
  | 'research'
  | 'hire'
  | 'household'
  | 'building'

export const reasonOf: Readonly<Record<AskedProperty, Reason>> = {
  'company.postcode': 'place',
  'company.municipality': 'place',
  'company.applicant_types': 'who',
  'company.legal_form': 'who',
  'company.nace': 'activity',
  'company.joint_committees': 'activity',
  'company.employees': 'size',
  'company.turnover_eur': 'size',
  'company.balance_total_eur': 'size',
  'company.founded_on': 'age',
  'company.de_minimis_eur': 'earlier',
  'project.topics': 'subject',
  'project.cost_types': 'costs',
  'project.stages': 'research',
  'project.partners': 'research',
  'project.budget_eur': 'costs',
  'project.planned_start': 'start',
  'hire.age': 'hire',
  'hire.months_jobseeking': 'hire',
  'hire.diploma': 'hire',
  'hire.contract': 'hire',
  'hire.postcode': 'hire',
  'household.income_eur': 'household',
  'household.dependants': 'household',
  'building.year': 'building',
  'building.occupancy': 'building',
}

export type AskingWords = {
  why: Readonly<Record<Reason, string>>
  /** Of what no rule can check. */
  whyPoint: string
  whyOwn: string
  hints: Readonly<Partial<Record<Kind['kind'], string>>>
  faults: Readonly<Record<Exclude<TypedFault, 'words'>, string>>
  /** Asks which of the activities found is meant by what was typed. */
  which: (typed: string) => string
  /** No activity was found for what was typed. */
  noActivity: (typed: string) => string
  /** What may be meant by what was typed. */
  write: (meant: string) => string
}

export const askingWords: Readonly<Record<Language, AskingWords>> = {
  nl: {
    why: {
      place: 'Veel maatregelen gelden in één gewest, één provincie of één gemeente.',
      who: 'Maatregelen noemen wie mag aanvragen: bedrijven, zelfstandigen, verenigingen of particulieren.',
      activity: 'Sommige maatregelen gelden voor bepaalde sectoren, of sluiten er uit.',
      size: 'De Europese definitie van een kleine of middelgrote onderneming hangt af van personeel, omzet en balanstotaal.',
      age: 'Sommige maatregelen zijn er alleen voor jonge ondernemingen, of pas na enkele jaren.',
      earlier: 'De-minimissteun is over drie jaar begrensd; wat al werd gekregen, telt mee.',
      subject: 'Zo ziet u eerst wat over uw plannen gaat.',
      costs: 'Maatregelen noemen de kosten die ze steunen, vaak met een minimum of een maximum.',
      start: 'Wie begint voor de aanvraag, verliest vaak het recht om die te doen.',
      research: 'Steun voor onderzoek hangt af van de fase en van de partners.',
      hire: 'Steun bij aanwerving hangt af van wie wordt aangeworven en van het contract.',
      household: 'Premies voor gezinnen hangen vaak af van inkomen en gezinslast.',
      building: 'Premies voor een gebouw hangen af van de ouderdom en van wie aanvraagt.',
    },
    whyPoint: 'De overheid stelt dit als voorwaarde. Geen regel kan het nagaan; u weet het.',
    whyOwn: 'Dit is een voorwaarde van deze maatregel alleen.',
    hints: {
      postcode: 'Vier cijfers, bijvoorbeeld 9000.',
      day: 'Bijvoorbeeld 4/12/2026.',
      legal_form: 'Een afkorting, de volle naam of de code van de KBO.',
      nace: 'Codes, bijvoorbeeld 62.01; of een woord, waarvoor wij codes tonen.',
      committees: 'Nummers, bijvoorbeeld 124 of 330.01.',
      euros: 'In euro, bijvoorbeeld 60 000.',
    },
    faults: {
      empty: 'Er staat niets. Vul iets in, of kies “Ik weet het niet”.',
      long: 'Dit is te lang.',
      postcode: 'Dit is geen Belgische postcode. Vier cijfers, bijvoorbeeld 9000.',
      municipality: 'Kies een van de gemeenten van de postcode.',
      whole: 'Dit is geen heel getal. Schrijf bijvoorbeeld 12.',
      decimals: 'Dit getal heeft decimalen. Rond het naar beneden af.',
      thousands_or_not: 'Dit kan een aantal in duizenden zijn of een met decimalen. Schrijf het zonder punt of komma.',
      long_ago: 'Deze dag ligt vóór 1800. Schrijf de dag van oprichting, of kies “Ik weet het niet”.',
      ahead: 'Deze dag ligt meer dan een jaar vooruit.',
      year: 'Dit is geen jaartal. Schrijf bijvoorbeeld 1987.',
      euros: 'Dit is geen bedrag. Schrijf bijvoorbeeld 60 000 of 1250,50.',
      day: 'Dit is geen dag. Schrijf bijvoorbeeld 4/12/2026.',
      legal_form: 'Deze rechtsvorm kennen wij niet. Schrijf bijvoorbeeld BV, NV of VZW.',
      nace: 'Deze code bestaat niet in NACE-BEL 2008 of 2025.',
      committees: 'Dit is geen nummer van een paritair comité, zoals 124 of 330.01.',
      one: 'Kies een van de mogelijkheden.',
      several: 'Kies een of meer van de mogelijkheden.',
      number_or_postcode:
        'Dit is geen ondernemingsnummer en geen postcode. Schrijf de tien cijfers van het nummer, of de vier cijfers van de postcode.',
      nine_digits:
        'Een ondernemingsnummer heeft tien cijfers; dit zijn er negen. Nummers van voor 2003 krijgen een 0 vooraan.',
      check_digits: 'Er klopt een cijfer niet: de laatste twee passen niet bij de andere. Kijk het nummer na.',
      foreign_vat:
        'Dit is een btw-nummer van een ander land. Schrijf het Belgische nummer, of de postcode van de vestiging in België.',
      twice: 'Schrijf hoogstens één nummer en één postcode.',
      either: 'Kies een vestiging of schrijf een postcode, een van beide.',
    },
    which: (typed) => `Welke activiteit past het best bij “${typed}”?`,
    noActivity: (typed) =>
      `Voor “${typed}” vinden wij nog geen activiteit. Probeer een ander woord, of een code zoals 62.01.`,
    write: (meant) => `Schrijf ${meant}.`,
  },
  fr: {
    why: {
      place: 'Beaucoup de mesures valent dans une seule région, province ou commune.',
      who: 'Les mesures disent qui peut demander\u00a0: entreprises, indépendants, associations ou particuliers.',
      activity: 'Certaines mesures visent des secteurs précis, ou en excluent.',
      size: 'La définition européenne des PME dépend de l’effectif, du chiffre d’affaires et du total du bilan.',
      age: 'Certaines mesures sont réservées aux jeunes entreprises, ou à celles qui ont quelques années.',
      earlier: 'Les aides de minimis sont plafonnées sur trois ans\u00a0; ce qui a déjà été reçu compte.',
      subject: 'Vous voyez ainsi d’abord ce qui concerne vos projets.',
      costs: 'Les mesures disent quels coûts elles soutiennent, souvent avec un minimum ou un maximum.',
      start: 'Qui commence avant la demande perd souvent la possibilité de la faire.',
      research: 'L’aide à la recherche dépend du stade et des partenaires.',
      hire: 'L’aide à l’embauche dépend de la personne engagée et du contrat.',
      household: 'Les primes aux ménages dépendent souvent du revenu et des personnes à charge.',
      building: 'Les primes pour un bâtiment dépendent de son âge et de la qualité du demandeur.',
    },
    whyPoint: 'L’autorité en fait une condition. Aucune règle ne peut le vérifier\u00a0; vous le savez.',
    whyOwn: 'C’est une condition de cette seule mesure.',
    hints: {
      postcode: 'Quatre chiffres, par exemple 4000.',
      day: 'Par exemple 4/12/2026.',
      legal_form: 'Une abréviation, le nom complet ou le code de la BCE.',
      nace: 'Des codes, par exemple 62.01\u00a0; ou un mot, pour lequel nous montrons des codes.',
      committees: 'Des numéros, par exemple 124 ou 330.01.',
      euros: 'En euros, par exemple 60 000.',
    },
    faults: {
      empty: 'Il n’y a rien. Complétez, ou choisissez «\u00a0Je ne sais pas\u00a0».',
      long: 'C’est trop long.',
      postcode: 'Ce n’est pas un code postal belge. Quatre chiffres, par exemple 4000.',
      municipality: 'Choisissez une des communes du code postal.',
      whole: 'Ce n’est pas un nombre entier. Écrivez par exemple 12.',
      decimals: 'Ce nombre a des décimales. Arrondissez-le vers le bas.',
      thousands_or_not: 'Ce nombre peut compter des milliers ou avoir des décimales. Écrivez-le sans point ni virgule.',
      long_ago:
        'Cette date est avant 1800. Écrivez la date de constitution, ou choisissez «\u00a0Je ne sais pas\u00a0».',
      ahead: 'Cette date est à plus d’un an d’ici.',
      year: 'Ce n’est pas une année. Écrivez par exemple 1987.',
      euros: 'Ce n’est pas un montant. Écrivez par exemple 60 000 ou 1250,50.',
      day: 'Ce n’est pas une date. Écrivez par exemple 4/12/2026.',
      legal_form: 'Nous ne connaissons pas cette forme juridique. Écrivez par exemple SRL, SA ou ASBL.',
      nace: 'Ce code n’existe ni dans la NACE-BEL 2008 ni dans celle de 2025.',
      committees: 'Ce n’est pas un numéro de commission paritaire, comme 124 ou 330.01.',
      one: 'Choisissez une des possibilités.',
      several: 'Choisissez une ou plusieurs possibilités.',
      number_or_postcode:
        'Ce n’est ni un numéro d’entreprise ni un code postal. Écrivez les dix chiffres du numéro, ou les quatre chiffres du code postal.',
      nine_digits:
        'Un numéro d’entreprise a dix chiffres\u00a0; en voici neuf. Les numéros d’avant 2003 reçoivent un 0 devant.',
      check_digits: 'Un chiffre est faux\u00a0: les deux derniers ne correspondent pas aux autres. Vérifiez le numéro.',
      foreign_vat:
        'C’est un numéro de TVA d’un autre pays. Écrivez le numéro belge, ou le code postal de l’établissement en Belgique.',
      twice: 'Écrivez au plus un numéro et un code postal.',
      either: 'Choisissez un établissement ou écrivez un code postal, l’un des deux.',
    },
    which: (typed) => `Quelle activité correspond le mieux à «\u00a0${typed}\u00a0»\u00a0?`,
    noActivity: (typed) =>
      `Nous ne trouvons pas encore d’activité pour «\u00a0${typed}\u00a0». Essayez un autre mot, ou un code comme 62.01.`,
    write: (meant) => `Écrivez ${meant}.`,
  },
  en: {
    why: {
      place: 'Many measures hold in one region, one province or one municipality.',
      who: 'Measures name who may apply: companies, the self-employed, associations or households.',
      activity: 'Some measures are for certain sectors, or leave some out.',
      size: 'The European definition of a small or medium-sized enterprise goes by staff, turnover and balance sheet.',
      age: 'Some measures are for young enterprises alone, or for those that are a few years old.',
      earlier: 'De minimis aid is capped over three years; what was received already counts.',
      subject: 'So what concerns your plans comes first.',
      costs: 'Measures name the costs that they support, often with a minimum or a maximum.',
      start: 'Whoever begins before applying can often no longer apply.',
      research: 'Support for research depends on the stage and on the partners.',
      hire: 'Support for hiring depends on who is hired and on the contract.',
      household: 'Premiums for households often depend on income and dependants.',
      building: 'Premiums for a building depend on its age and on who applies.',
    },
    whyPoint: 'The authority makes this a condition. No rule can check it; you know.',
    whyOwn: 'This is a condition of this measure alone.',
    hints: {
      postcode: 'Four digits, for example 9000.',
      day: 'For example 4/12/2026.',
      legal_form: 'An abbreviation, the full name or the code of the company register.',
      nace: 'Codes, for example 62.01; or a word, for which we show codes.',
      committees: 'Numbers, for example 124 or 330.01.',
      euros: 'In euros, for example 60 000.',
    },
    faults: {
      empty: 'There is nothing here. Fill it in, or choose “I do not know”.',
      long: 'This is too long.',
      postcode: 'This is not a Belgian postcode. Four digits, for example 9000.',
      municipality: 'Choose one of the municipalities of the postcode.',
      whole: 'This is not a whole number. Write for example 12.',
      decimals: 'This number has decimals. Round it down.',
      thousands_or_not: 'This may count thousands or have decimals. Write it without dot or comma.',
      long_ago: 'This day is before 1800. Write the day of incorporation, or choose “I do not know”.',
      ahead: 'This day is more than a year ahead.',
      year: 'This is not a year. Write for example 1987.',
      euros: 'This is not an amount. Write for example 60 000 or 1250.50.',
      day: 'This is not a day. Write for example 4/12/2026.',
      legal_form: 'We do not know this legal form. Write for example BV, NV or VZW.',
      nace: 'This code exists neither in NACE-BEL 2008 nor in that of 2025.',
      committees: 'This is not the number of a joint committee, such as 124 or 330.01.',
      one: 'Choose one of the possibilities.',
      several: 'Choose one or more of the possibilities.',
      number_or_postcode:
        'This is neither an enterprise number nor a postcode. Write the ten digits of the number, or the four digits of the postcode.',
      nine_digits: 'An enterprise number has ten digits; these are nine. Numbers of before 2003 get a 0 in front.',
      check_digits: 'A digit is wrong: the last two do not fit the others. Look the number up again.',
      foreign_vat:
        'This is a VAT number of another country. Write the Belgian number, or the postcode of the establishment in Belgium.',
      twice: 'Write one number and one postcode at most.',
      either: 'Choose an establishment or write a postcode, one of the two.',
    },
    which: (typed) => `Which activity fits “${typed}” best?`,
    noActivity: (typed) => `We find no activity for “${typed}” yet. Try another word, or a code such as 62.01.`,
    write: (meant) => `Write ${meant}.`,
  },
}
