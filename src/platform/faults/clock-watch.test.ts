/** A process whose clock is ten years off does no background work, whatever the work is; another process does it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, openedTwice } from '../../../tests/harness/databases.ts'
import { keepingObserver, unobserved } from '../../../tests/harness/observer.ts'
import { withClock, yearMs } from '../../../tests/harness/wrong-clock.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { clockOffMaxMs } from '../database/transaction-clock.ts'
import { makeJobRunner } from '../jobs.ts'
import { newHolder } from '../leases.ts'
import type { Observer } from '../observer.ts'
import { makeWorkers } from '../workers.ts'
import { ClockWatch } from './clock-watch.ts'

/** A process's background work: a job, and workers on mails. Tells what it did. */
function background(database: Database, observer: Observer = unobserved) {
  const done: string[] = []
  const clockWatch = new ClockWatch({ database, clock: systemClock, observer })
  const job = { name: 'retention', everyMs: 1, run: async () => void done.push('job') }
  const jobs = makeJobRunner({ database, clock: systemClock, observer, holder: newHolder(), clockWatch, jobs: [job] })
  const workers = makeWorkers({
    ...{ name: 'mail', database, table: { name: 'mail', claimMs: 60_000 }, observer, slots: 1, everyMs: 10_000 },
    clockWatch,
    work: async ({ id }) => {
      done.push(id)
      await database.run('update mail set due_at = null where id = $1', [id])
    },
  })
  return {
    clockWatch,
    turn: async () => {
      await jobs.tick()
      await workers.drained()
      return done.splice(0)
    },
    stop: () => Promise.all([jobs.stop(), workers.stop()]),
  }
}

for (const engine of engines)
  test(`${engine.name}: a process whose clock is wrong takes no job and no row of work, and says so; one whose clock is right does, and it itself once it is set right`, () =>
    openedTwice(engine, async (first, second) => {
      const observer = keepingObserver()
      const [wrong, right] = [background(first, observer), background(second)]
      const queue = (id: string): Promise<number> =>
        second.run(
          `insert into mail (id, account_id, kind, cause, parameters, created_at) values ($1, 'a', 'k', $1, '{}', 0)`,
          [id],
        )
      for (const aheadMs of [10 * yearMs, -10 * yearMs, clockOffMaxMs + 5_000]) {
        const id = `m${aheadMs}`
        await queue(id)
        await withClock(aheadMs, async () => {
          assert.deepEqual(await wrong.turn(), [])
          assert.ok(Math.abs((await wrong.clockWatch.aheadMs()) - aheadMs) < 2_000)
          assert.equal(await wrong.clockWatch.allowsAnswers(), Math.abs(aheadMs) < yearMs)
        })
        assert.deepEqual(await right.turn(), ['job', id])
      }
      const refusals = observer.told.filter(({ name }) => name === 'clock_refusal')
      assert.ok(refusals.length >= 3)
      assert.equal(refusals[0]?.about?.clock_ahead_seconds, (10 * yearMs) / 1_000)
      // A minute off is what clocks may be.
      await queue('later')
      assert.deepEqual(await withClock(clockOffMaxMs - 10_000, () => wrong.turn()), ['job', 'later'])
      await Promise.all([wrong.stop(), right.stop()])
    }))
