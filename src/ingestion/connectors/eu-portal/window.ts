/**
 * When an EU call can be applied for. The portal writes every date as a UTC timestamp; most of them mean a day. The rule
 * (contract 4): a date without a time is that Brussels day, every other time is UTC and kept to the minute, because the
 * seconds of some rows change from answer to answer.
 *
 * Rows of before 2025 give a day as the Brussels midnight at which it begins (22:00 or 23:00 UTC of the day before); that
 * is read for topics only, where no deadline has a time of its own. Where `actions` names calendar dates, those count.
 */
import {
  type Day,
  dayOf,
  endOfDay,
  formatInstant,
  type Instant,
  isDay,
  parseInstant,
  startOfDay,
} from '../../../values/brussels.ts'
import {
  type EuKind,
  type EuRow,
  firstOf,
  isObject,
  jsonOf,
  objectsIn,
  ownBudgetRows,
  UnreadableRow,
  valuesOf,
} from './row.ts'

/** A date of the portal: a Brussels day, or an instant on a whole minute. */
export type PortalDate = { day: Day } | { at: Instant }

/** `application_window` of the input record (contract 4): days as `YYYY-MM-DD`, instants as timestamps. */
export type EuWindow = {
  opens_at: string | null
  closes_at: string | null
  precision: 'instant' | 'day' | 'unknown'
  cut_offs: string[]
  recurrence: null
  note: { en: string; nl: string; fr: string } | null
}

const minuteMs = 60_000
const offsetWithoutColon = /([+-]\d{2})(\d{2})$/

/** Reads a date of the portal: `2027-02-10T00:00:00.000+0000` or `2027-02-10`; null when it is neither. */
export function readPortalDate(text: string, kind: EuKind): PortalDate | null {
  if (isDay(text)) return { day: text }
  const at = parseInstant(text.replace(offsetWithoutColon, '$1:$2'))
  if (at === null) return null
  const minute = Math.floor(at / minuteMs) * minuteMs
  const utc = new Date(minute).toISOString()
  if (utc.endsWith('T00:00:00.000Z')) return { day: utc.slice(0, 10) }
  const day = dayOf(minute)
  return kind === 'topic' && startOfDay(day) === minute ? { day } : { at: minute }
}

/** The window of a row, and whether both an opening and a deadline are known: then the dates decide the status alone. */
export function windowOf(row: EuRow, kind: EuKind, identifier: string): { window: EuWindow; dated: boolean } {
  const actions = objectsIn(jsonOf(row, 'actions'))
  const [opens] = preferCalendar(
    datesOf(valuesOf(row, 'startDate'), 'startDate', kind),
    actions.flatMap((action) => calendarDates([action.plannedOpeningDate], 'actions.plannedOpeningDate')),
  )
  const dates = preferCalendar(
    datesOf(valuesOf(row, 'deadlineDate'), 'deadlineDate', kind),
    actions.flatMap((action) => calendarDates(action.deadlineDates, 'actions.deadlineDates')),
  )
  const [first, ...later] = dates
  const twoStage = isTwoStage(row, kind, actions, identifier)
  const deadlines = twoStage && first !== undefined ? [first] : dates
  const decisive = deadlines.length > 0 ? deadlines : opens === undefined ? [] : [opens]
  const last = deadlines.at(-1)
  return {
    window: {
      opens_at: opens === undefined ? null : written(opens),
      closes_at: last === undefined ? null : written(last),
      // One word for the whole window: that of its deadlines, which is what people act on, and of these the coarser.
      precision: decisive.length === 0 ? 'unknown' : decisive.some((date) => 'day' in date) ? 'day' : 'instant',
      cut_offs: deadlines.length > 1 ? deadlines.map(written) : [],
      recurrence: null,
      note: last === undefined ? withoutDeadline : twoStage ? stagesNote(later) : null,
    },
    dated: opens !== undefined && last !== undefined,
  }
}

/**
 * The portal's own word for the status, for rows that lack an opening or a deadline; null where the dates decide, and
 * for a code that is none of the three.
 */
export function statusOf(row: EuRow, dated: boolean): 'forthcoming' | 'open' | 'closed' | null {
  return dated ? null : (statusesByCode.get(firstOf(row, 'status') ?? '') ?? null)
}

export const statusCodes = { forthcoming: '31094501', open: '31094502', closed: '31094503' } as const

const statusesByCode = new Map<string, 'forthcoming' | 'open' | 'closed'>([
  [statusCodes.forthcoming, 'forthcoming'],
  [statusCodes.open, 'open'],
  [statusCodes.closed, 'closed'],
])

function datesOf(values: string[], property: string, kind: EuKind): PortalDate[] {
  return inOrder(
    values.map((value) => {
      const date = readPortalDate(value, kind)
      if (date === null) throw new UnreadableRow(`${property}: ${value.slice(0, 40)} is no date`)
      return date
    }),
  )
}

function calendarDates(values: unknown, property: string): PortalDate[] {
  const list = Array.isArray(values) ? values : []
  return list
    .filter((value) => value !== null && value !== undefined && value !== '')
    .map((value) => {
      if (typeof value !== 'string' || !isDay(value)) throw new UnreadableRow(`${property}: ${value} is no date`)
      return { day: value }
    })
}

/** The calendar dates of `actions` where there are any, unless the row's own dates say at what time. */
function preferCalendar(own: PortalDate[], calendar: PortalDate[]): PortalDate[] {
  return calendar.length === 0 || own.some((date) => 'at' in date) ? own : inOrder(calendar)
}

/**
 * Whether later dates are for those who passed the first stage. The model stands in the row, in its actions or in its
 * budget; where it stands nowhere, the portal's own identifier of such a topic says so (`...-two-stage`). A cascade call's is that of the
 * topic that pays for it, and says nothing of its own stages.
 */
function isTwoStage(row: EuRow, kind: EuKind, actions: Record<string, unknown>[], identifier: string): boolean {
  const inActions = actions.map(({ submissionProcedure: procedure }) =>
    isObject(procedure) ? procedure.abbreviation : null,
  )
  const inBudget = ownBudgetRows(row, identifier).map((own) => own.deadlineModel)
  const model = [firstOf(row, 'deadlineModel'), ...inActions, ...inBudget].find((word) => typeof word === 'string')
  return typeof model === 'string' ? /^two[- ]stage/i.test(model) : kind === 'topic' && /two-stage/i.test(identifier)
}

const withoutDeadline = {
  en: "The portal names no deadline; the call's page says whether one can still apply.",
  nl: 'Het portaal noemt geen uiterste datum; de pagina van de oproep zegt of men nog kan aanvragen.',
  fr: "Le portail n'indique pas de date limite ; la page de l'appel dit si l'on peut encore postuler.",
}

/** `later`: the dates after the first; none where the portal does not know them yet. */
function stagesNote(later: PortalDate[]): { en: string; nl: string; fr: string } {
  if (later.length === 0)
    return {
      en: 'Call in two stages: first a short proposal, then a full one by those who passed.',
      nl: 'Oproep in twee fasen: eerst een kort voorstel, daarna een volledig voorstel van wie doorgaat.',
      fr: "Appel en deux étapes : d'abord une proposition courte, puis une complète de ceux qui sont retenus.",
    }
  const dates = later.map(inWords).join(', ')
  return {
    en: `Call in two stages; the deadline is that of the first. Second stage, for proposals that passed the first: ${dates}.`,
    nl: `Oproep in twee fasen; de uiterste datum is die van de eerste. Tweede fase, voor wie de eerste doorstond: ${dates}.`,
    fr: `Appel en deux étapes ; la date limite est celle de la première. Seconde étape, pour les propositions retenues : ${dates}.`,
  }
}

const inWords = (date: PortalDate): string =>
  'day' in date ? date.day : formatInstant(date.at).slice(0, 16).replace('T', ' ')

function written(date: PortalDate): string {
  return 'day' in date ? date.day : new Date(date.at).toISOString().replace('.000Z', 'Z')
}

/** Earliest first, each once; a day counts as its end. */
function inOrder(dates: PortalDate[]): PortalDate[] {
  const byInstant = new Map(dates.map((date) => ['day' in date ? endOfDay(date.day) : date.at, date]))
  return [...byInstant].sort(([a], [b]) => a - b).map(([, date]) => date)
}
