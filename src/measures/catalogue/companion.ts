/**
 * What a later capability keeps of every measure beside a catalogue (the matcher: its evaluator). It is made ready, in
 * slices, before a catalogue or a change of it is shown, and changes over in the same instant; so nobody who asks first
 * pays for everybody, and what stands beside never knows more or less than the catalogue itself.
 */
import type { Instant } from '../../values/brussels.ts'
import type { Status } from '../../values/vocabularies.ts'
import type { KnownMeasure, Rendering } from './known-measure.ts'
import type { CatalogueState } from './state.ts'
import type { Concerned } from './state-draft.ts'

/** What is made beside a catalogue that is being built, measure by measure, while the record of each is at hand. */
export interface Beginning<Kept extends Beside> {
  /** Takes in a measure of the state to come. Of what excludes what it knows only what has been read so far. */
  take(known: KnownMeasure, rendering: Rendering): void
  /** The same by what `kept` gave of it before, without its record; what it excludes is told at the end. */
  takeKept(known: KnownMeasure, kept: object | null, at: { status: Status; closesAt: Instant | null }): void
  /**
   * What is to be kept of a measure that was taken, whatever the clock and other measures say: JSON, null where that is
   * nothing. What comes back of it may be shared with other measures, property by property, and is not to be changed.
   */
  kept(id: string): object | null
  /** What those have in common that `kept` gave, to be begun with again: data that can be cloned. */
  common(): unknown
  /** Ends, in slices. Everything is known now: `entangled` are the measures that exclude others, or are excluded. */
  finish(entangled: ReadonlySet<string>): Generator<number, Kept>
}

/** What stands beside one catalogue. */
export interface Beside {
  /** Prepares for the next state, unseen; answers what makes it so, to be called at the instant the state is shown. */
  prepare(next: CatalogueState, concerned: Concerned): Generator<number, () => void>
  /** Takes away, in slices, what nobody sees any more; never called while something is prepared and may yet be shown. */
  tidy(): Generator<number, void>
}

export interface Companion<Kept extends Beside = Beside> {
  /**
   * Begins to make everything for a state that is being read, and that nobody sees yet. `common`: where measures will come
   * by what was kept of them.
   */
  begin(state: CatalogueState, common?: unknown): Beginning<Kept>
}
