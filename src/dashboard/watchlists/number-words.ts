/** What the screens of watchlists say of companies by their numbers: the list that is pasted, what the register knows, which establishment. */
import type { Language } from '../../values/vocabularies.ts'
import type { ChoiceFault } from '../../watchlists/chosen-establishments.ts'

const english = {
  title: 'Add companies by their numbers',
  lead: 'Paste the enterprise numbers of your clients. What the register of companies says of them is filled in whenever they are judged. Nothing is written before you say so.',
  numbers: 'Enterprise numbers, a company a line',
  hint: (lines: string) =>
    `For example 0403.019.261, also with a name beside it, which is left aside. The number of an establishment behind it says which one. At most ${lines} lines.`,
  toNumbers: 'Paste numbers',
  none: 'Paste at least one number, for example 0403.019.261.',
  tooLong: (characters: string) => `The list has more than ${characters} characters. Paste it in parts.`,
  tooMany: (lines: string) => `The list has more than ${lines} lines. Paste it in parts.`,
  change: 'Change the list',
  registerTitle: 'What the numbers tell',
  notLoaded:
    'No register of companies is loaded here: the numbers fill nothing. Give postcode, NACE code and legal form in a file, or ask your operator to load the register.',
  loadedOf: (day: string) => `From the register of ${day}:`,
  filled: (count: string, of: string) =>
    of === '1' ? `${count} of 1 company is filled` : `${count} of ${of} companies are filled`,
  filledWith: (field: string, count: string) => `${field}: of ${count}`,
  several: (count: string) => `Several establishments, and so no place: ${count}`,
  severalHow:
    'Give the number of the establishment in a column “establishment number” (in a pasted list: behind the number, on the same line), or choose it on the page of the list afterwards.',
  absent: (count: string) =>
    `Not in the register with their number or that of their establishment, so that nothing or no place is filled: ${count}`,
  absentHow: 'Look whether the number is the right one. Else give postcode, NACE code and legal form in a file.',
  inactive: (count: string) => `Not active any more: ${count}`,
  inactiveHow: 'Look whether this is still your client.',
  lineOf: (line: string, reference: string) => `line ${line} (${reference})`,
  more: (count: string) => `and ${count} more`,
  fromRegister: 'from the register',
  known: 'By the number',
  knownTitle: (reference: string) => `What is known of ${reference}`,
  given: 'Given by you',
  nothingGiven: 'Nothing but the number.',
  registerOf: (day: string) => `From the register of ${day}`,
  accountsOf: (day: string) => `From the annual accounts of ${day}`,
  since: (year: string) => `since ${year}`,
  employees: (count: string) => (count === '1' ? '1 employee' : `${count} employees`),
  isAbsent: 'Not in the register',
  isDoorAbsent: 'Establishment not in the register',
  isDoorOfAnother: 'Establishment of another company by the register: nothing is filled',
  doorHow: 'Look whether the number of the establishment is still the right one, or give the postcode in a file.',
  isInactive: 'Not active any more',
  isSeveral: (count: string) => `${count} establishments: choose one`,
  toPlace: 'Choose establishments',
  placesTitle: 'Which establishment?',
  placesLead:
    'The register has several establishments of these companies. Choose the one that you look for support for: measures depend on its place. Each one that you choose counts one evaluation.',
  choice: (reference: string) => `Establishment of ${reference}`,
  notYet: 'not chosen yet',
  typeNumber: (count: string) => `There are ${count}: type its number, for example 2.154.321.795.`,
  savePlaces: 'Save what is chosen',
  nothingChosen: 'Choose at least one establishment.',
  faults: {
    no_establishment: 'This is no number of an establishment: write its ten digits, for example 2.154.321.795.',
    not_in_register: 'The register has no establishment of this number: look whether it is right.',
    other_enterprise: 'By the register this is an establishment of another company: write one of this company.',
  } satisfies Record<ChoiceFault['code'], string>,
  placed: (count: string) => `Saved for ${count}.`,
  allPlaced: 'There is no company left without a place.',
  nextPage: 'Next companies',
  company: 'Company',
}

export type NumberWords = typeof english

const dutch: NumberWords = {
  title: 'Bedrijven toevoegen met hun nummers',
  lead: 'Plak de ondernemingsnummers van uw klanten. Wat het register van ondernemingen over hen zegt, wordt aangevuld telkens als ze beoordeeld worden. Er wordt niets weggeschreven voor u het zegt.',
  numbers: 'Ondernemingsnummers, één bedrijf per lijn',
  hint: (lines) =>
    `Bijvoorbeeld 0403.019.261, ook met een naam ernaast, die wij weglaten. Een vestigingsnummer erachter zegt welke vestiging. Hoogstens ${lines} lijnen.`,
  toNumbers: 'Nummers plakken',
  none: 'Plak minstens één nummer, bijvoorbeeld 0403.019.261.',
  tooLong: (characters) => `De lijst heeft meer dan ${characters} tekens. Plak ze in delen.`,
  tooMany: (lines) => `De lijst heeft meer dan ${lines} lijnen. Plak ze in delen.`,
  change: 'De lijst aanpassen',
  registerTitle: 'Wat de nummers zeggen',
  notLoaded:
    'Hier is geen register van ondernemingen geladen: de nummers vullen niets aan. Geef postcode, NACE-code en rechtsvorm in een bestand, of vraag uw beheerder om het register te laden.',
  loadedOf: (day) => `Uit het register van ${day}:`,
  filled: (count, of) =>
    of === '1' ? `${count} van 1 bedrijf wordt aangevuld` : `${count} van ${of} bedrijven worden aangevuld`,
  filledWith: (field, count) => `${field}: bij ${count}`,
  several: (count) => `Verschillende vestigingen, en dus geen plaats: ${count}`,
  severalHow:
    'Geef het nummer van de vestiging in een kolom “vestigingsnummer” (in een geplakte lijst: achter het nummer, op dezelfde lijn), of kies ze nadien op de pagina van de lijst.',
  absent: (count) =>
    `Niet in het register met hun nummer of dat van hun vestiging, zodat er niets of geen plaats aangevuld wordt: ${count}`,
  absentHow: 'Kijk na of het nummer klopt. Geef anders postcode, NACE-code en rechtsvorm in een bestand.',
  inactive: (count) => `Niet meer actief: ${count}`,
  inactiveHow: 'Kijk na of dit nog een klant is.',
  lineOf: (line, reference) => `lijn ${line} (${reference})`,
  more: (count) => `en nog ${count}`,
  fromRegister: 'uit het register',
  known: 'Door het nummer',
  knownTitle: (reference) => `Wat wij weten van ${reference}`,
  given: 'Door u gegeven',
  nothingGiven: 'Niets behalve het nummer.',
  registerOf: (day) => `Uit het register van ${day}`,
  accountsOf: (day) => `Uit de jaarrekening van ${day}`,
  since: (year) => `sinds ${year}`,
  employees: (count) => (count === '1' ? '1 werknemer' : `${count} werknemers`),
  isAbsent: 'Niet in het register',
  isDoorAbsent: 'Vestiging niet in het register',
  isDoorOfAnother: 'Volgens het register een vestiging van een ander bedrijf: er wordt niets aangevuld',
  doorHow: 'Kijk na of het nummer van de vestiging nog klopt, of geef de postcode in een bestand.',
  isInactive: 'Niet meer actief',
  isSeveral: (count) => `${count} vestigingen: kies er één`,
  toPlace: 'Vestigingen kiezen',
  placesTitle: 'Welke vestiging?',
  placesLead:
    'Het register heeft verschillende vestigingen van deze bedrijven. Kies die waarvoor u steun zoekt: maatregelen hangen af van haar plaats. Elke keuze kost één evaluatie.',
  choice: (reference) => `Vestiging van ${reference}`,
  notYet: 'nog niet gekozen',
  typeNumber: (count) => `Er zijn er ${count}: typ het nummer, bijvoorbeeld 2.154.321.795.`,
  savePlaces: 'Bewaren wat gekozen is',
  nothingChosen: 'Kies minstens één vestiging.',
  faults: {
    no_establishment: 'Dit is geen vestigingsnummer: schrijf de tien cijfers, bijvoorbeeld 2.154.321.795.',
    not_in_register: 'Het register heeft geen vestiging met dit nummer: kijk na of het klopt.',
    other_enterprise:
      'Volgens het register is dit een vestiging van een ander bedrijf: schrijf er een van dit bedrijf.',
  },
  placed: (count) => `Bewaard voor ${count}.`,
  allPlaced: 'Er is geen bedrijf meer zonder plaats.',
  nextPage: 'Volgende bedrijven',
  company: 'Bedrijf',
}

const french: NumberWords = {
  title: 'Ajouter des entreprises par leurs numéros',
  lead: 'Collez les numéros d’entreprise de vos clients. Ce que le registre des entreprises en dit est complété chaque fois qu’elles sont examinées. Rien n’est écrit avant que vous le disiez.',
  numbers: 'Numéros d’entreprise, une entreprise par ligne',
  hint: (lines) =>
    `Par exemple 0403.019.261, aussi avec un nom à côté, que nous laissons de côté. Un numéro d’établissement derrière dit lequel. Au plus ${lines} lignes.`,
  toNumbers: 'Coller des numéros',
  none: 'Collez au moins un numéro, par exemple 0403.019.261.',
  tooLong: (characters) => `La liste dépasse ${characters} caractères. Collez-la en plusieurs parties.`,
  tooMany: (lines) => `La liste dépasse ${lines} lignes. Collez-la en plusieurs parties.`,
  change: 'Modifier la liste',
  registerTitle: 'Ce que les numéros disent',
  notLoaded:
    'Aucun registre des entreprises n’est chargé ici : les numéros ne complètent rien. Donnez code postal, code NACE et forme juridique dans un fichier, ou demandez à votre opérateur de charger le registre.',
  loadedOf: (day) => `Du registre du ${day} :`,
  filled: (count, of) =>
    count === '1' ? `1 entreprise sur ${of} est complétée` : `${count} entreprises sur ${of} sont complétées`,
  filledWith: (field, count) => `${field} : pour ${count}`,
  several: (count) => `Plusieurs établissements, donc pas de lieu : ${count}`,
  severalHow:
    'Donnez le numéro de l’établissement dans une colonne « numéro d’établissement » (dans une liste collée : derrière le numéro, sur la même ligne), ou choisissez-le ensuite sur la page de la liste.',
  absent: (count) =>
    `Absentes du registre avec leur numéro ou celui de leur établissement, donc rien ou aucun lieu n’est complété : ${count}`,
  absentHow:
    'Vérifiez si le numéro est le bon. Sinon, donnez code postal, code NACE et forme juridique dans un fichier.',
  inactive: (count) => `Plus actives : ${count}`,
  inactiveHow: 'Vérifiez si c’est encore votre client.',
  lineOf: (line, reference) => `ligne ${line} (${reference})`,
  more: (count) => `et ${count} de plus`,
  fromRegister: 'du registre',
  known: 'Par le numéro',
  knownTitle: (reference) => `Ce que nous savons de ${reference}`,
  given: 'Donné par vous',
  nothingGiven: 'Rien que le numéro.',
  registerOf: (day) => `Du registre du ${day}`,
  accountsOf: (day) => `Des comptes annuels du ${day}`,
  since: (year) => `depuis ${year}`,
  employees: (count) => (count === '1' ? '1 travailleur' : `${count} travailleurs`),
  isAbsent: 'Absente du registre',
  isDoorAbsent: 'Établissement absent du registre',
  isDoorOfAnother: 'Établissement d’une autre entreprise selon le registre : rien n’est complété',
  doorHow: 'Vérifiez si le numéro de l’établissement est encore juste, ou donnez le code postal dans un fichier.',
  isInactive: 'Plus active',
  isSeveral: (count) => `${count} établissements : choisissez-en un`,
  toPlace: 'Choisir les établissements',
  placesTitle: 'Quel établissement ?',
  placesLead:
    'Le registre a plusieurs établissements de ces entreprises. Choisissez celui pour lequel vous cherchez un soutien : les mesures dépendent de son lieu. Chaque choix coûte une évaluation.',
  choice: (reference) => `Établissement de ${reference}`,
  notYet: 'pas encore choisi',
  typeNumber: (count) => `Il y en a ${count} : tapez son numéro, par exemple 2.154.321.795.`,
  savePlaces: 'Enregistrer les choix',
  nothingChosen: 'Choisissez au moins un établissement.',
  faults: {
    no_establishment: 'Ce n’est pas un numéro d’établissement : écrivez ses dix chiffres, par exemple 2.154.321.795.',
    not_in_register: 'Le registre n’a pas d’établissement de ce numéro : vérifiez s’il est juste.',
    other_enterprise:
      'Selon le registre, c’est un établissement d’une autre entreprise : écrivez-en un de cette entreprise.',
  },
  placed: (count) => `Enregistré pour ${count}.`,
  allPlaced: 'Aucune entreprise ne reste sans lieu.',
  nextPage: 'Entreprises suivantes',
  company: 'Entreprise',
}

export const numberWords: Record<Language, NumberWords> = { nl: dutch, fr: french, en: english }
