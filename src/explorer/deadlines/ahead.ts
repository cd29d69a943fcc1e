/**
 * Deadlines that lie ahead, each by itself: of a measure with several rounds every one is an entry. The index answers with measures
 * in the order of their next deadline, and says which have another after it; only those, and what is shown, are looked at one by one.
 */
import type { Catalogue } from '../../measures/catalogue/catalogue.ts'
import type { KnownMeasure } from '../../measures/catalogue/known-measure.ts'
import type { CatalogueState } from '../../measures/catalogue/state.ts'
import type { Filters, IndexSort } from '../../measures/finding/query.ts'
import type { ApplicationWindow } from '../../measures/record/record.ts'
import type { Instant } from '../../values/brussels.ts'
import { byCodePoint } from '../../values/ids.ts'
import { servedLanguage } from '../../values/localized-text.ts'
import type { Language, TextLanguage } from '../../values/vocabularies.ts'
import { aheadFilters, type DeadlinesAsked } from './asked.ts'

/** Measures with several deadlines ahead that are looked at: no catalogue that we know of has as many. */
const measuresOfSeveralMax = 10_000

type Current = Pick<Catalogue, 'index' | 'state'>

export type Deadline = {
  id: string
  at: Instant
  /** Its place among all of the measure's, from 1; those that are over count. */
  number: number
  /** How many the measure has. */
  of: number
}

export type Opening = { id: string; opensAt: Instant }

/** After the one instant, up to and with the other. */
export type Stretch = { after: Instant; upTo: Instant }

/** The deadlines of a stretch: how many, and the first of them, the nearest first; of one instant by id. */
export type StretchAhead = { total: number; first: readonly Deadline[] }

/** What is kept beside a measure that does not change, because its row does not say it. */
export type Glance = {
  precision: ApplicationWindow['precision']
  /** In which language its title is served. */
  titleIn: Readonly<Record<Language, TextLanguage | null>>
}

const glances = new WeakMap<KnownMeasure, Glance>()

/** The deadlines of each stretch, at most `most` of them one by one. `now`: no stretch begins before it. */
export function deadlinesIn(
  current: Current,
  asked: DeadlinesAsked,
  { now, stretches, most }: { now: Instant; stretches: readonly Stretch[]; most: number },
): StretchAhead[] {
  const further = furtherAhead(current, asked, now)
  return stretches.map(({ after, upTo }) => {
    const filters = { ...aheadFilters(asked, Math.max(now, after)), deadline_before: upTo }
    const { total, ids } = found(current, filters, 'deadline', most)
    const others = further.filter(({ at }) => at > after && at <= upTo)
    const first = [...nextOf(current, ids), ...others].sort(inOrder).slice(0, most)
    return { total: total + others.length, first }
  })
}

/** The first deadlines ahead, at most `most`. */
export function firstAhead(
  current: Current,
  asked: DeadlinesAsked,
  { now, most }: { now: Instant; most: number },
): readonly Deadline[] {
  const { ids } = found(current, aheadFilters(asked, now), 'deadline', most)
  return [...nextOf(current, ids), ...furtherAhead(current, asked, now)].sort(inOrder).slice(0, most)
}

/** The measures that open next, the first ahead, at most `most`. */
export function openingsAhead(current: Current, asked: DeadlinesAsked, most: number): readonly Opening[] {
  const filters: Filters = { ...aheadFilters(asked, 0), status: ['forthcoming'], deadline_after: null }
  return found(current, filters, 'opening', most).ids.flatMap((id) => {
    const opensAt = current.state.known(id)?.opensAt ?? null
    return opensAt === null ? [] : [{ id, opensAt }]
  })
}

/**
 * The deadlines ahead of one measure. When one of them passes the clock makes another state, so that those of a state are
 * ahead for as long as it is the one of now.
 */
export function deadlinesOf(state: CatalogueState, known: KnownMeasure): readonly Deadline[] {
  const ahead: Deadline[] = []
  let number = 0
  for (const at of known.deadlines) {
    number += 1
    if (at >= state.instant) ahead.push({ id: known.id, at, number, of: known.deadlines.length })
  }
  return ahead
}

/** Throws where the state does not know the measure. */
export function glanceOf(state: CatalogueState, id: string): Glance {
  const known = state.known(id)
  if (known === null) throw new Error(`the catalogue does not know ${id}`)
  const kept = glances.get(known)
  if (kept !== undefined) return kept
  const { title, application_window: window } = state.recordOf(known)
  const titleIn = { nl: servedLanguage(title, 'nl'), fr: servedLanguage(title, 'fr'), en: servedLanguage(title, 'en') }
  const glance = { precision: window.precision, titleIn }
  glances.set(known, glance)
  return glance
}

function found({ index }: Current, filters: Filters, sort: IndexSort, most: number): { total: number; ids: string[] } {
  return index.search({ words: [], filters, sort, after: null, limit: most })
}

/** The next deadline of each. */
function nextOf(current: Current, ids: readonly string[]): Deadline[] {
  return ids.flatMap((id) => deadlinesOfId(current.state, id).slice(0, 1))
}

/** Of every measure, the deadlines after its next one. */
function furtherAhead(current: Current, asked: DeadlinesAsked, now: Instant): Deadline[] {
  const filters = { ...aheadFilters(asked, now), has_further_deadlines: true }
  const { ids } = found(current, filters, 'deadline', measuresOfSeveralMax)
  return ids.flatMap((id) => deadlinesOfId(current.state, id).slice(1))
}

function deadlinesOfId(state: CatalogueState, id: string): readonly Deadline[] {
  const known = state.known(id)
  return known === null ? [] : deadlinesOf(state, known)
}

function inOrder(left: Deadline, right: Deadline): number {
  return left.at - right.at || byCodePoint(left.id, right.id)
}
