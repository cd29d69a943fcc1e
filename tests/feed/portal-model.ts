/**
 * What the contract makes of the portal's days, told a second time and in another way: from the dates that stand in the
 * rows and from which calls are there, without the connector, the records or the store. The replay holds the service
 * against it.
 */
import type { PortalRow } from '../harness/portal-rows.ts'

type Served = { status: string; closesAt: string | null }

/** What one event says of status, deadline and listing; the rest of its diff is another matter. */
export type Told = { id: string; at: number; says: string }

type Call = { dates: Dates; served: Served; seenAt: number; missed: number; withdrawn: boolean }
type Dates = { opens: number | null; closes: number | null; word: string | null }

const minuteMs = 60_000
/** Succeeded runs in a row that must miss a call before it counts as gone (contract 4). */
const missedMax = 2
const words: Record<string, string> = { '31094501': 'forthcoming', '31094502': 'open', '31094503': 'closed' }

export class PortalModel {
  readonly #calls = new Map<string, Call>()
  readonly told: Told[] = []
  /** Calls that one run missed and the next one saw: when they were seen before and after. */
  readonly flaps: { id: string; before: number; after: number }[] = []

  /** The clock alone: what its passing changes, of calls that are gone too. */
  look(at: number): void {
    for (const [id, call] of this.#calls) this.#become(id, call, at, [])
  }

  /** A run that sees these rows; the clock has been looked at just before. */
  read(rows: readonly PortalRow[], at: number): void {
    const seen = new Map(rows.map((row) => [idOf(row), row]))
    for (const [id, row] of seen) {
      const dates = datesOf(row)
      const call = this.#calls.get(id)
      if (call === undefined) {
        this.#calls.set(id, { dates, served: servedAt(dates, at), seenAt: at, missed: 0, withdrawn: false })
        this.told.push({ id, at, says: 'created' })
        continue
      }
      if (call.missed === 1) this.flaps.push({ id, before: call.seenAt, after: at })
      const returns = call.withdrawn ? ['reinstated'] : []
      Object.assign(call, { dates, seenAt: at, missed: 0, withdrawn: false })
      this.#become(id, call, at, returns)
    }
    for (const [id, call] of this.#calls) {
      if (seen.has(id) || call.withdrawn) continue
      call.missed += 1
      if (call.missed < missedMax) continue
      call.withdrawn = true
      this.#become(id, call, at, ['withdrawn'])
    }
  }

  /** Ids that are listed: seen by the last run, or missed by it alone. */
  listed(): string[] {
    return [...this.#calls].filter(([, { withdrawn }]) => !withdrawn).map(([id]) => id)
  }

  #become(id: string, call: Call, at: number, first: string[]): void {
    const before = call.served
    call.served = servedAt(call.dates, at)
    const { status, closesAt } = call.served
    const says = [
      ...first,
      ...(status === before.status ? [] : [`status ${before.status} -> ${status}`]),
      ...(closesAt === before.closesAt ? [] : [`deadline ${before.closesAt} -> ${closesAt}`]),
    ]
    if (says.length > 0) this.told.push({ id, at, says: says.join(', ') })
  }
}

export function idOf(row: PortalRow): string {
  return `eu:${String(row.reference).replace(/(en|fr|nl|de|es)$/i, '')}`
}

/** The deadline of a row as the service would write it; null: it has none. */
export function deadlineOf(row: PortalRow): string | null {
  return written(datesOf(row).closes)
}

/** Whether the portal calls the row open though its opening is known: its own word, which changes around the opening. */
export function isCalledOpen(row: PortalRow): boolean {
  const { opens, closes } = datesOf(row)
  return opens !== null && closes !== null && String(row.metadata.status) === '31094502'
}

/** The opening of a row; null: it has none. */
export function openingOf(row: PortalRow): number | null {
  return datesOf(row).opens
}

function datesOf({ metadata }: PortalRow): Dates {
  const first = (key: string): string | null => {
    const value = metadata[key]
    return Array.isArray(value) && value.length > 0 ? String(value[0]) : null
  }
  const isTopic = first('type') === '1'
  const opens = instantOf(first('startDate'), isTopic, 'start')
  const closes = instantOf(first('deadlineDate'), isTopic, 'end')
  return { opens, closes, word: opens !== null && closes !== null ? null : (words[first('status') ?? ''] ?? null) }
}

/** Midnight in UTC (of topics also in Brussels) is a day in Brussels; everything else that minute. */
function instantOf(text: string | null, isTopic: boolean, side: 'start' | 'end'): number | null {
  if (text === null) return null
  const time = Temporal.Instant.from(text.replace(/\+0000$/, 'Z'))
  const utc = time.toZonedDateTimeISO('UTC')
  const brussels = time.toZonedDateTimeISO('Europe/Brussels')
  const isMidnight = (zoned: Temporal.ZonedDateTime): boolean => zoned.hour === 0 && zoned.minute === 0
  const day = isMidnight(utc) ? utc.toPlainDate() : isTopic && isMidnight(brussels) ? brussels.toPlainDate() : null
  if (day === null) return Math.floor(time.epochMilliseconds / minuteMs) * minuteMs
  const start = (of: Temporal.PlainDate): number => of.toZonedDateTime('Europe/Brussels').epochMilliseconds
  return side === 'start' ? start(day) : start(day.add({ days: 1 })) - 1
}

function servedAt({ opens, closes, word }: Dates, at: number): Served {
  const closesAt = written(closes)
  if (closes !== null && at > closes) return { status: 'closed', closesAt }
  if (opens !== null && at < opens) return { status: 'forthcoming', closesAt }
  if (word === 'forthcoming' && opens !== null) return { status: 'open', closesAt }
  return { status: word ?? (opens === null ? 'unknown' : 'open'), closesAt }
}

function written(instant: number | null): string | null {
  if (instant === null) return null
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('Europe/Brussels')
  return zoned.toString({ timeZoneName: 'never', smallestUnit: instant % 1000 === 0 ? 'second' : 'millisecond' })
}
