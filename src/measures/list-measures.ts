/** A page of measures, for whoever asks for one: a route, a tool, a page. */
import { invalidParameter } from '../contract/refusals.ts'
import type { Warning } from '../contract/route.ts'
import { inTurns } from '../platform/in-turns.ts'
import type { FollowedCatalogue } from './catalogue/follow.ts'
import type { Pin } from './catalogue/pin.ts'
import type { CatalogueState } from './catalogue/state.ts'
import { type CursorMeans, type FoundPage, findPage, type ListRequest } from './list.ts'
import { notChecked } from './not-checked.ts'

export type MeasureList = Pick<FoundPage, 'pagination' | 'total'> & {
  /** Each as JSON. */
  rows: readonly Buffer[]
  /** Lines that the rows require. */
  attribution: string[]
  warnings: Warning[]
}

const pastDeadlinesFirst: Warning = {
  code: 'past_deadlines_first',
  message: 'Sorted by deadline without a status or deadline filter: measures whose deadline has passed come first.',
}

/**
 * The page that the request asks for; `limitMax` is what the caller's plan allows. Refuses `invalid_parameter` (a source
 * that does not exist, a limit above the plan's) and `invalid_cursor`.
 */
export async function listMeasures(
  { catalogue, cursors }: { catalogue: FollowedCatalogue; cursors: CursorMeans },
  request: ListRequest,
  limitMax: number,
): Promise<MeasureList> {
  const found = await catalogue.read((now): { list: MeasureList } | { page: FoundPage; pin: Pin } => {
    const stranger = request.filters.source?.find((id) => !now.state.hasSource(id))
    if (stranger !== undefined) throw invalidParameter('source', `source names "${stranger}", which is no source.`)
    const page = findPage(now, request, limitMax, cursors)
    const ready = now.readyRows(page.view, page.ids, page.language)
    return ready === null ? { page, pin: now.pin() } : { list: listOf(now.state, page, ready) }
  })
  if ('list' in found) return found.list
  // A full page whose rows were never asked for takes a while: it is rendered between the turns of others.
  const { page } = found
  using pin = found.pin
  return listOf(pin.state, page, await inTurns(pin.rows(page.view, page.ids, page.language)))
}

function listOf(state: CatalogueState, page: FoundPage, rows: readonly Buffer[]): MeasureList {
  const warnings: Warning[] = []
  if (page.pastDeadlinesFirst) warnings.push(pastDeadlinesFirst)
  if (page.ids.some((id) => state.isUnchecked(id))) warnings.push(notChecked)
  const { pagination, total } = page
  return { rows, pagination, total, attribution: state.attributionsOf(page.ids), warnings }
}
