/** Another process that ingests the source `alpha` on a test's store, with the clock of the machine. */

import type { DatabaseSettings } from '../../src/platform/database/open.ts'
import type { Run } from '../../src/sources/source/source.ts'
import { forked, killed } from './child-process.ts'

export type IngestOrder = {
  settings: DatabaseSettings
  /** How many records the source lists, each with this summary. */
  records: number
  summary: string
  /** Where it stands still for ever: before its last record, or in the middle of publishing. Null: nowhere. */
  waitWhile: 'reading' | 'publishing' | null
}

export type IngestProcess = {
  /** Resolves when it stands still where it was told to. */
  reached: Promise<void>
  /** What its run came to. */
  run: Promise<Run>
  /** SIGSTOP: it stands still wherever it is, with whatever it holds. */
  suspend(): void
  /** SIGKILL, and its end. */
  kill(): Promise<void>
}

export function startIngestProcess(order: IngestOrder): IngestProcess {
  const child = forked('ingest-process-child.ts', order)
  const reached = Promise.withResolvers<void>()
  const run = Promise.withResolvers<Run>()
  child.on('message', (message: { reached?: true; run?: Run }) => {
    if (message.reached) reached.resolve()
    if (message.run !== undefined) run.resolve(message.run)
  })
  child.on('exit', () => {
    const ended = new Error('the other process has ended')
    reached.reject(ended)
    run.reject(ended)
  })
  for (const promise of [reached.promise, run.promise]) promise.catch(() => {})
  return {
    reached: reached.promise,
    run: run.promise,
    suspend: () => void child.kill('SIGSTOP'),
    kill: () => killed(child),
  }
}
