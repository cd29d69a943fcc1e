/** So many at once, a few who wait, in the order in which they came, and no more. */

type Bounds = { atOnce: number; waitingMax: number }

/** Answers what does work in its turn; `refused` is thrown where as many wait already as may. */
export function inTurn({ atOnce, waitingMax }: Bounds, refused: () => Error) {
  let working = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working < atOnce) working += 1
    else {
      if (waiting.length >= waitingMax) throw refused()
      // Whoever is done hands over the place: nobody who comes at that moment takes it as well.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) working -= 1
      else next()
    }
  }
}
