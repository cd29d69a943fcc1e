/** Writes as a match does, over and over, and notes how long each waited; run as a process of its own by `run.ts`. */
import { setTimeout as pause } from 'node:timers/promises'
import { reserveEvaluations } from '../../src/limits/operations.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { openDatabase } from '../../src/platform/database/open.ts'

export type Waits = { longestMs: number; writes: number; failures: number }

const pauseMs = 5
const now = Date.parse('2026-11-20T09:00:00Z')

export function watchWrites(database: Database, account: string) {
  let waits: Waits = { longestMs: 0, writes: 0, failures: 0 }
  let isStopped = false
  const writing = (async () => {
    while (!isStopped) {
      const begun = performance.now()
      try {
        await database.requestTransaction((transaction) =>
          reserveEvaluations(transaction, account, 'enterprise', 1, now),
        )
      } catch {
        waits.failures += 1
      }
      waits.longestMs = Math.max(waits.longestMs, performance.now() - begun)
      waits.writes += 1
      await pause(pauseMs)
    }
  })()
  return {
    /** What was noted since it was last asked. */
    taken(): Waits {
      const told = waits
      waits = { longestMs: 0, writes: 0, failures: 0 }
      return told
    },
    async stop(): Promise<Waits> {
      isStopped = true
      await writing
      return waits
    },
  }
}

const [settings, account] = process.argv.slice(2)
if (process.send !== undefined && settings !== undefined && account !== undefined) {
  const database = await openDatabase(JSON.parse(settings))
  const watch = watchWrites(database, account)
  process.on('message', () => process.send?.(watch.taken()))
  process.on('disconnect', () => process.exit())
  process.send({ begun: true })
}
