/**
 * Names that outlast a power cut. A file that was synced is on the disk; that it has a name there is written in its folder,
 * and that is on the disk when the folder was synced. Many file systems do more than that by themselves, and none promises it.
 */
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'

const ownersFolder = 0o700
/** A system or file system on which folders cannot be opened or synced keeps names by itself, or not at all. */
const cannotBe = ['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM']

/** Returns when what has a name in the folder now has it on the disk. */
export function keepNames(folder: string): void {
  let file: number | null = null
  try {
    file = openSync(folder, 'r')
    fsyncSync(file)
  } catch (fault) {
    if (!cannotBe.includes((fault as NodeJS.ErrnoException).code ?? '')) throw fault
  } finally {
    if (file !== null) closeSync(file)
  }
}

/**
 * Makes the folder (0700), and those above it that are not there, and keeps their names. Also of one that is there: whoever made it
 * may have been ended before its name was kept.
 */
export function makeKeptFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: ownersFolder })
  const from = path.dirname(first ?? path.resolve(folder))
  for (let above = path.dirname(path.resolve(folder)); ; above = path.dirname(above)) {
    keepNames(above)
    if (above === from || above === path.dirname(above)) return
  }
}
