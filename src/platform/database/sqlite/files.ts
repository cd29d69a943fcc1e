/** The files of the embedded store, by their names. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export const storeFile = 'store.db'
/** In the order in which they take the place of others: the store's own last, which everybody opens first. */
export const storeFiles = ['counters.db', 'behind.db', storeFile] as const
/** What the engine keeps beside a file while it is in use. */
export const companionEndings = ['-wal', '-shm', '-journal'] as const

type Paths = { store: string; counters: string; behind: string }

export function pathsIn(folder: string): Paths {
  return { store: join(folder, storeFile), counters: join(folder, 'counters.db'), behind: join(folder, 'behind.db') }
}

/** Every file that the store can have there. */
export function filesIn(folder: string): string[] {
  return storeFiles.flatMap((name) => ['', ...companionEndings].map((ending) => join(folder, name + ending)))
}

/** As a statement that attaches a file names it. */
export function readOnlyUri(path: string): string {
  return `${pathToFileURL(path).href.replaceAll("'", '%27')}?mode=ro`
}
