/** A file of companies: the form that takes it, and what it, or a list of numbers, was read as. */
import { type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { numberText } from '../../values/figures.ts'
import type { Language } from '../../values/vocabularies.ts'
import { type FilePreview, hiddenRowsIn } from '../../watchlists/file/company-file.ts'
import type { CompanyFile, CompanyRow } from '../../watchlists/file/company-rows.ts'
import { fileBounds } from '../../watchlists/file/file-bounds.ts'
import { filledFields } from '../../watchlists/file/register-outlook.ts'
import { rowFaultText } from '../../watchlists/file/told/fault-words.ts'
import { rejectedRows } from '../../watchlists/file/told/faults-file.ts'
import { fileNotes, fileNoteText } from '../../watchlists/file/told/file-notes.ts'
import { panel } from '../frame/parts.ts'
import { fieldName } from './field-names.ts'
import { listPath } from './list-view.ts'
import { numberWords } from './number-words.ts'
import { numbersForm, numbersPath, registerOutlookView } from './numbers-view.ts'
import { listWords } from './words.ts'

/** Files up to this are carried in the form of the preview, so that nobody chooses them twice. */
export const carriedBytesMax = 500_000
const rowsShown = 5
const faultsShown = 50
/** Of the file of faults, as it stands in a link. */
const faultsFileBytesMax = 1_000_000

type FileForm = { language: Language; listId: string; fault: string | null }

export function fileFormView({ language, listId, fault }: FileForm): Html {
  const words = listWords[language]
  const [megabytes, rows, columns] = [fileBounds.bytesMax / 1_000_000, fileBounds.rowsMax, fileBounds.columnsMax]
  const figure = (number: number): string => numberText(number, language)
  return html`${fault === null ? null : html`<div role="alert">${notice('bad', fault, null)}</div>`}
    <p class="lead">${words.fileLead}</p>
    ${panel(
      null,
      html`<form method="post" action=${`${listPath(listId)}/file`} enctype="multipart/form-data">
        <div class="field">
          <label for="file">${words.file}</label>
          <p class="hint" id="file-hint">${words.fileBounds(figure(megabytes), figure(rows), figure(columns))}</p>
          <input id="file" name="file" type="file" accept=".csv,.txt,.tsv,.xlsx" required aria-describedby="file-hint" />
        </div>
        <p>${words.fileColumns}</p>
        <button class="filled" name="do" value="preview">${words.look}</button>
      </form>`,
    )}`
}

type FilePreviewShown = {
  language: Language
  listId: string
  file: CompanyFile
  preview: FilePreview
  /** The rejected rows as a CSV; null: there are none. */
  faults: string | null
  origin: FileOrigin
}

/** Where companies came from; `carried`: the file itself, where it is small enough to go along. */
export type FileOrigin = { kind: 'file'; carried: Buffer | null } | { kind: 'pasted'; text: string }

function formPath(listId: string, { kind }: FileOrigin): string {
  return kind === 'file' ? `${listPath(listId)}/file` : numbersPath(listPath(listId))
}

export function filePreviewView(shown: FilePreviewShown): Html {
  const { language, listId, file, preview, faults, origin } = shown
  const words = listWords[language]
  return html`${panel(words.outcome, outcomeView(shown))}
    ${registerOutlookView(file, preview.register, language)}
    ${
      origin.kind === 'pasted'
        ? null
        : panel(
            words.readAs,
            html`<p>${foundSaid(file, language)}</p>${notesView(file, language)}${columnsView(file, language)}`,
          )
    }
    ${preview.accepted === 0 ? null : panel(words.firstRows, firstRowsView(file, language))}
    ${faultsView(file, faults, language)}
    ${
      origin.kind === 'file'
        ? null
        : panel(
            numberWords[language].change,
            numbersForm({ language, path: listPath(listId), text: origin.text, fault: null, button: 'outlined' }),
          )
    }`
}

function outcomeView({ language, listId, file, preview, origin }: FilePreviewShown): Html {
  const words = listWords[language]
  const path = formPath(listId, origin)
  const figure = (number: number): string => numberText(number, language)
  const { added, changed, unchanged, rejected, companies, evaluations, missing } = preview
  const left = evaluations.allowed === null ? null : Math.max(0, evaluations.allowed - evaluations.used)
  const over = companies.allowed === null || added === 0 ? 0 : companies.withFile - companies.allowed
  const lacking = missing.filter((one) => one.companies > 0)
  return html`<ul>
      <li>${words.added(figure(added))}</li>
      <li>${words.changed(figure(changed))}</li>
      ${unchanged === 0 ? null : html`<li>${words.unchanged(figure(unchanged))}</li>`}
      ${rejected === 0 ? null : html`<li>${words.rejected(figure(rejected))}</li>`}
    </ul>
    <p>${words.evaluations(figure(evaluations.needed), left === null ? null : figure(left))}</p>
    ${left !== null && evaluations.needed > left ? notice('look', words.noEvaluations, null) : null}
    ${companies.allowed === null ? null : html`<p>${words.roomLeft(figure(companies.withFile), figure(companies.allowed))}</p>`}
    ${over > 0 ? notice('look', words.noRoom(figure(over)), null) : null}
    ${
      lacking.length === 0
        ? null
        : html`<p>${words.missing}:</p><ul>${lacking.map((one) => html`<li>${fieldName(one.field, language)}: ${words.missingOf(figure(one.companies), figure(preview.accepted))}</li>`)}</ul>`
    }
    ${
      preview.accepted === 0 && hiddenRowsIn(file) === 0
        ? html`<p><a class="outlined" href=${path}>${origin.kind === 'file' ? words.file : numberWords[language].toNumbers}</a></p>`
        : html`<form method="post" action=${path} enctype=${origin.kind === 'file' ? 'multipart/form-data' : null}>
            ${carriedView(origin, language)}
            <div class="buttons">
              ${takeButtons(file, preview.accepted, language)}
              <a class="plain" href=${path}>${words.keep}</a>
            </div>
          </form>`
    }`
}

/** What is looked at goes along to where it is taken; a file that is too large is chosen once more. */
function carriedView(origin: FileOrigin, language: Language): Html {
  const words = listWords[language]
  if (origin.kind === 'pasted') return html`<input type="hidden" name="numbers" value=${origin.text} />`
  if (origin.carried !== null)
    return html`<input type="hidden" name="carried" value=${origin.carried.toString('base64')} />`
  return html`<div class="field">
    <label for="file">${words.file}</label>
    <p class="hint" id="again-hint">${words.fileAgain}</p>
    <input id="file" name="file" type="file" required aria-describedby="again-hint" />
  </div>`
}

function notesView(file: CompanyFile, language: Language): Html | null {
  const notes = fileNotes(file)
  return notes.length === 0
    ? null
    : html`<ul>${notes.map((note) => html`<li>${fileNoteText(note, language)}</li>`)}</ul>`
}

/** Of a file that hides rows it is asked whether they are taken too. */
function takeButtons(file: CompanyFile, accepted: number, language: Language): Html {
  const words = listWords[language]
  const hidden = hiddenRowsIn(file)
  if (hidden === 0) return html`<button class="filled" name="do" value="take">${words.take}</button>`
  return html`${accepted === 0 ? null : html`<button class="filled" name="do" value="take_shown">${words.takeShown}</button>`}
    <button class="outlined" name="do" value="take_hidden">${words.takeHidden(numberText(hidden, language))}</button>`
}

function foundSaid({ found }: CompanyFile, language: Language): string {
  const words = listWords[language]
  if (found.format === 'pasted') return words.pasted
  if (found.format === 'csv')
    return words.formats.csv(found.encoding, found.delimiter === '\t' ? words.tab : `“${found.delimiter}”`)
  const read = words.formats.xlsx(found.sheet)
  return found.others.length === 0
    ? read
    : `${read}. ${words.otherSheets(found.others.map((name) => `“${name}”`).join(', '))}`
}

function columnsView({ columns }: CompanyFile, language: Language): Html {
  const words = listWords[language]
  return table({
    caption: words.readAs,
    columns: [{ heading: words.column }, { heading: words.becomes }],
    rows: columns
      .filter(({ header, use }) => header !== null || use !== 'unknown')
      .map((column) => [
        column.header ?? '',
        column.use === 'taken'
          ? html`<strong>${fieldName(column.field, language)}</strong>`
          : html`<span class="soft">${column.use === 'unknown' ? words.unknownColumn : words.leftAside[column.reason]}</span>`,
      ]),
  })
}

function firstRowsView({ columns, rows }: CompanyFile, language: Language): Html {
  const words = listWords[language]
  const first = rows.filter(({ faults }) => faults.length === 0).slice(0, rowsShown)
  const taken = columns.flatMap((column) => (column.use === 'taken' ? [column.field] : []))
  // Of a file whose numbers are its references no column is one.
  const fields = [...new Set(['reference', ...taken])]
  const filled = filledFields.filter((field) => first.some((row) => isFilled(row, field)))
  const added = filled.filter((field) => !fields.includes(field))
  return table({
    caption: words.firstRows,
    columns: [...fields, ...added].map((field) => ({ heading: fieldName(field, language) })),
    rows: first.map((row) =>
      [...fields, ...added].map((field) =>
        isFilled(row, field)
          ? html`${valueAt(row.looked?.company ?? {}, field.slice('company.'.length), language)} <span class="soft">(${numberWords[language].fromRegister})</span>`
          : valueIn(row, field, language),
      ),
    ),
  })
}

/** Whether the row does not give a property, and its number does. */
function isFilled({ looked }: CompanyRow, field: string): boolean {
  return looked?.filled[field.slice('company.'.length)] !== undefined
}

/** A value as it was understood: words in those of the API. */
function valueIn({ given }: CompanyRow, field: string, language: Language): string {
  const dot = field.indexOf('.')
  const whole = given as Record<string, unknown>
  return valueAt(dot === -1 ? whole : (whole[field.slice(0, dot)] ?? {}), field.slice(dot + 1), language)
}

function valueAt(object: object, property: string, language: Language): string {
  const value: unknown = Reflect.get(object, property)
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return property === 'year' ? String(value) : numberText(value, language)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** What could not be read, line by line, and the same as a file. */
function faultsView(file: CompanyFile, faults: string | null, language: Language): Html | null {
  const words = listWords[language]
  if (faults === null) return null
  const rejected = rejectedRows(file)
  const text = Buffer.from(faults)
  const link = `data:text/csv;charset=utf-8;base64,${text.toString('base64')}`
  return panel(
    words.rejected(numberText(rejected.length, language)),
    html`${table({
      caption: words.fault,
      columns: [{ heading: words.line }, { heading: words.reference }, { heading: words.fault }],
      rows: rejected
        .slice(0, faultsShown)
        .map(({ line, reference, faults: ofRow }) => [
          numberText(line, language),
          reference ?? '',
          html`<ul>${ofRow.map((fault) => html`<li>${rowFaultText(fault, language)}</li>`)}</ul>`,
        ]),
    })}
    ${rejected.length > faultsShown ? html`<p>${words.faultsMore(numberText(rejected.length - faultsShown, language))}</p>` : null}
    ${text.length > faultsFileBytesMax ? html`<p>${words.faultsLong}</p>` : html`<p><a class="outlined" href=${link} download="rejected.csv">${words.faultsFile}</a></p>`}`,
  )
}

type FileTaken = Pick<FilePreviewShown, 'language' | 'listId' | 'file' | 'faults'> & {
  added: number
  replaced: number
}

export function fileTakenView({ language, listId, file, faults, added, replaced }: FileTaken): Html {
  const words = listWords[language]
  const figure = (number: number): string => numberText(number, language)
  const isNothing = added + replaced === 0
  return html`<div role="status">${notice(isNothing ? 'look' : 'calm', isNothing ? words.allRejected : words.taken(figure(added), figure(replaced)), null)}</div>
    ${faultsView(file, faults, language)}
    <p class="buttons">
      ${isNothing ? null : html`<a class="filled" href=${`${listPath(listId)}/matches`}>${words.matches}</a>`}
      <a class=${isNothing ? 'filled' : 'outlined'} href=${listPath(listId)}>${words.toList}</a>
    </p>`
}
