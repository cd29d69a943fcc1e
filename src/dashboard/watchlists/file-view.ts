/** A file of companies: the form that takes it, and what it was read as. */
import { type Html, html } from '../../pages/html.ts'
import { notice } from '../../pages/parts/notice.ts'
import { table } from '../../pages/parts/table.ts'
import { pointOf } from '../../reference/points.ts'
import { numberText } from '../../values/figures.ts'
import type { Label } from '../../values/labels.ts'
import type { Language } from '../../values/vocabularies.ts'
import { type FilePreview, hiddenRowsIn } from '../../watchlists/file/company-file.ts'
import type { CompanyFile, CompanyRow } from '../../watchlists/file/company-rows.ts'
import { fileBounds } from '../../watchlists/file/file-bounds.ts'
import { rowFaultText } from '../../watchlists/file/told/fault-words.ts'
import { rejectedRows } from '../../watchlists/file/told/faults-file.ts'
import { fileNotes, fileNoteText } from '../../watchlists/file/told/file-notes.ts'
import { panel } from '../frame/parts.ts'
import { listPath } from './list-view.ts'
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
  /** The file itself, where it is small enough to go along. */
  carried: Buffer | null
}

export function filePreviewView(shown: FilePreviewShown): Html {
  const { language, file, preview, faults } = shown
  const words = listWords[language]
  return html`${panel(words.outcome, outcomeView(shown))}
    ${panel(words.readAs, html`<p>${foundSaid(file, language)}</p>${notesView(file, language)}${columnsView(file, language)}`)}
    ${preview.accepted === 0 ? null : panel(words.firstRows, firstRowsView(file, language))}
    ${faultsView(file, faults, language)}`
}

function outcomeView({ language, listId, file, preview, carried }: FilePreviewShown): Html {
  const words = listWords[language]
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
        ? html`<p><a class="outlined" href=${`${listPath(listId)}/file`}>${words.file}</a></p>`
        : html`<form method="post" action=${`${listPath(listId)}/file`} enctype="multipart/form-data">
            ${
              carried === null
                ? html`<div class="field"><label for="file">${words.file}</label><p class="hint" id="again-hint">${words.fileAgain}</p><input id="file" name="file" type="file" required aria-describedby="again-hint" /></div>`
                : html`<input type="hidden" name="carried" value=${carried.toString('base64')} />`
            }
            <div class="buttons">
              ${takeButtons(file, preview.accepted, language)}
              <a class="plain" href=${`${listPath(listId)}/file`}>${words.keep}</a>
            </div>
          </form>`
    }`
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
  const fields = [...new Set(columns.flatMap((column) => (column.use === 'taken' ? [column.field] : [])))]
  const first = rows.filter(({ faults }) => faults.length === 0).slice(0, rowsShown)
  return table({
    caption: words.firstRows,
    columns: fields.map((field) => ({ heading: fieldName(field, language) })),
    rows: first.map((row) => fields.map((field) => valueIn(row, field, language))),
  })
}

/** A value as it was understood: words in those of the API. */
function valueIn({ given }: CompanyRow, field: string, language: Language): string {
  const dot = field.indexOf('.')
  const whole = given as Record<string, unknown>
  const value =
    dot === -1 ? whole[field] : (whole[field.slice(0, dot)] as Record<string, unknown>)?.[field.slice(dot + 1)]
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return field.endsWith('.year') ? String(value) : numberText(value, language)
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
    <p><a class="filled" href=${listPath(listId)}>${words.toList}</a></p>`
}

const names: Readonly<Record<string, Label>> = {
  reference: { nl: 'referentie', fr: 'référence', en: 'reference' },
  'company.postcode': { nl: 'postcode', fr: 'code postal', en: 'postcode' },
  'company.municipality': { nl: 'gemeente (NIS-code)', fr: 'commune (code INS)', en: 'municipality (NIS code)' },
  'company.applicant_types': { nl: 'soort aanvrager', fr: 'type de demandeur', en: 'type of applicant' },
  'company.employees': { nl: 'werknemers (VTE)', fr: 'travailleurs (ETP)', en: 'employees (FTE)' },
  'company.turnover_eur': { nl: 'omzet in euro', fr: 'chiffre d’affaires en euros', en: 'turnover in euros' },
  'company.balance_total_eur': {
    nl: 'balanstotaal in euro',
    fr: 'total du bilan en euros',
    en: 'balance total in euros',
  },
  'company.legal_form': { nl: 'rechtsvorm', fr: 'forme juridique', en: 'legal form' },
  'company.nace': { nl: 'NACE-codes', fr: 'codes NACE', en: 'NACE codes' },
  'company.founded_on': { nl: 'oprichtingsdatum', fr: 'date de constitution', en: 'date of incorporation' },
  'company.enterprise_number': { nl: 'ondernemingsnummer', fr: 'numéro d’entreprise', en: 'enterprise number' },
  'company.joint_committees': { nl: 'paritaire comités', fr: 'commissions paritaires', en: 'joint committees' },
  'company.de_minimis_eur': {
    nl: 'ontvangen de-minimissteun',
    fr: 'aides de minimis reçues',
    en: 'de minimis aid received',
  },
  'project.postcode': { nl: 'postcode van het project', fr: 'code postal du projet', en: 'postcode of the project' },
  'project.topics': { nl: 'thema’s', fr: 'thèmes', en: 'topics' },
  'project.budget_eur': { nl: 'budget in euro', fr: 'budget en euros', en: 'budget in euros' },
  'project.planned_start': { nl: 'geplande start', fr: 'début prévu', en: 'planned start' },
  'project.cost_types': { nl: 'kostensoorten', fr: 'types de coûts', en: 'cost types' },
  'project.stages': { nl: 'projectfasen', fr: 'phases du projet', en: 'stages of the project' },
  'project.partners': { nl: 'partners', fr: 'partenaires', en: 'partners' },
  'hire.age': { nl: 'aanwerving: leeftijd', fr: 'engagement : âge', en: 'hire: age' },
  'hire.months_jobseeking': {
    nl: 'aanwerving: maanden werkzoekend',
    fr: 'engagement : mois comme demandeur d’emploi',
    en: 'hire: months jobseeking',
  },
  'hire.diploma': { nl: 'aanwerving: diploma', fr: 'engagement : diplôme', en: 'hire: diploma' },
  'hire.contract': { nl: 'aanwerving: contract', fr: 'engagement : contrat', en: 'hire: contract' },
  'hire.postcode': { nl: 'aanwerving: postcode', fr: 'engagement : code postal', en: 'hire: postcode' },
  'building.year': { nl: 'gebouw: jaar', fr: 'bâtiment : année', en: 'building: year' },
  'building.occupancy': { nl: 'gebouw: gebruik', fr: 'bâtiment : occupation', en: 'building: occupancy' },
}

/** Of an answer, what it is about. */
function fieldName(field: string, language: Language): string {
  const known = names[field]
  if (known !== undefined) return known[language]
  const name = field.replace(/^answers\./, '')
  return pointOf(name)?.fact[language] ?? name
}
