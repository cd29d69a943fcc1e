/**
 * Files that are being written, under names that say by which process: what one left that was killed is found by them, and
 * taken away by the next.
 */
import { randomBytes } from 'node:crypto'
import { readdir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'

/** What was begun this long ago, and not touched since, is nobody's any more, whoever has its process's number now. */
const abandonedMs = 10 * 60_000
const nameBytes = 8
const prefix = 'unfinished-'
/** With the number of the process. */
const form = /^unfinished-([1-9]\d*)-[0-9a-f]+$/

/** Those of this process that it is still at: a process of before may have had its number. */
const underWay = new Set<string>()

/** The path of a file that this process begins to write in that folder. */
export function beginUnfinished(folder: string): string {
  const file = path.join(folder, `${prefix}${process.pid}-${randomBytes(nameBytes).toString('hex')}`)
  underWay.add(file)
  return file
}

/** This process is no longer at that file. */
export function endUnfinished(file: string): void {
  underWay.delete(file)
}

/**
 * Takes away what processes left in that folder that are no more, and what nobody has touched for ten minutes. Only for the
 * thread that writes there: others do not know what it is at.
 */
export async function takeAwayUnfinished(folder: string, now: number): Promise<void> {
  // Where there is no such folder nothing was left in it.
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const file = path.join(folder, name)
    // Whoever else takes it away at this moment has done what is to be done.
    if (isLeft(file) || (await isOld(file, now - abandonedMs))) await unlink(file).catch(() => {})
  }
}

function isLeft(file: string): boolean {
  const pid = Number(form.exec(path.basename(file))?.[1] ?? Number.NaN)
  if (Number.isNaN(pid)) return false
  return pid === process.pid ? !underWay.has(file) : !isRunning(pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    // One that is another user's runs too.
    return (fault as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function isOld(file: string, before: number): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: before }))
  return mtimeMs < before
}
