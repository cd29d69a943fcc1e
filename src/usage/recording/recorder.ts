/**
 * The recorder of requests: it is told of each when its answer has left, keeps it in memory, and writes what it has a few times a
 * second, so that no request waits for its own record. A process that is killed loses what it has not written, a
 * second's at most; what is written is written once.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import { StoreError } from '../../platform/database/store-error.ts'
import { type Observer, secondsSince } from '../../platform/observer.ts'
import type { AnsweredRequest } from '../../values/answered-request.ts'
import { portionOf } from './portion.ts'
import { type Trial, writePortion } from './record-store.ts'

/** From the first request that is told to the beginning of the writing: half of the second that the log may be behind. */
const flushAfterMs = 500
/** Requests that are kept while they cannot be written; what comes then is counted, and lost. */
export const keptMax = 20_000
/** Requests written in one transaction: on SQLite, where it keeps the thread, a millisecond. */
const portionMax = 200
/** Of a store that does not answer. */
const writeTriesMax = 3

export type Recorder = {
  /** Takes note of a request. Returns at once, and never throws. */
  note(request: AnsweredRequest): void
  /** Writes what has been told until now; tests call it, a timer does so. Never rejects. */
  flush(): Promise<void>
  /** Writes what there is, and takes note of nothing more. */
  stop(): Promise<void>
}

export function makeRecorder(database: Database, observer: Observer): Recorder {
  let kept: AnsweredRequest[] = []
  let lost = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let flushing: Promise<void> | null = null
  let isStopped = false

  const tell = (outcome: 'written' | 'lost', count: number, seconds?: number, fault?: unknown): void =>
    observer.tell({
      name: 'usage_record',
      labels: { outcome },
      count,
      ...(seconds === undefined ? {} : { seconds }),
      fault,
    })

  /** False: it is to be tried again. */
  const write = async (portion: readonly AnsweredRequest[]): Promise<boolean> => {
    const startedMs = performance.now()
    const trial: Trial = { isCommitting: false }
    try {
      await writePortion(database, portionOf(portion), trial)
      tell('written', portion.length, secondsSince(startedMs))
      return true
    } catch (fault) {
      // Nothing says whether a commit without an answer was made, and what counts twice is worse than what is lost.
      if (!trial.isCommitting && fault instanceof StoreError && fault.fault === 'unavailable') return false
      tell('lost', portion.length, secondsSince(startedMs), fault)
      return true
    }
  }
  const writeAll = async (): Promise<void> => {
    if (lost > 0) tell('lost', lost)
    lost = 0
    for (let left = kept.length; left > 0; left -= portionMax) {
      const portion = kept.slice(0, Math.min(portionMax, left))
      if (!(await write(portion))) return
      kept = kept.slice(portion.length)
      await nextTurn()
    }
  }
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    flushing ??= writeAll().finally(() => {
      flushing = null
      if (kept.length > 0 && !isStopped) timer ??= setTimeout(flush, flushAfterMs).unref()
    })
    return flushing
  }
  return {
    note(request) {
      if (isStopped || kept.length >= keptMax) {
        lost += 1
        return
      }
      kept.push(request)
      if (timer === null && flushing === null) timer = setTimeout(flush, flushAfterMs).unref()
    },
    flush,
    async stop() {
      isStopped = true
      await flushing
      for (let tries = 0; kept.length > 0 && tries < writeTriesMax; tries += 1) await flush()
      lost += kept.length
      if (lost > 0) tell('lost', lost)
    },
  }
}
