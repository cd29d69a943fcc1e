/** Turns of the event loop for work that is long: whoever works in stretches lets everything else happen between them. */

export type Turns = {
  /** Resolves in a later turn of the event loop, in which no other caller of these turns works. */
  next(): Promise<void>
}

/**
 * Turns that all long work of one kind shares: one stretch of one piece of work in each turn of the event loop. Were
 * each to wait for itself, twenty pieces of work would do their stretches in the same turn.
 */
export function sharedTurns(): Turns {
  const waiting: (() => void)[] = []
  const giveTurn = (): void => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(giveTurn)
  }
  return {
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 1) setImmediate(giveTurn)
      }),
  }
}
