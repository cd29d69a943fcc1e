/**
 * What a later capability keeps of every measure beside a catalogue (the matcher: its evaluator). It is made ready, in
 * slices, before a catalogue or a change of it is shown, and changes over in the same instant; so nobody who asks first
 * pays for everybody, and what stands beside never knows more or less than the catalogue itself.
 */
import type { CatalogueState } from './state.ts'
import type { Concerned } from './state-draft.ts'

/** What stands beside one catalogue. */
export interface Beside {
  /** Prepares for the next state, unseen; answers what makes it so, to be called at the instant the state is shown. */
  prepare(next: CatalogueState, concerned: Concerned): Generator<number, () => void>
}

export interface Companion<Kept extends Beside = Beside> {
  /** Makes everything for a state that nobody sees yet. */
  begin(state: CatalogueState): Generator<number, Kept>
}
