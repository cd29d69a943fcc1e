/**
 * Deadlines that lie ahead, each by itself: of a measure with several rounds every one is an entry. The index has measures in the
 * order of their next deadline; the others stand in their records, which are looked at once. Lists of what was asked for last are
 * kept with the state.
 */
import type { Catalogue } from '../../measures/catalogue/catalogue.ts'
import type { KnownMeasure } from '../../measures/catalogue/known-measure.ts'
import type { CatalogueState } from '../../measures/catalogue/state.ts'
import type { Amount, ApplicationWindow } from '../../measures/record/record.ts'
import { inTurns } from '../../platform/in-turns.ts'
import type { Instant } from '../../values/brussels.ts'
import { byCodePoint } from '../../values/ids.ts'
import { servedLanguage } from '../../values/localized-text.ts'
import type { Language, TextLanguage } from '../../values/vocabularies.ts'
import { aheadFilters, type DeadlinesAsked } from './asked.ts'

/** Measures looked at for one list: no catalogue that we know of has as many with a date ahead. */
const measuresMax = 50_000
/** Lists kept with a state; of each the entries are shared with the others. */
const listsKeptMost = 32

export type Deadline = {
  id: string
  at: Instant
  /** Its place among all of the measure's, from 1; those that are over count. */
  number: number
  /** How many the measure has. */
  of: number
  precision: ApplicationWindow['precision']
}

export type Opening = { id: string; opensAt: Instant }

/** What is kept beside a measure that does not change: its dates, and what its row does not say. */
export type Glance = {
  opensAt: Instant | null
  /** All, those that are over too, in order. */
  deadlines: readonly Deadline[]
  amount: Pick<Amount, 'per'> | null
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
  return glanceAt(state, known).deadlines.filter(({ at }) => at >= state.instant)
}

/** What opens, the next first. */
export function openingsOf(state: CatalogueState, ids: readonly string[], most: number): Opening[] {
  const openings = ids.flatMap((id): Opening[] => {
    const known = state.known(id)
    const opensAt = known === null ? null : glanceAt(state, known).opensAt
    return opensAt === null ? [] : [{ id, opensAt }]
  })
  return openings.sort((left, right) => left.opensAt - right.opensAt || byCodePoint(left.id, right.id)).slice(0, most)
}

/** What is kept beside a measure; null where the state does not know it. */
export function glanceOf(state: CatalogueState, id: string): Glance | null {
  const known = state.known(id)
  return known === null ? null : glanceAt(state, known)
}

function keyOf({ region, topic, applicant_type }: DeadlinesAsked): string {
  return `${region} ${topic} ${applicant_type}`
}

/** The next deadlines come in their order, so that sorting has little to do. */
function* allOf(state: CatalogueState, ids: readonly string[]): Generator<number, Deadline[]> {
  const [nexts, others]: [Deadline[], Deadline[]] = [[], []]
  for (const id of ids) {
    yield 1
    const known = state.known(id)
    const [next, ...more] = known === null ? [] : deadlinesOf(state, known)
    if (next !== undefined) nexts.push(next)
    others.push(...more)
  }
  return [...nexts, ...others.sort(inOrder)].sort(inOrder)
}

function inOrder(left: Deadline, right: Deadline): number {
  return left.at - right.at || byCodePoint(left.id, right.id)
}

function glanceAt(state: CatalogueState, known: KnownMeasure): Glance {
  const kept = glances.get(known)
  if (kept !== undefined) return kept
  const { title, amount, application_window: window } = state.recordOf(known)
  const { opens_at: opensAt, precision } = window
  const of = window.deadlines.length
  const deadlines = window.deadlines.map((at, place) => ({ id: known.id, at, number: place + 1, of, precision }))
  const titleIn = { nl: servedLanguage(title, 'nl'), fr: servedLanguage(title, 'fr'), en: servedLanguage(title, 'en') }
  const glance = { opensAt, deadlines, amount: amount === null ? null : { per: amount.per }, titleIn }
  glances.set(known, glance)
  return glance
}
