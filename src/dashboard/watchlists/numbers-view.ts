/** A list of numbers: the form that it is pasted into, and what the numbers of a list or of a file come to. */
import { type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import { dayText, numberText } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { CompanyFile } from '../../watchlists/file/company-rows.ts'
import { type PastedFault, pastedBounds } from '../../watchlists/file/pasted-numbers.ts'
import { type RegisterOutlook, type RowStanding, rowsStanding } from '../../watchlists/file/register-outlook.ts'
import { panel } from '../frame/parts.ts'
import { fieldName } from './field-names.ts'
import { numberWords } from './number-words.ts'
import { listWords } from './words.ts'

type NumbersForm = {
  language: Language
  /** Of the list. */
  path: string
  /** What was pasted before. */
  text: string
  fault: string | null
  /** Outlined where the page has another button that comes first. */
  button: 'filled' | 'outlined'
}

export function numbersPath(listPath: string): string {
  return `${listPath}/numbers`
}

/** The form alone, for wherever numbers are to be pasted. */
export function numbersForm({ language, path, text, fault, button }: NumbersForm): Html {
  const words = numberWords[language]
  const described = fault === null ? 'numbers-hint' : 'numbers-hint numbers-fault'
  return html`<form method="post" action=${numbersPath(path)}>
    <div class="field">
      <label for="numbers">${words.numbers}</label>
      <p class="hint" id="numbers-hint">${words.hint(numberText(pastedBounds.linesMax, language))}</p>
      <textarea id="numbers" name="numbers" rows="8" required spellcheck="false" autocomplete="off" aria-describedby=${described} aria-invalid=${fault === null ? null : 'true'}>${text}</textarea>
      ${fault === null ? null : html`<p class="fault" id="numbers-fault" role="alert">${fault}</p>`}
    </div>
    <button class=${button} name="do" value="preview">${listWords[language].look}</button>
  </form>`
}

export function numbersFormView(form: Omit<NumbersForm, 'button'>): Html {
  return html`<p class="lead">${numberWords[form.language].lead}</p>
    ${panel(null, numbersForm({ ...form, button: 'filled' }))}`
}

export function pastedFaultText(fault: PastedFault, language: Language): string {
  const words = numberWords[language]
  if (fault.code === 'no_lines') return words.none
  const max = numberText(fault.max, language)
  return fault.code === 'too_long' ? words.tooLong(max) : words.tooMany(max)
}

/** Lines that are named of rows that stand alike. */
const linesShown = 20

/** What the register fills, and of which rows it knows too little; null: no row gives a number. */
export function registerOutlookView(
  file: CompanyFile,
  outlook: RegisterOutlook | null,
  language: Language,
): Html | null {
  if (outlook === null) return null
  const words = numberWords[language]
  const { loaded, numbers, filled, fields } = outlook
  if (loaded === null) return panel(words.registerTitle, notice('look', words.notLoaded, null))
  const figure = (count: number): string => numberText(count, language)
  return panel(
    words.registerTitle,
    html`<p>${words.loadedOf(dayText(loaded.day, language))}</p>
      <ul>
        <li>${words.filled(figure(filled), figure(numbers))}${
          fields.length === 0
            ? null
            : html`<ul>${fields.map(({ field, companies }) => html`<li>${words.filledWith(fieldName(field, language), figure(companies))}</li>`)}</ul>`
        }</li>
        ${standingView(file, 'several_places', [words.several(figure(outlook.severalPlaces)), words.severalHow], language)}
        ${standingView(file, 'not_in_register', [words.absent(figure(outlook.notInRegister)), words.absentHow], language)}
        ${standingView(file, 'not_active', [words.inactive(figure(outlook.notActive)), words.inactiveHow], language)}
      </ul>`,
  )
}

function standingView(
  file: CompanyFile,
  standing: RowStanding,
  [said, how]: readonly [string, string],
  language: Language,
): Html | null {
  const rows = rowsStanding(file, standing)
  if (rows.length === 0) return null
  const words = numberWords[language]
  const named = rows
    .slice(0, linesShown)
    .map(({ line, reference }) => words.lineOf(numberText(line, language), reference ?? ''))
  const more = rows.length - named.length
  const lines = [...named, ...(more === 0 ? [] : [words.more(numberText(more, language))])].join(', ')
  return html`<li>${said}. ${how}<br /><span class="soft">${lines}</span></li>`
}
