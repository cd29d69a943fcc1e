/**
 * A file of companies, as accountants have them, or a list of their numbers: read, shown before anything is written, and taken. What is
 * taken goes through the upload of JSON, with its refusals, its evaluations and the companies of the plan; what cannot be read is told
 * row by row.
 */
import { plans } from '../../accounts/plans.ts'
import type { Caller, Counted, Idempotency } from '../../contract/call.ts'
import { evaluationsThisMonth } from '../../limits/operations.ts'
import { type Looking, lookUpAll } from '../../matching/look-up.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import { inTurns } from '../../platform/in-turns.ts'
import type { Instant } from '../../values/brussels.ts'
import { factsOn } from '../company-store.ts'
import { keptFacts } from '../kept-facts.ts'
import { watchlistNamed } from '../lists.ts'
import { type Uploaded, type UploadMeans, uploadCompanies } from '../upload.ts'
import { countsOf } from '../watchlist-store.ts'
import { type CellRow, FaultyFile, type FileFault } from './cells/cells.ts'
import type { TableReader } from './cells/table-reader.ts'
import { type ColumnsFault, columnsOf } from './columns.ts'
import { type CompanyFile, type CompanyRow, companyRows } from './company-rows.ts'
import { fileBounds } from './file-bounds.ts'
import { judgedRows } from './looked-rows.ts'
import { type PastedFault, pastedColumns, pastedRows } from './pasted-numbers.ts'
import { type RegisterOutlook, registerOutlook } from './register-outlook.ts'

export type ReadCompanyFile = { file: CompanyFile } | { fault: FileFault | ColumnsFault }

/** Whether rows that a sheet hides are companies of the file, by the word of whoever sends it. */
export const hiddenRowsChoices = ['leave_out', 'take'] as const
export type HiddenRows = (typeof hiddenRowsChoices)[number]

/** Rows below the header that the file hides. */
export function hiddenRowsIn({ found }: CompanyFile): number {
  return found.format === 'xlsx' ? found.hiddenRows : 0
}

export type ReadMeans = Looking & { database: Database; tableReader: TableReader }

/**
 * Reads a file of an account as of an instant; waits its turn. Rows that its sheet hides are read only where `hiddenRows` says
 * `take`. Refuses `rate_limit_exceeded` where too many wait.
 */
export async function readCompanyFile(
  means: ReadMeans,
  bytes: Uint8Array,
  asked: { accountId: string; hiddenRows: HiddenRows | null; now: Instant; signal: AbortSignal },
): Promise<ReadCompanyFile> {
  const { accountId, hiddenRows, now, signal } = asked
  const max = fileBounds.bytesMax
  if (bytes.length > max) return { fault: { code: 'too_large', max } }
  try {
    const table = await means.tableReader.read(bytes, { accountId, signal })
    const columns = columnsOf(table.rows[0]?.cells ?? [])
    if (!Array.isArray(columns)) return { fault: columns }
    const isRead = ({ isHidden }: CellRow, place: number): boolean =>
      place === 0 || isHidden !== true || hiddenRows === 'take'
    const rows = await inTurns(companyRows({ ...table, rows: table.rows.filter(isRead) }, columns, now), signal)
    return { file: await lookedUpFile(means, { found: table.found, columns, rows }, { now, signal }) }
  } catch (fault) {
    if (fault instanceof FaultyFile) return { fault: fault.fault }
    throw fault
  }
}

/** The same of a list of numbers that somebody pasted. */
export async function readPastedNumbers(
  means: Looking & { database: Database },
  text: string,
  at: { now: Instant; signal: AbortSignal },
): Promise<{ file: CompanyFile } | { fault: PastedFault }> {
  const read = pastedRows(text)
  if ('fault' in read) return read
  return { file: await lookedUpFile(means, { found: { format: 'pasted' }, columns: pastedColumns, ...read }, at) }
}

async function lookedUpFile(
  means: Looking & { database: Database },
  file: Omit<CompanyFile, 'register'>,
  at: { now: Instant; signal: AbortSignal },
): Promise<CompanyFile> {
  const register = await means.companies.loaded()
  const accepted = acceptedRows(file)
  const lookedUp = await lookUpAll(
    means,
    means.database,
    accepted.map(({ given }) => given),
  )
  const known = new Map(accepted.map((row, index) => [row, lookedUp[index] ?? null]))
  const rows = await inTurns(judgedRows(file, known, at.now), at.signal)
  return { ...file, rows, register }
}

/** Facts of which it is said how many companies lack them: those that most rules look at. */
const notedFacts = [
  'company.postcode',
  'company.nace',
  'company.employees',
  'company.legal_form',
  'company.founded_on',
  'company.turnover_eur',
] as const

/** What taking a file would do, with the list, the plan and the month as they are. */
export type FilePreview = {
  accepted: number
  rejected: number
  /** Of those that are accepted: new to the list, known with other facts, known as they are. */
  added: number
  changed: number
  unchanged: number
  /** Of facts that are neither given nor known by a number. */
  missing: { field: (typeof notedFacts)[number]; companies: number }[]
  /** Null: no row gives a number. */
  register: RegisterOutlook | null
  /** Companies on all lists of the account: now, with the file, and of the plan (null: no bound). */
  companies: { held: number; withFile: number; allowed: number | null }
  /** Of the month; `allowed` null: no bound. */
  evaluations: { needed: number; used: number; allowed: number | null }
}

/** Writes nothing. Refuses `watchlist_not_found`. */
export async function previewCompanyFile(
  database: Sql,
  file: CompanyFile,
  { caller, watchlistId }: { caller: Caller; watchlistId: string },
): Promise<FilePreview> {
  const { accountId, plan, at } = caller
  await watchlistNamed(database, accountId, watchlistId)
  const accepted = acceptedRows(file)
  const compared = await compare(database, watchlistId, accepted)
  const held = (await countsOf(database, accountId)).companies
  return {
    accepted: accepted.length,
    rejected: file.rows.length - accepted.length,
    ...compared,
    missing: missingFacts(accepted),
    register: registerOutlook(file),
    companies: { held, withFile: held + compared.added, allowed: plans[plan].watchlistCompanies },
    evaluations: {
      needed: accepted.length,
      used: await evaluationsThisMonth(database, accountId, at),
      allowed: plans[plan].monthlyMatchEvaluations,
    },
  }
}

export type TakenFile = Pick<Uploaded['data'], 'added' | 'replaced'> & Pick<Uploaded, 'warnings' | 'language'>

/**
 * Takes the accepted rows, all of them or, where it refuses, none. Refuses as an upload of JSON does, but for the number of
 * rows, which is that of a file.
 */
export async function takeCompanyFile(
  means: UploadMeans,
  file: CompanyFile,
  call: { caller: Caller; counted: Counted; watchlistId: string; now: Instant; idempotency: Idempotency | null },
): Promise<TakenFile> {
  const accepted = acceptedRows(file)
  const rows = accepted.map(({ given }) => given)
  const lookedUp = accepted.map(({ looked }) => looked?.lookedUp ?? null)
  if (rows.length === 0) {
    const { language } = await watchlistNamed(means.database, call.caller.accountId, call.watchlistId)
    return { added: 0, replaced: 0, warnings: [], language }
  }
  const { data, warnings, language } = await uploadCompanies(means, {
    ...{ ...call, rows, lookedUp },
    rowsMax: fileBounds.rowsMax,
  })
  const { added, replaced, rejected } = data
  if (rejected.length > 0) throw new Error('a row that was accepted was rejected by the upload')
  return { added, replaced, warnings, language }
}

function acceptedRows({ rows }: Pick<CompanyFile, 'rows'>): CompanyRow[] {
  return rows.filter(({ faults }) => faults.length === 0)
}

/** Companies whose facts are read at once: what is kept of each may be long. */
const comparedAtOnce = 100

async function compare(
  database: Sql,
  watchlistId: string,
  accepted: readonly CompanyRow[],
): Promise<Pick<FilePreview, 'added' | 'changed' | 'unchanged'>> {
  const counts = { added: 0, changed: 0, unchanged: 0 }
  for (let from = 0; from < accepted.length; from += comparedAtOnce) {
    const some = accepted.slice(from, from + comparedAtOnce)
    const references = some.flatMap(({ reference }) => reference ?? [])
    const known = await factsOn(database, watchlistId, references)
    for (const { reference, given } of some) {
      const facts = known.get(reference ?? '')
      if (facts === undefined) counts.added += 1
      else if (facts === keptFacts(given)) counts.unchanged += 1
      else counts.changed += 1
    }
  }
  return counts
}

function missingFacts(accepted: readonly CompanyRow[]): FilePreview['missing'] {
  return notedFacts.map((field) => {
    const property = field.slice('company.'.length)
    const lacks = ({ given, looked }: CompanyRow): boolean =>
      Reflect.get(given.company ?? {}, property) === undefined && looked?.filled[property] === undefined
    return { field, companies: accepted.filter(lacks).length }
  })
}
