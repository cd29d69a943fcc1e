/** How a ledger is written, and what is said of a file that is none. */
import { BackupFault } from '../backup-fault.ts'

export const format = 'subsidies-ledger'
export const formatVersion = 1
/** The longest line that is believed, in letters. */
export const lettersMax = 64 * 1024

export const notWhole = (file: string): BackupFault =>
  new BackupFault(
    'not_a_whole_ledger',
    `${file} is not a whole ledger. Nothing was restored. Take another copy of it, or the ledger before it.`,
  )
