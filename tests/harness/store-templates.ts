/**
 * Migrated stores that tests copy. Migrating takes longer than most tests do, so it is done once for a set of migrations:
 * on PostgreSQL in a database of the server (`subsidies_template_<digest>`), for the embedded store in a folder of the
 * system's temporary folder. Both are left for the next test run on the same server and folder; another set of migrations has
 * another name.
 */
import { hash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrations.ts'
import { type DatabaseSettings, openDatabase } from '../../src/platform/database/open.ts'

export const migrationsFolder = join(import.meta.dirname, '../../migrations')

const databaseFolder = join(import.meta.dirname, '../../src/platform/database')
/** Key of the server's lock under which a template is made: one process makes it, the others wait. */
const templateLockKey = 7_305_114

let digest: Promise<string> | null = null
let folder: Promise<string> | null = null
const databases = new Map<string, Promise<string>>()

/** Answers what copies the migrated files of an embedded store into a folder that exists. */
export async function embeddedTemplate(): Promise<(dataDir: string) => Promise<void>> {
  folder ??= makeFolder()
  const from = await folder
  return async (dataDir) => {
    for (const name of await readdir(from)) await copyFile(join(from, name), join(dataDir, name))
  }
}

/** The name of the migrated database on the server at `url`. */
export function serverTemplate(url: string): Promise<string> {
  const held = databases.get(url) ?? makeDatabase(url)
  databases.set(url, held)
  return held
}

/** Gives a copied store a name of its own, as a store that is migrated has one. */
export async function giveOwnName(database: Database): Promise<void> {
  await database.transaction((sql) =>
    sql.run('update store_identity set generation = $1', [randomBytes(16).toString('hex')]),
  )
}

/** Migrates a store that no process has open. */
export async function migrateStore(settings: DatabaseSettings): Promise<void> {
  const database = await openDatabase(settings)
  await migrate(database, { folder: migrationsFolder })
  await database.close()
}

/** Of everything that decides what a migrated store holds. */
async function templateDigest(): Promise<string> {
  const texts: string[] = []
  for (const name of (await readdir(migrationsFolder)).toSorted())
    texts.push(name, await readFile(join(migrationsFolder, name), 'utf8'))
  for (const name of await readdir(databaseFolder, { recursive: true }))
    if (name.endsWith('.ts') && !name.endsWith('.test.ts'))
      texts.push(name, await readFile(join(databaseFolder, name), 'utf8'))
  return hash('sha256', texts.join('\n'), 'hex').slice(0, 16)
}

async function makeFolder(): Promise<string> {
  digest ??= templateDigest()
  const made = join(tmpdir(), `subsidies-template-${await digest}`)
  if (await stat(made).catch(() => null)) return made
  const draft = await mkdtemp(join(tmpdir(), 'subsidies-template-draft-'))
  await migrateStore({ databaseUrl: null, databasePool: 1, dataDir: draft })
  // Two processes may have made one at the same time: either is as good.
  await rename(draft, made).catch(() => rm(draft, { recursive: true, force: true }))
  return made
}

async function makeDatabase(url: string): Promise<string> {
  digest ??= templateDigest()
  const name = `subsidies_template_${await digest}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [templateLockKey])
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [name])
    if (rowCount === 1) return name
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template template1`)
    const own = new URL(url)
    own.pathname = `/${name}`
    await migrateStore({ databaseUrl: own.href, databasePool: 1, dataDir: '' })
    await client.query(`alter database ${name} is_template true`)
    return name
  } finally {
    await client.end()
  }
}
