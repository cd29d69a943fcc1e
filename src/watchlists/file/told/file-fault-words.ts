/** What is wrong with a whole file, or with its columns together, in words of each language. */
import type { Label } from '../../../values/labels.ts'
import type { Language } from '../../../values/vocabularies.ts'
import type { FileFault } from '../cells/cells.ts'
import { type OtherKind, otherKinds } from '../cells/other-kinds.ts'
import type { ColumnsFault } from '../columns.ts'
import { filled } from './fault-words.ts'

const fileFaults = {
  empty: { nl: 'Het bestand is leeg.', fr: 'Le fichier est vide.', en: 'The file is empty.' },
  no_rows: {
    nl: 'Onder de kopregel staat geen enkel bedrijf.',
    fr: "Sous la ligne d'en-tête il n'y a aucune entreprise.",
    en: 'Below the header stands no company.',
  },
  not_a_table: {
    nl: 'Dit is geen CSV en geen XLSX.',
    fr: "Ce n'est ni un CSV ni un XLSX.",
    en: 'This is neither a CSV nor an XLSX.',
  },
  other_kind: {
    nl: 'Dit is {kind}, wat de naam van het bestand ook zegt. Geef een CSV of een rekenblad (.xlsx); wat een rekenprogramma kan openen, kunt u daar als .xlsx bewaren.',
    fr: "C'est {kind}, quoi que dise le nom du fichier. Donnez un CSV ou un classeur (.xlsx) ; ce qu'un tableur peut ouvrir, vous pouvez l'y enregistrer en .xlsx.",
    en: 'This is {kind}, whatever the name of the file says. Give a CSV or a workbook (.xlsx); what a spreadsheet program can open can be saved there as .xlsx.',
  },
  old_workbook: {
    nl: 'Dit is een rekenblad van voor 2007, of met een wachtwoord. Bewaar het als .xlsx zonder wachtwoord.',
    fr: "C'est un classeur d'avant 2007, ou avec mot de passe. Enregistrez-le en .xlsx sans mot de passe.",
    en: 'This is a workbook of before 2007, or one with a password. Save it as .xlsx without a password.',
  },
  protected: {
    nl: 'Het bestand is met een wachtwoord beveiligd.',
    fr: 'Le fichier est protégé par un mot de passe.',
    en: 'The file is protected by a password.',
  },
  no_workbook: {
    nl: 'In dit archief zit geen rekenblad dat getoond wordt (.xlsx).',
    fr: 'Cette archive ne contient pas de feuille de calcul affichée (.xlsx).',
    en: 'This archive holds no sheet that is shown (.xlsx).',
  },
  unreadable: {
    nl: 'Het rekenblad is beschadigd of van een vorm die wij niet lezen ({what}).',
    fr: "Le classeur est abîmé, ou d'une forme que nous ne lisons pas ({what}).",
    en: 'The workbook is damaged, or of a form that we do not read ({what}).',
  },
  too_large: {
    nl: 'Het bestand is groter dan {max} bytes.',
    fr: 'Le fichier dépasse {max} octets.',
    en: 'The file is larger than {max} bytes.',
  },
  unpacks_too_large: {
    nl: 'Uitgepakt is het rekenblad groter dan {max} bytes.',
    fr: 'Décompressé, le classeur dépasse {max} octets.',
    en: 'Unpacked the workbook is larger than {max} bytes.',
  },
  too_many_rows: {
    nl: 'Het bestand heeft meer dan {max} bedrijven. Splits het.',
    fr: 'Le fichier compte plus de {max} entreprises. Divisez-le.',
    en: 'The file has more than {max} companies. Split it.',
  },
  too_many_columns: {
    nl: 'Het bestand heeft meer dan {max} kolommen.',
    fr: 'Le fichier compte plus de {max} colonnes.',
    en: 'The file has more than {max} columns.',
  },
  too_long: {
    nl: 'Alle cellen samen zijn langer dan {max} tekens.',
    fr: 'Toutes les cellules ensemble dépassent {max} caractères.',
    en: 'All cells together are longer than {max} characters.',
  },
  cell_too_long: {
    nl: 'Op lijn {line} staat een cel die te lang is.',
    fr: 'À la ligne {line} une cellule est trop longue.',
    en: 'On line {line} stands a cell that is too long.',
  },
  open_quote: {
    nl: 'Het aanhalingsteken dat op lijn {line} opent, sluit nergens.',
    fr: 'Le guillemet ouvert à la ligne {line} ne se ferme nulle part.',
    en: 'The quote that opens on line {line} closes nowhere.',
  },
  stray_quote: {
    nl: 'Op lijn {line} staat iets achter het aanhalingsteken dat de cel sluit.',
    fr: 'À la ligne {line} il y a quelque chose après le guillemet qui ferme la cellule.',
    en: 'On line {line} something stands behind the quote that closes its cell.',
  },
  slow: {
    nl: 'Het bestand kon niet op tijd gelezen worden.',
    fr: "Le fichier n'a pas pu être lu à temps.",
    en: 'The file could not be read in time.',
  },
  no_reference: {
    nl: 'Geen kolom heet “referentie” (of klantnummer, dossiernummer ...): waaraan u het bedrijf herkent. Een kolom “ondernemingsnummer” volstaat ook.',
    fr: "Aucune colonne ne s'appelle « référence » (ou code client, numéro de dossier ...) : ce à quoi vous reconnaissez l'entreprise. Une colonne « numéro d'entreprise » suffit aussi.",
    en: 'No column is called “reference” (or client number, client code ...): that by which you know the company. A column “enterprise number” suffices too.',
  },
  column_twice: {
    nl: 'Deze kolommen zeggen hetzelfde: {headers}. Laat er één staan.',
    fr: "Ces colonnes disent la même chose : {headers}. N'en gardez qu'une.",
    en: 'These columns say the same: {headers}. Leave one of them.',
  },
} as const satisfies Record<(FileFault | ColumnsFault)['code'], Label>

const kindWords: Readonly<Record<OtherKind, Label>> = {
  html: { nl: 'een webpagina (HTML)', fr: 'une page web (HTML)', en: 'a web page (HTML)' },
  pdf: { nl: 'een PDF', fr: 'un PDF', en: 'a PDF' },
  json: { nl: 'JSON', fr: 'du JSON', en: 'JSON' },
  xml: { nl: 'XML', fr: 'du XML', en: 'XML' },
  rtf: { nl: 'een tekstdocument (RTF)', fr: 'un document texte (RTF)', en: 'a text document (RTF)' },
  image: { nl: 'een afbeelding', fr: 'une image', en: 'an image' },
  opendocument: { nl: 'een OpenDocument (.ods)', fr: 'un OpenDocument (.ods)', en: 'an OpenDocument (.ods)' },
  document: {
    nl: 'een tekst of presentatie (Word, PowerPoint)',
    fr: 'un texte ou une présentation (Word, PowerPoint)',
    en: 'a text or a presentation (Word, PowerPoint)',
  },
}

/** The fault as sentences. */
export function fileFaultText(fault: FileFault | ColumnsFault, language: Language): string {
  const { code, ...rest } = fault
  const values = Object.entries(rest).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((one) => `“${one}”`).join(', ') : said(value, language),
  ])
  return filled(fileFaults[code][language], Object.fromEntries(values))
}

function said(value: unknown, language: Language): string {
  const kind = otherKinds.find((one) => one === value)
  return kind === undefined ? String(value) : kindWords[kind][language]
}
