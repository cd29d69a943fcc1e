/** What every part of a chaos run stands on: how the installation is asked, what was found wrong, what was done how often. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, type CallOptions, call } from '../../harness/http.ts'
import type { Installation } from '../../harness/installation.ts'
import { type Chance, chanceOf } from '../../harness/random-matches.ts'

export type Ground = {
  installation: Installation
  draw: Chance
  wrong: string[]
  counts: Map<string, number>
  note(what: string): void
  /** Null: the connection was refused or cut. */
  ask(method: string, target: string, options: CallOptions): Promise<Answer | null>
  /** Asked again, with the same bytes, until it is one of these statuses: what is acknowledged at last was done once. */
  insist(method: string, target: string, options: CallOptions, statuses: readonly number[]): Promise<Answer>
  isOver: boolean
  /** Again and again until it is over. */
  loop(everyMs: number, work: () => Promise<unknown>): Promise<void>
}

/** What may be answered while something is away; 429: faster than the plan allows, and not counted. */
const passing = [429, 500, 502, 503, 504]
const hungMs = 40_000
/** Between two tries of the same. */
const againMs = 150

export function groundOf(installation: Installation, seed: number): Ground {
  const wrong: string[] = []
  const counts = new Map<string, number>()
  const note = (what: string): void => {
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  const asked = async (
    method: string,
    target: string,
    options: CallOptions,
    right: readonly number[],
  ): Promise<Answer | null> => {
    const startedMs = performance.now()
    try {
      const answer = await call(installation.origin, method, target, options)
      note(String(answer.status))
      if (!right.includes(answer.status) && !passing.includes(answer.status))
        wrong.push(`${method} ${target}: ${answer.status} ${answer.body.toString().slice(0, 200)}`)
      return answer
    } catch {
      note(performance.now() - startedMs < hungMs ? 'cut' : 'hung')
      return null
    }
  }
  const ground: Ground = {
    ...{ installation, draw: chanceOf(seed), wrong, counts, note, isOver: false },
    ask: (method, target, options) => asked(method, target, options, [200, 201, 304]),
    async insist(method, target, options, statuses) {
      for (;;) {
        const answer = await asked(method, target, options, statuses)
        if (answer !== null && statuses.includes(answer.status)) return answer
        if (answer !== null && !passing.includes(answer.status))
          throw new Error(`${method} ${target}: ${answer.status} ${answer.body}`)
        await wait(againMs)
      }
    },
    async loop(everyMs, work) {
      // A load that cannot go on ends the run, and is told.
      const failed = (fault: unknown): void => {
        ground.isOver = true
        wrong.push(String(fault))
      }
      while (!ground.isOver) {
        await work().catch(failed)
        await wait(everyMs)
      }
    },
  }
  return ground
}
