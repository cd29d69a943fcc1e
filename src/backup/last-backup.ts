/** When the store was last backed up, for whoever looks after it. */
import type { Reads } from '../platform/database/database.ts'
import type { Instant } from '../values/brussels.ts'
import { lastBackup } from './backup-store.ts'

/** The moment that the newest backup is of; null: none was taken in this life of the store. */
export async function lastBackupAt(reads: Reads): Promise<Instant | null> {
  return (await lastBackup(reads))?.taken_at ?? null
}
