/** A copy as one process has read it: its files stay open until the last who reads from them has let go. */
import { closeSync } from 'node:fs'
import type { Subsidy } from '../generated/schemas.ts'
import type { CopyState } from '../sync/copy-store.ts'
import { bytesOf, closeFile, kindOf, type OpenFile, type Place, readFile, recordAt } from './copy-file.ts'

/** Closes the files of copies that are forgotten. */
const forgotten = new FinalizationRegistry((files: OpenFile[]) => {
  for (const file of files.splice(0)) closeSync(file)
})

export class OpenedCopy {
  /** Of its newest file; 0: there is none. */
  number = 0
  state: CopyState | null = null
  readonly #places = new Map<string, Place>()
  readonly #files: OpenFile[] = []
  /** Of the file that holds everything, and of the changes since. */
  readonly #bytes = { complete: 0, changes: 0 }
  #readers = 0
  #isLeft = false

  constructor() {
    forgotten.register(this, this.#files)
  }

  /** Takes in what a file says; false where it is damaged. */
  async take(file: OpenFile, number: number): Promise<boolean> {
    this.#files.push(file)
    const said: Parameters<Parameters<typeof readFile>[1]>[0][] = []
    const state = await readFile(file, (one) => said.push(one))
    if (state === null) return false
    for (const one of said) {
      if ('put' in one) this.#places.set(one.put, one.place)
      else this.#places.delete(one.remove)
    }
    this.#bytes[await kindOf(file)] += await bytesOf(file)
    this.state = state
    this.number = number
    return true
  }

  /** How many files it has, and whether the changes are longer than what they change. */
  get weight(): { files: number; isMostlyChanges: boolean } {
    return { files: this.#files.length, isMostlyChanges: this.#bytes.changes > this.#bytes.complete }
  }

  ids(): string[] {
    return [...this.#places.keys()]
  }

  async get(id: string): Promise<Subsidy | null> {
    const place = this.#places.get(id)
    return place === undefined ? null : this.#whileOpen(() => recordAt(place))
  }

  /** As they are when it is begun. */
  async *records(): AsyncGenerator<Subsidy, void> {
    this.#readers += 1
    try {
      for (const place of [...this.#places.values()]) yield await recordAt(place)
    } finally {
      await this.#letGo()
    }
  }

  /** Closes the files, now or when nobody reads from them any more. */
  async leave(): Promise<void> {
    this.#isLeft = true
    if (this.#readers === 0) await this.#close()
  }

  async #whileOpen<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#readers += 1
    try {
      return await work()
    } finally {
      await this.#letGo()
    }
  }

  async #letGo(): Promise<void> {
    this.#readers -= 1
    if (this.#isLeft && this.#readers === 0) await this.#close()
  }

  async #close(): Promise<void> {
    for (const file of this.#files.splice(0)) await closeFile(file)
  }
}
