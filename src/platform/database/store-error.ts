/**
 * What can go wrong between the service and its store, in words that do not depend on the engine.
 *
 * - `constraint`: the statement would have broken what the database guards (unique, foreign key, check).
 * - `unavailable`: the store did not answer in time, cannot be reached, or is held by somebody else for too long.
 *   Whether a statement that was under way took effect is then unknown, unless it was part of a transaction.
 * - `rights`: the role that the service connects as may not do this.
 * - `statement`: the statement itself is wrong, which is a bug.
 * - `clock`: the clock of this process is far from the store's, so that what it would write cannot be right.
 */
export type StoreFault = 'constraint' | 'unavailable' | 'rights' | 'statement' | 'clock'

export class StoreError extends Error {
  readonly fault: StoreFault

  constructor(fault: StoreFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'StoreError'
    this.fault = fault
  }
}

/** Somebody else held what a statement was to lock, for too long, or while he waited for it; it took no effect. Always `unavailable`. */
export class HeldByOthers extends StoreError {
  constructor(message: string, cause: unknown) {
    super('unavailable', message, cause)
    this.name = 'HeldByOthers'
  }
}

/**
 * The disk of the store took nothing of what was to be written: it is full, a quota or a bound on the size of files is reached, or it
 * refuses writes. Always `unavailable`. The message says what to do; `message` is what the engine said.
 */
export class DiskFull extends StoreError {
  constructor(message: string, cause: unknown) {
    super(
      'unavailable',
      `The disk of the store takes no more: make room (df -h), or raise the quota (${message}).`,
      cause,
    )
    this.name = 'DiskFull'
  }
}

/** What a file system says where it takes no more: no room, a quota, a bound on the size of files. */
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Whether a fault says that a disk takes no more: that of the store, or one that a file is written on. */
export function isDiskFull(fault: unknown): boolean {
  if (fault instanceof DiskFull) return true
  return fault instanceof Error && 'code' in fault && fullCodes.includes(fault.code)
}
