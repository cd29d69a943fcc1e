/**
 * The companies of a file: each row read by itself, with everything that is wrong with it. What the upload of JSON would refuse
 * is refused here by the same reading of facts.
 */
import type { LoadedExtract } from '../../companies/registered-company.ts'
import { postcodeMeant } from '../../matching/request/fact-words.ts'
import { firstFounding, readGivenFacts } from '../../matching/request/facts.ts'
import type { FilledFrom, FillWarning, LookedUp } from '../../matching/request/filling.ts'
import { faultOfReference } from '../../matching/request/match-request.ts'
import type { CompanyInput } from '../../matching/request/request-schema.ts'
import { readNumberOfCompany } from '../../reference/enterprise-number.ts'
import { dayOf, type Instant } from '../../values/brussels.ts'
import { keptFacts } from '../kept-facts.ts'
import type { UploadedRow } from '../uploaded-rows.ts'
import { watchlistBounds } from '../watchlist.ts'
import { type CellRemark, type CellValue, type ColumnFacts, readCell, shownCell } from './cell-values.ts'
import type { Cell, Found, Table } from './cells/cells.ts'
import { type Column, isNumber, type TakenColumn } from './columns.ts'
import { noteCount } from './counts.ts'
import { lastShortYear, noteDay } from './days.ts'
import { fileBounds } from './file-bounds.ts'
import { asGiven } from './formulas.ts'
import { type FactField, namesEquivalents } from './header-words.ts'
import type { FaultCode, RowFault } from './told/fault-words.ts'
import { saysNoNumber } from './vocabulary-words.ts'

/** What is known of a row by its number. */
export type LookedRow = {
  lookedUp: LookedUp
  /** What the row gives, with what it is filled with; and from where that is known, by property. */
  company: CompanyInput
  filled: FilledFrom
  warnings: readonly FillWarning[]
  /** The register has no place for it, because the enterprise has several establishments. */
  hasSeveralPlaces: boolean
}

export type CompanyRow = {
  /** Of the file, from 1: of a CSV the line on which the row begins. */
  line: number
  cells: readonly Cell[]
  /** Null where none could be read. */
  reference: string | null
  /** What is uploaded where nothing is wrong. */
  given: UploadedRow
  /** Empty: the row is accepted. */
  faults: readonly RowFault[]
  remarks: readonly RowRemark[]
  /** What was looked up by its number; null: the row gives none, is not accepted, or nothing was looked up yet. */
  looked: LookedRow | null
}

/** What a rule for a whole column made of a cell. `column`: its header. */
export type RowRemark = { column: string | null; code: CellRemark }

/** A list of numbers that somebody typed or pasted, in the place of a file. */
export type Pasted = { format: 'pasted' }

/** A file whose columns are understood. `register`: which extract its numbers were looked up in; null: none is loaded. */
export type CompanyFile = {
  found: Found | Pasted
  columns: readonly Column[]
  rows: readonly CompanyRow[]
  register: LoadedExtract | null
}

/** A row as it is being read. */
type Reading = {
  given: UploadedRow & Record<string, unknown>
  /** Which cell gave a property, by its path; of a list its first. */
  sources: Map<string, { column: string | null; shown: string }>
  faults: RowFault[]
  remarks: RowRemark[]
}

/** Reads the rows below the header, as of one instant; yields after each. */
export function* companyRows(table: Table, columns: readonly Column[], now: Instant): Generator<number, CompanyRow[]> {
  const taken = columns.filter((column) => column.use === 'taken')
  const hasReferences = taken.some(({ kind }) => kind === 'reference')
  const body = table.rows.slice(1)
  const facts = yield* factsOfColumns(taken, body, table.found, now)
  const rows: CompanyRow[] = []
  for (const { line, cells } of body) {
    const reading: Reading = { given: { company: {} }, sources: new Map(), faults: [], remarks: [] }
    for (const column of taken) {
      if (reading.faults.length === fileBounds.faultsOfRowMax) break
      takeCell(reading, column, cells[column.index] ?? null, facts.get(column.index))
    }
    noteBeyond(reading, cells, columns.length)
    const reference = hasReferences ? referenceOf(reading) : numberAsReference(reading)
    judgeContent(reading, now, taken.length)
    noteLength(reading)
    const { given, faults, remarks } = reading
    rows.push({ ...{ line, cells, reference, given, faults, remarks }, looked: null })
    yield 1
  }
  return hasReferences ? withRepeated(rows) : withRepeatedNumbers(rows)
}

function* factsOfColumns(
  taken: readonly TakenColumn[],
  body: Table['rows'],
  found: Found,
  now: Instant,
): Generator<number, ReadonlyMap<number, ColumnFacts>> {
  const from1904 = found.format === 'xlsx' ? found.from1904 : null
  const hasEstablishments = taken.some(({ kind }) => kind === 'establishment_number')
  const facts = new Map(
    taken.map((column) => [column.index, { ...newFacts(column, from1904, now), hasEstablishments }]),
  )
  const asked = taken.filter(({ kind }) => kind === 'day' || kind === 'whole')
  for (const { cells } of body) {
    for (const { index, kind } of asked) {
      const [cell, known] = [cells[index], facts.get(index)]
      if (typeof cell !== 'string' || known === undefined) continue
      if (kind === 'day') noteDay(cell.trim(), known.days)
      else noteCount(cell.trim(), known.counts)
    }
    yield 1
  }
  return facts
}

function newFacts(
  { field, header }: TakenColumn,
  from1904: boolean | null,
  now: Instant,
): Omit<ColumnFacts, 'hasEstablishments'> {
  const lastYear = lastShortYear(field, dayOf(now))
  const days = { isMonthFirst: false, hasShortYears: false, isShortYearFirst: false, lastYear }
  const isEquivalents = header !== null && namesEquivalents(header)
  return { from1904, days, counts: { mark: null, isEquivalents, hasWhole: false } }
}

function takeCell(reading: Reading, column: TakenColumn, cell: Cell, facts: ColumnFacts | undefined): void {
  if (cell === null || facts === undefined) return
  const given = typeof cell === 'string' ? asGiven(cell) : cell
  if (isNumber(column.kind) && typeof given === 'string' && saysNoNumber(given)) return
  const read = readCell(given, column, facts)
  if ('fault' in read) {
    reading.faults.push({ column: column.header, field: column.field, ...read.fault })
    return
  }
  const { remark, field = column.field } = read
  if (remark !== undefined) reading.remarks.push({ column: column.header, code: remark })
  if (isNumber(column.kind) && isOtherNumber(reading, column.header, field, read.value)) return
  if (!reading.sources.has(field)) reading.sources.set(field, { column: column.header, shown: shownCell(cell) })
  put(reading.given, field, read.value)
}

/** An enterprise number and a VAT number may both stand in a file: they are one number, or the row is not taken. */
function isOtherNumber({ given, faults }: Reading, column: string | null, field: FactField, value: CellValue): boolean {
  const { enterprise_number: enterprise, establishment_number: establishment } = given.company ?? {}
  const before = (field === 'company.establishment_number' ? establishment : enterprise) ?? null
  if (before === null || readNumberOfCompany(before) === readNumberOfCompany(String(value))) return before !== null
  faults.push({ column, field, code: 'numbers_differ', shown: String(value), hint: before })
  return true
}

/** Puts a value at a path of one or two names; lists go on where an earlier column began them. */
function put(given: Record<string, unknown>, field: string, value: CellValue): void {
  const dot = field.indexOf('.')
  if (dot === -1) {
    given[field] = value
    return
  }
  const [name, property] = [field.slice(0, dot), field.slice(dot + 1)]
  const object = (given[name] ?? {}) as Record<string, unknown>
  const before = object[property]
  object[property] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
  given[name] = object
}

function noteBeyond({ faults }: Reading, cells: readonly Cell[], columns: number): void {
  const beyond = cells.slice(columns).find((cell) => cell !== null)
  if (beyond === undefined || beyond === null) return
  faults.push({ column: null, field: null, code: 'beyond_header', shown: shownCell(beyond) })
}

function referenceOf({ given, sources, faults }: Reading): string | null {
  const reference = given.reference ?? null
  const source = sources.get('reference')
  if (reference === null) {
    const isTold = faults.some(({ field }) => field === 'reference')
    if (!isTold) faults.push({ column: null, field: 'reference', code: 'missing', shown: '' })
    return null
  }
  if (faultOfReference(reference) === null) return reference
  faults.push({ column: source?.column ?? null, field: 'reference', code: 'reference', shown: reference })
  return null
}

/**
 * Of a file without a column of references: the digits of the enterprise's number, or of the establishment's where that alone is given,
 * so that a row to which an establishment is added later is still that of the same company.
 */
function numberAsReference({ given, faults }: Reading): string | null {
  const { enterprise_number: enterprise, establishment_number: establishment } = given.company ?? {}
  const reference = readNumberOfCompany(enterprise ?? establishment ?? '')
  if (reference !== null) given.reference = reference
  else if (
    !faults.some(({ field }) => field === 'company.enterprise_number' || field === 'company.establishment_number')
  )
    faults.push({ column: null, field: 'company.enterprise_number', code: 'number_missing', shown: '' })
  return reference
}

/** Tells every property whose content cannot be right: each that is told of is left out, until the rest can be. */
function judgeContent(reading: Reading, now: Instant, most: number): void {
  const { given, sources, faults } = reading
  const judged = { ...given } as Record<string, unknown>
  for (let round = 0; round <= most; round += 1) {
    const outcome = readGivenFacts(judged, now)
    if ('facts' in outcome) return
    const { field, index } = partsOf(outcome.field)
    const { column = null, shown = '' } = sources.get(field) ?? {}
    const member = index === null ? shown : String(valueAt(judged, field, index) ?? shown)
    const isLongAgo = (given.company?.founded_on ?? firstFounding) < firstFounding
    faults.push(contentFault(column, field, member, isLongAgo))
    leaveOut(judged, field)
    // A municipality is looked for in its postcode.
    if (field.endsWith('.postcode')) leaveOut(judged, 'company.municipality')
  }
}

function contentFault(column: string | null, field: string, shown: string, isLongAgo: boolean): RowFault {
  const meant = field.endsWith('.postcode') ? postcodeMeant(shown) : null
  if (meant !== null) return { column, field, code: 'postcode_meant', shown, hint: meant }
  if (field === 'company.founded_on' && isLongAgo) return { column, field, code: 'too_long_ago', shown }
  return { column, field, code: codeOf(field), shown }
}

function noteLength({ given, faults }: Reading): void {
  if (faults.length > 0 || keptFacts(given).length <= watchlistBounds.factsMax) return
  faults.push({ column: null, field: 'answers', code: 'too_much', shown: '' })
}

function partsOf(path: string): { field: string; index: number | null } {
  const [, field = path, index] = /^(.*)\[(\d+)\]$/.exec(path) ?? []
  return { field, index: index === undefined ? null : Number(index) }
}

function valueAt(given: Record<string, unknown>, field: string, index: number): unknown {
  const [name = '', property = ''] = field.split('.')
  const list = (given[name] as Record<string, unknown> | undefined)?.[property]
  return Array.isArray(list) ? list[index] : undefined
}

function leaveOut(given: Record<string, unknown>, field: string): void {
  const dot = field.indexOf('.')
  const name = dot === -1 ? field : field.slice(0, dot)
  const property = field.slice(dot + 1)
  const object = Object.entries((given[name] ?? {}) as object).filter(([key]) => dot !== -1 && key !== property)
  given[name] = Object.fromEntries(object)
}

function codeOf(field: string): FaultCode {
  if (field.startsWith('answers.')) return 'no_condition'
  if (field.endsWith('.postcode')) return 'postcode'
  switch (field) {
    case 'company.municipality':
      return 'municipality'
    case 'company.nace':
      return 'nace'
    case 'company.founded_on':
      return 'too_far_ahead'
    case 'company.joint_committees':
      return 'committee'
    case 'company.legal_form':
      return 'legal_form'
    case 'company.enterprise_number':
      return 'enterprise_number'
    case 'company.establishment_number':
      return 'establishment_number'
    case 'company.employees':
    case 'company.turnover_eur':
    case 'company.balance_total_eur':
    case 'company.de_minimis_eur':
    case 'project.budget_eur':
    case 'hire.age':
    case 'hire.months_jobseeking':
    case 'building.year':
      return 'out_of_range'
    default:
      return 'refused'
  }
}

/** Of rows with one reference nobody knows which is meant: all of them are told, each with the line of another. */
function withRepeated(rows: readonly CompanyRow[]): CompanyRow[] {
  const lines = new Map<string, number[]>()
  for (const { reference, line } of rows) {
    if (reference !== null) lines.set(reference, [...(lines.get(reference) ?? []), line].slice(0, 2))
  }
  return rows.map((row) => {
    const other = lines.get(row.reference ?? '')?.find((line) => line !== row.line)
    if (row.reference === null || other === undefined) return row
    const fault: RowFault = { column: null, field: 'reference', code: 'repeated', shown: '', hint: String(other) }
    return { ...row, faults: [...row.faults, fault] }
  })
}

/**
 * The same where numbers are the references. Rows that say the same are one company, of which the first counts; where rows with one number
 * say different things, nobody knows which is meant.
 */
export function withRepeatedNumbers(rows: readonly CompanyRow[]): CompanyRow[] {
  const numbered = rows.filter(({ reference, faults }) => reference !== null && faults.length === 0)
  const faults = new Map<CompanyRow, RowFault>()
  for (const [first, ...others] of Map.groupBy(numbered, ({ reference }) => reference).values()) {
    const [second] = others
    if (first === undefined || second === undefined) continue
    const given = factsByDigits(first)
    const isAlike = others.every((row) => factsByDigits(row) === given)
    const code = isAlike ? 'number_twice' : 'number_repeated'
    const fault = (hint: number): RowFault => ({
      column: null,
      field: 'reference',
      code,
      shown: '',
      hint: String(hint),
    })
    for (const row of others) faults.set(row, fault(first.line))
    if (!isAlike) faults.set(first, fault(second.line))
  }
  return rows.map((row) => {
    const fault = faults.get(row)
    return fault === undefined ? row : { ...row, faults: [fault] }
  })
}

/** The facts of a row, whatever marks its numbers are written with. */
function factsByDigits({ given }: CompanyRow): string {
  const number = readNumberOfCompany(given.company?.enterprise_number ?? '')
  return keptFacts({ ...given, company: { ...given.company, enterprise_number: number } })
}
