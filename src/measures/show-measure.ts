/** One measure, for whoever asks for it: a route, a tool, a page. */
import { JsonBytes } from '../contract/call.ts'
import type { Warning } from '../contract/warnings.ts'
import type { Database } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import type { Language } from '../values/vocabularies.ts'
import type { FollowedCatalogue } from './catalogue/follow.ts'
import type { CatalogueState } from './catalogue/state.ts'
import { readingDoubt } from './record/checked.ts'
import type { Subsidy } from './record/record-schema.ts'
import { measureAsOf, resolveSubsidy } from './versions/history.ts'
import { doubtWarnings, readingWarnings } from './warnings.ts'

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
  const { idOrSlug, language, asOf, now } = asked
  if (asOf !== undefined) return showMeasureAsOf(needs, asked, asOf)
  return needs.catalogue.read((current) => {
    const id = resolveSubsidy(current.state, idOrSlug)
    const measure = new JsonBytes([current.row('full', id, language)])
    return { measure, warnings: readingWarnings(current.state, [id], now) }
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
  return { measure, warnings: warningsOfPast(state, measure, now) }
}

/** Of a record as it was: it may be shown unread, and have been read since. */
export function warningsOfPast(
  state: CatalogueState,
  { id, source }: Pick<Subsidy, 'id' | 'source'>,
  at: Instant,
): Warning[] {
  return doubtWarnings([[id, readingDoubt(source.checked, state.settingsOf(source.id), at)]])
}
