/** What is wrong with a row, in words of each language. */
import type { Label } from '../../../values/labels.ts'
import type { Language } from '../../../values/vocabularies.ts'

/** Faults of a row: of one of its cells, or of the row. */
const rowFaults = {
  missing: { nl: 'de referentie ontbreekt', fr: 'la référence manque', en: 'the reference is missing' },
  reference: {
    nl: '{shown} kan geen referentie zijn: 1 tot 200 tekens, zonder stuurtekens, en niet . of ..',
    fr: '{shown} ne peut pas être une référence : 1 à 200 caractères, sans caractères de contrôle, et ni . ni ..',
    en: '{shown} can be no reference: 1 to 200 characters, without control characters, and neither . nor ..',
  },
  spaces: {
    nl: '{shown} begint of eindigt met een spatie',
    fr: '{shown} commence ou finit par une espace',
    en: '{shown} begins or ends with a space',
  },
  repeated: {
    nl: 'deze referentie staat ook op lijn {hint}',
    fr: 'cette référence figure aussi à la ligne {hint}',
    en: 'this reference also stands on line {hint}',
  },
  beyond_header: {
    nl: 'er staat iets naast de laatste kolom: {shown}',
    fr: 'il y a quelque chose après la dernière colonne : {shown}',
    en: 'something stands beyond the last column: {shown}',
  },
  error_value: {
    nl: '{shown} is een foutwaarde, of een formule die nooit berekend werd',
    fr: "{shown} est une valeur d'erreur, ou une formule jamais calculée",
    en: '{shown} is an error value, or a formula that was never calculated',
  },
  made_a_date: {
    nl: 'het rekenblad heeft hier een datum van gemaakt ({shown}): geef de cel op als tekst',
    fr: 'le tableur en a fait une date ({shown}) : saisissez la cellule comme texte',
    en: 'the spreadsheet made a date of this ({shown}): enter the cell as text',
  },
  no_text: {
    nl: '{shown} hoort niet in deze kolom',
    fr: "{shown} n'a pas sa place dans cette colonne",
    en: '{shown} does not belong in this column',
  },
  no_answer: {
    nl: '{shown} is geen ja of nee',
    fr: "{shown} n'est ni oui ni non",
    en: '{shown} is neither yes nor no',
  },
  not_whole: {
    nl: '{shown} is geen geheel getal (naar beneden afgerond, bijvoorbeeld 12)',
    fr: "{shown} n'est pas un nombre entier (arrondi vers le bas, par exemple 12)",
    en: '{shown} is no whole number (rounded down, for example 12)',
  },
  thousands_or_not: {
    nl: '{shown} kan een aantal in duizenden zijn of een met decimalen, en niets in de kolom beslist: schrijf het zonder punt of komma',
    fr: '{shown} peut compter des milliers ou avoir des décimales, et rien dans la colonne ne tranche : écrivez-le sans point ni virgule',
    en: '{shown} may count thousands or have decimals, and nothing in the column decides: write it without dot or comma',
  },
  not_an_amount: {
    nl: '{shown} is geen bedrag in euro (bijvoorbeeld 1250000 of 1.250.000,50)',
    fr: "{shown} n'est pas un montant en euros (par exemple 1250000 ou 1.250.000,50)",
    en: '{shown} is no amount in euros (for example 1250000 or 1.250.000,50)',
  },
  out_of_range: {
    nl: '{shown} is negatief of te groot',
    fr: '{shown} est négatif ou trop grand',
    en: '{shown} is negative or too large',
  },
  no_day: {
    nl: '{shown} is geen datum (31/12/2025 of 2025-12-31)',
    fr: "{shown} n'est pas une date (31/12/2025 ou 2025-12-31)",
    en: '{shown} is no date (31/12/2025 or 2025-12-31)',
  },
  too_long_ago: {
    nl: '{shown} ligt vóór 1800: schrijf de dag van oprichting, of laat de cel leeg',
    fr: '{shown} est avant 1800 : écrivez la date de constitution, ou laissez la cellule vide',
    en: '{shown} is before 1800: write the day of incorporation, or leave the cell empty',
  },
  too_far_ahead: {
    nl: '{shown} ligt meer dan een jaar vooruit',
    fr: "{shown} est à plus d'un an d'ici",
    en: '{shown} is more than a year ahead',
  },
  short_year_where: {
    nl: 'in deze kolom staat ergens een jaar van twee cijfers vooraan, zodat {shown} twee dagen kan zijn: schrijf jjjj-mm-dd',
    fr: "quelque part dans cette colonne une année de deux chiffres vient d'abord, de sorte que {shown} peut être deux jours : écrivez aaaa-mm-jj",
    en: 'somewhere in this column a year of two digits stands first, so that {shown} may be two days: write yyyy-mm-dd',
  },
  day_or_month: {
    nl: 'in deze kolom staat ergens de maand eerst, zodat {shown} twee dagen kan zijn: schrijf jjjj-mm-dd',
    fr: "quelque part dans cette colonne le mois vient d'abord, de sorte que {shown} peut être deux jours : écrivez aaaa-mm-jj",
    en: 'somewhere in this column the month stands first, so that {shown} may be two days: write yyyy-mm-dd',
  },
  no_word: {
    nl: '{shown} is geen waarde van deze kolom; zie de lijsten in de documentatie',
    fr: "{shown} n'est pas une valeur de cette colonne ; voyez les listes dans la documentation",
    en: '{shown} is no value of this column; see the lists in the documentation',
  },
  lost_zero: {
    nl: 'van {shown} lijkt de nul vooraan weg: bedoelt u {hint}?',
    fr: "{shown} semble avoir perdu le zéro du début : s'agit-il de {hint} ?",
    en: '{shown} seems to have lost its first zero: is {hint} meant?',
  },
  zero_or_not: {
    nl: '{shown} kan twee codes zijn ({hint}): schrijf de punt',
    fr: '{shown} peut être deux codes ({hint}) : écrivez le point',
    en: '{shown} may be two codes ({hint}): write the dot',
  },
  legal_form: {
    nl: '{shown} is geen rechtsvorm die wij kennen',
    fr: "{shown} n'est pas une forme juridique connue",
    en: '{shown} is no legal form that we know',
  },
  enterprise_number: {
    nl: '{shown} is geen ondernemingsnummer: de controlecijfers kloppen niet, of het zijn er geen tien; schrijf het zoals 0403.019.261',
    fr: "{shown} n'est pas un numéro d'entreprise : les chiffres de contrôle sont faux, ou il n'y en a pas dix ; écrivez-le comme 0403.019.261",
    en: '{shown} is no enterprise number: the check digits are wrong, or there are not ten digits; write it like 0403.019.261',
  },
  establishment_number: {
    nl: '{shown} is geen vestigingsnummer: de controlecijfers kloppen niet, of het zijn er geen tien; schrijf het zoals 2.000.000.339',
    fr: "{shown} n'est pas un numéro d'établissement : les chiffres de contrôle sont faux, ou il n'y en a pas dix ; écrivez-le comme 2.000.000.339",
    en: '{shown} is no number of an establishment: the check digits are wrong, or there are not ten digits; write it like 2.000.000.339',
  },
  establishment: {
    nl: '{shown} is het nummer van een vestiging: zet het in de kolom van de vestigingsnummers, en hier dat van de onderneming, dat met 0 of 1 begint',
    fr: "{shown} est le numéro d'un établissement : mettez-le dans la colonne des numéros d'établissement, et ici celui de l'entreprise, qui commence par 0 ou 1",
    en: '{shown} is the number of an establishment: write it in the column of those, and here that of its enterprise, which begins with 0 or 1',
  },
  enterprise_here: {
    nl: '{shown} is het nummer van een onderneming: zet het in de kolom van de ondernemingsnummers, en hier dat van de vestiging, of niets',
    fr: "{shown} est le numéro d'une entreprise : mettez-le dans la colonne des numéros d'entreprise, et ici celui de l'établissement, ou rien",
    en: '{shown} is the number of an enterprise: write it in the column of those, and here that of its establishment, or nothing',
  },
  other_enterprise: {
    nl: 'volgens het register is {shown} een vestiging van een andere onderneming dan {hint}: schrijf een vestiging van deze, of laat het vestigingsnummer weg',
    fr: "selon le registre, {shown} est un établissement d'une autre entreprise que {hint} : écrivez un établissement de celle-ci, ou omettez le numéro d'établissement",
    en: 'by the register {shown} is an establishment of another enterprise than {hint}: write one of its own, or leave the number of the establishment out',
  },
  no_number: {
    nl: 'op deze lijn staat geen nummer van tien cijfers: schrijf het zoals 0403.019.261',
    fr: "il n'y a pas de numéro de dix chiffres sur cette ligne : écrivez-le comme 0403.019.261",
    en: 'no number of ten digits stands on this line: write it like 0403.019.261',
  },
  several_numbers: {
    nl: 'op deze lijn staan nummers van verschillende ondernemingen ({shown} en {hint}): schrijf elk op een eigen lijn',
    fr: "cette ligne contient les numéros d'entreprises différentes ({shown} et {hint}) : écrivez chacun sur sa propre ligne",
    en: 'numbers of several enterprises stand on this line ({shown} and {hint}): write each on a line of its own',
  },
  number_missing: {
    nl: 'het nummer ontbreekt, en geen kolom geeft een referentie: schrijf het nummer',
    fr: 'le numéro manque, et aucune colonne ne donne de référence : écrivez le numéro',
    en: 'the number is missing, and no column gives a reference: write the number',
  },
  number_twice: {
    nl: 'dit nummer staat ook op lijn {hint}, en telt daar: u hoeft niets te doen',
    fr: "ce numéro figure aussi à la ligne {hint}, et y compte : vous n'avez rien à faire",
    en: 'this number also stands on line {hint}, and counts there: you need do nothing',
  },
  number_repeated: {
    nl: 'dit nummer staat met andere gegevens ook op lijn {hint}: laat er één staan, of geef een kolom met uw eigen referentie',
    fr: "ce numéro figure aussi à la ligne {hint}, avec d'autres données : n'en gardez qu'une, ou donnez une colonne avec votre propre référence",
    en: 'this number also stands on line {hint}, with other facts: leave one of them, or give a column with your own reference',
  },
  numbers_differ: {
    nl: '{shown} is een ander ondernemingsnummer dan {hint} in dezelfde rij',
    fr: "{shown} est un autre numéro d'entreprise que {hint} dans la même ligne",
    en: '{shown} is another enterprise number than {hint} in the same row',
  },
  postcode_meant: {
    nl: '{shown} moet de vier cijfers alleen zijn: schrijf {hint}',
    fr: '{shown} doit être les quatre chiffres seuls : écrivez {hint}',
    en: '{shown} must be the four digits alone: write {hint}',
  },
  postcode: {
    nl: '{shown} is geen Belgische postcode',
    fr: "{shown} n'est pas un code postal belge",
    en: '{shown} is no Belgian postcode',
  },
  municipality: {
    nl: '{shown} is geen NIS-code van 2025 van een gemeente in de postcode',
    fr: "{shown} n'est pas le code INS de 2025 d'une commune du code postal",
    en: '{shown} is no NIS code of 2025 of a municipality in the postcode',
  },
  nace: {
    nl: '{shown} is geen NACE-code van minstens twee cijfers, of bestaat niet in NACE-BEL 2008 of 2025',
    fr: "{shown} n'est pas un code NACE d'au moins deux chiffres, ou n'existe ni dans NACE-BEL 2008 ni dans 2025",
    en: '{shown} is no NACE code of at least two digits, or exists in neither NACE-BEL 2008 nor 2025',
  },
  nace_version: {
    nl: '{shown} bestaat niet in NACE-BEL {hint}, die de kolom noemt',
    fr: "{shown} n'existe pas dans NACE-BEL {hint}, que la colonne nomme",
    en: '{shown} does not exist in NACE-BEL {hint}, which the column names',
  },
  committee: {
    nl: '{shown} is geen nummer van een paritair comité, zoals 124 of 330.01',
    fr: "{shown} n'est pas le numéro d'une commission paritaire, comme 124 ou 330.01",
    en: '{shown} is no number of a joint committee, such as 124 or 330.01',
  },
  no_condition: {
    nl: 'er is geen vraag met deze naam',
    fr: "aucune question n'a ce nom",
    en: 'no question has this name',
  },
  too_much: {
    nl: 'de antwoorden in deze rij zijn samen te lang',
    fr: 'les réponses de cette ligne sont trop longues ensemble',
    en: 'the answers of this row are too long together',
  },
  refused: {
    nl: '{shown} kan niet juist zijn',
    fr: '{shown} ne peut pas être juste',
    en: '{shown} cannot be right',
  },
} as const satisfies Record<string, Label>

export type FaultCode = keyof typeof rowFaults

/** `shown`: what it is about, as it stands in the file; `hint`: what would be right, where that is known. */
export type CellFault = { code: FaultCode; shown: string; hint?: string }

/** A fault of a row. `column`: its header; null where it is of no column alone. */
export type RowFault = CellFault & { column: string | null; field: string | null }

const columnWord: Label = { nl: 'Kolom', fr: 'Colonne', en: 'Column' }

const shownMax = 60

/** The fault as a sentence without its full stop. */
export function rowFaultText({ column, code, shown, hint }: RowFault, language: Language): string {
  const quoted = `“${shown.length > shownMax ? `${shown.slice(0, shownMax)}…` : shown}”`
  const said = filled(rowFaults[code][language], { shown: quoted, hint: hint ?? '' })
  const first = `${said.charAt(0).toUpperCase()}${said.slice(1)}`
  return column === null ? first : `${columnWord[language]} ${column}: ${said}`
}

/** Of the file that is handed back: where a row stood, and what is wrong with it. */
export const faultHeaders: { line: Label; fault: Label } = {
  line: { nl: 'Lijn in uw bestand', fr: 'Ligne de votre fichier', en: 'Line of your file' },
  fault: { nl: 'Wat er niet klopt', fr: 'Ce qui ne va pas', en: 'What is wrong' },
}

/** Those columns, in every language: who corrects the file and sends it again need not take them out. */
export const headersOfFaults: readonly string[] = Object.values(faultHeaders).flatMap((label) => Object.values(label))

/** The words with the values in the places that name them. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
