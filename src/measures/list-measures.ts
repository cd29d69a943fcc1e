/** A page of measures, for whoever asks for one: a route, a tool, a page. */

import { type AnswerLimit, JsonBytes, type Pagination, type ReplyMeta } from '../contract/call.ts'
import { disclaimer } from '../contract/envelope.ts'
import { unknownSource } from '../contract/parameters.ts'
import type { Warning } from '../contract/warnings.ts'
import { inTurns } from '../platform/in-turns.ts'
import type { Instant } from '../values/brussels.ts'
import { textIn } from '../values/localized-text.ts'
import type { FollowedCatalogue } from './catalogue/follow.ts'
import type { Pin } from './catalogue/pin.ts'
import type { ServedRow } from './catalogue/row-cache.ts'
import type { CatalogueState } from './catalogue/state.ts'
import { type CursorMeans, type FoundPage, findPage, type ListRequest, type TitleOf } from './list.ts'
import { filtersChanged, pastDeadlinesFirst, readingWarnings } from './warnings.ts'

/** A page of measures as it is answered. */
export type MeasurePage = {
  /** The rows as one JSON list. */
  rows: JsonBytes
  pagination: Pagination
  /** `attribution`, `disclaimer`, `total`. */
  meta: ReplyMeta
  warnings: readonly Warning[]
}

/**
 * The page that the request asks for; `limitMax` is what the caller's plan allows, `at` the instant of the answer. Refuses `invalid_parameter` (a source
 * that does not exist, a limit above the plan's) and `invalid_cursor`, and where the page is larger than `answerLimit` allows.
 */
export async function listMeasures(
  { catalogue, cursors }: { catalogue: FollowedCatalogue; cursors: CursorMeans },
  request: ListRequest,
  limitMax: number,
  at: Instant,
  answerLimit: AnswerLimit | null = null,
): Promise<MeasurePage> {
  const found = await catalogue.read((now): { made: MeasurePage } | { page: FoundPage; pin: Pin } => {
    const stranger = request.filters.source?.find((id) => !now.state.hasSource(id))
    if (stranger !== undefined) throw unknownSource('source', stranger, now.state.namesOfSources())
    const page = findPage(now.index, request, limitMax, cursors, titlesOf(now.state))
    const ready = now.readyRows(page.view, page.ids, page.language)
    if (ready === null) return { page, pin: now.pin() }
    return { made: pageOf(page, ready, readingWarnings(now.state, page.ids, at)) }
  })
  if ('made' in found) return found.made
  // A full page whose rows were never asked for takes a while: it is rendered between the turns of others.
  const { page } = found
  using pin = found.pin
  const rows = await inTurns(rowsWithin(pin, page, answerLimit))
  return pageOf(page, rows, readingWarnings(pin.state, page.ids, at))
}

/** Titles as a state serves them. */
export function titlesOf(state: CatalogueState): TitleOf {
  return (id, language) => {
    const known = state.known(id)
    return known === null ? null : textIn(state.recordOf(known).title, language)
  }
}

/** The rows of a page, one at a time, until its caller's answer has no room for them. */
function* rowsWithin(
  pin: Pin,
  { view, ids, language }: FoundPage,
  answerLimit: AnswerLimit | null,
): Generator<number, ServedRow[]> {
  const rows: ServedRow[] = []
  let bytes = 0
  for (const id of ids) {
    const [row] = yield* pin.rows(view, [id], language)
    if (row === undefined) throw new Error(`${id} has no row`)
    bytes += row.json.length
    if (answerLimit !== null && bytes > answerLimit.bytesMax) answerLimit.refuse()
    rows.push(row)
  }
  return rows
}

function pageOf(page: FoundPage, rows: readonly ServedRow[], ofReadings: readonly Warning[]): MeasurePage {
  const warnings = [
    ...(page.changedFilters.length > 0 ? [filtersChanged(page.changedFilters)] : []),
    ...(page.pastDeadlinesFirst ? [pastDeadlinesFirst] : []),
    ...ofReadings,
  ]
  const { pagination, suggestions, total, understood } = page
  const said = { attribution: attributionOf(rows), disclaimer: disclaimer[page.language], total }
  return {
    rows: joinedRows(rows),
    pagination,
    meta: {
      ...said,
      ...(understood === null ? {} : { understood: [...understood] }),
      ...(suggestions === null ? {} : { suggestions }),
    },
    warnings,
  }
}

/** The lines that the rows require, each once, in the order of the rows. */
function attributionOf(rows: readonly ServedRow[]): string[] {
  const lines = new Set<string>()
  for (const { attribution } of rows) if (attribution !== null) lines.add(attribution)
  return [...lines]
}

const comma = Buffer.from(',')
const open = Buffer.from('[')
const close = Buffer.from(']')

/** The rows as one JSON list. */
function joinedRows(rows: readonly ServedRow[]): JsonBytes {
  const parts: Buffer[] = [open]
  for (const { json } of rows) {
    if (parts.length > 1) parts.push(comma)
    parts.push(json)
  }
  parts.push(close)
  return new JsonBytes(parts)
}
