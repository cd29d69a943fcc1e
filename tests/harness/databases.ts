/**
 * The engines that every test of a store runs on: SQLite always, in a temporary folder; PostgreSQL when
 * `TEST_DATABASE_URL` names a server on which databases may be made.
 *
 *     for (const engine of engines)
 *       test(`${engine.name}: what it promises`, async () => {
 *         await using store = await engine.open()
 *         ...store.database...
 *       })
 */

import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import type { Database } from '../../src/platform/database/database.ts'
import { type DatabaseSettings, openDatabase } from '../../src/platform/database/open.ts'
import { embeddedTemplate, giveOwnName, serverTemplate } from './store-templates.ts'

export type TestStore = {
  database: Database
  /** For another process, or a second opening, on the same store. */
  settings: DatabaseSettings
  /** Closes and removes the store. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Where a store can be made: nothing is there, and nobody has it open. */
export type StorePlace = { settings: DatabaseSettings; remove(): Promise<void> }

/** `empty` opens a store without a table; every other one is a copy of a migrated store. */
export type Engine = {
  name: 'sqlite' | 'postgres'
  open(options?: { empty?: boolean }): Promise<TestStore>
  place(): Promise<StorePlace>
}

/** Makes the place of a store: an empty one, or a copy of a store that has every migration. */
type MakePlace = (isEmpty: boolean) => Promise<StorePlace>

const poolSize = 10
const server = process.env.TEST_DATABASE_URL

/** `postgres`: a suite runs once more there alone, on a server that is reached through a pooler. */
const isPostgresAlone = process.env.TEST_ENGINES === 'postgres'
/** The server itself, where `TEST_DATABASE_URL` is that of a pooler: databases are made there. */
const serverItself = process.env.TEST_DATABASE_SERVER

export const engines: readonly Engine[] = [
  ...(isPostgresAlone ? [] : [engineOf('sqlite', placeOnSqlite)]),
  ...(server === undefined || server === '' ? [] : [postgresEngine(server)]),
]

// The half of a test file that cannot run here is counted as skipped, once a file: it never passes silently.
if (engines.length === 1 && !isPostgresAlone && process.env.NODE_TEST_CONTEXT !== undefined)
  test('postgres: what this file guarantees there', { skip: 'TEST_DATABASE_URL names no server' })

/** `work` on a new store with two openings of it, as two processes have them. */
export async function openedTwice(
  engine: Engine,
  work: (first: Database, second: Database) => Promise<void>,
): Promise<void> {
  await using store = await engine.open()
  const second = await openDatabase(store.settings)
  try {
    await work(store.database, second)
  } finally {
    await second.close()
  }
}

function engineOf(name: Engine['name'], makePlace: MakePlace): Engine {
  return {
    name,
    place: () => makePlace(true),
    async open({ empty = false } = {}) {
      const { settings, remove } = await makePlace(empty)
      const database = await openDatabase(settings)
      if (!empty) await giveOwnName(database)
      const close = async (): Promise<void> => {
        await database.close()
        await remove()
      }
      return { database, settings, close, [Symbol.asyncDispose]: close }
    },
  }
}

/** Stores on the server at `url`. `isOwn`: the server ends with the test, and they with it. */
export function postgresEngine(url: string, isOwn = false): Engine {
  return engineOf('postgres', async (isEmpty) => {
    const { settings, remove } = await placeOnPostgres(url, isEmpty)
    return { settings, remove: isOwn ? () => Promise.resolve() : remove }
  })
}

async function placeOnSqlite(isEmpty: boolean): Promise<StorePlace> {
  const folder = await mkdtemp(join(tmpdir(), 'subsidies-'))
  const dataDir = join(folder, 'var')
  if (!isEmpty) {
    await mkdir(dataDir, { mode: 0o700 })
    await (await embeddedTemplate())(dataDir)
  }
  const settings = { databaseUrl: null, databasePool: poolSize, dataDir }
  return { settings, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function placeOnPostgres(url: string, isEmpty: boolean): Promise<StorePlace> {
  const name = `subsidies_${randomBytes(8).toString('hex')}`
  // A pooler keeps connections to what it has reached, and nothing is copied of a database that somebody is connected to.
  const at = serverItself ?? url
  const template = isEmpty ? 'template1' : await serverTemplate(at)
  // By copying files, which takes less than writing the copy ahead: the server outlives no test run.
  await onServer(at, `create database ${name} template ${template} strategy file_copy`)
  // As an operator sets it behind a pooler: by it a server notices that nobody waits for a statement any more.
  if (isPostgresAlone) await onServer(at, `alter database ${name} set client_connection_check_interval = 100`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const settings = { databaseUrl: own.href, databasePool: poolSize, dataDir: '' }
  return { settings, remove: () => onServer(at, `drop database if exists ${name} with (force)`) }
}

/** One statement on the server itself, by a connection of its own. */
async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
