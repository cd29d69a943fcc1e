/** When a write that is answered is on the disk, and who waits for it. */
import assert from 'node:assert/strict'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { until } from '../../../../tests/harness/started-process.ts'
import { LogSync } from './log-sync.ts'
import { openSqlite } from './sqlite.ts'

/** A disk whose syncs end when the test says so. */
class SlowDisk {
  readonly syncs: PromiseWithResolvers<void>[] = []

  readonly sync = (): Promise<void> => {
    const sync = Promise.withResolvers<void>()
    this.syncs.push(sync)
    return sync.promise
  }
}

async function withFile(work: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-sync-'))
  try {
    const file = path.join(folder, 'log')
    await (await open(file, 'w')).close()
    await work(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('those who commit while the disk works share the next sync, and none is told before one that began after him', () =>
  withFile(async (file) => {
    const disk = new SlowDisk()
    const log = new LogSync(file, disk.sync)
    const told: string[] = []
    const commit = (who: string): Promise<unknown> => log.durable().then(() => told.push(who))
    const first = [commit('a'), commit('b')]
    await until('the disk works', () => disk.syncs.length === 1)
    const second = [commit('c'), commit('d')]
    disk.syncs[0]?.resolve()
    await Promise.all(first)
    assert.deepEqual(told, ['a', 'b'])
    await until('the disk works again', () => disk.syncs.length === 2)
    disk.syncs[1]?.resolve()
    await Promise.all(second)
    assert.deepEqual([told, disk.syncs.length], [['a', 'b', 'c', 'd'], 2])
    await log.close()
  }))

test('after a sync that failed nothing is acknowledged any more', () =>
  withFile(async (file) => {
    const disk = new SlowDisk()
    const log = new LogSync(file, disk.sync)
    const refused = { fault: 'unavailable', message: /restart the service/ }
    const first = assert.rejects(log.durable(), refused)
    await until('the disk works', () => disk.syncs.length === 1)
    const second = assert.rejects(log.durable(), refused)
    disk.syncs[0]?.reject(new Error('EIO'))
    await Promise.all([first, second])
    await assert.rejects(log.durable(), refused)
    assert.throws(() => log.refuseBroken(), refused)
    assert.equal(disk.syncs.length, 1)
    await log.close()
  }))

/** `work` with every sync of a file of this process in the hands of `disk`. */
async function withDisk(disk: SlowDisk, work: () => Promise<void>): Promise<void> {
  const some = await open(import.meta.filename)
  const files = Object.getPrototypeOf(some) as FileHandle
  await some.close()
  const { datasync } = files
  files.datasync = disk.sync
  try {
    await work()
  } finally {
    files.datasync = datasync
  }
}

test("a request's transaction is answered when the disk has it, and the next one is done while the disk works", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-sync-'))
  const database = await openSqlite({ folder })
  await database.run('create table thing (id text not null primary key) strict')
  const disk = new SlowDisk()
  const told: string[] = []
  const put = (id: string): Promise<unknown> =>
    database
      .requestTransaction((transaction) => transaction.run('insert into thing (id) values ($1)', [id]))
      .then(() => told.push(id))
  await withDisk(disk, async () => {
    const first = put('a')
    await until('the disk works', () => disk.syncs.length === 1)
    const second = put('b')
    await until('both are committed', async () => (await database.all('select id from thing')).length === 2)
    assert.deepEqual(told, [])
    disk.syncs[0]?.resolve()
    await first
    await until('the disk works again', () => disk.syncs.length === 2)
    assert.deepEqual(told, ['a'])
    disk.syncs[1]?.resolve()
    await second

    const third = put('c')
    await until('the disk works', () => disk.syncs.length === 3)
    disk.syncs[2]?.reject(new Error('EIO'))
    await assert.rejects(third, { fault: 'unavailable' })
    await assert.rejects(put('d'), { fault: 'unavailable' })
    await assert.rejects(database.run("insert into thing (id) values ('d')"), { fault: 'unavailable' })
    assert.equal((await database.all("select id from thing where id = 'd'")).length, 0)
  })
  await database.close()
  await rm(folder, { recursive: true })
})

test('what a request counts is acknowledged when the disk has kept it, and never where the disk has not', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-sync-'))
  const database = await openSqlite({ folder })
  await database.run('create table thing (id text not null primary key) strict')
  // The first sync opens the log.
  await database.requestTransaction((transaction) => transaction.run("insert into thing (id) values ('before')"))
  const disk = new SlowDisk()
  const told: string[] = []
  const put = (id: string): Promise<unknown> =>
    database
      .requestTransaction((transaction) => transaction.run('insert into thing (id) values ($1)', [id]))
      .then(() => told.push(id))
  await withDisk(disk, async () => {
    const first = put('a')
    await until('the disk works', () => disk.syncs.length === 1)
    assert.equal((await database.all('select id from thing')).length, 2, 'others may read it before')
    assert.deepEqual(told, [])
    disk.syncs[0]?.resolve()
    await first
    assert.deepEqual(told, ['a'])
    await assert.rejects(put('a'), { fault: 'constraint' })
    const unkept = assert.rejects(put('c'), { fault: 'unavailable' })
    await until('the disk works again', () => disk.syncs.length === 2)
    disk.syncs[1]?.reject(new Error('EIO'))
    await unkept
    assert.deepEqual(told, ['a'])
  })
  await database.close()
  await rm(folder, { recursive: true })
})

test("what is no request's is synced by its own commit, before and after a request's", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-sync-'))
  const database = await openSqlite({ folder })
  const level = async (): Promise<unknown> =>
    database.transaction(async (transaction) => (await transaction.one('pragma synchronous'))?.synchronous)
  const [normal, full] = [1, 2]
  assert.equal(await level(), full)
  const within = database.requestTransaction(async (transaction) => {
    return (await transaction.one('pragma synchronous'))?.synchronous
  })
  assert.equal(await within, normal)
  assert.equal(await level(), full)
  await assert.rejects(database.requestTransaction((transaction) => transaction.run('no statement')))
  assert.equal(await level(), full)
  await database.close()
  await rm(folder, { recursive: true })
})
