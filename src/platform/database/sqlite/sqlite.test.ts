import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import type { Worker } from 'node:worker_threads'
import { engines } from '../../../../tests/harness/databases.ts'
import { startStoreProcess } from '../../../../tests/harness/store-process.ts'
import { migrationsFolder } from '../../../../tests/harness/store-templates.ts'
import { digestOf } from '../../../accounts/api-key.ts'
import { createAccount, createKey, showAccount } from '../../../accounts/operations.ts'
import { admit } from '../../../limits/store.ts'
import { migrate } from '../migrations.ts'
import { openSqlite } from './sqlite.ts'

const now = Date.UTC(2026, 10, 20)
const sqlite = engines.filter((engine) => engine.name === 'sqlite')

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'subsidies-sqlite-'))
  try {
    await work(join(parent, "it's", 'var'))
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

test('the folder is made for its owner alone, whatever its path, and a wider one is narrowed', () =>
  withFolder(async (folder) => {
    const database = await openSqlite({ folder })
    await migrate(database, { folder: migrationsFolder })
    assert.equal((await stat(folder)).mode & 0o777, 0o700)
    assert.deepEqual((await readdir(folder)).filter((name) => name.endsWith('.db')).sort(), [
      'behind.db',
      'counters.db',
      'store.db',
    ])
    await database.close()
  }))

test('every commit of the store is synced, and that of the counters is not', () =>
  withFolder(async (folder) => {
    const database = await openSqlite({ folder })
    // 2 is FULL, 1 is NORMAL (documentation of `pragma synchronous`).
    await database.transaction(async (writer) => {
      const [settings] = await writer.all('pragma synchronous')
      assert.equal(settings?.synchronous, 2)
      assert.equal((await writer.one('pragma foreign_keys'))?.foreign_keys, 1)
      assert.equal((await writer.one('pragma journal_mode'))?.journal_mode, 'wal')
    })
    assert.equal((await database.counters.one('pragma main.synchronous'))?.synchronous, 1)
    assert.equal((await database.counters.one('pragma main.journal_mode'))?.journal_mode, 'wal')
    await database.close()
  }))

test('several that open and migrate one empty folder at once all succeed, on one and the same store', () =>
  withFolder(async (folder) => {
    const databases = await Promise.all(Array.from({ length: 6 }, () => openSqlite({ folder })))
    await Promise.all(databases.map((database) => migrate(database, { folder: migrationsFolder })))
    const generations = await Promise.all(
      databases.map((database) => database.one('select generation from store_identity')),
    )
    assert.equal(new Set(generations.map((row) => row?.generation)).size, 1)
    await Promise.all(databases.map((database) => database.close()))
  }))

for (const engine of sqlite) {
  test('while another process holds a transaction, reads and requests go on, a write waits its turn, and nobody stands still', async () => {
    await using store = await engine.open()
    const { database } = store
    const { id: account } = await createAccount(database, now, { email: 'jan@voorbeeld.be', plan: 'pro' })
    const { key } = await createKey(database, now, { account, mode: 'live', name: 'x' })
    await using other = await startStoreProcess(store.settings)
    await other.ask({ order: 'hold a transaction', account })
    let written = false
    const writing = createAccount(database, now, { email: 'an@voorbeeld.be' }).then(() => {
      written = true
    })
    let longestMs = 0
    for (let turn = 0; turn < 50; turn += 1) {
      const from = performance.now()
      assert.equal((await showAccount(database, account)).plan, 'pro')
      await admit(database, digestOf(key), now)
      await new Promise(setImmediate)
      longestMs = Math.max(longestMs, performance.now() - from)
    }
    assert.equal(written, false)
    assert.ok(longestMs < 1_000, `a turn took ${longestMs} ms`)
    await other.ask({ order: 'plan', account, plan: 'business' })
    await writing
    assert.equal((await showAccount(database, 'an@voorbeeld.be')).plan, null)
  })

  test('a request that waits for another process to write ends with its signal', async () => {
    await using store = await engine.open()
    const { database } = store
    const { id: account } = await createAccount(database, now, { email: 'jan@voorbeeld.be', plan: 'pro' })
    await using other = await startStoreProcess(store.settings)
    await other.ask({ order: 'hold a transaction', account })
    const controller = new AbortController()
    const writing = createAccount(database.withSignal(controller.signal), now, { email: 'an@voorbeeld.be' })
    await new Promise(setImmediate)
    controller.abort()
    await assert.rejects(writing, { name: 'AbortError' })
    await other.kill()
    await createAccount(database, now, { email: 'an@voorbeeld.be' })
  })

  test('what a killed process had not committed is not there, and holds nobody up', async () => {
    await using store = await engine.open()
    const { database } = store
    const { id: account } = await createAccount(database, now, { email: 'jan@voorbeeld.be', plan: 'pro' })
    const other = await startStoreProcess(store.settings)
    await other.ask({ order: 'hold a transaction', account })
    await other.kill()
    await database.run('update account set created_at = 1')
    assert.equal((await showAccount(database, account)).plan, 'pro')
  })

  test('a statement that the reader should not have been given changes nothing', async () => {
    await using store = await engine.open()
    const pragma = store.database.one('with x as (select 1 as one) select one from x')
    assert.equal((await pragma)?.one, 1)
    await assert.rejects(store.database.all(`select load_extension('x')`))
  })

  test('statements that belong together on the counters are all done, or none where one fails', async () => {
    await using store = await engine.open()
    const { counters, countersAtOnce } = store.database
    assert.ok(countersAtOnce !== null)
    const insert = `insert into meter (account_id, month, requests, tokens, refilled_at, verdict, rps, quota)
      values ($1, '2026-11', 1, 0, 0, 'admitted', 5, null)`
    const count = async (): Promise<unknown> => (await counters.one('select count(*) as n from meter'))?.n
    const written = await countersAtOnce((statements) => {
      statements.run(insert, ['acc_1'])
      return statements.rows('select account_id, requests from meter', [])
    })
    assert.deepEqual(written, [['acc_1', 1]])
    const failing = countersAtOnce((statements) => {
      statements.run(insert, ['acc_2'])
      statements.run(insert, ['acc_1'])
    })
    await assert.rejects(failing, { fault: 'constraint' })
    const ours = new Error('not of the store')
    const thrown = countersAtOnce((statements) => {
      statements.run(insert, ['acc_3'])
      throw ours
    })
    await assert.rejects(thrown, ours)
    assert.equal(await count(), 1)
    await countersAtOnce((statements) => statements.run(insert, ['acc_4']))
    assert.equal(await count(), 2)
  })

  test('every table is strict', async () => {
    await using store = await engine.open()
    const { database } = store
    const loose = await database.all(
      `select name from pragma_table_list where schema in ('main', 'counters', 'behind') and type = 'table' and strict = 0
       and name not like 'sqlite%'`,
    )
    assert.deepEqual(loose, [])
  })
}

test('of a long transaction whose thread dies nothing is written, and the next one has a thread', () =>
  withFolder(async (folder) => {
    const database = await openSqlite({ folder })
    await migrate(database, { folder: migrationsFolder })
    const probe = 'insert into write_probe (id, written_at) values (1, $1)'
    const begun: Worker[] = []
    const onWorker = (worker: Worker): number => begun.push(worker)
    const last = async (): Promise<unknown> => begun.at(-1)?.terminate()
    process.on('worker', onWorker)
    try {
      const beforeStatement = database.longTransaction(async (writer) => {
        await writer.all('select 1')
        await last()
        await writer.run(probe, [now])
      })
      await assert.rejects(beforeStatement, { fault: 'unavailable' })
      const beforeCommit = database.longTransaction(async (writer) => {
        await writer.run(probe, [now])
        await last()
      })
      await assert.rejects(beforeCommit, { fault: 'unavailable' })
    } finally {
      process.off('worker', onWorker)
    }
    assert.equal(begun.length, 2)
    assert.equal(await database.one('select id from write_probe'), null)
    await database.longTransaction((writer) => writer.run(probe, [now]))
    assert.notEqual(await database.one('select id from write_probe'), null)
    await database.close()
  }))
