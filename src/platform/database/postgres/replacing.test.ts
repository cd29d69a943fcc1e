/** A store on PostgreSQL put in the place of another: who comes meanwhile, what a later release left, what is somebody else's. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { engines, type StorePlace } from '../../../../tests/harness/databases.ts'
import { migrationsFolder } from '../../../../tests/harness/store-templates.ts'
import type { Database } from '../database.ts'
import { migrate, migrationsIn, storeGeneration } from '../migrations.ts'
import { type DatabaseSettings, openDatabase } from '../open.ts'
import { PlaceTaken, type Replacement, type Standing, StoreInUse } from '../replacing/replacement.ts'
import { replacePostgres } from './replacing.ts'

const names = ['migration', 'store_identity', 'account', 'api_key', 'held_lease']
const newKey = 'key_new'

/** A replacement that knows few of the tables, so that the others are found by what they say of themselves. */
async function replacement(parts: Partial<Replacement> = {}): Promise<Replacement> {
  return {
    migrations: migrationsFolder,
    upTo: (await migrationsIn(migrationsFolder)).length,
    tables: names,
    judge: () => Promise.resolve(),
    fill: async (sql) => {
      await sql.run("insert into account (id, email, email_folded, created_at) values ('acc_1', 'n', 'n', 1)")
      await sql.run(
        `insert into api_key (id, account_id, name, mode, prefix, digest, created_at) values ('${newKey}', 'acc_1', 'n', 'live', 'sm_live_pppp', '${'a'.repeat(64)}', 1)`,
      )
    },
    settle: () => Promise.resolve(),
    ...parts,
  }
}

type Scene = {
  url: string
  settings: DatabaseSettings
  within<T>(work: (database: Database) => Promise<T>): Promise<T>
}

async function scene(work: (scene: Scene) => Promise<void>): Promise<void> {
  const engine = engines.find(({ name }) => name === 'postgres')
  if (engine === undefined) return
  const { settings, remove }: StorePlace = await engine.place()
  const within = async <T>(ask: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openDatabase(settings)
    try {
      return await ask(database)
    } finally {
      await database.close()
    }
  }
  try {
    await work({ url: settings.databaseUrl ?? assert.fail(), settings, within })
  } finally {
    await remove()
  }
}

const made = ({ within }: Scene): Promise<void> =>
  within(async (database) => {
    await migrate(database, { folder: migrationsFolder })
    await database.run("insert into account (id, email, email_folded, created_at) values ('acc_1', 'o', 'o', 1)")
  })

/** A connection of somebody who is no service. */
async function asOther<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'another program' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const skip = engines.some(({ name }) => name === 'postgres') ? false : 'TEST_DATABASE_URL names no server'

test('postgres: who writes or starts once a store is judged waits, and meets the new one', { skip }, () =>
  scene(async (place) => {
    await made(place)
    const before = await place.within(storeGeneration)
    let late: Database | null = null
    let [settled, isOver] = [0, false]
    const asked: Promise<unknown>[] = []
    const began = <T>(work: Promise<T>): Promise<T> => {
      asked.push(work.then(() => (settled += isOver ? 0 : 1)))
      return work
    }
    let revoked: Promise<number> = Promise.resolve(0)
    let started: Promise<string> = Promise.resolve('')
    try {
      await replacePostgres(
        place.url,
        await replacement({
          judge: async () => {
            late = await openDatabase(place.settings)
            revoked = began(late.forBulk().run('update api_key set revoked_at = 5 where revoked_at is null'))
            started = began(
              place.within(async (database) => {
                await migrate(database, { folder: migrationsFolder })
                return storeGeneration(database.forBulk())
              }),
            )
            await pause(300)
          },
          settle: async () => {
            isOver = true
          },
        }),
      )
      assert.equal(settled, 0, 'somebody was let in')
      assert.equal(await revoked, 1)
      assert.notEqual(await started, before)
      const row = await ((late as Database | null) ?? assert.fail()).one('select id, revoked_at from api_key')
      assert.deepEqual(row, { id: newKey, revoked_at: 5 })
    } finally {
      await Promise.allSettled(asked)
      await (late as Database | null)?.close()
    }
  }),
)

test('postgres: what came in before is seen by who judges', { skip }, () =>
  scene(async (place) => {
    await made(place)
    await asOther(place.url, async (client) => {
      await client.query("begin; update account set language = 'de'")
      let seen: unknown = null
      const replacing = replacePostgres(
        place.url,
        await replacement({
          judge: async (standing) => {
            if (standing.kind === 'store') seen = (await standing.reads.one('select language from account'))?.language
          },
        }),
      )
      await pause(700)
      await client.query('commit')
      await replacing
      assert.equal(seen, 'de')
    })
  }),
)

test('postgres: who holds a table for too long is named, and nothing is changed', { skip }, () =>
  scene(async (place) => {
    await made(place)
    await asOther(place.url, async (client) => {
      await client.query("begin; update account set language = 'de'")
      await assert.rejects(
        replacement().then((each) => replacePostgres(place.url, each)),
        (fault: unknown) => fault instanceof StoreInUse && /another program .*process \d+/.test(fault.by.join()),
      )
      await client.query('commit')
    })
    const rows = await place.within((database) => database.all('select language from account'))
    assert.deepEqual(rows, [{ language: 'de' }])
  }),
)

test('postgres: nothing of a later release stays when the store of an earlier one takes its place', { skip }, () =>
  scene(async (place) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-later-'))
    try {
      await cp(migrationsFolder, folder, { recursive: true })
      const later = (await migrationsIn(migrationsFolder)).length + 1
      await writeFile(
        path.join(folder, `${String(later).padStart(4, '0')}-later.sql`),
        `create table later_thing (id text not null primary key, account_id text not null references account (id));
         create index later_thing_account on later_thing (account_id);
         insert into later_thing (id, account_id) select 'x', id from account;`.replaceAll(/\n +/g, '\n'),
      )
      await made(place)
      await place.within((database) => migrate(database, { folder }))
      await asOther(place.url, (client) => client.query('create table of_others (a integer)'))
      await replacePostgres(place.url, await replacement())
      await place.within(async (database) => {
        const tables = await database.all(
          "select relname as name from pg_class where relname like 'later%' or relname = 'of_others'",
        )
        assert.deepEqual(tables, [{ name: 'of_others' }])
        assert.deepEqual(await migrate(database, { folder: migrationsFolder }), [])
        assert.equal((await migrate(database, { folder })).length, 1)
      })
    } finally {
      await rm(folder, { recursive: true })
    }
  }),
)

test('postgres: every table and sequence that the migrations make says whose it is', { skip }, () =>
  scene(async (place) => {
    await made(place)
    const unmarked = await place.within((database) =>
      database.all(
        `select relname from pg_class where relnamespace = cast(current_schema() as regnamespace)
         and relkind not in ('i', 't') and coalesce(obj_description(oid, 'pg_class'), '') <> 'of the store of subsidies'`,
      ),
    )
    assert.deepEqual(unmarked, [])
  }),
)

for (const [what, statements] of [
  ['a table', 'create table account (theirs text)'],
  ['a list of migrations', 'create table migration (at integer)'],
  ['a view', 'create view account as select 1 as theirs'],
] as const)
  test(`postgres: ${what}, somebody else's, under a name of the store's is left, and named`, { skip }, () =>
    scene(async (place) => {
      await asOther(place.url, async (client) => {
        await client.query(statements)
        await assert.rejects(
          replacement().then((each) => replacePostgres(place.url, each)),
          (fault: unknown) => fault instanceof PlaceTaken && /account|migration/.test(fault.message),
        )
        const { rows } = await client.query(
          "select relname from pg_class where relnamespace = cast(current_schema() as regnamespace) and relkind <> 'i'",
        )
        assert.equal(rows.length, 1)
      })
    }),
  )

test("postgres: a view of somebody else on the store's tables keeps the store, and is named", { skip }, () =>
  scene(async (place) => {
    await made(place)
    await asOther(place.url, (client) => client.query('create view theirs as select id from account'))
    await assert.rejects(
      replacement().then((each) => replacePostgres(place.url, each)),
      (fault: unknown) => fault instanceof PlaceTaken && /view theirs/.test(fault.message),
    )
    assert.deepEqual(await place.within((database) => database.all('select email from account')), [{ email: 'o' }])
  }),
)

test(
  'postgres: a part of the store that cannot be read says nothing of the others, and the replacing goes on',
  {
    skip,
  },
  () =>
    scene(async (place) => {
      await made(place)
      await asOther(place.url, (client) => client.query('alter table api_key rename column revoked_at to x'))
      const read: unknown[] = []
      const part = async (standing: Standing, text: string): Promise<void> => {
        if (standing.kind !== 'store') assert.fail(standing.kind)
        const found = await standing.readPart((reads) => reads.all(text))
        read.push('value' in found ? found.value : 'unreadable')
      }
      await replacePostgres(
        place.url,
        await replacement({
          judge: async (standing) => {
            await part(standing, 'select email from account')
            await part(standing, 'select revoked_at from api_key')
            await part(standing, 'select id from account')
          },
        }),
      )
      assert.deepEqual(read, [[{ email: 'o' }], 'unreadable', [{ id: 'acc_1' }]])
      assert.deepEqual(await place.within((database) => database.all('select email from account')), [{ email: 'n' }])
    }),
)

for (const [what, breaks] of [
  ['is gone', 'drop table migration'],
  ['cannot be read', 'alter table migration rename column digest to x'],
  ['is empty', 'delete from migration'],
] as const)
  test(`postgres: a store whose list of migrations ${what} is told as one that cannot be read`, { skip }, () =>
    scene(async (place) => {
      await made(place)
      await asOther(place.url, (client) => client.query(breaks))
      let kind = ''
      await replacePostgres(
        place.url,
        await replacement({
          judge: async (standing) => {
            kind = standing.kind
          },
        }),
      )
      assert.equal(kind, 'unreadable')
      assert.deepEqual(await place.within((database) => database.all('select email from account')), [{ email: 'n' }])
    }),
  )
