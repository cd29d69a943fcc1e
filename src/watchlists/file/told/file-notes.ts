/** What is told of a file once: what a rule for a whole column made of its cells, and rows that its sheet does not show. */
import type { Label } from '../../../values/labels.ts'
import type { Language } from '../../../values/vocabularies.ts'
import type { CellRemark } from '../cell-values.ts'
import type { CompanyFile } from '../company-rows.ts'

/** `column`: its header; null where the note is of no column. `count`: cells, or rows. */
export type FileNote = { code: CellRemark | 'hidden_rows'; column: string | null; count: number }

/** The notes of the rows that are read, and of those that are hidden, whether they are read or not. */
export function fileNotes({ found, rows }: CompanyFile): FileNote[] {
  const notes = new Map<string, FileNote>()
  for (const { column, code } of rows.flatMap(({ remarks }) => remarks)) {
    const key = JSON.stringify([code, column])
    const note = notes.get(key) ?? { code, column, count: 0 }
    note.count += 1
    notes.set(key, note)
  }
  const hidden = found.format === 'xlsx' ? found.hiddenRows : 0
  const ofRows: FileNote[] = hidden === 0 ? [] : [{ code: 'hidden_rows', column: null, count: hidden }]
  return [...ofRows, ...notes.values()]
}

const texts: Readonly<Record<FileNote['code'], Label>> = {
  rounded_down: {
    nl: 'Kolom {column}: {count} × een getal met decimalen, naar beneden afgerond.',
    fr: 'Colonne {column} : {count} × un nombre avec décimales, arrondi vers le bas.',
    en: 'Column {column}: {count} × a number with decimals, rounded down.',
  },
  short_year: {
    nl: 'Kolom {column}: {count} × een jaar van twee cijfers. Tot en met volgend jaar (voor een geplande start: altijd) is dat 20xx, anders 19xx.',
    fr: "Colonne {column} : {count} × une année de deux chiffres. Jusqu'à l'année prochaine (pour un début prévu : toujours) c'est 20xx, sinon 19xx.",
    en: 'Column {column}: {count} × a year of two digits. Up to next year (of a planned start: always) it is 20xx, else 19xx.',
  },
  establishment_taken: {
    nl: 'Kolom {column}: {count} × het nummer van een vestiging, als vestiging gelezen.',
    fr: "Colonne {column} : {count} × le numéro d'un établissement, lu comme établissement.",
    en: 'Column {column}: {count} × the number of an establishment, taken as that.',
  },
  hidden_rows: {
    nl: 'Verborgen rijen: {count}. Het blad toont ze niet, door een filter of omdat iemand ze verborg.',
    fr: "Lignes masquées : {count}. La feuille ne les montre pas, à cause d'un filtre ou parce que quelqu'un les a masquées.",
    en: 'Hidden rows: {count}. The sheet does not show them, because of a filter or because somebody hid them.',
  },
}

export function fileNoteText({ code, column, count }: FileNote, language: Language): string {
  const values: Readonly<Record<string, string>> = { column: column ?? '', count: String(count) }
  return texts[code][language].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
