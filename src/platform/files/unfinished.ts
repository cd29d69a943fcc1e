/**
 * Files that are being written, under names that say by which process: what one left that was killed is found by them, and
 * taken away by the next. A process's number says something where processes are numbered together: in another container, or on another
 * machine, a file is left when nobody has touched it for a while.
 */
import { hash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { readdir, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'

/** What was begun this long ago, and not touched since, is nobody's any more, whoever has its process's number now. */
const abandonedMs = 10 * 60_000
/** How often somebody who is at a file for long touches it, also while he only waits or reads. */
export const touchEveryMs = 60_000
const nameBytes = 8
const prefix = 'unfinished-'
/** With where the process is numbered, and its number. */
const form = /^unfinished-([0-9a-f]{8})-([1-9]\d*)-[0-9a-f]+$/

/** Those of this process that it is still at: a process of before may have had its number. */
const underWay = new Set<string>()

let numbered: string | null = null

/** Where this process is numbered, in eight letters: what was started since the same start of the same system, in the same container. */
function whereNumbered(): string {
  numbered ??= hash('sha256', namespaceOf(), 'hex').slice(0, 8)
  return numbered
}

function namespaceOf(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')}${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** The path of a file that this process begins to write in that folder; it is touched at least every `touchEveryMs`. */
export function beginUnfinished(folder: string): string {
  const file = path.join(folder, `${prefix}${whereNumbered()}-${process.pid}-${randomBytes(nameBytes).toString('hex')}`)
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
  const [, where, number] = form.exec(path.basename(file)) ?? []
  if (where !== whereNumbered()) return false
  const pid = Number(number)
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
