/**
 * Looks that many processes take at one pace. What has brought them into step (a store that came back, a release that began
 * them all) is not to keep them there: each wait is drawn, so that they do not all ask in the same moment for ever.
 */

/** Around the pace: from four fifths of it to six. */
const spread = 0.2

export type Paced = { stop(): void }

/** Calls `look` after each wait of about `everyMs`, until it is stopped. `chance` gives numbers from 0 to 1. */
export function paced(look: () => void, everyMs: number, chance: () => number = Math.random): Paced {
  let timer: ReturnType<typeof setTimeout>
  const wait = (): void => {
    timer = setTimeout(
      () => {
        wait()
        look()
      },
      Math.round(everyMs * (1 - spread + 2 * spread * chance())),
    )
  }
  wait()
  return { stop: () => clearTimeout(timer) }
}

/** The same of work that takes its time: it begins now, and never while it is under way. It must not reject. */
export function pacedWork(work: () => Promise<void>, everyMs: number, chance: () => number = Math.random): Paced {
  let isUnderWay = false
  const begin = (): void => {
    if (isUnderWay) return
    isUnderWay = true
    work().finally(() => {
      isUnderWay = false
    })
  }
  begin()
  return paced(begin, everyMs, chance)
}
