/**
 * Figures that the store has to be asked for, kept between scrapes: however many scrape, it is asked once in a while and never
 * twice at once, and nobody waits for it for long. What it does not answer is not known, and said so. `ask` ends by itself.
 */
import { settlesWithin } from '../settles-within.ts'

/** How often a look is taken, and for how long it tells of now. */
export type LookPace = { everyMs: number; keptMs: number }

/** Of what the store is asked. */
const storePace: LookPace = { everyMs: 5_000, keptMs: 15_000 }
/** How long one who scrapes waits for a look. Common scrapers give up after 10 s. */
const waitMs = 500

export type Look<Figures> = {
  /** Looks anew where that is due; resolves when it is there, and after `waitMs` at the latest. Never throws. */
  refresh(): Promise<void>
  /** What was seen last; null: nothing yet, nothing lately, or the newest look has failed. */
  readonly figures: Figures | null
}

/** `nowMs`: of a clock that never goes back; only tests name another. */
export function kept<Figures>(
  ask: () => Promise<Figures>,
  nowMs = () => performance.now(),
  { everyMs, keptMs } = storePace,
): Look<Figures> {
  let seen: { figures: Figures; atMs: number } | null = null
  let looking: Promise<void> | null = null
  let begunMs = Number.NEGATIVE_INFINITY

  const look = async (): Promise<void> => {
    try {
      seen = { figures: await ask(), atMs: nowMs() }
    } catch {
      seen = null
    } finally {
      looking = null
    }
  }
  return {
    async refresh() {
      if (looking === null && nowMs() - begunMs >= everyMs) {
        begunMs = nowMs()
        looking = look()
      }
      const isLate = nowMs() - begunMs >= waitMs
      if (looking === null || isLate) return
      await settlesWithin(looking, waitMs)
    },
    get figures() {
      return seen === null || nowMs() - seen.atMs > keptMs ? null : seen.figures
    },
  }
}
