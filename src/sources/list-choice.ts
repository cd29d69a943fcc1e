/**
 * Which list of sources holds for a process (contract 1, CLI output): the store keeps the one that the service was last
 * started with, and only the service itself, where it does background work, takes another. So a command that is run with
 * another environment switches nothing off.
 */

/** Where a list was taken from: the absolute path of a sources file, or `bundled`, the list that comes with a release. */
export type ListPlace = string
export const bundledList: ListPlace = 'bundled'

/** Who asks: the service with its background work, the service without it, or any other command. */
export type ListUser = 'worker' | 'api' | 'command'

/** What the store knows of its list. */
export type StoredList = {
  /** Null: an earlier release took it and did not note from where. */
  from: ListPlace | null
  /** Whether a service was ever started on the store. */
  isServed: boolean
}

export type ListChoice =
  /** The store's own list. */
  | { verdict: 'keep' }
  /** The list of that place as it reads now. */
  | { verdict: 'take'; place: ListPlace }
  /** The store's own list, if that of the place says the same; else the command is refused. */
  | { verdict: 'compare'; place: ListPlace }

/**
 * `asked`: what the process was given, null for nothing. `stored`: null where the store has no list.
 *
 * Until a service was started, commands alone say what the list is: they read it anew from the place it came from.
 */
export function chooseList(user: ListUser, asked: ListPlace | null, stored: StoredList | null): ListChoice {
  if (user === 'api') return { verdict: 'keep' }
  if (stored === null) return { verdict: 'take', place: asked ?? bundledList }
  if (user === 'worker') {
    if (asked !== null) return { verdict: 'take', place: asked }
    // Of this release: what it lists more than the one before comes with it.
    return stored.from === bundledList ? { verdict: 'take', place: bundledList } : { verdict: 'keep' }
  }
  const isItsOwn = stored.from !== null && (asked ?? bundledList) === stored.from
  if (isItsOwn) return stored.isServed ? { verdict: 'keep' } : { verdict: 'take', place: stored.from ?? bundledList }
  return asked === null ? { verdict: 'keep' } : { verdict: 'compare', place: asked }
}
