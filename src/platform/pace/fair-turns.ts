/**
 * Turns at a few places, shared fairly between owners: an owner holds at most some of the places at a time, and those who wait
 * are given one turn each before any of them is given another. So many turns of one owner never hold up those of another. Who
 * waits is bounded, for all together and for each owner.
 */

export type FairTurnBounds = {
  places: number
  /** Places that one owner may hold at a time: fewer than there are, so that one is left for the others. */
  placesOfOwner: number
  waitingMax: number
  waitingOfOwnerMax: number
}

export type FairTurns = {
  /**
   * Resolves when a place is given; what it resolves with gives the place back, once. Null at once where as many wait as may.
   * Rejects with the signal's reason when the signal aborts before.
   */
  take(owner: string, signal: AbortSignal): Promise<(() => void) | null>
}

type Owner = { held: number; waiting: (() => void)[] }

export function makeFairTurns({ places, placesOfOwner, waitingMax, waitingOfOwnerMax }: FairTurnBounds): FairTurns {
  /** Everybody who holds a place or waits. */
  const owners = new Map<string, Owner>()
  /** Those who wait, in the order of their turns: who was given one goes behind all others. */
  const round = new Set<string>()
  let [held, waiting] = [0, 0]

  function giveTurns(): void {
    for (const name of [...round]) {
      if (held >= places) return
      const owner = owners.get(name)
      if (owner !== undefined && owner.held < placesOfOwner) owner.waiting[0]?.()
    }
  }

  function give(name: string, owner: Owner): () => void {
    held += 1
    owner.held += 1
    if (round.delete(name) && owner.waiting.length > 0) round.add(name)
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      held -= 1
      owner.held -= 1
      forget(name, owner)
      giveTurns()
    }
  }

  function forget(name: string, owner: Owner): void {
    if (owner.waiting.length === 0) round.delete(name)
    if (owner.waiting.length === 0 && owner.held === 0) owners.delete(name)
  }

  return {
    async take(name, signal) {
      signal.throwIfAborted()
      const owner = owners.get(name) ?? { held: 0, waiting: [] }
      owners.set(name, owner)
      if (held < places && owner.held < placesOfOwner) return give(name, owner)
      if (waiting >= waitingMax || owner.waiting.length >= waitingOfOwnerMax) {
        forget(name, owner)
        return null
      }
      return new Promise((resolve, reject) => {
        const stopWaiting = (): void => {
          waiting -= 1
          owner.waiting.splice(owner.waiting.indexOf(take), 1)
          signal.removeEventListener('abort', leave)
        }
        const take = (): void => {
          stopWaiting()
          resolve(give(name, owner))
        }
        const leave = (): void => {
          stopWaiting()
          forget(name, owner)
          reject(signal.reason)
        }
        waiting += 1
        owner.waiting.push(take)
        round.add(name)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
