/**
 * Every measure that can be served, in memory: the state of now, an index to find measures, their rows as bytes, and what
 * stands beside it (`companion.ts`). One catalogue belongs to one process.
 *
 * A change is made ready in slices beside what is shown: records parsed, entries staged in the index, what stands
 * beside prepared. Then everything changes over in one step that takes no time worth naming. So a reader who does not wait reads
 * one state, one who waits pins his (`pin.ts`), and nobody ever sees half of a change.
 *
 * Status and served deadline follow the clock in the same way: `advance` brings both up to an instant before anything is
 * answered, so that no answer shows a measure as open after its deadline, whether or not the clock job has made its
 * version yet. What the clock will change soon is made ready before its time.
 */

import type { Staged } from '../../search/search-index.ts'
import { type Day, dayOf, type Instant } from '../../values/brussels.ts'
import type { Language, View } from '../../values/vocabularies.ts'
import { indexEntry } from '../finding/index-entry.ts'
import type { MeasureIndex } from '../finding/measure-index.ts'
import type { Entry } from '../finding/query.ts'
import { renderCompact, renderFull } from '../record/render.ts'
import { resolve } from '../record/resolve.ts'
import { nextClockChange } from '../record/status.ts'
import type { Beside } from './companion.ts'
import type { DueTimes } from './due-times.ts'
import { takeMeasure } from './making/take-measure.ts'
import { Pin, pinsMax, type RowOf } from './pin.ts'
import type { Reading } from './read-state.ts'
import { RowCache, type ServedRow } from './row-cache.ts'
import { CatalogueState } from './state.ts'
import { type Concerned, nobody, StateDraft } from './state-draft.ts'

/** A change made ready: valid while the state that it was made from is the one of now. */
type Prepared = {
  before: CatalogueState
  next: CatalogueState
  concerned: Concerned
  staged: readonly Staged[]
  hidden: readonly string[]
  dues: ReadonlyMap<string, Instant | null>
  /** Changes over what stands beside; null: nothing does. */
  changeOver: (() => void) | null
}

export type CatalogueParts = {
  state: CatalogueState
  /** Null: nobody searches it. */
  index: MeasureIndex | null
  due: DueTimes
  /** Made for that state; null: nothing stands beside it. */
  beside: Beside | null
}

export class Catalogue {
  readonly #index: MeasureIndex | null
  readonly #due: DueTimes
  readonly #rows = new RowCache()
  /** Null: nothing stands beside it. */
  readonly beside: Beside | null
  #state: CatalogueState
  /** What the clock will do next, made ready before its time. */
  #ahead: Prepared | null = null
  #pins = 0

  /** Keeps the state's slab, until `letGo`. */
  constructor({ state, index, due, beside }: CatalogueParts) {
    this.beside = beside
    this.#state = state
    this.#index = index
    this.#due = due
    state.slab.keep()
  }

  /** The state of now. Whoever waits between two looks holds it with `pin`. */
  get state(): CatalogueState {
    return this.#state
  }

  /** Finds the measures of the state of now. Throws where the catalogue was made without an index. */
  get index(): MeasureIndex {
    if (this.#index === null) throw new Error('this catalogue is not searched')
    return this.#index
  }

  /** A measure's row as JSON. Throws when the catalogue does not know it. */
  row(view: View, id: string, language: Language): Buffer {
    return this.#rowOf(this.#state, view, id, language).json
  }

  /** The rows of many measures; null where one of them is yet to be made, which may take a while. */
  readyRows(view: View, ids: readonly string[], language: Language): ServedRow[] | null {
    const rows: ServedRow[] = []
    for (const id of ids) {
      const row = this.#rows.kept(view, id, language)
      if (row === null) return null
      rows.push(row)
    }
    return rows
  }

  /** The state of now, to be read across a wait. */
  pin(): Pin {
    if (this.#pins >= pinsMax) throw new Error(`more than ${pinsMax} readers hold a state of the catalogue`)
    this.#pins += 1
    return new Pin(this.#state, this.#rowOf, () => {
      this.#pins -= 1
    })
  }

  /** Takes in what changed in the store, in slices; the records stand in the slab. When it throws, everything is as it was. */
  *takeIn(changes: Reading, now: Instant): Generator<number, void> {
    yield* this.advance(now)
    this.#ahead = null
    const before = this.#state
    const { means } = before.parts
    try {
      const draft = new StateDraft(before)
      const staged: Staged[] = []
      const hidden: string[] = []
      const dues = new Map<string, Instant | null>()
      const instant = Math.max(before.instant, now)
      yield* this.#makeRoom(changes.measures.length)
      for (const { facts, place } of changes.measures) {
        yield 1
        const record = before.recordAt(place, facts.id)
        if (facts.mergedInto !== null) {
          draft.leadOn(facts, facts.mergedInto, record.licence)
          hidden.push(facts.id)
          dues.set(facts.id, null)
          continue
        }
        const source = changes.sources.get(facts.sourceId)
        if (source === undefined) throw new Error(`${facts.id} is of the unknown source ${facts.sourceId}`)
        const taken = takeMeasure(facts, record, place, source.settings, means.lookups, instant)
        draft.put(taken.known)
        staged.push(...this.#staged(() => indexEntry(taken.known, taken.resolved, source.settings, instant)))
        dues.set(facts.id, taken.dueAt)
      }
      const { publication, position, eventId, sources } = changes
      const { next, concerned } = yield* draft.done({ publication, position, eventId, instant, sources })
      const changeOver = yield* this.#prepareBeside(next, concerned)
      this.#show({ before, next, concerned, staged, hidden, dues, changeOver })
    } catch (error) {
      changes.slab.cutBack(changes.slabSizeBefore)
      throw error
    }
  }

  /** Brings status and served deadline of everything up to `now`, in slices. Never goes back. */
  *advance(now: Instant): Generator<number, void> {
    while ((this.#due.next ?? Number.POSITIVE_INFINITY) <= now) {
      const ahead = this.#ahead
      const isReady = ahead !== null && ahead.before === this.#state && ahead.next.instant <= now
      this.#show(isReady ? ahead : yield* this.#clockChange(now))
    }
  }

  /** Whether anything is due at `now`. */
  isDue(now: Instant): boolean {
    return (this.#due.next ?? Number.POSITIVE_INFINITY) <= now
  }

  /** Makes ready what the clock changes first of all until then, so that its instant costs nobody a wait. */
  *readyUntil(until: Instant): Generator<number, void> {
    const { next } = this.#due
    if (next === null || next > until || this.#ahead?.before === this.#state) return
    this.#ahead = yield* this.#clockChange(next)
  }

  /** Takes away, in slices, what nobody sees any more; makes the index compact again where so much of it has changed. */
  *tidy(): Generator<number, void> {
    // What is ready for the clock stays as it is: a compaction would take along only what is shown.
    if (this.#ahead?.before === this.#state) return
    yield* this.#makeRoom(0)
    if (this.beside !== null) yield* this.beside.tidy()
  }

  /** Nobody will ask this catalogue any more; states that are pinned stay whole. */
  letGo(): void {
    this.#state.slab.letGo()
  }

  *#clockChange(at: Instant): Generator<number, Prepared> {
    const before = this.#state
    const ids = this.#due.dueAt(at)
    const staged: Staged[] = []
    const dues = new Map<string, Instant | null>()
    yield* this.#makeRoom(ids.length)
    for (const id of ids) {
      const known = before.known(id)
      if (known === null) continue
      const record = before.recordOf(known)
      const source = before.settingsOf(known.sourceId)
      staged.push(
        ...this.#staged(() => indexEntry(known, resolve(record, source, before.parts.means.lookups), source, at)),
      )
      dues.set(id, nextClockChange(record, known.agesAt, at))
      yield 1
    }
    const next = new CatalogueState({ ...before.parts, instant: at })
    const concerned = { ...nobody, restated: new Set(ids) }
    const changeOver = yield* this.#prepareBeside(next, concerned)
    return { before, next, concerned, staged, hidden: [], dues, changeOver }
  }

  *#makeRoom(count: number): Generator<number, void> {
    if (this.#index !== null) yield* this.#index.makeRoom(count)
  }

  /** The entry, staged; nothing where there is no index. */
  #staged(entry: () => Entry): Staged[] {
    return this.#index === null ? [] : [this.#index.stage(entry())]
  }

  *#prepareBeside(next: CatalogueState, concerned: Concerned): Generator<number, (() => void) | null> {
    return this.beside === null ? null : yield* this.beside.prepare(next, concerned)
  }

  /** Everything changes over. */
  #show({ before, next, concerned, staged, hidden, dues, changeOver }: Prepared): void {
    if (before !== this.#state) throw new Error('a change of the catalogue was made from a state that is gone')
    for (const one of staged) this.#index?.show(one)
    for (const id of hidden) this.#index?.hide(id)
    for (const [id, dueAt] of dues) this.#due.set(id, dueAt)
    for (const ids of [concerned.changed, concerned.restated]) {
      for (const id of ids) this.#rows.forget(id)
    }
    if (concerned.sources.size > 0) {
      const isSeenAnew = (id: string): boolean => concerned.sources.has(before.known(id)?.sourceId ?? '')
      // A compact row shows the day alone.
      const isAnotherDay = [...concerned.sources].some((id) => seenOn(before, id) !== seenOn(next, id))
      this.#rows.forgetOf(isSeenAnew, isAnotherDay)
    }
    changeOver?.()
    this.#state = next
    this.#ahead = null
  }

  readonly #rowOf: RowOf = (state, view, id, language) => {
    // What is kept is of the state of now; a row of another is made for its reader alone.
    const kept = state === this.#state ? this.#rows.kept(view, id, language) : null
    if (kept !== null) return kept
    const { measure, context } = state.rendering(id)
    const render = view === 'compact' ? renderCompact : renderFull
    const json = Buffer.from(JSON.stringify(render(measure, language, context)))
    const row = { json, attribution: context.source.attribution }
    if (state === this.#state) this.#rows.keep(view, id, language, row)
    return row
  }
}

/** The day on which the last succeeded run saw a source's measures. */
function seenOn(state: CatalogueState, sourceId: string): Day | null {
  const seenAt = state.parts.sources.get(sourceId)?.entry.source.lastSuccessAt ?? null
  return seenAt === null ? null : dayOf(seenAt)
}
