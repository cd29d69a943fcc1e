/** Turns of the event loop for work that is long: whoever works in stretches lets everything else happen between them. */

/** How long the thread is kept at once. A step of the work may be longer than this, so each must be short. */
export const stretchMs = 8

export type Turns = {
  /** Whether the turn of the event loop that is going on has time left for long work. */
  hasTime(): boolean
  /** Says that long work took so much of this turn. */
  worked(ms: number): void
  /** Resolves in a later turn of the event loop, in which no other caller of these turns works. */
  next(): Promise<void>
}

/**
 * Turns that all long work shares: in each turn of the event loop one stretch of one piece of work that goes on, and
 * together no more than a stretch of pieces that begin. Were each to look at itself alone, fifty pieces of work would do
 * fifty stretches in the same turn.
 */
export function sharedTurns(): Turns {
  const waiting: (() => void)[] = []
  let workedMs = 0
  const giveTurn = (): void => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(giveTurn)
  }
  const forget = (): void => {
    workedMs = 0
  }
  return {
    hasTime: () => workedMs < stretchMs,
    worked(ms) {
      if (workedMs === 0) setImmediate(forget)
      workedMs += ms
    },
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 1) setImmediate(giveTurn)
      }),
  }
}

/** The turns of this thread: whatever is long here takes them. */
export const longWork = sharedTurns()

/** Takes step after step for one stretch of this thread's long work. Answers what a step ended with; null: it goes on. */
export function workStretch<Result>(step: () => { result: Result } | null): { result: Result } | null {
  const began = performance.now()
  try {
    for (;;) {
      const ended = step()
      if (ended !== null) return ended
      if (performance.now() - began >= stretchMs) return null
    }
  } finally {
    longWork.worked(performance.now() - began)
  }
}
