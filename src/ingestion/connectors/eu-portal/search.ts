/**
 * Reads every row of a question put to the EU portal, and knows that it did. The index moves while it is read, and equal
 * identifiers may change places between two pages, so a row can come twice and another not at all. Rows are therefore
 * counted by reference and held against the total that every page announces; a slice whose count does not fit is read
 * again, a bounded number of times, and then the reading fails rather than losing a call.
 *
 * The index may also hold a row twice. One page is one look at the index, so a reference that stands twice on one page is
 * such a row, and counts once; one that stands on two pages may have moved while another slipped by. Every further
 * reading uses another page size, so that a double that lay across two pages comes to lie on one.
 */
import { OutboundFailure, type OutboundFetch, type OutboundLimits } from '../../../platform/outbound/outbound.ts'
import { ConnectorFailure, stopWhenAborted } from '../connector.ts'
import { cut, type EuPage, type EuSlice, formParts, multipart, readPage, sliceInWords } from './query.ts'
import { type EuRow, isObject, referenceOf } from './row.ts'

const searchPath = '/search-api/prod/rest/search'
/** How far one question reaches. */
export const windowRows = 10_000
/**
 * Rows a page, one figure for each reading of a slice; after the last the count is given up on. The portal serves at
 * most 100 rows a page, whatever is asked.
 */
const pageRowsByReading = [100, 90, 70] as const
/** More rows than this, and a greater share than this, under references of other rows: the references mean nothing any more. */
const doublesMax = 10
const doublesShareMax = 0.2

export type EuSearch<Kept> = {
  origin: string
  programmePeriod: string
  language: string
  /** Codes of framework programmes, for a question that has to be cut that far. */
  programmes: readonly string[]
  windowRows: number
  fetch: OutboundFetch
  limits: Partial<OutboundLimits>
  signal: AbortSignal
  /** What is kept of a row: mapped at once, so that a reading never holds all the portal's texts. */
  keep(row: unknown): Kept
  progress(done: number, total: number): void
}

/** Everything in `slice`, by the portal's reference, in the order of the identifiers. */
export async function readSlice<Kept>(search: EuSearch<Kept>, slice: EuSlice): Promise<Map<string, Kept>> {
  return (await tallySlice(search, slice)).kept
}

async function tallySlice<Kept>(search: EuSearch<Kept>, slice: EuSlice): Promise<Tally<Kept>> {
  const first = await askPage(search, slice, 1, pageRowsByReading[0])
  if (first.total <= search.windowRows) return readPages(search, slice, first)

  const parts = cut(slice, search.programmes)
  if (parts === null) {
    throw new ConnectorFailure(`${first.total} calls are more than one question can reach (${sliceInWords(slice)})`)
  }
  const tally = emptyTally<Kept>()
  for (const part of parts) {
    const { kept, doubles } = await tallySlice(search, part)
    for (const [key, value] of kept) tally.kept.set(key, value)
    for (const [key, copies] of doubles) tally.doubles.set(key, copies)
  }
  if (counted(tally) < first.total) {
    throw new ConnectorFailure(
      `the portal announces ${first.total} calls and ${counted(tally)} could be read (${sliceInWords(slice)})`,
    )
  }
  return tally
}

type Tally<Kept> = {
  kept: Map<string, Kept>
  /** Further copies of a reference on the page that has most of them. */
  doubles: Map<string, number>
}

const emptyTally = <Kept>(): Tally<Kept> => ({ kept: new Map(), doubles: new Map() })

function counted<Kept>({ kept, doubles }: Tally<Kept>): number {
  return [...doubles.values()].reduce((sum, copies) => sum + copies, kept.size)
}

async function readPages<Kept>(search: EuSearch<Kept>, slice: EuSlice, first: EuPage): Promise<Tally<Kept>> {
  let tally = emptyTally<Kept>()
  let { total } = first
  for (const [reading, rows] of pageRowsByReading.entries()) {
    const pageRows = total + rows > search.windowRows ? pageRowsByReading[0] : rows
    const page = reading === 0 ? first : await askPage(search, slice, 1, pageRows)
    // Rows that this reading misses may have come in the one before; those of another total are of another index.
    if (page.total !== total || counted(tally) > total) tally = emptyTally()
    total = page.total
    const steady = await readReading(search, slice, page, pageRows, tally)
    if (steady && counted(tally) === total) return withoutManyDoubles(tally)
  }
  throw new ConnectorFailure(
    `the portal announces ${total} calls and ${counted(tally)} could be read, after ${pageRowsByReading.length} readings`,
  )
}

function withoutManyDoubles<Kept>(tally: Tally<Kept>): Tally<Kept> {
  const all = counted(tally)
  const doubles = all - tally.kept.size
  if (doubles <= doublesMax || doubles <= doublesShareMax * all) return tally
  throw new ConnectorFailure(`reference: ${doubles} of ${all} rows have the reference of another row`)
}

/** One reading of all pages into `tally`; false when the total changed on the way. */
async function readReading<Kept>(
  search: EuSearch<Kept>,
  slice: EuSlice,
  first: EuPage,
  pageRows: number,
  tally: Tally<Kept>,
): Promise<boolean> {
  const pages = Math.ceil(first.total / pageRows)
  let page = first
  for (let number = 1; ; number += 1) {
    count(page.rows, number, tally, search.keep)
    search.progress(tally.kept.size, first.total)
    if (number >= pages) return true
    page = await askPage(search, slice, number + 1, pageRows)
    if (page.total !== first.total) return false
  }
}

function count<Kept>(rows: unknown[], page: number, tally: Tally<Kept>, keep: (row: unknown) => Kept): void {
  const onThisPage = new Map<string, number>()
  rows.forEach((row, index) => {
    const key = keyOf(row) ?? `${page}/${index}`
    const copies = onThisPage.get(key)
    onThisPage.set(key, copies === undefined ? 0 : copies + 1)
    if (!tally.kept.has(key)) tally.kept.set(key, keep(row))
  })
  for (const [key, copies] of onThisPage) {
    if (copies > (tally.doubles.get(key) ?? 0)) tally.doubles.set(key, copies)
  }
}

function keyOf(row: unknown): string | null {
  return isObject(row) ? (referenceOf(row as EuRow)?.whole ?? null) : null
}

async function askPage<Kept>(
  search: EuSearch<Kept>,
  slice: EuSlice,
  number: number,
  pageRows: number,
): Promise<EuPage> {
  stopWhenAborted(search.signal)
  const { contentType, body } = multipart(formParts(slice, search.programmePeriod, search.language))
  const url = `${search.origin}${searchPath}?apiKey=SEDIA&text=***&pageSize=${pageRows}&pageNumber=${number}`
  let page: EuPage | null = null
  try {
    const answer = await search.fetch({
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'content-type': contentType },
      body,
      signal: search.signal,
      limits: search.limits,
      // The portal answers maintenance pages with status 200.
      fault(given) {
        page = readPage(given.body.toString('utf8'))
        return page === null ? 'the answer is no search result' : null
      },
    })
    if (page === null) throw new ConnectorFailure(`the portal answered ${answer.status} to page ${number}`)
    return page
  } catch (error) {
    stopWhenAborted(search.signal)
    if (error instanceof OutboundFailure) throw new ConnectorFailure(error.message, { cause: error })
    throw error
  }
}
