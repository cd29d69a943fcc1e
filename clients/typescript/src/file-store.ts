/**
 * A local copy in a folder, for Node. Every change is a file of its own, complete before it has its name, and named with the
 * next number by a link, which the system refuses where that name is taken. So a process that is killed leaves either a whole
 * change or none, and of two processes that write to one folder one is refused: there is no lock that could be left behind.
 *
 * The files are `000000000042.ndjson`. One that holds everything makes those before it needless, and they are deleted.
 */
import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { closeFile, type FileKind, kindOf, type Line, openToRead, writeFile } from './copy-files/copy-file.ts'
import { OpenedCopy } from './copy-files/opened-copy.ts'
import { CopyError } from './errors.ts'
import type { Subsidy } from './generated/schemas.ts'
import type { CopyChange, CopyState, CopyStore } from './sync/copy-store.ts'

/** Files are put together into one when there are so many, or when the changes are longer than what they change. */
const filesMax = 200
const draftPrefix = 'draft-'
/** A draft that is older belongs to a process that is gone. */
const draftMs = 24 * 3_600_000
const loadingsMax = 5

const nameOf = (number: number): string => `${String(number).padStart(12, '0')}.ndjson`
const numberOf = (name: string): number => (/^\d{12}\.ndjson$/.test(name) ? Number(name.slice(0, 12)) : 0)

export class FileStore implements CopyStore {
  readonly #folder: string
  #copy = new OpenedCopy()

  /** The folder is made where it is not there. It should be on a disk of this machine. */
  constructor(folder: string) {
    this.#folder = path.resolve(folder)
  }

  /** Reads what is there, also what another process has written since. */
  async load(): Promise<CopyState | null> {
    await mkdir(this.#folder, { recursive: true })
    for (let loading = 1; ; loading += 1) {
      try {
        await this.#read()
        return this.#copy.state
      } catch (error) {
        // Another process put the files together while they were read.
        if (!isCode(error, 'ENOENT') || loading === loadingsMax) throw error
      }
    }
  }

  async replace(records: AsyncIterable<Subsidy>, state: CopyState): Promise<void> {
    await this.#commit('complete', putting(records), state)
  }

  async apply(changes: readonly CopyChange[], state: CopyState): Promise<void> {
    await this.#commit('changes', changes.map(lineOf), state)
    const { files, isMostlyChanges } = this.#copy.weight
    if (files > filesMax || isMostlyChanges) await this.#commit('complete', putting(this.#copy.records()), state)
  }

  get(id: string): Promise<Subsidy | null> {
    return this.#copy.get(id)
  }

  async ids(): Promise<readonly string[]> {
    return this.#copy.ids()
  }

  records(): AsyncGenerator<Subsidy, void> {
    return this.#copy.records()
  }

  /** Closes its files, when nobody reads from them any more. It can be loaded again. */
  async close(): Promise<void> {
    await this.#show(new OpenedCopy())
  }

  async #show(copy: OpenedCopy): Promise<void> {
    const before = this.#copy
    this.#copy = copy
    await before.leave()
  }

  /** From the newest file that holds everything on; what stands before it waits to be deleted. */
  async #read(): Promise<void> {
    const numbers = await this.#numbers()
    if ((numbers.at(-1) ?? 0) === this.#copy.number) return
    const copy = new OpenedCopy()
    if (numbers.length === 0) return this.#show(copy)
    try {
      for (const number of numbers.slice(await this.#beginning(numbers))) {
        if (copy.number > 0 && number !== copy.number + 1) throw this.#damaged(`${nameOf(copy.number + 1)} is missing`)
        const file = await openToRead(path.join(this.#folder, nameOf(number)))
        if (!(await copy.take(file, number))) throw this.#damaged(`${nameOf(number)} is cut, or none of ours`)
      }
    } catch (error) {
      await copy.leave()
      throw error
    }
    await this.#show(copy)
  }

  /** Where among the numbers the newest file stands that holds everything. */
  async #beginning(numbers: readonly number[]): Promise<number> {
    for (const [index, number] of [...numbers.entries()].toReversed()) {
      const file = await openToRead(path.join(this.#folder, nameOf(number)))
      const kind = await kindOf(file).finally(() => closeFile(file))
      if (kind === 'complete') return index
    }
    throw this.#damaged('no file holds everything')
  }

  async #numbers(): Promise<number[]> {
    const numbers = (await readdir(this.#folder)).map(numberOf).filter((number) => number > 0)
    return numbers.toSorted((one, other) => one - other)
  }

  /** Writes a file whole, gives it the next number, and only then goes by it. */
  async #commit(kind: FileKind, lines: AsyncIterable<Line> | Iterable<Line>, state: CopyState): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    const number = this.#copy.number + 1
    const draft = path.join(this.#folder, `${draftPrefix}${randomBytes(8).toString('hex')}`)
    try {
      await writeFile(draft, kind, lines, state)
      await this.#name(draft, number)
    } finally {
      await rm(draft, { force: true })
    }
    await syncFolder(this.#folder)
    const copy = kind === 'complete' ? new OpenedCopy() : this.#copy
    if (!(await copy.take(await openToRead(path.join(this.#folder, nameOf(number))), number))) {
      throw this.#damaged(`${nameOf(number)} cannot be read as it was written`)
    }
    if (copy === this.#copy) return
    await this.#show(copy)
    await this.#sweep(number)
  }

  async #name(draft: string, number: number): Promise<void> {
    const file = path.join(this.#folder, nameOf(number))
    try {
      await link(draft, file)
    } catch (error) {
      if (isCode(error, 'EEXIST')) throw this.#overtaken()
      throw error
    }
    // A process that slept while others wrote and put together finds its number free again: what it wrote is not to count.
    if ((await this.#numbers()).at(-1) === number) return
    await rm(file, { force: true })
    throw this.#overtaken()
  }

  #overtaken(): CopyError {
    return new CopyError(
      `Another process has written to the copy in ${this.#folder}. Synchronise again to go on from there.`,
    )
  }

  #damaged(what: string): CopyError {
    return new CopyError(`The copy in ${this.#folder} is damaged: ${what}. Delete the folder, and synchronise again.`)
  }

  /** Deletes what a complete file has made needless, and drafts of processes that are gone. */
  async #sweep(complete: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const file = path.join(this.#folder, name)
      const isOld = numberOf(name) > 0 && numberOf(name) < complete
      const isLeft = name.startsWith(draftPrefix) && Date.now() - (await modifiedAt(file)) > draftMs
      // On Windows one that is open elsewhere stays: the next turn deletes it.
      if (isOld || isLeft) await rm(file, { force: true }).catch(() => {})
    }
  }
}

async function* putting(records: AsyncIterable<Subsidy>): AsyncGenerator<Line, void> {
  for await (const record of records) yield { put: record.id, record }
}

const lineOf = (change: CopyChange): Line =>
  'put' in change ? { put: change.put.id, record: change.put } : { remove: change.remove }

/** So that the name is there after a power cut. A system that cannot do that for a folder does it by itself. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
const modifiedAt = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.mtimeMs ?? Date.now()
