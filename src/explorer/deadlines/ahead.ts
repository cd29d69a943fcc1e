/**
 * Deadlines that lie ahead, each by itself: of a measure with several rounds every one is an entry. The index has measures in the
 * order of their next deadline; the catalogue has the dates of each at hand. Lists of what was asked for last are kept with the state.
 */
import type { Catalogue } from '../../measures/catalogue/catalogue.ts'
import type { KnownMeasure } from '../../measures/catalogue/known-measure.ts'
import type { CatalogueState } from '../../measures/catalogue/state.ts'
import type { ApplicationWindow } from '../../measures/record/record.ts'
import { inTurns } from '../../platform/in-turns.ts'
import type { Instant } from '../../values/brussels.ts'
import { byCodePoint } from '../../values/ids.ts'
import { servedLanguage } from '../../values/localized-text.ts'
import type { Language, TextLanguage } from '../../values/vocabularies.ts'
import { aheadFilters, type DeadlinesAsked } from './asked.ts'

/** Measures looked at for one list: no catalogue that we know of has as many with a date ahead. */
const measuresMax = 50_000
/** Measures looked at between two turns of others: a fraction of a millisecond. */
const measuresAStep = 256
/** Lists kept with a state; of each the entries are shared with the others. */
const listsKeptMost = 32

export type Deadline = {
  id: string
  at: Instant
  /** Its place among all of the measure's, from 1; those that are over count. */
  number: number
  /** How many the measure has. */
  of: number
}

export type Opening = { id: string; opensAt: Instant }

/** What is kept beside a measure that does not change, because its row does not say it. */
export type Glance = {
  precision: ApplicationWindow['precision']
  /** In which language its title is served. */
  titleIn: Readonly<Record<Language, TextLanguage | null>>
}

const glances = new WeakMap<KnownMeasure, Glance>()
/** By what was asked for. */
const listsOf = new WeakMap<CatalogueState, Map<string, readonly Deadline[]>>()

/** The list where it is kept, else the ids of those that pass, the next deadline first: what `deadlinesAhead` goes on with. */
export type Passing = { list: readonly Deadline[] } | { ids: readonly string[] }

/** Without a wait, so that it is of one state with what else is asked. */
export function passingAhead(
  current: Pick<Catalogue, 'index' | 'state'>,
  asked: DeadlinesAsked,
  now: Instant,
): Passing {
  const list = listsOf.get(current.state)?.get(keyOf(asked))
  if (list !== undefined) return { list }
  const filters = aheadFilters(asked, now)
  return { ids: current.index.search({ words: [], filters, sort: 'deadline', after: null, limit: measuresMax }).ids }
}

/**
 * The first deadlines ahead, as `deadlinesAhead` has them, without putting all of a state in order: each measure has one at its
 * place in the index, so that no other measure has an earlier one than as many measures as are asked for.
 */
export function firstAhead(
  current: Pick<Catalogue, 'index' | 'state'>,
  asked: DeadlinesAsked,
  { now, most }: { now: Instant; most: number },
): readonly Deadline[] {
  const filters = aheadFilters(asked, now)
  const { ids } = current.index.search({ words: [], filters, sort: 'deadline', after: null, limit: most })
  const all = ids.flatMap((id) => {
    const known = current.state.known(id)
    return known === null ? [] : deadlinesOf(current.state, known)
  })
  return all.sort(inOrder).slice(0, most)
}

export function idsForthcoming(current: Pick<Catalogue, 'index'>, asked: DeadlinesAsked): readonly string[] {
  const filters = { ...aheadFilters(asked, 0), status: ['forthcoming'], deadline_after: null } as const
  return current.index.search({ words: [], filters, sort: 'deadline', after: null, limit: measuresMax }).ids
}

/** Everything ahead, the nearest first; of one instant by id. `passing`: what `passingAhead` gave of this state. */
export async function deadlinesAhead(
  state: CatalogueState,
  asked: DeadlinesAsked,
  passing: Passing,
): Promise<readonly Deadline[]> {
  if ('list' in passing) return passing.list
  const list = await inTurns(allOf(state, passing.ids))
  const lists = listsOf.get(state) ?? new Map<string, readonly Deadline[]>()
  listsOf.set(state, lists)
  const [oldest] = lists.keys()
  if (lists.size >= listsKeptMost && oldest !== undefined) lists.delete(oldest)
  lists.set(keyOf(asked), list)
  return list
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

/** The `most` measures that open next, the first ahead. Thousands may be forthcoming, so that only those are put in order. */
export function openingsOf(state: CatalogueState, ids: readonly string[], most: number): Opening[] {
  const openings: Opening[] = []
  for (const id of ids) {
    const opensAt = state.known(id)?.opensAt ?? null
    if (opensAt === null) continue
    const opening = { id, opensAt }
    const place = openings.findLastIndex((other) => byOpening(other, opening) < 0) + 1
    if (place === most) continue
    openings.splice(place, 0, opening)
    if (openings.length > most) openings.pop()
  }
  return openings
}

function byOpening(left: Opening, right: Opening): number {
  return left.opensAt - right.opensAt || byCodePoint(left.id, right.id)
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

function keyOf({ region, topic, applicant_type }: DeadlinesAsked): string {
  return `${region} ${topic} ${applicant_type}`
}

/** The next deadlines come in their order, so that sorting has little to do. */
function* allOf(state: CatalogueState, ids: readonly string[]): Generator<number, Deadline[]> {
  const [nexts, others]: [Deadline[], Deadline[]] = [[], []]
  for (const [place, id] of ids.entries()) {
    if (place % measuresAStep === 0) yield measuresAStep
    const known = state.known(id)
    if (known === null) continue
    let list = nexts
    for (const deadline of deadlinesOf(state, known)) {
      list.push(deadline)
      list = others
    }
  }
  return [...nexts, ...others.sort(inOrder)].sort(inOrder)
}

function inOrder(left: Deadline, right: Deadline): number {
  return left.at - right.at || byCodePoint(left.id, right.id)
}
