import { DiskFull, isDiskFull } from '../platform/database/store-error.ts'

/** Why a backup or a restore was not made; `code` is stable, and the message says what to do. */
export class BackupFault extends Error {
  readonly code: string
  readonly details: Record<string, unknown>

  constructor(code: string, message: string, details: Record<string, unknown> = {}, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'BackupFault'
    this.code = code
    this.details = details
  }
}

/** The fault of a file system in words that say what to do; any other as it is. */
export function faultOfDisk(fault: unknown, file: string): unknown {
  if (fault instanceof DiskFull)
    return new BackupFault('disk_full', `The disk of ${file} is full. Make room, and try again.`, {}, fault)
  if (!(fault instanceof Error && 'code' in fault)) return fault
  if (isDiskFull(fault))
    return new BackupFault(
      'disk_full',
      `The disk of ${file} is full. Make room, or name a file on another disk.`,
      {},
      fault,
    )
  if (fault.code === 'ENOENT')
    return new BackupFault(
      'no_such_file',
      `${file} or its folder is not there. Make the folder, or name another file.`,
      {},
      fault,
    )
  if (fault.code === 'EACCES' || fault.code === 'EPERM' || fault.code === 'EROFS')
    return new BackupFault(
      'not_permitted',
      `This user may not use ${file}. Give the right to it, or name another file.`,
      {},
      fault,
    )
  if (fault.code === 'EISDIR')
    return new BackupFault('not_a_file', `${file} is a folder. Name a file in it.`, {}, fault)
  return fault
}
