/**
 * How a store that was made whole in a folder of its own takes the place of another. Its files are three, and no system moves
 * three files at once: so the folder is given a name that says that it is whole, which is one step, and from then on the
 * old store is not opened any more. Whoever is to open a store moves the files first, where somebody was cut short.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { companionEndings, storeFiles } from './files.ts'

const makingFolder = 'restoring'
const wholeFolder = 'restored'
/** An empty file; who has it locked, moves. The system takes the lock from a process that ends, however it does. */
const lockFile = 'restored.lock'

/** The place of a store, held by this process alone among those that would put another there. */
export type Place = {
  /** Where the new one is made; nothing is there yet. */
  making: string
  /** Makes what stands there the store. From then on it is, whatever happens. */
  take(): void
  letGo(): void
}

/** Throws busy where another process is putting a store there. */
export function holdPlace(folder: string): Place {
  const lock = new DatabaseSync(join(folder, lockFile), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    move(folder)
    const making = join(folder, makingFolder)
    // Of somebody who was cut short: he had the lock.
    rmSync(making, { recursive: true, force: true })
    return {
      making,
      take() {
        for (const name of storeFiles) sync(join(making, name))
        sync(making)
        renameSync(making, join(folder, wholeFolder))
        sync(folder)
        move(folder)
      },
      letGo() {
        rmSync(making, { recursive: true, force: true })
        lock.close()
      },
    }
  } catch (error) {
    lock.close()
    throw error
  }
}

/** Ends what a process began that was cut short: throws busy while another does. Mostly there is nothing to end. */
export function finishReplacing(folder: string): void {
  if (existsSync(join(folder, wholeFolder))) holdPlace(folder).letGo()
}

/** Every step can be made again, from wherever somebody was cut short. */
function move(folder: string): void {
  const whole = join(folder, wholeFolder)
  if (!existsSync(whole)) return
  for (const name of storeFiles) {
    const [from, to] = [join(whole, name), join(folder, name)]
    if (!existsSync(from)) continue
    // What the engine kept beside the old file says nothing of the new one.
    for (const ending of companionEndings) rmSync(to + ending, { force: true })
    renameSync(from, to)
  }
  sync(folder)
  rmSync(whole, { recursive: true })
}

/** Waits until a file, or the names in a folder, are on the disk. */
function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
