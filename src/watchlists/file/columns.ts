/** The columns of a file: which property of a company each gives, by its header. */
import type { NaceVersion } from '../../reference/nace.ts'
import { points } from '../../reference/points.ts'
import type { Cell } from './cells/cells.ts'
import {
  type ColumnKind,
  type FactField,
  factHeaders,
  foldedHeader,
  type LeftAside,
  leftAsideHeaders,
  listKinds,
} from './header-words.ts'
import { headersOfFaults } from './told/fault-words.ts'

/** What becomes of a column. `header`: as it stands in the file; null where a column has none. */
export type Column = {
  index: number
  header: string | null
} /** `naceVersion`: of codes, the version of NACE-BEL that the header names; null where it names none. */ & (
  | { use: 'taken'; field: FactField; kind: ColumnKind; naceVersion: NaceVersion | null }
  | { use: 'left_aside'; reason: LeftAside }
  | { use: 'unknown' }
)

export type TakenColumn = Extract<Column, { use: 'taken' }>

/** Why the columns of a file cannot be told apart; `headers`: those of the file that say the same. */
export type ColumnsFault = { code: 'no_reference' } | { code: 'column_twice'; headers: readonly string[] }

type Meaning = { field: FactField; kind: ColumnKind } | { reason: LeftAside }

/** Every word that is understood, folded. A test holds that none stands for two. */
export const headerMeanings: ReadonlyMap<string, Meaning> = (() => {
  const meanings = new Map<string, Meaning>()
  for (const [field, kind, words] of factHeaders) {
    const [object = '', property = object] = field.split('.')
    const own = object === 'company' || object === 'reference' ? [property, field] : [field]
    for (const word of [...own, ...words]) meanings.set(foldedHeader(word), { field, kind })
  }
  for (const [reason, words] of leftAsideHeaders) {
    for (const word of words) meanings.set(foldedHeader(word), { reason })
  }
  for (const header of headersOfFaults) meanings.set(foldedHeader(header), { reason: 'ours' })
  for (const { id, fact, question } of points()) {
    const answer: Meaning = { field: `answers.${id}`, kind: 'answer' }
    for (const word of [id, ...Object.values(fact), ...Object.values(question)]) {
      meanings.set(foldedHeader(word), answer)
    }
  }
  return meanings
})()

/** An answer to a condition, by the name that a match gives: taken to the letter, because ids tell case apart. */
const answerHeader = /^answers\.(\S+)$/

/** What the header row says, or why it cannot be followed. */
export function columnsOf(header: readonly Cell[]): Column[] | ColumnsFault {
  const versions = header.some(isNumberedCodes) ? versionWords : shortVersionWords
  const columns = header.map((cell, index) => columnOf(cell, index, versions))
  const taken = columns.filter((column) => column.use === 'taken')
  for (const [, same] of Map.groupBy(taken, ({ field }) => field)) {
    const [first] = same
    // An enterprise number and a VAT number are one number: that they agree is looked at row by row.
    const isRepeatable = first !== undefined && (listKinds.includes(first.kind) || first.kind === 'enterprise_number')
    if (first === undefined || same.length < 2 || isRepeatable) continue
    return { code: 'column_twice', headers: same.map((column) => column.header ?? '') }
  }
  return taken.some(({ field, kind }) => field === 'reference' || isNumber(kind)) ? columns : { code: 'no_reference' }
}

/** Whether a column holds numbers of companies: where no column is a reference, they are. */
export function isNumber(kind: ColumnKind): boolean {
  return kind === 'enterprise_number' || kind === 'establishment_number'
}

function columnOf(cell: Cell, index: number, versions: RegExp): Column {
  const header = typeof cell === 'string' ? cell.trim() : null
  if (header === null) return { index, header: cell === null ? null : String(cell), use: 'unknown' }
  const answer = answerHeader.exec(header)?.[1]
  const meaning = meaningOf(header, versions)
  if (answer !== undefined)
    return { index, header, use: 'taken', field: `answers.${answer}`, kind: 'answer', naceVersion: null }
  if (meaning === undefined) return { index, header, use: 'unknown' }
  return 'reason' in meaning
    ? { index, header, use: 'left_aside', ...meaning }
    : {
        index,
        header,
        use: 'taken',
        naceVersion: meaning.kind === 'nace' ? naceVersionIn(header, versions) : null,
        ...meaning,
      }
}

/** How a header names the version of its codes: by year, or as the European classification that it is (2 and 2.1). */
const versionWords = / ?(?:2008|2025|rev(?:ision|isie)? ?2(?: 1)?)(?= |$)/
/** The same with `08` and `25`, which may also be the number of one of many columns. */
const shortVersionWords = / ?(?:2008|2025|(?<!\d)(?:08|25)|rev(?:ision|isie)? ?2(?: 1)?)(?= |$)/

/** The version that a header of codes names; null where it names none. */
function naceVersionIn(header: string, versions: RegExp): NaceVersion | null {
  const [named = null] = versions.exec(foldedHeader(header)) ?? []
  if (named === null) return null
  return /25$| 1$/.test(named) ? 2025 : 2008
}

/** Whether a column of codes has a number that is no year: then every number in the header may be one. */
function isNumberedCodes(cell: Cell): boolean {
  const folded = typeof cell === 'string' ? foldedHeader(cell).replace(versionWords, '') : ''
  const meaning = headerMeanings.get(folded.replace(/ ?\d{1,2}$/, ''))
  return meaning !== undefined && 'kind' in meaning && meaning.kind === 'nace' && /(?<!08|25)(?<=\d)$/.test(folded)
}

/** Lists may stand in several columns, each with a number; codes name their version. */
function meaningOf(header: string, versions: RegExp): Meaning | undefined {
  const folded = foldedHeader(header)
  const known = headerMeanings.get(folded)
  if (known !== undefined) return known
  const unversioned = headerMeanings.get(folded.replace(versions, ''))
  if (unversioned !== undefined && 'kind' in unversioned && unversioned.kind === 'nace') return unversioned
  const numbered = headerMeanings.get(folded.replace(versions, '').replace(/ ?\d{1,2}$/, ''))
  return numbered !== undefined && 'kind' in numbered && listKinds.includes(numbered.kind) ? numbered : undefined
}
