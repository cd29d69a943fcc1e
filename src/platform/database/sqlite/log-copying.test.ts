/** Who copies the log of the embedded store, and on which thread. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { until } from '../../../../tests/harness/started-process.ts'
import { openSqlite } from './sqlite.ts'

const megabyte = 1024 * 1024
/** As many writes as lie between two looks at the log. */
const writesPerLook = 8

/** A store, and another process's connection to it, which leaves in the log what it writes. */
async function scene() {
  const folder = await mkdtemp(path.join(tmpdir(), 'subsidies-log-'))
  const database = await openSqlite({ folder })
  await database.run('create table thing (id text)')
  const other = new DatabaseSync(path.join(folder, 'store.db'))
  other.exec('pragma wal_autocheckpoint = 0; create table large (id text)')
  const pageBytes = Number(other.prepare('pragma page_size').get()?.page_size)
  return {
    database,
    /** Another process commits so much. */
    write: (megabytes: number) => {
      other.exec('begin immediate')
      for (let at = 0; at < megabytes; at += 1) {
        other.prepare('insert into large (id) values (?)').run('x'.repeat(megabyte))
      }
      other.exec('commit')
    },
    /** But for the writes of a moment. */
    isCopied: () => {
      const row = other.prepare('pragma wal_checkpoint(noop)').get()
      return (Number(row?.log) - Number(row?.checkpointed)) * pageBytes < megabyte
    },
    async [Symbol.asyncDispose]() {
      other.close()
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}

const put = "insert into thing (id) values ('a')"

test('a log of some megabytes is copied between two writes', async () => {
  await using store = await scene()
  store.write(6)
  assert.ok(!store.isCopied())
  for (let write = 0; write <= writesPerLook; write += 1) {
    await store.database.run(put)
    if (store.isCopied()) return
  }
  assert.fail('the log was not copied')
})

test("the log of another's long transaction is not copied by a request's write, but soon, on a thread", async () => {
  await using store = await scene()
  store.write(40)
  for (let write = 0; write < writesPerLook; write += 1) {
    await store.database.run(put)
    assert.ok(!store.isCopied())
  }
  await until('the log is copied', async () => {
    await store.database.run(put)
    return store.isCopied()
  })
})
