/** When the store was last backed up, for people and alerts that look after it. */
import type { Database, Reads } from '../platform/database/database.ts'
import { storeClock } from '../platform/database/store-clock.ts'
import { StoreError } from '../platform/database/store-error.ts'
import type { Instant } from '../values/brussels.ts'
import { countLives, lastBackup, lastLedger, noteLedger } from './backup-store.ts'

/** The moment that the newest backup is of, and the newest ledger; null: none was taken in this life of the store. */
export type LastFiles = { backup: Instant | null; ledger: Instant | null }

export async function lastFiles(reads: Reads): Promise<LastFiles> {
  return { backup: (await lastBackup(reads))?.taken_at ?? null, ledger: await lastLedger(reads) }
}

/**
 * Notes that a ledger was written now. A store that takes no writes has its ledger all the same, and the ledger is shipped: its age, which
 * alerts go by, then says that it was not noted.
 */
export async function noteLedgerWritten(database: Database): Promise<void> {
  try {
    await noteLedger(database)
  } catch (fault) {
    if (!(fault instanceof StoreError && fault.fault === 'unavailable')) throw fault
  }
}

/** How many lives of the store were before this one; 0: it was not made by a restore. */
export function livesBefore(reads: Reads): Promise<number> {
  return countLives(reads)
}

/** How old they are, in milliseconds of the store's clock. */
export async function fileAgesMs(database: Database): Promise<Record<keyof LastFiles, number | null>> {
  const now = await storeClock(database)
  const { backup, ledger } = await lastFiles(database)
  const ageMs = (at: Instant | null): number | null => (at === null ? null : Math.max(0, now - at))
  return { backup: ageMs(backup), ledger: ageMs(ledger) }
}
