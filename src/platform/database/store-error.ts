/**
 * What can go wrong between the service and its store, in words that do not depend on the engine.
 *
 * - `constraint`: the statement would have broken what the database guards (unique, foreign key, check).
 * - `unavailable`: the store did not answer in time, cannot be reached, or is held by somebody else for too long.
 *   Whether a statement that was under way took effect is then unknown, unless it was part of a transaction.
 * - `statement`: the statement itself is wrong, which is a bug.
 * - `clock`: the clock of this process is far from the store's, so that what it would write cannot be right.
 */
export type StoreFault = 'constraint' | 'unavailable' | 'statement' | 'clock'

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

/** The disk of the store has no room for what was to be written; it took no effect. Always `unavailable`. */
export class DiskFull extends StoreError {
  constructor(message: string, cause: unknown) {
    super('unavailable', message, cause)
    this.name = 'DiskFull'
  }
}
