/**
 * How a store that was made whole in a folder of its own takes the place of another. Its files are three, and no system moves
 * three files at once: so the folder is given a name that says that it is whole, which is one step, and from then on the
 * old store is not opened any more. Whoever is to open a store moves the files first, where somebody was cut short.
 *
 * Everybody who has a store of that place open shares a lock for as long, and who puts one there has it alone: so nobody
 * opens, or makes, a file that is about to be another's.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { companionEndings, storeFile, storeFiles } from './files.ts'

const makingFolder = 'restoring'
const wholeFolder = 'restored'
/** An empty file, locked by the engine. The system takes the lock from a process that ends, however it does. */
const lockFile = 'restored.lock'
/** How often files are moved that somebody else left, each time another one who was cut short. */
const movesMax = 3

/** The place of a store, held by this process alone among those that would put another there. */
export type Place = {
  /** Where the new one is made; nothing is there yet. */
  making: string
  /** Makes what stands there the store. From then on it is, whatever happens. */
  take(): void
  letGo(): void
}

/** Throws busy where another is putting a store there, or has the one there open. */
export function holdPlace(folder: string): Place {
  const lock = lockOf(folder)
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
        try {
          rmSync(making, { recursive: true, force: true })
        } finally {
          lock.close()
        }
      },
    }
  } catch (error) {
    lock.close()
    throw error
  }
}

/** Whether there is a store, be it one whose files somebody who was cut short has not moved yet. */
export function hasStore(folder: string): boolean {
  return existsSync(join(folder, storeFile)) || existsSync(join(folder, wholeFolder))
}

/** A store that is open keeps its place. */
export type SharedPlace = { letGo(): void }

/** Ends first what a process began that was cut short; throws busy where another is putting a store there. */
export function sharePlace(folder: string): SharedPlace {
  const lock = lockOf(folder)
  try {
    for (let moves = 0; moves <= movesMax; moves += 1) {
      // Held with the first statement, until the transaction ends.
      lock.exec('begin; select count(*) from sqlite_schema')
      if (!existsSync(join(folder, wholeFolder))) {
        // Of somebody who was cut short: who makes one has the lock alone.
        rmSync(join(folder, makingFolder), { recursive: true, force: true })
        return { letGo: () => lock.close() }
      }
      lock.exec('rollback; begin exclusive')
      move(folder)
      lock.exec('rollback')
    }
    throw new Error(`${join(folder, wholeFolder)} is there again and again`)
  } catch (error) {
    lock.close()
    throw error
  }
}

const lockOf = (folder: string): DatabaseSync => new DatabaseSync(join(folder, lockFile), { timeout: 0 })

/** Every step can be made again, from wherever somebody was cut short. */
function move(folder: string): void {
  const whole = join(folder, wholeFolder)
  if (!existsSync(whole)) return
  const names = storeFiles.filter((name) => existsSync(join(whole, name)))
  // What the engine kept beside an old file it would write into the new one: it is gone for certain before that has the name.
  for (const name of names) for (const ending of companionEndings) rmSync(join(folder, name + ending), { force: true })
  sync(folder)
  for (const name of names) renameSync(join(whole, name), join(folder, name))
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
