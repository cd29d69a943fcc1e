/** Long work of this thread, in slices between which everybody else has a turn. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long the thread is kept at once. A slice of the work may be longer than this, so each must be short. */
export const sliceMs = 8

/** Runs sliced work to its end, or until the signal aborts. What it yields is for those who measure it, not for this. */
export async function inTurns<Result>(work: Generator<unknown, Result>, signal?: AbortSignal): Promise<Result> {
  let began = performance.now()
  for (;;) {
    signal?.throwIfAborted()
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() - began < sliceMs) continue
    await nextTurn()
    began = performance.now()
  }
}
