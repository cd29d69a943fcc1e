/** Another process on a test's store that appends to the feed without end, or does what the passing of time asks for. */

import type { DatabaseSettings } from '../../src/platform/database/open.ts'
import type { Instant } from '../../src/values/brussels.ts'
import { forked, killed } from './child-process.ts'

export type FeedOrder =
  /** Transactions of a few events each, `writers` at once, until it is killed. Each event's summary names its group. */
  | { order: 'append'; writers: number; seed: number }
  /** Clock versions and reminders as of that instant, again and again, until nothing is left to do. */
  | { order: 'settle'; now: Instant }

export type FeedProcess = {
  /** Ids of events whose commit this process has reported. */
  readonly committed: readonly string[]
  readonly isAlive: boolean
  /** What it made, when it has come to an end by itself. */
  readonly made: Promise<number>
  /** Lets it begin. */
  go(): void
  /** SIGKILL, and its end. */
  kill(): Promise<void>
}

/** The process is ready to begin when this resolves. */
export async function startFeedProcess(settings: DatabaseSettings, order: FeedOrder): Promise<FeedProcess> {
  const child = forked('feed-process-child.ts', { settings, order })
  const committed: string[] = []
  const ready = Promise.withResolvers<void>()
  const made = Promise.withResolvers<number>()
  child.on('message', (message: { ready?: true; committed?: string[]; made?: number }) => {
    if (message.ready) ready.resolve()
    if (message.committed !== undefined) committed.push(...message.committed)
    if (message.made !== undefined) made.resolve(message.made)
  })
  child.on('exit', () => {
    const ended = new Error('the other process has ended')
    ready.reject(ended)
    made.reject(ended)
  })
  made.promise.catch(() => {})
  await ready.promise
  return {
    committed,
    get isAlive() {
      return child.exitCode === null && child.signalCode === null
    },
    made: made.promise,
    go: () => child.send('go'),
    kill: () => killed(child),
  }
}
