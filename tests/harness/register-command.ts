/** The register's commands on the store of a service that runs, as its operator gives them beside it. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DatabaseSettings } from '../../src/platform/database/open.ts'
import { type Operator, operatorOn } from './operator.ts'
import { type FileGiven, writeRegisterFile } from './register-files.ts'

export type RegisterOperator = Operator & {
  /** Writes a file and loads it by the command, which has to succeed; its document. */
  load(given: FileGiven, ...words: string[]): Promise<Record<string, unknown>>
}

/** By which a command in another process finds a store. */
export function storeEnvironment({ databaseUrl, dataDir }: DatabaseSettings): Record<string, string> {
  const store = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }
  return { ...store, SECRET_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'silent' }
}

/** Days of its files are those of the machine's clock or before: the command goes by that. */
export function registerOperator(settings: DatabaseSettings): RegisterOperator {
  const operator = operatorOn(storeEnvironment(settings))
  return {
    ...operator,
    async load(given, ...words) {
      const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-register-command-'))
      try {
        const file = path.join(folder, 'KboOpenData.zip')
        writeRegisterFile(file, given)
        return await operator.done('companies', 'load', '--file', file, ...words)
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}
