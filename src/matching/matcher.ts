/**
 * The evaluator that stands beside each catalogue, made ready with it and kept at its state: an answer never knows less
 * than a list would show at the same moment, and the first company after a change waits no longer than any other.
 */
import type { Catalogue } from '../measures/catalogue/catalogue.ts'
import type { Beginning, Beside, Companion } from '../measures/catalogue/companion.ts'
import type { KnownMeasure, Rendering } from '../measures/catalogue/known-measure.ts'
import type { CatalogueState } from '../measures/catalogue/state.ts'
import type { Concerned } from '../measures/catalogue/state-draft.ts'
import type { BriefSubsidy, CompactSubsidy } from '../measures/record/record-schema.ts'
import { servedDeadline, statusAt } from '../measures/record/status.ts'
import { Evaluator, type StagedMeasure } from './evaluator/evaluator.ts'
import { readMatchRequest } from './request/match-request.ts'
import { SharedRules } from './shared-rules.ts'
import { type MatchableMeasure, type PreparedMeasure, prepare } from './verdict/prepared-measure.ts'
import { beginMatch, type MatchCatalogue } from './words/match-company.ts'
import { Sheets } from './words/sheets.ts'

/** What an answer shows of a measure: its compact row, or less of it. */
export type MatchRow = BriefSubsidy | CompactSubsidy

export class Matcher implements Companion {
  /** How often a company was judged for nobody: that is a matter of the process, not of a catalogue. */
  #rehearsed = 0

  begin(state: CatalogueState): Beginning {
    const judge = new Judge(state)
    const rules = new SharedRules()
    return {
      take: (known, rendering) => judge.take(known, rendering, rules),
      finish: (entangled) => this.#finish(judge, entangled, rules),
    }
  }

  /**
   * What judges companies against the catalogue as it is now. Tally at once; what is read of measures afterwards is of
   * this state, whatever is shown by then, as long as the state is pinned.
   */
  of(catalogue: Catalogue): MatchCatalogue<MatchRow> {
    const { beside } = catalogue
    if (!(beside instanceof Judge)) throw new Error('no matcher stands beside this catalogue')
    return beside.asOf(catalogue.state)
  }

  *#finish(judge: Judge, entangled: ReadonlySet<string>, rules: SharedRules): Generator<number, Judge> {
    for (const id of entangled) {
      judge.takeAgain(id, rules)
      yield 1
    }
    yield* judge.tidy()
    // An empty catalogue has nothing to rehearse with.
    if (judge.size > 0) for (; this.#rehearsed < rehearsals; this.#rehearsed += 1) yield* judge.rehearse()
    return judge
  }
}

/**
 * How often a company is judged before anybody asks: code that never ran takes many times as long, which the first caller
 * of a process, and all who wait behind him, would pay.
 */
const rehearsals = 3
const someCompany = { company: { postcode: '9000', employees: 8, nace: ['62010'] } }

type Standing = Pick<PreparedMeasure, 'status' | 'closesAt'>

type Restated = { id: string } & Standing

class Judge implements Beside {
  readonly #evaluator = new Evaluator()
  readonly #sheets = new Sheets<MatchRow>()
  #state: CatalogueState

  constructor(state: CatalogueState) {
    this.#state = state
  }

  /** Measures in it. */
  get size(): number {
    return this.#evaluator.size
  }

  asOf(state: CatalogueState): MatchCatalogue<MatchRow> {
    return {
      evaluator: this.#evaluator,
      sheets: this.#sheets.over(
        (id) => matchable(state, id),
        state.parts.means.textOf,
        () => state === this.#state,
      ),
    }
  }

  /** Takes a measure in, with its rules as others have them; not one that is withdrawn. */
  take({ id, withdrawnAt }: KnownMeasure, rendering: Rendering, shared: SharedRules): void {
    if (withdrawnAt !== null) return
    const measure = prepare(matchableOf(this.#state, id, rendering))
    this.#put({ ...measure, rules: measure.rules.map((rule) => shared.as(rule)) })
  }

  /** What it takes the place of is tidied away at the end. */
  #put(measure: PreparedMeasure): void {
    this.#evaluator.show(this.#evaluator.stage(measure))
  }

  /** Takes a measure in again, now that all of its exclusions are known. */
  takeAgain(id: string, shared: SharedRules): void {
    const known = this.#state.known(id)
    if (known !== null) this.take(known, this.#state.rendering(id), shared)
  }

  /** Answers an invented company, so that the code has run before the first caller comes; its sheets go into a cache that is thrown away. */
  *rehearse(): Generator<number, void> {
    const state = this.#state
    const request = readMatchRequest(someCompany, state.instant)
    if (!('facts' in request)) return
    const sheets = new Sheets<null>().over(
      (id) => matchable(state, id),
      state.parts.means.textOf,
      () => true,
    )
    yield* beginMatch({ evaluator: this.#evaluator, sheets }, request.facts, { ...request, rowOf: () => null })
  }

  *prepare(next: CatalogueState, { changed, restated, sources }: Concerned): Generator<number, () => void> {
    yield* this.tidy()
    const gone: string[] = []
    const staged: StagedMeasure[] = []
    for (const id of changed) {
      const known = next.known(id)
      if (known === null || known.withdrawnAt !== null) gone.push(id)
      else staged.push(this.#evaluator.stage(prepare(matchable(next, id))))
      yield 1
    }
    const byClock: Restated[] = []
    for (const id of restated) {
      const known = changed.has(id) ? null : next.known(id)
      if (known !== null && known.withdrawnAt === null) byClock.push({ id, ...standingOf(next.rendering(id)) })
      yield 1
    }
    return () => {
      for (const id of gone) this.#evaluator.hide(id)
      for (const measure of staged) this.#evaluator.show(measure)
      for (const { id, status, closesAt } of byClock) this.#evaluator.restate(id, status, closesAt)
      for (const ids of [changed, restated]) for (const id of ids) this.#sheets.forget(id)
      // A run that saw a source's measures changed when each was last checked, which every sheet of them shows.
      if (sources.size > 0) this.#sheets.forgetAll()
      this.#state = next
    }
  }

  tidy(): Generator<number, void> {
    return this.#evaluator.tidy()
  }
}

/** Status and deadline at the instant of the state. */
function standingOf({ measure, context }: Rendering): Standing {
  return {
    status: statusAt(measure.record, measure.ages_at, context.at),
    closesAt: servedDeadline(measure.record.application_window, context.at),
  }
}

/** A measure of a state as the matcher takes it, at the state's instant. Throws where the state does not know it. */
export function matchable(state: CatalogueState, id: string): MatchableMeasure {
  return matchableOf(state, id, state.rendering(id))
}

function matchableOf(state: CatalogueState, id: string, rendering: Rendering): MatchableMeasure {
  const { measure, context } = rendering
  const { record } = measure
  const excludes = [...record.related.excludes, ...measure.excluded_by].map((other) => state.resolveId(other) ?? other)
  return {
    id,
    record,
    source: context.source,
    lastCheckedAt: measure.last_checked_at,
    ...standingOf(rendering),
    excludes: [...new Set(excludes)],
    licence: measure.licence,
  }
}
