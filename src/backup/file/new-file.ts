/**
 * A file that gets its name when all of it is on the disk, and never in part: until then it stands beside under another
 * name, for its owner alone.
 */
import { constants } from 'node:fs'
import { type FileHandle, link, lstat, open, rename, unlink, utimes } from 'node:fs/promises'
import path from 'node:path'
import { beginUnfinished, endUnfinished, takeAwayUnfinished, touchEveryMs } from '../../platform/files/unfinished.ts'
import { BackupFault, faultOfDisk } from '../backup-fault.ts'

const ownerOnly = 0o600

/** `isNew`: a file of that name stays, and it is told; else it is replaced. `check` looks at the draft before it has the name. */
type NewFile = {
  file: string
  isNew: boolean
  now: number
  write(draft: FileHandle): Promise<void>
  check?(draft: string): Promise<void>
}

export async function writeNewFile({ file, isNew, now, write, check }: NewFile): Promise<void> {
  const folder = path.dirname(file)
  try {
    if (isNew) await refuseStanding(file)
    await takeAwayUnfinished(folder, now)
    const draft = beginUnfinished(folder)
    // Reading it whole may take long, and so may a store that is slow to answer: others on the folder see that it is somebody's.
    const touching = setInterval(() => void touch(draft), touchEveryMs)
    try {
      const handle = await open(draft, 'wx', ownerOnly)
      try {
        await write(handle)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await check?.(draft)
      await (isNew ? give(draft, file) : rename(draft, file))
      await syncFolder(folder)
    } finally {
      clearInterval(touching)
      await unlink(draft).catch(() => {})
      endUnfinished(draft)
    }
  } catch (fault) {
    throw faultOfDisk(fault, file)
  }
}

function touch(draft: string): Promise<void> {
  const now = new Date()
  return utimes(draft, now, now).catch(() => {})
}

async function refuseStanding(file: string): Promise<void> {
  const standing = await lstat(file).catch(() => null)
  if (standing !== null) throw standingFault(file)
}

const standingFault = (file: string): BackupFault =>
  new BackupFault('file_exists', `${file} is there already, and is not overwritten. Name another file, or remove it.`)

/** The name, unless somebody has it: in one step where the file system has links, else looked at before. */
async function give(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException
    if (code === 'EEXIST') throw standingFault(file)
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw fault
    await refuseStanding(file)
    await rename(draft, file)
  }
}

/** Waits until the name is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY)
  await handle.sync().finally(() => handle.close())
}
