/** Files of companies as routes and screens show them: what was read, what is rejected, what it would come to. */
import { inTurns } from '../platform/in-turns.ts'
import type { Language } from '../values/vocabularies.ts'
import type { TableReader } from '../watchlists/file/cells/table-reader.ts'
import type { FilePreview } from '../watchlists/file/company-file.ts'
import type { CompanyFile } from '../watchlists/file/company-rows.ts'
import { fileBounds } from '../watchlists/file/file-bounds.ts'
import type { RegisterOutlook } from '../watchlists/file/register-outlook.ts'
import { rowFaultText } from '../watchlists/file/told/fault-words.ts'
import { faultsFile, rejectedRows } from '../watchlists/file/told/faults-file.ts'
import { fileNotes, fileNoteText } from '../watchlists/file/told/file-notes.ts'
import type { UploadMeans } from '../watchlists/upload.ts'

export type WatchlistFileNeeds = UploadMeans & { tableReader: TableReader }

export function readObject(file: CompanyFile, language: Language) {
  const { found, columns } = file
  const isText = found.format === 'csv'
  const isWorkbook = found.format === 'xlsx'
  return {
    format: found.format,
    encoding: isText ? found.encoding : null,
    delimiter: isText ? found.delimiter : null,
    sheet: isWorkbook ? found.sheet : null,
    other_sheets: isWorkbook ? found.others : [],
    notes: fileNotes(file).map((note) => ({ ...note, message: fileNoteText(note, language) })),
    columns: columns.map((column) => ({
      header: column.header,
      use: column.use,
      field: column.use === 'taken' ? column.field : null,
      reason: column.use === 'left_aside' ? column.reason : null,
    })),
  }
}

export async function rejectedObjects(file: CompanyFile, language: Language) {
  const rejected = rejectedRows(file)
  return {
    rejected_count: rejected.length,
    rejected: rejected.slice(0, fileBounds.rejectedToldMax).map(({ line, reference, faults }) => ({
      ...{ line, reference },
      faults: faults.map((fault) => ({
        ...{ column: fault.column, field: fault.field, code: fault.code },
        message: rowFaultText(fault, language),
      })),
    })),
    rejected_file: await inTurns(faultsFile(file, language)),
  }
}

export function previewObject(preview: FilePreview) {
  const { added, changed, unchanged, missing, companies, evaluations, register } = preview
  return {
    added,
    replaced: changed + unchanged,
    outlook: {
      unchanged,
      missing,
      register: register === null ? null : registerObject(register),
      companies: { held: companies.held, with_file: companies.withFile, allowed: companies.allowed },
      evaluations,
    },
  }
}

function registerObject({ loaded, severalPlaces, notInRegister, notActive, ...rest }: RegisterOutlook) {
  const { numbers, filled, fields } = rest
  return {
    loaded: loaded === null ? null : { extract: loaded.extract, date: loaded.day },
    ...{ numbers, filled, fields },
    ...{ several_places: severalPlaces, not_in_register: notInRegister, not_active: notActive },
  }
}
