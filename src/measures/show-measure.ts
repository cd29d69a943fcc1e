/** One measure, for whoever asks for it: a route, a tool, a page. */
import { JsonBytes, type Warning } from '../contract/route.ts'
import type { Database } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { Language } from '../values/vocabularies.ts'
import type { FollowedCatalogue } from './catalogue/follow.ts'
import type { CatalogueState } from './catalogue/state.ts'
import { notChecked } from './not-checked.ts'
import type { Subsidy } from './record/record-schema.ts'
import { measureAsOf, resolveSubsidy } from './versions/history.ts'

export type MeasureAsked = {
  /** Its own, or that of one that was merged into it. */
  idOrSlug: string
  language: Language
  /** Undefined: as it is. */
  asOf: Instant | undefined
  now: Instant
}

/** `measure`: the full record; as its JSON where it lies ready. */
export type MeasureShown = { measure: JsonBytes | Subsidy; warnings: Warning[] }

/** Refuses `subsidy_not_found` and, of an instant before the first version, `version_not_found`. */
export async function showMeasure(
  { catalogue, database }: { catalogue: FollowedCatalogue; database: Database },
  { idOrSlug, language, asOf, now }: MeasureAsked,
): Promise<MeasureShown> {
  if (asOf === undefined) {
    return catalogue.read((current) => {
      const id = resolveSubsidy(current.state, idOrSlug)
      const measure = new JsonBytes([current.row('full', id, language)])
      return { measure, warnings: warningsOf(current.state, id) }
    })
  }
  using pin = await catalogue.pin()
  const id = resolveSubsidy(pin.state, idOrSlug)
  return {
    measure: await measureAsOf(database, pin.state, id, asOf, language, now),
    warnings: warningsOf(pin.state, id),
  }
}

function warningsOf(state: CatalogueState, id: string): Warning[] {
  return state.isUnchecked(id) ? [notChecked] : []
}
