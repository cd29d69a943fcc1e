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
