/** A bounded queue: so many at once, so many that wait, and of these a few of each party, so that no party fills the queue. */

/** `waitingMax`: that wait in all; `waitingOfPartyMax`: of one party. */
type Bounds = { atOnce: number; waitingMax: number; waitingOfPartyMax: number }

/** Answers what does a party's work in its turn, in the order of coming; `refused` is thrown where as many wait already as may. */
export function inTurn({ atOnce, waitingMax, waitingOfPartyMax }: Bounds, refused: () => Error) {
  let working = 0
  const waiting: { party: string; begin: () => void }[] = []
  return async <T>(party: string, work: () => Promise<T>): Promise<T> => {
    if (working < atOnce) working += 1
    else {
      const ofParty = waiting.filter((one) => one.party === party).length
      if (waiting.length >= waitingMax || ofParty >= waitingOfPartyMax) throw refused()
      // Whoever is done hands over the place: nobody who comes at that moment takes it as well.
      await new Promise<void>((begin) => waiting.push({ party, begin }))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) working -= 1
      else next.begin()
    }
  }
}
