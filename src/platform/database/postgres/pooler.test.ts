/** What only a pooler in transaction mode shows: PgBouncer as Debian has it, before the server of the tests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../tests/harness/databases.ts'
import { pgbouncerMissing } from '../../../../tests/harness/middle-programs.ts'
import { startNameKeepingPooler } from '../../../../tests/harness/name-keeping-pooler.ts'
import { type Pooler, startPooler } from '../../../../tests/harness/pooler.ts'
import { until } from '../../../../tests/harness/started-process.ts'
import type { Database } from '../database.ts'
import { openPostgres } from './postgres.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
const skip = server === '' ? 'TEST_DATABASE_URL names no server' : pgbouncerMissing

test('through a pooler that keeps names each connection prepares as without one, and nobody asks for the process of the server', {
  skip: server === '' ? 'TEST_DATABASE_URL names no server' : false,
}, async () => {
  const engine = engines.find(({ name }) => name === 'postgres')
  assert.ok(engine)
  await using store = await engine.open()
  await using pooler = await startNameKeepingPooler(server)
  const database = await openPostgres({ url: pooler.urlOf(store.settings.databaseUrl ?? ''), poolSize: 4 })
  try {
    const opening = pooler.askedForProcess()
    for (let round = 0; round < 10; round += 1) {
      const asked = Array.from({ length: 8 }, (_, at) =>
        database.counters.one('select cast($1 as integer) as at', [at]),
      )
      assert.deepEqual(
        (await Promise.all(asked)).map((answer) => answer?.at),
        asked.map((_, at) => at),
      )
    }
    assert.equal(pooler.askedForProcess(), opening)
    assert.equal(pooler.cutOff(), 0)
    // The probe's, and one for each connection.
    assert.ok(pooler.prepared.length > 1 && pooler.prepared.length <= 1 + 4, `${pooler.prepared.length}`)
    assert.equal(new Set(pooler.prepared).size, 2)
  } finally {
    await database.close()
  }
})

/** Two openings of one store behind one pooler, as two processes have them. */
async function behindPooler(
  work: (databases: readonly [Database, Database], pooler: Pooler, direct: Database) => Promise<void>,
) {
  const engine = engines.find(({ name }) => name === 'postgres')
  assert.ok(engine)
  await using store = await engine.open()
  await using pooler = await startPooler(server)
  const url = pooler.urlOf(store.settings.databaseUrl ?? '')
  const opened = [await openPostgres({ url, poolSize: 4 }), await openPostgres({ url, poolSize: 4 })] as const
  try {
    await work(opened, pooler, store.database)
  } finally {
    await Promise.all(opened.map((database) => database.close()))
  }
}

test(
  'through a pooler the statements of the counters are prepared once by each process on each connection of the server, and the server has no error to log',
  {
    skip,
  },
  () =>
    behindPooler(async (databases, pooler, direct) => {
      // Each counts itself where it is prepared on the connection that it was given.
      const own = 'select count(*) as prepared from pg_prepared_statements where statement like $1'
      const ask = (database: Database) => database.counters.one(own, ['select count(*) as prepared%'])
      for (let round = 0; round < 20; round += 1)
        await Promise.all(databases.flatMap((database) => Array.from({ length: 8 }, () => ask(database))))
      const answers = await Promise.all(
        databases.flatMap((database) => Array.from({ length: 20 }, () => ask(database))),
      )
      // One on a connection that the pooler has just made, and never twice for a process.
      for (const answer of answers)
        assert.ok([1, databases.length].includes(Number(answer?.prepared)), `${answer?.prepared}`)
      // Each error of the server takes a transaction back. It counts what a connection did when that ends.
      await pooler.kill()
      const taken =
        'select xact_rollback as back, xact_commit as done from pg_stat_database where datname = current_database()'
      const counted = await until('the server has counted', async () => {
        const row = await direct.one<{ back: number; done: number }>(taken)
        return row !== null && row.done > 300 ? row : null
      })
      assert.equal(counted.back, 0)
    }),
)

test(
  'what is given up on the way ends no pooler, and nobody else: each statement beside it is answered',
  {
    skip,
  },
  () =>
    behindPooler(async ([given, other], pooler) => {
      for (let round = 0; round < 30; round += 1) {
        const stop = new AbortController()
        const slow = Array.from({ length: 3 }, () => given.withSignal(stop.signal).one('select pg_sleep(2)'))
        const beside = Array.from({ length: 6 }, () => other.one('select 1 as one'))
        await given.one('select 2 as two')
        stop.abort()
        assert.ok((await Promise.allSettled(slow)).every(({ status }) => status === 'rejected'))
        for (const answer of await Promise.all(beside)) assert.equal(answer?.one, 1)
      }
      assert.doesNotMatch(pooler.log(), /FATAL|cancel/)
    }),
)
