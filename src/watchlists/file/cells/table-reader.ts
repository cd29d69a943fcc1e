/**
 * Reads tables from files that anybody may send. Unpacking and taking apart megabytes of unknown make is done on a thread of its
 * own, bounded in time and memory: whatever a file does to it, nobody else waits, and the process goes on.
 */
import { Refusal } from '../../../contract/refusals.ts'
import { makeFairTurns } from '../../../platform/pace/fair-turns.ts'
import { startThread } from '../../../platform/threads/thread.ts'
import { fileBounds } from '../file-bounds.ts'
import { type CellRow, FaultyFile, type Found, type Table } from './cells.ts'
import type { TableAnswer, TableStart } from './table-worker.ts'

export type TableReader = {
  /**
   * Accounts take turns, and each has one file read at a time. Throws `FaultyFile`; refuses `rate_limit_exceeded` where as many
   * files wait as may, of all accounts or of this one. Ends early when the signal aborts.
   */
  read(bytes: Uint8Array, reading: { accountId: string; signal: AbortSignal }): Promise<Table>
}

/** Of its heap, where the cells are; what is unpacked is bounded by itself. */
const heapMegabytes = 512
/** Seconds after which a caller may ask again whose file could not wait. */
const retrySeconds = 5

/** `readingMs`: how long a file may take; only tests name another time. */
export function makeTableReader(readingMs: number = fileBounds.readingMs): TableReader {
  const turns = makeFairTurns({
    places: fileBounds.filesAtOnce,
    placesOfOwner: fileBounds.filesOfAccountAtOnce,
    waitingMax: fileBounds.waitingMax,
    waitingOfOwnerMax: fileBounds.waitingOfAccountMax,
  })
  return {
    async read(bytes, { accountId, signal }) {
      const giveBack = await turns.take(accountId, signal)
      if (giveBack === null) throw tooMany()
      try {
        signal.throwIfAborted()
        return await readOnThread(bytes, readingMs, signal)
      } finally {
        giveBack()
      }
    },
  }
}

function tooMany(): Refusal {
  const message = 'Too many files are being read at the moment. Try again soon.'
  return new Refusal('rate_limit_exceeded', message, {}, { 'retry-after': String(retrySeconds) })
}

/** Reads one file, on a thread that is gone when this settles. */
async function readOnThread(file: Uint8Array, readingMs: number, signal: AbortSignal): Promise<Table> {
  const { promise, resolve, reject } = Promise.withResolvers<Table>()
  const rows: CellRow[] = []
  let found: Found | null = null
  const worker = startThread(new URL('./table-worker.ts', import.meta.url), { file } satisfies TableStart, {
    maxOldGenerationSizeMb: heapMegabytes,
  })
  worker.on('message', (answer: TableAnswer) => {
    if ('fault' in answer) reject(new FaultyFile(answer.fault))
    else if ('found' in answer) found = answer.found
    else if ('rows' in answer) rows.push(...answer.rows)
    else if (found !== null) resolve({ found, rows })
  })
  worker.on('error', (fault: Error & { code?: string }) => {
    const isFull = fault.code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(isFull ? new FaultyFile({ code: 'too_long', max: fileBounds.charactersMax }) : fault)
  })
  worker.on('exit', () => reject(new Error('the thread that reads a file has ended')))
  const timer = setTimeout(() => reject(new FaultyFile({ code: 'slow' })), readingMs)
  const leave = (): void => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
    await worker.terminate()
  }
}
