/** Prepared statements whose tables change under them, as a migration of the next release changes them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../../tests/harness/databases.ts'
import { pgbouncerMissing } from '../../../../tests/harness/middle-programs.ts'
import { startPooler } from '../../../../tests/harness/pooler.ts'
import { openPostgres } from './postgres.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
const engine = engines.find(({ name }) => name === 'postgres')
const noServer = server === '' ? 'TEST_DATABASE_URL names no server' : false

const ways: [way: string, skip: string | false][] = [
  ['directly', noServer],
  ['through a pooler', noServer === false ? pgbouncerMissing : noServer],
]
for (const [way, skip] of ways)
  test(`${way}: a statement that was prepared before its table changed is prepared anew, and every other stays prepared`, {
    skip,
  }, async () => {
    assert.ok(engine)
    await using store = await engine.open({ empty: true })
    await using pooler = way === 'directly' ? null : await startPooler(server)
    const direct = store.settings.databaseUrl ?? ''
    // One connection, and behind the pooler one at a time, which gives the same one of the server's.
    const database = await openPostgres({ url: pooler?.urlOf(direct) ?? direct, poolSize: 1 })
    const prepared = async (like: string): Promise<unknown> =>
      (
        await database.one(
          `select count(*) as n from pg_prepared_statements where statement like $1 and statement not like '%pg_prepared%'`,
          [like],
        )
      )?.n
    try {
      await database.run('create table thing (id integer)')
      await database.run('insert into thing (id) values (7)')
      const changing = 'select * from thing'
      const staying = 'select id from thing where id = $1'
      for (let asked = 0; asked < 3; asked += 1) {
        assert.equal((await database.counters.one(changing))?.id, 7)
        assert.equal((await database.counters.one(staying, [7]))?.id, 7)
      }
      assert.deepEqual([await prepared(changing), await prepared(`${staying}%`)], [1, 1])
      for (const column of ['first', 'second']) {
        await database.run(`alter table thing add column ${column} integer default 1`)
        for (let asked = 0; asked < 3; asked += 1) {
          assert.equal((await database.counters.one(changing))?.[column], 1)
          assert.equal((await database.counters.one(staying, [7]))?.id, 7)
        }
      }
      assert.deepEqual([await prepared(changing), await prepared(`${staying}%`)], [3, 1], 'each change once')
      // What has not been asked yet is prepared as ever.
      const later = 'select id, id as twice from thing'
      assert.equal((await database.counters.one(later))?.twice, 7)
      assert.equal(await prepared(later), 1)
    } finally {
      await database.close()
    }
  })
