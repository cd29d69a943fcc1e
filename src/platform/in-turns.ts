/** Long work of this thread, in slices between which everybody else has a turn. */
import { longWork, stretchMs } from '../contract/turns.ts'

/** Runs sliced work to its end, or until the signal aborts. What it yields is for those who measure it, not for this. */
export async function inTurns<Result>(work: Generator<unknown, Result>, signal?: AbortSignal): Promise<Result> {
  if (!longWork.hasTime()) await longWork.next()
  for (;;) {
    const ended = stretch(work, signal)
    if (ended !== null) return ended.result
    await longWork.next()
  }
}

/** One stretch of the work; null: it goes on. */
function stretch<Result>(work: Generator<unknown, Result>, signal?: AbortSignal): { result: Result } | null {
  const began = performance.now()
  try {
    for (;;) {
      signal?.throwIfAborted()
      const step = work.next()
      if (step.done === true) return { result: step.value }
      if (performance.now() - began >= stretchMs) return null
    }
  } finally {
    longWork.worked(performance.now() - began)
  }
}
