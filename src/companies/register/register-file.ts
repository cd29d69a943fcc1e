/**
 * The register on the embedded engine: a file of its own beside the store, read by every process and written by nobody. Whoever changes
 * it makes another file and gives it the name: a process that is killed leaves the register as it was, and no journal that would be
 * taken for the next one's. A reader looks at each question which file has the name.
 */
import { closeSync, constants, fsyncSync, openSync, renameSync, statSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reads } from '../../platform/database/database.ts'
import { StoreError } from '../../platform/database/store-error.ts'
import { keepNames, makeKeptFolder } from '../../platform/files/kept-names.ts'
import { beginUnfinished, endUnfinished, takeAwayUnfinished } from '../../platform/files/unfinished.ts'
import type { Instant } from '../../values/brussels.ts'
import type { ExtractHeader } from '../extract/extract-form.ts'
import type { Found, FoundFor, LoadedExtract } from '../registered-company.ts'
import { completedInThread } from './completing-thread.ts'
import { findCompanies } from './find-companies.ts'
import { type KeptRow, type KeptTable, kindCodes, type LegalPersons } from './kept-rows.ts'
import { RegisterBusy, RegisterUnreadable } from './register-faults.ts'
import { RegisterReading, RegisterWriting, saying } from './register-file-store.ts'
import type { CompanyRegister, RegisterBuilding, RegisterPlace, RegisterStanding } from './register-store.ts'

/** Numbers of one statement, between two looks at the time: an enterprise with thousands of establishments takes half a millisecond. */
const numbersPerLook = 8
/** Rows between two turns of others. */
const rowsPerTurn = 5_000

/** The register in that folder, which the operator's data stand in. `now`: by which files that were left are told from others. */
export function registerInFolder(dataFolder: string, now: () => Instant): RegisterPlace {
  const folder = path.join(dataFolder, 'companies')
  const file = path.join(folder, 'register.db')
  const build = async (from: 'empty' | 'standing'): Promise<FileBuilding> => {
    makeKeptFolder(folder)
    await takeAwayUnfinished(folder, now())
    return readable(() => FileBuilding.begin(folder, file, from))
  }
  return {
    ...{ register: new FileRegister(file), build },
    forget: async (enterprises, confirm) => {
      if (identityOf(file) === null) return
      await using building = await build('standing')
      await building.forget(enterprises)
      building.close()
      await confirm()
      await building.show([])
    },
  }
}

type Open = { identity: string; reading: RegisterReading; holders: number; isLeft: boolean }

class FileRegister implements CompanyRegister {
  readonly #file: string
  #open: Open | null = null

  constructor(file: string) {
    this.#file = file
  }

  async loaded(): Promise<LoadedExtract | null> {
    return this.#holding(async (reading) => reading.loaded())
  }

  async standing(): Promise<RegisterStanding | null> {
    return readable(async () => this.#current()?.reading.standing() ?? null)
  }

  async mark(): Promise<string> {
    return identityOf(this.#file) ?? ''
  }

  /** All of them in one register, whatever takes its place meanwhile. */
  async find(numbers: readonly string[], _reads: Reads, reader: FoundFor): Promise<ReadonlyMap<string, Found>> {
    const finding = await this.#holding((reading) =>
      findCompanies({ saying, numbersPerLook, ask: (look) => reading.rows(look) }, numbers, reader),
    )
    return finding?.found ?? new Map()
  }

  close(): void {
    if (this.#open !== null) leave(this.#open)
    this.#open = null
  }

  /** Null: no register is loaded, or the file cannot be read, of which nothing is known then. `standing` throws in its place. */
  async #holding<Answer>(work: (reading: RegisterReading) => Promise<Answer>): Promise<Answer | null> {
    let open: Open | null = null
    try {
      open = this.#current()
      if (open === null) return null
      open.holders += 1
      return await work(open.reading)
    } catch {
      return null
    } finally {
      if (open !== null) {
        open.holders -= 1
        if (open.isLeft && open.holders === 0) open.reading.close()
      }
    }
  }

  /** Of the file that has the name now. */
  #current(): Open | null {
    const identity = identityOf(this.#file)
    if (this.#open !== null && this.#open.identity !== identity) this.close()
    if (identity === null) return null
    this.#open ??= { identity, reading: new RegisterReading(this.#file), holders: 0, isLeft: false }
    return this.#open
  }
}

/** Whoever reads in it still goes on; it is closed by the last of them. */
function leave(open: Open): void {
  open.isLeft = true
  if (open.holders === 0) open.reading.close()
}

/** Results of the engine, of sqlite3.h, on a file that is empty or of another form, torn, or none of its own; and on one that it may not open. */
const unreadableCodes = [1, 11, 26]
const notOpenedCode = 14
const forbiddenCodes: readonly unknown[] = ['EACCES', 'EPERM']

/** `work` on the register that stands, or on a copy of it. Throws `RegisterUnreadable` where that cannot be read. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    const said = (fault instanceof StoreError ? fault.cause : fault) as
      | { errcode?: unknown; code?: unknown }
      | undefined
    const result = typeof said?.errcode === 'number' ? said.errcode & 0xff : null
    if (result === notOpenedCode || forbiddenCodes.includes(said?.code)) throw new RegisterUnreadable(fault, true)
    throw result !== null && unreadableCodes.includes(result) ? new RegisterUnreadable(fault) : fault
  }
}

/** Which file has a name; null: none. */
function identityOf(file: string): string | null {
  const entry = statSync(file, { throwIfNoEntry: false })
  return entry === undefined ? null : `${entry.dev}:${entry.ino}`
}

class FileBuilding implements RegisterBuilding {
  readonly #file: string
  readonly #standing: string
  readonly #writing: RegisterWriting
  /** Which file stood when this one was begun. */
  readonly #begunBeside: string | null
  #isShown = false

  private constructor(file: string, standing: string, begunBeside: string | null, writing: RegisterWriting) {
    this.#file = file
    this.#standing = standing
    this.#begunBeside = begunBeside
    this.#writing = writing
  }

  static async begin(folder: string, standing: string, from: 'empty' | 'standing'): Promise<FileBuilding> {
    const file = beginUnfinished(folder)
    const begunBeside = identityOf(standing)
    try {
      // Where the file system can, the copy shares what is not changed.
      if (from === 'standing') await copyFile(standing, file, constants.COPYFILE_FICLONE)
      return new FileBuilding(file, standing, begunBeside, new RegisterWriting(file, from === 'empty'))
    } catch (fault) {
      endUnfinished(file)
      await rm(file, { force: true })
      throw fault
    }
  }

  async markLegalPersons(into: LegalPersons): Promise<void> {
    await readable(async () => {
      let rows = 0
      for (const number of this.#writing.legalPersons()) {
        into.set(number, kindCodes.legal_person)
        rows += 1
        if (rows % rowsPerTurn === 0) await nextTurn()
      }
    })
  }

  async remove(table: KeptTable, entities: AsyncIterable<number>): Promise<void> {
    await readable(async () => {
      const remove = this.#writing.remover(table)
      for await (const entity of entities) remove(entity)
    })
  }

  async put(table: KeptTable, rows: AsyncIterable<KeptRow>): Promise<void> {
    await readable(async () => {
      const put = this.#writing.putter(table)
      for await (const row of rows) put(row)
    })
  }

  async forget(enterprises: readonly number[]): Promise<void> {
    await readable(async () => this.#writing.forget(enterprises))
  }

  async complete(header: ExtractHeader, fileName: string, at: Instant, signal: AbortSignal): Promise<void> {
    this.close()
    await completedInThread({ file: this.#file, header, fileName, at }, signal)
  }

  async show(forgotten: readonly number[]): Promise<void> {
    if (forgotten.length > 0) {
      const writing = new RegisterWriting(this.#file, false)
      writing.forget(forgotten)
      writing.count()
      writing.keep()
    }
    const handle = openSync(this.#file, 'r+')
    fsyncSync(handle)
    closeSync(handle)
    if (identityOf(this.#standing) !== this.#begunBeside)
      throw new RegisterBusy('Another command has changed the register meanwhile. Give this command once more.')
    renameSync(this.#file, this.#standing)
    this.#isShown = true
    endUnfinished(this.#file)
    keepNames(path.dirname(this.#standing))
  }

  /** Closes it with what was written so far. */
  close(): void {
    this.#writing.keep()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isShown) return
    this.#writing.close()
    endUnfinished(this.#file)
    await rm(this.#file, { force: true })
  }
}
