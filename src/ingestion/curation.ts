/**
 * What a curator should do next (`doctor`): of the records that we word ourselves, those that nobody has read for a year,
 * rounds that are over and have no next one, statuses that need a look, conditions that neither a rule nor a point answers,
 * measures without any figure; and, of the table of points, those that fewer than two measures ask.
 *
 * Told measure by measure as the catalogue is paged through, so that what is kept is ids alone.
 */
import { checkedAt } from '../measures/record/checked.ts'
import type { Amount, ResolvedRecord } from '../measures/record/record.ts'
import { agesAt, statusAt } from '../measures/record/status.ts'
import { conditionCoverage } from '../measures/rules/condition-coverage.ts'
import { ruleIdsOf } from '../measures/rules/generated-rules.ts'
import type { Point } from '../reference/points.ts'
import { dayOf, type Instant } from '../values/brussels.ts'
import { byCodePoint } from '../values/ids.ts'

/** What a curator can be asked to do, in the order in which it is told. */
const kinds = [
  'unchecked',
  'round_over',
  'status_unknown',
  'condition_unanswered',
  'figures_missing',
  'point_asked_once',
] as const
type Kind = (typeof kinds)[number]

/** One thing to look at, and how much it matters against its like: larger first. */
type Task = { id: string; detail: string | null; weight: number }

/** Everything of one kind: the first `listedMax`, and how many there are. */
export type CurationTasks = { kind: Kind; tasks: { id: string; detail: string | null }[]; total: number }

/** A text that nobody has read for so long may say what was true then. */
const checkedDaysMax = 365
const dayMs = 86_400_000
/** As many of a kind as a curator does in a week; the others come up as these are done. */
const listedMax = 100

/** A measure that is neither withdrawn nor merged; `method`: how its source comes by its records. */
export type Taken = {
  id: string
  sourceId: string
  method: 'structured' | 'curated'
  firstSeenAt: Instant
  record: ResolvedRecord
}

export class Curation {
  readonly #at: Instant
  readonly #points: readonly Pick<Point, 'id' | 'retired'>[]
  readonly #found = new Map<Kind, Task[]>(kinds.map((kind) => [kind, []]))
  readonly #askedBy = new Map<string, string[]>()
  readonly #uncheckedOf = new Map<string, number>()

  /** `points`: the table, of which those that are retired are no matter. */
  constructor(at: Instant, points: readonly Pick<Point, 'id' | 'retired'>[]) {
    this.#at = at
    this.#points = points
  }

  /** Takes in a measure. One of an authority's own data only counts for the points. */
  take(taken: Taken): void {
    const { id, method, record } = taken
    for (const point of new Set(record.conditions.flatMap((condition) => condition.point ?? []))) {
      const asking = this.#askedBy.get(point) ?? []
      // Two are enough to know that it is shared.
      if (asking.length < 2) this.#askedBy.set(point, [...asking, id])
    }
    if (method === 'curated') this.#look(taken)
  }

  /** Of each source whose records we word ourselves, how many of them are unchecked; a source without any is left out. */
  uncheckedBySource(): ReadonlyMap<string, number> {
    return this.#uncheckedOf
  }

  #look({ id, sourceId, method, firstSeenAt, record }: Taken): void {
    const { application_window: window, amount } = record
    const checked = checkedAt(record)
    const status = statusAt(record, agesAt(record, { method }, firstSeenAt), this.#at)
    const add = (kind: Kind, weight: number, detail: string | null): void => this.#add(kind, { id, detail, weight })
    const unreadMs = checked === null ? Number.POSITIVE_INFINITY : this.#at - checked
    if (unreadMs > checkedDaysMax * dayMs) {
      add('unchecked', unreadMs, checked === null ? 'never' : dayOf(checked))
      this.#uncheckedOf.set(sourceId, (this.#uncheckedOf.get(sourceId) ?? 0) + 1)
    }

    const last = window.deadlines.at(-1)
    if (last !== undefined && last < this.#at && window.recurrence !== 'one_off') {
      add('round_over', this.#at - last, dayOf(last))
    }
    // What is over decides nobody's application; the rest of it need not be known better.
    if (status === 'closed') return
    if (status === 'unknown') add('status_unknown', 0, null)

    const { conditions, evaluated, points } = conditionCoverage(record.conditions, ruleIdsOf(record))
    const unanswered = conditions - evaluated - points
    if (unanswered > 0) add('condition_unanswered', unanswered, `${unanswered} of ${conditions}`)

    if (!hasFigures(amount)) add('figures_missing', 0, null)
  }

  #add(kind: Kind, task: Task): void {
    this.#found.get(kind)?.push(task)
  }

  /** What was found, kind by kind, what matters most first and of equals by id; kinds without a task are left out. */
  tasks(): CurationTasks[] {
    const alone = this.#points
      .filter(({ id, retired }) => !retired && (this.#askedBy.get(id)?.length ?? 0) < 2)
      .map(({ id }) => ({ id, detail: this.#askedBy.get(id)?.[0] ?? 'by none', weight: 0 }))
    return [...this.#found]
      .map(([kind, found]) => ({ kind, all: kind === 'point_asked_once' ? alone : found }))
      .filter(({ all }) => all.length > 0)
      .map(({ kind, all }) => ({
        kind,
        tasks: all
          .toSorted((left, right) => right.weight - left.weight || byCodePoint(left.id, right.id))
          .slice(0, listedMax)
          .map(({ id, detail }) => ({ id, detail })),
        total: all.length,
      }))
  }
}

/** Whether an amount says any figure, be it of a tier alone. */
export function hasFigures(amount: Amount | null): boolean {
  if (amount === null) return false
  const figures = [amount.min, amount.max, amount.rate_min, amount.rate_max, amount.budget_total]
  const ofTiers = amount.tiers.flatMap(({ rate, min, max }) => [rate, min, max])
  return [...figures, ...ofTiers].some((figure) => figure !== null)
}
