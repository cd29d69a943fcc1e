import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { engines, type TestStore } from '../../../tests/harness/databases.ts'
import { migrationsFolder } from '../../../tests/harness/store-templates.ts'
import { MigrationError, migrate } from './migrations.ts'
import { openDatabase } from './open.ts'

type Files = Record<string, string>

const first = 'create table one (id text not null primary key, at bigint);\n'
const second = 'alter table one add column share double precision;\n'

/** Opens an empty store and gives a function that migrates it with a folder of exactly these files. */
async function withFolders(
  open: () => Promise<TestStore>,
  work: (store: TestStore, migrateWith: (files: Files) => Promise<string[]>) => Promise<void>,
): Promise<void> {
  await using store = await open()
  const parent = await mkdtemp(join(tmpdir(), 'subsidies-migrations-'))
  const migrateWith = async (files: Files): Promise<string[]> => {
    const folder = await mkdtemp(join(parent, 'folder-'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    return migrate(store.database, { folder, betweenMs: 10 })
  }
  try {
    await work(store, migrateWith)
  } finally {
    await rm(parent, { recursive: true })
  }
}

const refusal =
  (...words: string[]) =>
  (error: unknown): boolean =>
    error instanceof MigrationError &&
    !error.message.includes('\n') &&
    words.every((word) => error.message.includes(word))

for (const engine of engines) {
  const open = () => engine.open({ empty: true })

  test(`${engine.name}: migrations are applied once, in order, and a later one to the store as it is`, () =>
    withFolders(open, async ({ database }, migrateWith) => {
      assert.deepEqual(await migrateWith({ '0001-one.sql': first }), ['0001-one.sql'])
      await database.run('insert into one (id, at) values ($1, $2)', ['a', 1])
      const both = { '0001-one.sql': first, '0002-share.sql': second }
      assert.deepEqual(await migrateWith(both), ['0002-share.sql'])
      assert.deepEqual(await migrateWith(both), [])
      assert.deepEqual({ ...(await database.one('select * from one')) }, { id: 'a', at: 1, share: null })
    }))

  test(`${engine.name}: a migration that fails leaves nothing of itself or of those before it`, () =>
    withFolders(open, async ({ database }, migrateWith) => {
      await assert.rejects(
        migrateWith({ '0001-one.sql': first, '0002-bad.sql': 'alter table none add column x text;\n' }),
      )
      assert.equal(await database.one(database.dialect.tableNamed, ['one']), null)
      assert.equal(await database.one(database.dialect.tableNamed, ['migration']), null)
      assert.deepEqual(await migrateWith({ '0001-one.sql': first }), ['0001-one.sql'])
    }))

  if (engine.name === 'postgres')
    test('postgres: a migration gives way where a table is held, so that nobody waits behind it, and is applied when it is free', () =>
      withFolders(open, async ({ database }, migrateWith) => {
        await migrateWith({ '0001-one.sql': first })
        const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const holding = database.transaction(async (transaction) => {
          await transaction.run('select * from one')
          held.resolve()
          await letGo.promise
        })
        await held.promise
        const migrating = migrateWith({ '0001-one.sql': first, '0002-share.sql': second })
        // As long as it waits at a stretch, a reader waits behind it; then the reader is let through.
        const waiting = `select count(*) as n from pg_locks where granted = false and mode = 'AccessExclusiveLock'
          and database = (select oid from pg_database where datname = current_database())`
        while ((await database.one<{ n: number }>(waiting))?.n === 0);
        assert.deepEqual(await database.all('select id from one'), [])
        letGo.resolve()
        await holding
        assert.deepEqual(await migrating, ['0002-share.sql'])
      }))

  test(`${engine.name}: a migration that was edited after it was applied stops with what to do`, () =>
    withFolders(open, async (_, migrateWith) => {
      await migrateWith({ '0001-one.sql': first })
      const edited = migrateWith({ '0001-one.sql': `${first}-- a comment more\n`, '0002-share.sql': second })
      await assert.rejects(edited, refusal('0001-one.sql', 'restore the file', 'new migration'))
      await assert.rejects(migrateWith({ '0001-other.sql': first }), refusal('0001-other.sql', '0001-one.sql'))
    }))

  test(`${engine.name}: a store newer than the code stops with what to do`, () =>
    withFolders(open, async (_, migrateWith) => {
      await migrateWith({ '0001-one.sql': first, '0002-share.sql': second })
      const older = migrateWith({ '0001-one.sql': first })
      await assert.rejects(older, refusal('newer', '0002-share.sql', '0001-one.sql', 'restore a backup'))
    }))

  const unreadable: [what: string, files: Files][] = [
    ['a gap in the numbers', { '0001-one.sql': first, '0003-three.sql': second }],
    ['a number twice', { '0001-one.sql': first, '0001-two.sql': second }],
    ['a name of another form', { '1-one.sql': first }],
    ['a statement without its end', { '0001-one.sql': 'create table one (id text)' }],
    ['a marker that does not exist', { '0001-one.sql': `--@mysql\n${first}` }],
    ['a marker within a statement', { '0001-one.sql': 'create table one (\n--@sqlite\nid text);\n' }],
    ['a statement on the counters that cannot be run twice', { '0001-one.sql': `--@counters\n${first}` }],
    ['a statement behind the answers that cannot be run twice', { '0001-one.sql': `--@behind\n${first}` }],
  ]
  for (const [what, files] of unreadable)
    test(`${engine.name}: a folder of migrations is refused for ${what}, and nothing is done`, () =>
      withFolders(open, async ({ database }, migrateWith) => {
        await assert.rejects(migrateWith(files), MigrationError)
        assert.equal(await database.one(database.dialect.tableNamed, ['one']), null)
      }))

  test(`${engine.name}: what stands under an engine's marker is done there alone, under --@counters and --@behind in their files`, () =>
    withFolders(open, async ({ database }, migrateWith) => {
      const counters = 'create table if not exists hits (id text not null primary key, n bigint);\n'
      const behind = 'create table if not exists notes (id text not null primary key, n bigint);\n'
      const text = `--@sqlite\ncreate table on_sqlite (a text);\n--@postgres\ncreate table on_postgres (a text);\n--@counters\n${counters}--@behind\n${behind}--@all\n${first}`
      await migrateWith({ '0001-one.sql': text })
      const there = async (name: string) => (await database.one(database.dialect.tableNamed, [name])) !== null
      assert.deepEqual(
        [await there('on_sqlite'), await there('on_postgres')],
        [engine.name === 'sqlite', engine.name === 'postgres'],
      )
      assert.equal(await there('one'), true)
      await database.counters.run('insert into hits (id, n) values ($1, $2)', ['a', 1])
      assert.equal((await database.one('select n from hits'))?.n, 1)
      assert.equal(await there('hits'), engine.name === 'postgres')
      await database.behindTransaction((handle) => handle.run('insert into notes (id, n) values ($1, $2)', ['a', 2]))
      assert.equal((await database.one('select n from notes'))?.n, 2)
      assert.equal(await there('notes'), engine.name === 'postgres')
    }))

  test(`${engine.name}: of several that migrate one store at once, one does it and the others find it done`, () =>
    withFolders(open, async ({ settings, database }) => {
      const others = await Promise.all([openDatabase(settings), openDatabase(settings), openDatabase(settings)])
      const applied = await Promise.all(
        [database, ...others].map((each) => migrate(each, { folder: migrationsFolder })),
      )
      assert.equal(applied.filter((names) => names.length > 0).length, 1)
      await Promise.all(others.map((other) => other.close()))
    }))

  test(`${engine.name}: a store with nothing to migrate does not wait for somebody's transaction`, async () => {
    await using store = await engine.open()
    const held = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const transaction = store.database.transaction(async (handle) => {
      await handle.run('update feed_head set publication = 1')
      entered.resolve()
      await held.promise
    })
    await entered.promise
    assert.deepEqual(await migrate(store.database, { folder: migrationsFolder }), [])
    held.resolve()
    await transaction
  })

  test(`${engine.name}: every store has a name of its own, and one row where there is to be one`, async () => {
    await using one = await engine.open()
    await using other = await engine.open()
    const nameOf = async (store: TestStore) =>
      (await store.database.one('select generation from store_identity'))?.generation
    assert.match(String(await nameOf(one)), /^[0-9a-f]{32}$/)
    assert.notEqual(await nameOf(one), await nameOf(other))
    assert.deepEqual(
      { ...(await one.database.one('select last_seq, last_created_at, publication from feed_head')) },
      { last_seq: 0, last_created_at: 0, publication: 0 },
    )
    await assert.rejects(one.database.run('insert into feed_head values (2, 0, 0, 0)'))
  })
}
