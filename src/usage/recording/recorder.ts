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
import { type Portion, portionsOf } from './portions.ts'
import { type NamedPage, writeUsage } from './record-store.ts'
import { ToldRequests } from './told-requests.ts'

/** From the first request that is told to the beginning of the writing: half of the second that the log may be behind. */
const flushAfterMs = 500
/** Requests that are kept while they cannot be written; what comes then is counted, and lost. */
export const keptMax = 100_000
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

type NamedPortion = Omit<Portion, 'pages'> & { pages: NamedPage[] }

export function makeRecorder(database: Database, observer: Observer): Recorder {
  /** Two, of which one is told while the other is made ready. */
  let [told, spare] = [new ToldRequests(), new ToldRequests()]
  /** What is to be written, in its order; the first of it may have failed. */
  let unwritten: NamedPortion[] = []
  let waiting = 0
  let lost = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let flushing: Promise<void> | null = null
  let isStopped = false

  const tell = (outcome: 'written' | 'lost', count: number, fault?: unknown): void =>
    observer.tell({ name: 'usage_record', labels: { outcome }, count, fault })

  const makeReady = async (): Promise<void> => {
    const ready = told
    told = spare
    spare = ready
    waiting += ready.count
    for (const portion of portionsOf(ready)) {
      unwritten.push(named(portion))
      await nextTurn()
    }
    ready.clear()
  }
  /** False: it is to be tried again. */
  const write = async (portion: NamedPortion): Promise<boolean> => {
    let isCommitting = false
    try {
      await database.behindTransaction(async (transaction) => {
        await writeUsage(transaction, portion)
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
    await makeReady()
    for (let portion = unwritten[0]; portion !== undefined; portion = unwritten[0]) {
      if (!(await write(portion))) return
      waiting -= portion.told
      unwritten = unwritten.slice(1)
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
      if (told.count + waiting > 0 && !isStopped) writeLater()
    })
    return flushing
  }
  return {
    note(request) {
      if (isStopped || told.count + waiting >= keptMax) {
        lost += 1
        return
      }
      told.add(request)
      if (timer === null && flushing === null) writeLater()
    },
    flush,
    async stop() {
      isStopped = true
      await flushing
      for (let tries = 0; told.count + waiting > 0 && tries < lastTriesMax; tries += 1) await flush()
      lost += told.count + waiting
      if (lost > 0) tell('lost', lost)
    },
  }
}

function named({ pages, ...portion }: Portion): NamedPortion {
  return { ...portion, pages: pages.map((page) => ({ ...page, id: newId('page', page.newestAt) })) }
}
