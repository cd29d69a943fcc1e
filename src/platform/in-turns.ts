/** Long work of this thread, in slices between which everybody else has a turn. */
import { longWork, workStretch } from '../contract/turns.ts'

/** Runs sliced work to its end, or until the signal aborts. What it yields is for those who measure it, not for this. */
export async function inTurns<Result>(work: Generator<unknown, Result>, signal?: AbortSignal): Promise<Result> {
  if (!longWork.hasTime()) await longWork.next()
  for (;;) {
    const ended = workStretch(() => {
      signal?.throwIfAborted()
      const step = work.next()
      return step.done === true ? { result: step.value } : null
    })
    if (ended !== null) return ended.result
    await longWork.next()
  }
}
