/** Who has lost a lease does nothing more under it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { testClock } from '../../tests/harness/ingestion.ts'
import { unobserved } from '../../tests/harness/observer.ts'
import { type Job, makeJobRunner } from './jobs.ts'
import { claimLease, leaseMs, newHolder } from './leases.ts'

for (const engine of engines)
  test(`${engine.name}: what a job asks of the store after its lease was lost is not done`, async () => {
    await using store = await engine.open()
    const { database } = store
    const clock = testClock(0)
    const asked: string[] = []
    const job: Job = {
      name: 'counted',
      everyMs: 60_000,
      run: async ({ database: given, signal }) => {
        const count = () => given.run('update feed_head set publication = publication + 1')
        await count()
        clock.advance({ ms: leaseMs })
        assert.ok(await claimLease(database, clock, 'job:counted', 'another'))
        // It may have been lost while the other claimed it.
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
        for (const way of [
          count,
          () => given.forTurns().transaction(count),
          () => given.forBulk().longTransaction(count),
        ])
          await way().catch((fault: unknown) => asked.push(String(fault)))
      },
    }
    const runner = makeJobRunner({
      ...{ database, clock, observer: unobserved, holder: newHolder(), jobs: [job] },
      renewEveryMs: 5,
    })
    await runner.tick()
    assert.deepEqual(asked, Array(3).fill('Error: the lease of counted was lost'))
    assert.equal((await database.one('select publication from feed_head'))?.publication, 1)
  })
