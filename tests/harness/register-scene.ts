/** A register on a store of its own, into which files of our own making are loaded. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Companies, companiesOf, forgottenCompanies } from '../../src/companies/companies.ts'
import { openExtract } from '../../src/companies/extract/extract-file.ts'
import { openRegister } from '../../src/companies/open-register.ts'
import { loadExtract } from '../../src/companies/register/load.ts'
import type { RegisterPlace } from '../../src/companies/register/register-store.ts'
import type { Looking } from '../../src/matching/look-up.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { type Instant, startOfDay } from '../../src/values/brussels.ts'
import type { Engine, TestStore } from './databases.ts'
import { type FileGiven, writeRegisterFile } from './register-files.ts'

export const loadedOn = startOfDay('2026-11-28')

export type RegisterScene = AsyncDisposable & {
  store: TestStore
  place: RegisterPlace
  companies: Companies
  folder: string
  /** Writes a file and loads it. */
  load(given: FileGiven, options?: LoadOptions): Promise<void>
  loadFile(file: string, options?: LoadOptions): Promise<void>
}

export type LoadOptions = {
  now?: Instant
  takesOlder?: boolean
  signal?: AbortSignal
  confirm?: () => Promise<void>
}

/** Nobody else changes the register. */
const noTurn = async (): Promise<void> => {}

/** Loads a file as the command does, at an instant of the test's own. */
export async function loadRegisterFile(
  { database, place }: { database: Database; place: RegisterPlace },
  file: string,
  { now = loadedOn, takesOlder = false, signal = new AbortController().signal, confirm = noTurn }: LoadOptions = {},
): Promise<void> {
  using extract = await openExtract(file)
  await loadExtract(place, {
    ...{ extract, takesOlder, signal, confirm },
    now: () => now,
    forgotten: async () => new Set([...(await forgottenCompanies(database))].map(Number)),
    onProgress: () => {},
  })
}

/** The engine, whose stores have a register of that file from their first day on. */
export function withRegister(engine: Engine, given: FileGiven): Engine {
  return {
    ...engine,
    async open(options) {
      const store = await engine.open(options)
      const scene = await registerOn(store)
      await scene.load(given)
      scene.place.register.close()
      await rm(scene.folder, { recursive: true })
      return store
    },
  }
}

export async function registerScene(engine: Engine): Promise<RegisterScene> {
  return registerOn(await engine.open())
}

async function registerOn(store: TestStore): Promise<RegisterScene> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-register-'))
  const place = await openRegister(store.database, store.settings, () => loadedOn)
  let files = 0
  const scene: RegisterScene = {
    ...{ store, place, folder, companies: companiesOf(store.database, place.register) },
    loadFile: (file, options) => loadRegisterFile({ database: store.database, place }, file, options),
    async load(given, options) {
      files += 1
      const file = path.join(folder, `KboOpenData_${files}.zip`)
      writeRegisterFile(file, given)
      await scene.loadFile(file, options)
    },
    async [Symbol.asyncDispose]() {
      place.register.close()
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
  return scene
}

/** Where no register is read, and no accounts are asked for. */
export const noCompanies: Companies = { loaded: async () => null, mark: async () => '', find: async () => new Map() }
export const noFigures: Looking['filedAccounts'] = { known: async () => new Map(), ask: async () => null }
export const noLooking: Looking = { companies: noCompanies, filedAccounts: noFigures }
