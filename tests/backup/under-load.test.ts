/** A backup is of one moment, whatever is written while it is taken: what was acknowledged before it is in it, and all of it agrees. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { emptyInstallation, withFolder } from '../harness/backups.ts'
import { engines } from '../harness/databases.ts'

/** Enough for many pages of each table. */
const writesBefore = 3_000

for (const engine of engines)
  test(`${engine.name}: a backup beside a writer is of one moment, and no count in it is lower than its store shows`, () =>
    withFolder(async (folder) => {
      const [origin, place] = [await emptyInstallation(engine), await emptyInstallation(engine)]
      try {
        await origin.operator.done('migrate')
        const file = path.join(folder, 'backup')
        const account = await origin.operator.done<{ id: string }>('accounts', 'create', '--email', 'a@x.example')
        const acknowledged = await origin.within(async (database) => {
          let [written, isOver] = [0, false]
          const now = Date.now()
          // What is counted is committed before what it paid for; two rows of one transaction stand together or not at all.
          const write = async (): Promise<void> => {
            await database.counters.run(
              `insert into meter (account_id, month, requests, tokens, refilled_at, verdict, rps) values ($1, '2026-11', 1, 1, $2, 'admitted', 1)
               on conflict (account_id, month) do update set requests = meter.requests + 1`,
              [account.id, now],
            )
            await database.transaction(async (sql) => {
              await sql.run('insert into measure_record (id, record) values ($1, $2)', [`r${written}`, 'x'.repeat(200)])
              await sql.run('insert into erased_account (id, deleted_at) values ($1, $2)', [`acc_${written}`, now])
            })
            written += 1
          }
          while (written < writesBefore) await write()
          const before = written
          const writing = (async () => {
            while (!isOver) {
              await write()
              await new Promise((resolve) => setImmediate(resolve))
            }
          })()
          await origin.operator.done('backup', '--to', file)
          isOver = true
          await writing
          assert.ok(written > before, 'nothing was written meanwhile')
          return { before, after: written }
        })
        await place.operator.done('restore', '--from', file)
        await place.within(async (database) => {
          const row = await database.one<{ records: number; erased: number; requests: number }>(
            `select (select count(*) from measure_record) as records, (select count(*) from erased_account) as erased,
               (select max(requests) from meter) as requests`,
          )
          const { records = 0, erased, requests = 0 } = row ?? {}
          assert.equal(records, erased)
          assert.ok(records >= acknowledged.before && records <= acknowledged.after, String(records))
          assert.ok(requests >= records, `${requests} requests, ${records} records`)
        })
      } finally {
        await origin.remove()
        await place.remove()
      }
    }))
