/**
 * What the matcher keeps of every measure beside a catalogue: its evaluator. Measures may not import matching, so the catalogue sees
 * it by these types alone. It is made ready, in slices, before a catalogue or a change of it is shown, and changes over in the
 * same instant: nobody who asks first pays for everybody, and what stands beside never knows more or less than the catalogue.
 */
import type { KnownMeasure, Rendering } from './known-measure.ts'
import type { CatalogueState } from './state.ts'
import type { Concerned } from './state-draft.ts'

export interface Companion {
  /** Begins to make everything for a state that is being read, and that nobody sees yet. */
  begin(state: CatalogueState): Beginning
}

/** What is made beside a catalogue that is being built, measure by measure, while the record of each is at hand. */
export interface Beginning {
  /** Takes in a measure of the state to come. Of what excludes what it knows only what has been read so far. */
  take(known: KnownMeasure, rendering: Rendering): void
  /** Ends, in slices. Everything is known now: `entangled` are the measures that exclude others, or are excluded. */
  finish(entangled: ReadonlySet<string>): Generator<number, Beside>
}

/** What stands beside one catalogue. */
export interface Beside {
  /** Prepares for the next state, unseen; answers what makes it so, to be called at the instant the state is shown. */
  prepare(next: CatalogueState, concerned: Concerned): Generator<number, () => void>
  /** Takes away, in slices, what nobody sees any more; never called while something is prepared and may yet be shown. */
  tidy(): Generator<number, void>
}
