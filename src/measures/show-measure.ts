/** One measure, for whoever asks for it: a route, a tool, a page. */
import { JsonBytes } from '../contract/call.ts'
import type { Warning } from '../contract/warnings.ts'
import type { Database } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { Language } from '../values/vocabularies.ts'
import type { FollowedCatalogue } from './catalogue/follow.ts'
import type { CatalogueState } from './catalogue/state.ts'
import type { Subsidy } from './record/record-schema.ts'
import { measureAsOf, resolveSubsidy } from './versions/history.ts'
import { notChecked } from './warnings.ts'

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

type ShowNeeds = { catalogue: FollowedCatalogue; database: Database }

/** Refuses `subsidy_not_found` and, of an instant before the first version, `version_not_found`. */
export function showMeasure(needs: ShowNeeds, asked: MeasureAsked): Promise<MeasureShown> {
  const { idOrSlug, language, asOf } = asked
  if (asOf !== undefined) return showMeasureAsOf(needs, asked, asOf)
  return needs.catalogue.read((current) => {
    const id = resolveSubsidy(current.state, idOrSlug)
    const measure = new JsonBytes([current.row('full', id, language)])
    return { measure, warnings: warningsOf(current.state, id) }
  })
}

async function showMeasureAsOf(
  { catalogue, database }: ShowNeeds,
  { idOrSlug, language, now }: MeasureAsked,
  asOf: Instant,
): Promise<MeasureShown> {
  using pin = await catalogue.pin()
  const { state } = pin
  const measure = await measureAsOf(database, state, resolveSubsidy(state, idOrSlug), asOf, language, now)
  return { measure, warnings: warningsOfPast(state, measure) }
}

export function warningsOf(state: CatalogueState, id: string): Warning[] {
  return state.isUnchecked(id) ? [notChecked] : []
}

/** Of a record as it was: it may be shown unchecked, and have been checked since. */
export function warningsOfPast(state: CatalogueState, { source }: Pick<Subsidy, 'source'>): Warning[] {
  return source.last_checked_at === null && state.settingsOf(source.id).method === 'curated' ? [notChecked] : []
}
