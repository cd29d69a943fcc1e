/** What a service keeps is for its own user: what it makes is so by the umask of the process, what was there before by this. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'

const folderMode = 0o700
const fileMode = 0o600
const permissions = 0o777
/** Entries that are looked at; a folder with more than that is no folder of ours. */
const entriesMax = 1_000_000

/**
 * Takes a folder and all files below it from everybody but their owner. What another process removes meanwhile is passed over, links
 * are not followed, and what belongs to somebody else stays as it is.
 */
export function leaveToOwner(folder: string): void {
  const open = [folder]
  for (let at = open.pop(), seen = 0; at !== undefined && seen < entriesMax; at = open.pop(), seen += 1) {
    if (leaveEntry(at) === 'folder') open.push(...namesIn(at))
  }
}

/** The same for single files, which need not be there. */
export function leaveFilesToOwner(files: readonly string[]): void {
  for (const file of files) leaveEntry(file)
}

function leaveEntry(at: string): 'folder' | 'other' {
  try {
    const found = lstatSync(at)
    if (!found.isDirectory() && !found.isFile()) return 'other'
    const mode = found.isDirectory() ? folderMode : fileMode
    if ((found.mode & permissions) !== mode) chmodSync(at, mode)
    return found.isDirectory() ? 'folder' : 'other'
  } catch (fault) {
    if (!['ENOENT', 'EPERM', 'EROFS', 'EACCES'].includes(String((fault as NodeJS.ErrnoException).code))) throw fault
    return 'other'
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name))
  } catch (fault) {
    if (!['ENOENT', 'EACCES'].includes(String((fault as NodeJS.ErrnoException).code))) throw fault
    return []
  }
}
