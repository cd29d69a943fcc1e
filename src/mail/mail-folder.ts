/** Mails as files, where there is no server that takes them: what would have been sent can be read, and its links followed. */
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ItemFaults } from '../platform/faults/item-faults.ts'
import { keepNames, makeKeptFolder } from '../platform/files/kept-names.ts'

/** The newest that are kept. */
export const filesMax = 1_000
const ending = '.eml'
/** Of one that is being written, or whose process died meanwhile. */
const partEnding = '.part'

/**
 * Writes a message as `<id>.eml`, for its owner alone, and resolves when it is on the disk. A message written again takes the
 * place of the one before.
 */
export async function fileMessage(folder: string, id: string, message: Buffer): Promise<void> {
  makeKeptFolder(folder)
  const part = path.join(folder, `${id}${partEnding}`)
  await writeFile(part, message, { mode: 0o600, flush: true })
  await rename(part, path.join(folder, `${id}${ending}`))
  keepNames(folder)
  const ids = await filedIds(folder)
  await removeFiles(folder, ids.slice(0, Math.max(0, ids.length - filesMax)))
}

/** Ids of the mails that have a file, oldest first: ids are in the order of time. Nothing where there is no such folder. */
export async function filedIds(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return []
    throw fault
  })
  return names
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .toSorted()
}

/** Throws `ItemsFailed` when every file was tried and some could not be removed. */
export async function removeFiles(folder: string, ids: readonly string[]): Promise<void> {
  const faults = new ItemFaults()
  // Another process may have removed it.
  for (const id of ids) {
    await faults.attempt(id, async () => {
      for (const end of [ending, partEnding]) await rm(path.join(folder, `${id}${end}`), { force: true })
    })
  }
  faults.throwIfAny()
}
