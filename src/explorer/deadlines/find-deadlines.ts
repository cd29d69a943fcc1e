/** What the page of deadlines and its calendar show: of one state, the entries with the rows of their measures. */
import { Refusal } from '../../contract/refusals.ts'
import type { FollowedCatalogue } from '../../measures/catalogue/follow.ts'
import type { Pin } from '../../measures/catalogue/pin.ts'
import type { CatalogueState } from '../../measures/catalogue/state.ts'
import type { ReadingDoubt } from '../../measures/record/checked.ts'
import type { CompactSubsidy } from '../../measures/record/record-schema.ts'
import { inTurns } from '../../platform/in-turns.ts'
import { addDays, type Day, dayOf, type Instant, startOfDay } from '../../values/brussels.ts'
import { type Language, liveStatuses, type TextLanguage } from '../../values/vocabularies.ts'
import {
  type Deadline,
  deadlinesIn,
  deadlinesOf,
  firstAhead,
  type Glance,
  glanceOf,
  type Opening,
  openingsAhead,
  type Stretch,
  type StretchAhead,
} from './ahead.ts'
import type { DeadlinesAsked } from './asked.ts'

/** Months that the page reaches, that of now included. */
const monthsShown = 12
/** Entries of a month among the others, and of a month by itself. */
const entriesAMonth = 8
export const entriesOfOneMonth = 200
/** Measures that open next. */
const openingsShown = 8
/** Entries of a calendar (a client reads it whole, again and again). */
const calendarMax = 500
const nothingAhead: StretchAhead = { total: 0, first: [] }
/** The last month that an address can name. */
const lastMonth = '9999-12'
/** In every month there is such a day, and so many days later is the next month. */
const lastDayOfAll = 28
const daysToNextMonth = 4

type RowShown = {
  row: CompactSubsidy
  titleLanguage: TextLanguage | null
  precision: Glance['precision']
  /** Of its reading, see `CatalogueState.readingDoubt`. */
  doubt: ReadingDoubt | null
}
export type DeadlineShown = Deadline & RowShown

export type CalendarEntry = Deadline & {
  /** The row as the catalogue has it: the same object until something that it says changes. */
  json: Buffer
  /** What an entry says of it; an entry that was written before needs none of it. */
  read(): Pick<RowShown, 'row' | 'precision'>
}

/** `month`: `2026-12`. */
export type MonthShown = { month: string; total: number; entries: readonly DeadlineShown[] }

export type DeadlinesFound = {
  /** Every month that has a deadline, or the one asked for. */
  months: readonly MonthShown[]
  /** Deadlines after the last month shown. */
  later: number
  opening: readonly (Opening & RowShown)[]
}

type Asking = { asked: DeadlinesAsked; language: Language; now: Instant }

/** `month`: that one alone; null: the next twelve. */
export async function findDeadlines(
  catalogue: FollowedCatalogue,
  { asked, month, language, now }: Asking & { month: string | null },
): Promise<DeadlinesFound> {
  const names = month === null ? nextMonths(now) : [month]
  const most = month === null ? entriesAMonth : entriesOfOneMonth
  const stretches = [...names.map(stretchOf), afterMonth(names.at(-1) ?? '')]
  const { ahead, openings, pin } = await catalogue.read((current) => ({
    ahead: deadlinesIn(current, asked, { now, stretches, most }),
    openings: month === null ? openingsAhead(current, asked, openingsShown) : [],
    pin: current.pin(),
  }))
  using held = pin
  const months = names.flatMap((name, place) => {
    const { total, first } = ahead[place] ?? nothingAhead
    return total === 0 ? [] : [{ month: name, total, first }]
  })
  const shown = await rowsOf(held, [...months.flatMap(({ first }) => first), ...openings], language)
  return {
    months: months.map(({ month: name, total, first }) => ({
      ...{ month: name, total },
      entries: first.flatMap((entry) => withRow(entry, shown)),
    })),
    later: ahead.at(-1)?.total ?? 0,
    opening: openings.flatMap((opening) => withRow(opening, shown)),
  }
}

/** The next deadlines for a calendar, those of one measure where it is named. Refuses `subsidy_not_found`. */
export async function findCalendar(
  catalogue: FollowedCatalogue,
  { asked, measure, language, now }: Asking & { measure: string | null },
): Promise<readonly CalendarEntry[]> {
  const { entries, pin } = await catalogue.read((current) => ({
    entries:
      measure === null
        ? firstAhead(current, asked, { now, most: calendarMax })
        : deadlinesOfOne(current.state, measure).slice(0, calendarMax),
    pin: current.pin(),
  }))
  using held = pin
  const rows = await jsonOf(held, entries, language)
  const { state } = held
  const all = entries.flatMap((entry) => {
    const json = rows.get(entry.id)
    if (json === undefined) return []
    const read = () => ({ row: rowIn(json), precision: glanceOf(state, entry.id).precision })
    return [{ ...entry, json, read }]
  })
  // Those that the index answered with are listed.
  return measure === null ? all : all.filter(({ json }) => isListed(rowIn(json)))
}

/** One that is withdrawn leaves the calendar, as one that is closed does. */
function isListed({ withdrawn_at: withdrawnAt, status }: CompactSubsidy): boolean {
  return withdrawnAt === null && liveStatuses.includes(status)
}

function deadlinesOfOne(state: CatalogueState, idOrSlug: string): readonly Deadline[] {
  const id = state.resolveId(idOrSlug)
  const known = id === null ? null : state.known(id)
  if (known !== null) return deadlinesOf(state, known)
  throw new Refusal('subsidy_not_found', 'There is no measure with this name.', { subsidy: idOrSlug })
}

async function rowsOf(
  held: Pin,
  entries: readonly { id: string }[],
  language: Language,
): Promise<Map<string, RowShown>> {
  const { state } = held
  const rows = await jsonOf(held, entries, language)
  return new Map(
    [...rows].map(([id, json]) => {
      const { precision, titleIn } = glanceOf(state, id)
      const doubt = state.readingDoubt(id, state.instant)
      return [id, { row: rowIn(json), titleLanguage: titleIn[language], precision, doubt }]
    }),
  )
}

/** By id. */
async function jsonOf(held: Pin, entries: readonly { id: string }[], language: Language): Promise<Map<string, Buffer>> {
  const ids = [...new Set(entries.map(({ id }) => id))]
  const rows = await inTurns(held.rows('compact', ids, language))
  return new Map(rows.map(({ json }, place) => [ids[place] ?? '', json]))
}

function rowIn(json: Buffer): CompactSubsidy {
  return JSON.parse(json.toString('utf8'))
}

function withRow<Entry extends { id: string }>(
  entry: Entry,
  shown: ReadonlyMap<string, RowShown>,
): (Entry & RowShown)[] {
  const found = shown.get(entry.id)
  return found === undefined ? [] : [{ ...entry, ...found }]
}

/** A deadline at midnight is of the day that it ends, so that the first instant of the next month is of this one. */
function stretchOf(month: string): Stretch {
  const upTo = month === lastMonth ? Infinity : startOfDay(`${monthAfter(month)}-01`)
  return { after: startOfDay(`${month}-01`), upTo }
}

function afterMonth(month: string): Stretch {
  return { after: stretchOf(month).upTo, upTo: Infinity }
}

function monthOf(day: Day): string {
  return day.slice(0, 7)
}

/** The month of now, and those after it. */
function nextMonths(now: Instant): string[] {
  const months = [monthOf(dayOf(now))]
  while (months.length < monthsShown) months.push(monthAfter(months.at(-1) ?? ''))
  return months
}

function monthAfter(month: string): string {
  return monthOf(addDays(`${month}-${lastDayOfAll}`, daysToNextMonth))
}
