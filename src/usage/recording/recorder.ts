/**
 * The recorder of requests: it is told of each when its answer has left, keeps it in memory, and writes what it has twice a
 * second, so that no request waits for its own record. A process that is killed loses what it has not written, a second's at
 * most; what is written is written once.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import { StoreError } from '../../platform/database/store-error.ts'
import { newId } from '../../platform/new-id.ts'
import type { Observer } from '../../platform/observer.ts'
import type { AnsweredRequest } from '../../values/answered-request.ts'
import { Gathering, type Portion } from './gathering.ts'
import { type NamedPortion, writePortion } from './record-store.ts'

/** From the first request that is told to the beginning of the writing: half of the second that the log may be behind. */
const flushAfterMs = 500
/** Requests that are kept while they cannot be written; what comes then is counted, and lost. */
export const keptMax = 20_000
/** At the end, of a store that does not answer. */
const lastTriesMax = 3

export type Recorder = {
  /** Takes note of a request. Returns at once, and never throws. */
  note(request: AnsweredRequest): void
  /** Writes what has been told until now; tests call it, a timer does so. Never rejects. */
  flush(): Promise<void>
  /** Writes what there is, and takes note of nothing more. */
  stop(): Promise<void>
}

export function makeRecorder(database: Database, observer: Observer): Recorder {
  let gathering = new Gathering()
  /** What was to be written, in its order; the first ones may have failed. */
  let unwritten: NamedPortion[] = []
  let waiting = 0
  let lost = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let flushing: Promise<void> | null = null
  let isStopped = false

  const tell = (outcome: 'written' | 'lost', count: number, fault?: unknown): void =>
    observer.tell({ name: 'usage_record', labels: { outcome }, count, fault })

  /** False: it is to be tried again. */
  const write = async (portion: NamedPortion): Promise<boolean> => {
    let isCommitting = false
    try {
      await writePortion(database, portion, () => {
        isCommitting = true
      })
      tell('written', portion.told)
    } catch (fault) {
      // Nothing says whether a commit without an answer was made, and what counts twice is worse than what is lost.
      if (!isCommitting && fault instanceof StoreError && fault.fault === 'unavailable') return false
      tell('lost', portion.told, fault)
    }
    return true
  }
  const writeAll = async (): Promise<void> => {
    if (lost > 0) tell('lost', lost)
    lost = 0
    waiting += gathering.told
    unwritten.push(...gathering.portions().map(named))
    gathering = new Gathering()
    for (let portion = unwritten[0]; portion !== undefined; portion = unwritten[0]) {
      if (!(await write(portion))) return
      waiting -= portion.told
      unwritten = unwritten.slice(1)
      await nextTurn()
    }
  }
  const writeLater = (): void => {
    timer ??= setTimeout(flush, flushAfterMs).unref()
  }
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    flushing ??= writeAll().finally(() => {
      flushing = null
      if (gathering.told + waiting > 0 && !isStopped) writeLater()
    })
    return flushing
  }
  return {
    note(request) {
      if (isStopped || gathering.told + waiting >= keptMax) {
        lost += 1
        return
      }
      gathering.add(request)
      if (flushing === null) writeLater()
    },
    flush,
    async stop() {
      isStopped = true
      await flushing
      for (let tries = 0; gathering.told + waiting > 0 && tries < lastTriesMax; tries += 1) await flush()
      lost += gathering.told + waiting
      if (lost > 0) tell('lost', lost)
    },
  }
}

function named({ pages, ...portion }: Portion): NamedPortion {
  return { ...portion, pages: pages.map((page) => ({ ...page, id: newId('page', page.newestAt) })) }
}
