/**
 * Legal forms of the Crossroads Bank for Enterprises (KBO, BCE): the list of 2003, the six forms that the companies code
 * of 2019 added, and `natural_person` for those who have none. Table: `reference/legal-forms.tsv`.
 */

import { nearestAmong, type Spelling, spellingsOf } from '../values/meant/nearest.ts'
import type { ApplicantType, TextLanguage } from '../values/vocabularies.ts'
import { listIn, readTable } from './table.ts'

export type LegalForm = {
  /** Three digits, or `natural_person`. */
  code: string
  /** False when the list has ended the form. */
  valid: boolean
  /** Whether the companies code of 2019 added it. */
  of2019: boolean
  /** Official names; `en` is our own description. `de` is null where no German name is known. */
  name: Record<Exclude<TextLanguage, 'de'>, string> & { de: string | null }
  /** Official abbreviations; the language's own, null where there is none. */
  abbreviation: { nl: string | null; fr: string | null; de: string | null }
}

/** The form of those who have no legal form: people who work for their own account. */
const naturalPerson = 'natural_person'

const orNull = (cell: string): string | null => (cell === '' ? null : cell)
const rows = readTable('legal-forms.tsv', [
  'code',
  'valid',
  'of_2019',
  'successor',
  'nl',
  'nl_short',
  'fr',
  'fr_short',
  'de',
  'de_short',
  'en',
  'aliases',
]).map((cell) => ({
  form: {
    code: cell('code'),
    valid: cell('valid') === '1',
    of2019: cell('of_2019') === '1',
    name: { nl: cell('nl'), fr: cell('fr'), en: cell('en'), de: orNull(cell('de')) },
    abbreviation: { nl: orNull(cell('nl_short')), fr: orNull(cell('fr_short')), de: orNull(cell('de_short')) },
  } satisfies LegalForm,
  successor: orNull(cell('successor')),
  aliases: listIn(cell('aliases'), '|'),
}))

const formByCode: ReadonlyMap<string, LegalForm> = new Map(rows.map(({ form }) => [form.code, form]))
const successorByCode: ReadonlyMap<string, string> = new Map(
  rows.flatMap(({ form, successor }) => (successor === null ? [] : [[form.code, successor] as const])),
)

/** Case, dots and spaces do not count (contract 5, `company.legal_form`); a typographic apostrophe is an apostrophe. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/[.\s]/g, '').replace(/’/g, "'")
}

// Some words name several forms (BV: 610 since 2019, 020 before; Comm.V: 612 and 012). The form of 2019 goes first, then
// one that still exists, then the lower code: of a pair of the old list the plain form stands before its variant.
const codeByWord: ReadonlyMap<string, string> = (() => {
  const rank = (form: LegalForm): number => (form.of2019 ? 0 : form.valid ? 1 : 2)
  const words = new Map<string, string>()
  for (const { form, aliases } of [...rows].sort((a, b) => rank(a.form) - rank(b.form))) {
    const { name, abbreviation } = form
    for (const word of [form.code, name.nl, name.fr, name.de, ...Object.values(abbreviation), ...aliases]) {
      if (word !== null && !words.has(folded(word))) words.set(folded(word), form.code)
    }
  }
  return words
})()

const wordsWritten: readonly Spelling[] = spellingsOf(
  new Set(
    rows.flatMap(({ form: { name, abbreviation }, aliases }) =>
      [...Object.values(abbreviation), name.nl, name.fr, name.de, ...aliases].filter((word) => word !== null),
    ),
  ),
)

/** Longer than any name of a form. */
const charactersMax = 200

/**
 * The code of the form that the text names: a KBO code of three digits, an abbreviation or name in Dutch, French or
 * German, or a word for working on one's own account (`natural_person`). Case, dots and spaces are ignored. The code is
 * the one named: a replaced form is not yet read as its successor. Null when the text names none.
 */
export function legalFormCode(text: string): string | null {
  return text.length > charactersMax ? null : (codeByWord.get(folded(text)) ?? null)
}

/** The abbreviations, names and codes that are nearest to a text which names no form, as they are written; none where none is near. */
export function legalFormsMeant(text: string): string[] {
  return nearestAmong(text, wordsWritten)
}

/** A form by its code; null for an unknown code. */
export function legalForm(code: string): LegalForm | null {
  return formByCode.get(code) ?? null
}

/** Every form, by code, `natural_person` last. */
export function legalForms(): LegalForm[] {
  return rows.map(({ form }) => form)
}

/**
 * The form as which a form replaced by the code of 2019 is read (015 as 610, 012 as 612, 013 as 014, 006 as 011); null
 * for all others. 008 has none: a cooperative of the old kind became 706 or 610, see `formsReadAs`.
 */
export function successorOf(code: string): string | null {
  return successorByCode.get(code) ?? null
}

/**
 * The codes as which a form is read when it is compared with the forms that a rule names: itself, or its successor, or,
 * for 008, itself, 706 and 610 (naming any one of them is enough).
 */
export function formsReadAs(code: string): readonly string[] {
  return code === '008' ? ['008', '706', '610'] : [successorOf(code) ?? code]
}

const between = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(3, '0'))

// Contract 5, `company.applicant_type`. 125 is an association, the rest of 107 to 129 are forms of public law.
const formsByApplicantType = [
  ['company', '001 008 011 014 025 027 030 060 065 610 612 702 706'.split(' ')],
  ['self_employed', [naturalPerson]],
  ['non_profit', '017 019 020 021 022 023 026 028 029 125 721'.split(' ')],
  ['public_body', [...between(107, 129).filter((code) => code !== '125'), ...between(301, 422), '616', '617', '716']],
] as const satisfies readonly (readonly [ApplicantType, readonly string[]])[]

/**
 * The applicant type that follows from a legal form, a replaced form read as its successor; null where none follows, and
 * for an unknown code.
 */
export function applicantTypeOfForm(code: string): ApplicantType | null {
  if (!formByCode.has(code)) return null
  const read = successorOf(code) ?? code
  return formsByApplicantType.find(([, codes]) => codes.some((one) => one === read))?.[0] ?? null
}
