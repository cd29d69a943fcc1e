/**
 * Copying what was committed from the log into the store. Left to itself the engine does it within whichever commit finds
 * the log long: after another's long transaction that is a customer's, on the thread that answers requests, and everybody
 * stands still for as long as 100 MB take to be written and synced. So this process's writer never does it by itself: a short
 * log is copied between two writes, a long one on the writing thread.
 */
import { bulkPatience } from '../database.ts'
import type { Turns } from '../turns.ts'
import type { SqliteConnection } from './connection.ts'
import type { SqliteThread } from './writing-thread.ts'

/** Writes between two looks at the log. */
const writesPerLook = 8
/** From so many bytes on the log is copied; the engine's own measure. */
const longBytes = 4 * 1024 * 1024
/** Up to so many it is copied at once, in some 20 ms. */
const shortBytesMax = 16 * 1024 * 1024

type LogRow = { busy: number; log: number; checkpointed: number }

/** The setting of a connection whose log is cared for here. */
export const logIsCaredFor = 'pragma wal_autocheckpoint = 0;'
const copy = 'pragma wal_checkpoint(passive)'

export class SqliteLog {
  readonly #writer: SqliteConnection
  readonly #thread: SqliteThread
  readonly #threadTurn: Turns
  readonly #pageBytes: number
  #writes = 0
  #isBeingCopied = false

  /** `threadTurn` is that of the thread's transactions: in the middle of one nothing can be copied. */
  constructor(writer: SqliteConnection, thread: SqliteThread, threadTurn: Turns) {
    this.#writer = writer
    this.#thread = thread
    this.#threadTurn = threadTurn
    this.#pageBytes = Number(writer.all<{ page_size: number }>('pragma page_size', [])[0]?.page_size)
  }

  /**
   * After a write of this process, outside any transaction of its writer. Never throws: the write is done, and what cannot
   * be copied now (a full disk, another process that is at it) is tried again at a later look.
   */
  noteWrite(): void {
    this.#writes += 1
    if (this.#writes % writesPerLook !== 0 || this.#isBeingCopied) return
    try {
      this.#look()
    } catch {
      // The log stays as it is.
    }
  }

  #look(): void {
    const uncopied = this.#uncopiedBytes()
    if (uncopied < longBytes) return
    // A copy beside the writes does not end with the log, so that it could begin anew: it would grow with every burst.
    if (uncopied <= shortBytesMax) this.#writer.all(copy, [])
    else this.#copyOnThread().catch(() => undefined)
  }

  #uncopiedBytes(): number {
    const [row] = this.#writer.all<LogRow>('pragma wal_checkpoint(noop)', [])
    return row === undefined ? 0 : (row.log - row.checkpointed) * this.#pageBytes
  }

  async #copyOnThread(): Promise<void> {
    this.#isBeingCopied = true
    try {
      const giveBack = await this.#threadTurn.take(bulkPatience.writerTurnMs, null)
      try {
        await this.#thread.allAlone(copy)
      } finally {
        giveBack()
      }
    } finally {
      this.#isBeingCopied = false
    }
  }
}
