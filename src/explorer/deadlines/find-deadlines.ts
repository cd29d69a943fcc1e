/**
 * Deadlines that lie ahead, each by itself: of a measure with several rounds every one is an entry. The index knows the next
 * deadline of a measure alone; the others stand in its record, which is looked at once.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Catalogue } from '../../measures/catalogue/catalogue.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import type { KnownMeasure } from '../../measures/catalogue/known-measure.ts'
import type { Pin } from '../../measures/catalogue/pin.ts'
import type { CatalogueState } from '../../measures/catalogue/state.ts'
import type { ApplicationWindow } from '../../measures/record/record.ts'
import type { CompactSubsidy } from '../../measures/record/record-schema.ts'
import { lastDayOf } from '../../pages/figures.ts'
import { inTurns } from '../../platform/in-turns.ts'
import { addDays, type Day, dayOf, type Instant } from '../../values/brussels.ts'
import { servedLanguage } from '../../values/localized-text.ts'
import type { Language, TextLanguage } from '../../values/vocabularies.ts'
import { withPeriod } from '../said/amount-said.ts'
import { aheadFilters, canStillBe, type DeadlinesAsked } from './asked.ts'

/** Months that the page reaches, that of now included. */
const monthsShown = 12
/** Entries of a month among the others, and of a month by itself. */
const entriesAMonth = 20
export const entriesOfOneMonth = 200
/** Measures that open next. */
const openingsShown = 8
/** Entries of a calendar (a client reads it whole, again and again). */
const calendarMax = 500
/** Measures looked at for one page: more have no deadline ahead of them in any catalogue that we know of. */
const measuresMax = 50_000

/** What a window says of time, as it is kept beside a measure that does not change. */
type Dates = Pick<ApplicationWindow, 'opens_at' | 'deadlines' | 'precision'>
const datesOf = new WeakMap<KnownMeasure, Dates>()

export type Deadline = {
  id: string
  at: Instant
  /** Its place among all of the measure's, from 1; those that are over count. */
  number: number
  /** How many the measure has. */
  of: number
  precision: ApplicationWindow['precision']
}

export type DeadlineShown = Deadline & { row: CompactSubsidy; titleLanguage: TextLanguage | null }

/** `month`: `2026-12`. */
export type MonthShown = { month: string; total: number; entries: readonly DeadlineShown[] }

export type DeadlinesFound = {
  /** Every month that has a deadline, or the one asked for. */
  months: readonly MonthShown[]
  /** Deadlines after the last month shown. */
  later: number
  opening: readonly { opensAt: Instant; row: CompactSubsidy; titleLanguage: TextLanguage | null }[]
}

type Current = Pick<Catalogue, 'search' | 'state' | 'pin'>

/** `month`: that one alone; null: the next twelve. */
export async function findDeadlines(
  catalogue: FollowedCatalogue,
  { asked, month, language, now }: { asked: DeadlinesAsked; month: string | null; language: Language; now: Instant },
): Promise<DeadlinesFound> {
  const { ahead, pin, forthcoming } = await catalogue.read((current) => ({
    ahead: idsAhead(current, asked, now),
    forthcoming: idsForthcoming(current, asked),
    pin: current.pin(),
  }))
  using held = pin
  const all = await inTurns(deadlinesOf(held.state, ahead, now))
  const byMonth = Map.groupBy(all, ({ at }) => monthOf(lastDayOf(at)))
  const shownMonths = month === null ? nextMonths(now) : [month]
  const last = shownMonths.at(-1) ?? ''
  const most = month === null ? entriesAMonth : entriesOfOneMonth
  const months = shownMonths.flatMap((one) => {
    const entries = byMonth.get(one) ?? []
    return entries.length === 0 ? [] : [{ month: one, total: entries.length, entries: entries.slice(0, most) }]
  })
  const openings = await inTurns(openingsOf(held.state, forthcoming, now))
  const ids = [
    ...new Set([...months.flatMap(({ entries }) => entries.map(({ id }) => id)), ...openings.map(({ id }) => id)]),
  ]
  const shown = await rowsOf(held, ids, language)
  return {
    months: months.map((one) => ({ ...one, entries: one.entries.flatMap((entry) => withRow(entry, shown)) })),
    later: all.filter(({ at }) => monthOf(lastDayOf(at)) > last).length,
    opening: openings.flatMap((opening) => withRow(opening, shown)),
  }
}

/** The next deadlines for a calendar, those of one measure where it is named. Refuses `subsidy_not_found`. */
export async function findCalendar(
  catalogue: FollowedCatalogue,
  {
    asked,
    measure,
    language,
    now,
  }: { asked: DeadlinesAsked; measure: string | null; language: Language; now: Instant },
): Promise<readonly DeadlineShown[]> {
  const { ids, pin } = await catalogue.read((current) => ({
    ids: measure === null ? idsAhead(current, asked, now) : idOfOne(current.state, measure),
    pin: current.pin(),
  }))
  using held = pin
  const all = await inTurns(deadlinesOf(held.state, ids, now))
  const entries = all.slice(0, calendarMax)
  const shown = await rowsOf(held, [...new Set(entries.map(({ id }) => id))], language)
  return entries.flatMap((entry) => withRow(entry, shown)).filter(({ row }) => isListed(row))
}

/** One that is withdrawn leaves the calendar, as one that is closed does. */
function isListed({ withdrawn_at: withdrawnAt, status }: CompactSubsidy): boolean {
  return withdrawnAt === null && (canStillBe as readonly string[]).includes(status)
}

function idsAhead(current: Current, asked: DeadlinesAsked, now: Instant): readonly string[] {
  const filters = aheadFilters(asked, now)
  return current.search({ words: [], filters, sort: 'deadline', after: null, limit: measuresMax }).ids
}

function idsForthcoming(current: Current, asked: DeadlinesAsked): readonly string[] {
  const filters = { ...aheadFilters(asked, 0), status: ['forthcoming'], deadline_after: null } as const
  return current.search({ words: [], filters, sort: 'deadline', after: null, limit: measuresMax }).ids
}

function idOfOne(state: CatalogueState, idOrSlug: string): readonly string[] {
  const id = state.resolveId(idOrSlug)
  if (id !== null) return [id]
  throw new Refusal('subsidy_not_found', 'There is no measure with this name.', { subsidy: idOrSlug })
}

/** Everything ahead, the nearest first; of one instant by id. */
function* deadlinesOf(state: CatalogueState, ids: readonly string[], now: Instant): Generator<number, Deadline[]> {
  const all: Deadline[] = []
  for (const id of ids) {
    const { deadlines, precision } = datesIn(state, id)
    for (const [place, at] of deadlines.entries()) {
      if (at > now) all.push({ id, at, number: place + 1, of: deadlines.length, precision })
    }
    yield 1
  }
  return all.sort((left, right) => left.at - right.at || (left.id < right.id ? -1 : 1))
}

function* openingsOf(
  state: CatalogueState,
  ids: readonly string[],
  now: Instant,
): Generator<number, { id: string; opensAt: Instant }[]> {
  const openings: { id: string; opensAt: Instant }[] = []
  for (const id of ids) {
    const { opens_at: opensAt } = datesIn(state, id)
    if (opensAt !== null && opensAt > now) openings.push({ id, opensAt })
    yield 1
  }
  return openings
    .sort((left, right) => left.opensAt - right.opensAt || (left.id < right.id ? -1 : 1))
    .slice(0, openingsShown)
}

function datesIn(state: CatalogueState, id: string): Dates {
  const known = state.known(id)
  if (known === null) return { opens_at: null, deadlines: [], precision: 'unknown' }
  const kept = datesOf.get(known)
  if (kept !== undefined) return kept
  const { opens_at, deadlines, precision } = state.recordOf(known).application_window
  const dates = { opens_at, deadlines, precision }
  datesOf.set(known, dates)
  return dates
}

type RowShown = { row: CompactSubsidy; titleLanguage: TextLanguage | null }

async function rowsOf(held: Pin, ids: readonly string[], language: Language): Promise<Map<string, RowShown>> {
  const rows = await inTurns(held.rows('compact', ids, language))
  return new Map(
    rows.map(({ json }) => {
      const row: CompactSubsidy = JSON.parse(json.toString('utf8'))
      const known = held.state.known(row.id)
      if (known === null) return [row.id, { row, titleLanguage: null }]
      const record = held.state.recordOf(known)
      return [row.id, { row: withPeriod(row, record), titleLanguage: servedLanguage(record.title, language) }]
    }),
  )
}

function withRow<Entry extends { id: string }>(
  entry: Entry,
  shown: ReadonlyMap<string, RowShown>,
): (Entry & RowShown)[] {
  const found = shown.get(entry.id)
  return found === undefined ? [] : [{ ...entry, ...found }]
}

function monthOf(day: Day): string {
  return day.slice(0, 7)
}

/** The month of now, and those after it. */
function nextMonths(now: Instant): string[] {
  const months = [monthOf(dayOf(now))]
  while (months.length < monthsShown) {
    const last = months.at(-1) ?? ''
    months.push(monthOf(addDays(`${last}-28`, 4)))
  }
  return months
}
