import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Engine, engines, openedTwice } from '../../tests/harness/databases.ts'
import { keepingObserver, unobserved } from '../../tests/harness/observer.ts'
import { until } from '../../tests/harness/started-process.ts'
import { claimDue, endClaim, handBack, renewClaim, type WorkTable } from './claims.ts'
import type { Database } from './database/database.ts'
import { makeWorkers, type WorkSettings } from './workers.ts'

const table: WorkTable = { name: 'parcel', claimMs: 15_000 }
type Parcel = { to_whom: string; done: number }

/** A store with work for everybody, and a second process's opening of it. */
const twoProcesses = (engine: Engine, work: (first: Database, second: Database) => Promise<void>): Promise<void> =>
  openedTwice(engine, async (first, second) => {
    await first.run(
      `create table parcel (id text not null primary key, due_at bigint, attempts integer not null, claim_token text,
         claimed_until bigint, to_whom text not null, done integer not null)`,
    )
    await work(first, second)
  })

async function put(database: Database, count: number, dueAt = 0): Promise<void> {
  await database.insertMany(
    'parcel',
    ['id', 'due_at', 'attempts', 'to_whom', 'done'],
    Array.from({ length: count }, (_, number) => [
      `p${String(number).padStart(3, '0')}`,
      dueAt + number,
      0,
      number % 2 === 0 ? 'even' : 'odd',
      0,
    ]),
  )
}

const deliver = (database: Database, row: { id: string; claim_token: string }): Promise<boolean> =>
  database.transaction(async (transaction) => {
    await transaction.run('update parcel set done = done + 1 where id = $1', [row.id])
    if (await endClaim(transaction, table, row, null)) return true
    throw new Error('the claim is lost')
  })

/** As if the time of every claim had passed. */
const expire = (database: Database): Promise<unknown> =>
  database.run('update parcel set claimed_until = 1 where claimed_until is not null')

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

for (const engine of engines) {
  test(`${engine.name}: what is due is claimed once, the earliest first, and as much of it as was asked for`, () =>
    twoProcesses(engine, async (first, second) => {
      await put(first, 5)
      await put(second, 0)
      await first.run('update parcel set due_at = 99999999999999 where id = $1', ['p004'])
      const mine = await claimDue<Parcel>(first, table, 2)
      assert.deepEqual(idsOf(mine), ['p000', 'p001'])
      assert.deepEqual([mine[0]?.to_whom, mine[0]?.attempts], ['even', 1])
      assert.deepEqual(idsOf(await claimDue(second, table, 9)), ['p002', 'p003'])
      assert.deepEqual(await claimDue(first, table, 9), [])
    }))

  test(`${engine.name}: a condition keeps rows from being claimed, without taking the place of others`, () =>
    twoProcesses(engine, async (first) => {
      await put(first, 6)
      const odd = { text: (at: number) => `work.to_whom <> $${at}`, parameters: ['even'] }
      assert.deepEqual(idsOf(await claimDue(first, table, 2, odd)), ['p001', 'p003'])
    }))

  test(`${engine.name}: a row whose worker died comes back with its attempt counted, and the dead one's end is refused`, () =>
    twoProcesses(engine, async (first, second) => {
      await put(first, 1)
      const [dead] = await claimDue<Parcel>(first, table, 1)
      assert.ok(dead)
      await expire(first)
      assert.equal(await renewClaim(first, table, dead), false)
      const [living] = await claimDue<Parcel>(second, table, 1)
      assert.equal(living?.attempts, 2)
      await assert.rejects(deliver(first, dead), /lost/)
      await handBack(first, table, dead)
      assert.ok(living)
      assert.equal(await renewClaim(second, table, living), true)
      await deliver(second, living)
      const row = await first.one('select done, attempts, due_at, claim_token from parcel')
      assert.deepEqual({ ...row }, { done: 1, attempts: 2, due_at: null, claim_token: null })
    }))

  test(`${engine.name}: a claim that nobody took over is ended after its time, and one handed back counts no attempt`, () =>
    twoProcesses(engine, async (first) => {
      await put(first, 2)
      const [late, unbegun] = await claimDue<Parcel>(first, table, 2)
      assert.ok(late && unbegun)
      await expire(first)
      await deliver(first, late)
      await handBack(first, table, unbegun)
      const [again] = await claimDue<Parcel>(first, table, 2)
      assert.deepEqual([again?.id, again?.attempts], [unbegun.id, 1])
    }))

  test(`${engine.name}: workers of two processes do every row once, and no more at once than they have slots`, () =>
    twoProcesses(engine, async (first, second) => {
      await put(first, 60)
      let most = 0
      const workersOn = (database: Database) => {
        let atOnce = 0
        return makeWorkers<Parcel>({
          ...{ name: 'parcels', database, table, observer: unobserved, slots: 4, everyMs: 10_000 },
          work: async (row) => {
            atOnce += 1
            most = Math.max(most, atOnce)
            await pause(1)
            await deliver(database, row)
            atOnce -= 1
          },
        })
      }
      const all = [workersOn(first), workersOn(second)]
      await Promise.all(all.map((workers) => workers.drained()))
      const undone = await first.all('select id from parcel where done <> 1 or attempts <> 1 or due_at is not null')
      assert.deepEqual(undone, [])
      assert.ok(most > 1 && most <= 4, String(most))
      await Promise.all(all.map((workers) => workers.stop()))
    }))

  test(`${engine.name}: after the store's clock was set back, what a dead worker had is done when a claim of now would end`, () =>
    twoProcesses(engine, async (first, second) => {
      await put(first, 1)
      const [row] = await claimDue<Parcel>(first, table, 1)
      assert.ok(row !== undefined)
      await first.run('update parcel set claimed_until = claimed_until + 3600000')
      const brief: WorkTable = { name: 'parcel', claimMs: 600 }
      const startedMs = performance.now()
      const workers = makeWorkers<Parcel>({
        ...{ name: 'parcels', database: second, table: brief, observer: unobserved, slots: 1, everyMs: 50 },
        work: async (taken) => void (await deliver(second, taken)),
      })
      workers.start()
      try {
        await until(
          'it is done',
          async () => (await second.one('select 1 as x from parcel where done = 1')) !== null,
          5_000,
        )
        assert.ok(performance.now() - startedMs >= 600, 'its claim may be that of one who lives')
        assert.equal(await renewClaim(first, table, row), false)
      } finally {
        await workers.stop()
      }
    }))

  test(`${engine.name}: a store that refuses at once is asked at the workers' pace, and the work is done when it takes it again`, () =>
    twoProcesses(engine, async (database) => {
      const observer = keepingObserver()
      const done = Promise.withResolvers<void>()
      await database.run('alter table parcel rename to parcel_away')
      const workers = makeWorkers<Parcel>({
        ...{ name: 'parcels', database, table, observer, slots: 2, everyMs: 50 },
        work: async (row) => {
          await deliver(database, row)
          done.resolve()
        },
      })
      const startedMs = performance.now()
      workers.start()
      const looks = (): number => observer.told.filter(({ name }) => name === 'work_look').length
      await until('some looks', () => looks() >= 5)
      const mostMs = (performance.now() - startedMs) / 40
      assert.ok(looks() <= mostMs + 2, `${looks()} looks where ${mostMs} are due`)
      await database.run('alter table parcel_away rename to parcel')
      await put(database, 1)
      await done.promise
      await workers.stop()
    }))

  test(`${engine.name}: work that fails is told, keeps its row for the time of its claim, and frees its slot`, () =>
    twoProcesses(engine, async (first) => {
      await put(first, 3)
      const observer = keepingObserver()
      const workers = makeWorkers<Parcel>({
        ...{ name: 'parcels', database: first, table, slots: 1, everyMs: 10_000 },
        observer,
        work: async (row) => {
          if (row.id === 'p001' && row.attempts === 1) throw new Error('the street is closed')
          await deliver(first, row)
        },
      })
      await workers.drained()
      assert.deepEqual(idsOf(await first.all<Parcel & { id: string }>('select id from parcel where done = 0')), [
        'p001',
      ])
      assert.deepEqual(
        observer.told
          .map(({ name, labels, about }) => [name, ...Object.values(labels), about?.id].join(' '))
          .toSorted(),
        ['work_turn parcels done p000', 'work_turn parcels done p002', 'work_turn parcels failed p001'],
      )
      await expire(first)
      await workers.drained()
      assert.deepEqual(await first.all('select id from parcel where done = 0'), [])
      await workers.stop()
    }))

  test(`${engine.name}: what a process is at it does not claim anew when the claim has run out while the store was away, and its end is written`, () =>
    twoProcesses(engine, async (first) => {
      await put(first, 2)
      const begun: string[] = []
      const { promise: storeIsBack, resolve: comesBack } = Promise.withResolvers<void>()
      const workers = makeWorkers<Parcel>({
        ...{ name: 'parcels', database: first, table, observer: unobserved, slots: 2, everyMs: 10_000 },
        work: async (row) => {
          begun.push(row.id)
          if (row.id === 'p000') await storeIsBack
          await deliver(first, row)
        },
      })
      const all = workers.drained()
      await until(
        'the other one is done',
        async () => (await first.one('select id from parcel where done = 1')) !== null,
      )
      await expire(first)
      await first.run("insert into parcel (id, due_at, attempts, to_whom, done) values ('p009', 0, 0, 'odd', 0)")
      workers.wake()
      await until(
        'what came since is done',
        async () => (await first.one("select id from parcel where id = 'p009' and done = 1")) !== null,
      )
      comesBack()
      await all
      assert.deepEqual(begun.toSorted(), ['p000', 'p001', 'p009'])
      assert.deepEqual(await first.all('select id from parcel where done <> 1'), [])
      await workers.stop()
    }))

  test(`${engine.name}: a worker whose claim was lost is told so, and one that lives keeps its claim`, () =>
    twoProcesses(engine, async (first) => {
      await put(first, 2)
      const brief = { ...table, claimMs: 600 }
      const reasons = new Map<string, unknown>()
      const workers = makeWorkers<Parcel>({
        ...{ name: 'parcels', database: first, table: brief, observer: unobserved, slots: 2, everyMs: 10_000 },
        work: (row, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              reasons.set(row.id, signal.reason)
              resolve()
            })
            if (row.id === 'p001')
              until('it was renewed', async () => {
                const now = await first.one<{ claimed_until: number }>(
                  'select claimed_until from parcel where id = $1',
                  [row.id],
                )
                return Number(now?.claimed_until) > Number(row.claimed_until) + 200
              }).then(() => resolve())
          }),
      })
      const all = workers.drained()
      await until(
        'both are at work',
        async () => (await first.all('select id from parcel where attempts = 1')).length === 2,
      )
      await first.run("update parcel set claim_token = 'another', due_at = null where id = 'p000'")
      await all
      assert.match(String(reasons.get('p000')), /the claim of p000 was lost/)
      assert.equal(reasons.has('p001'), false)
      await workers.stop()
    }))

  test(`${engine.name}: a stop begins nothing more, waits for what is worked on, then aborts it, and ends`, () =>
    twoProcesses(engine, async (first) => {
      await put(first, 3)
      const begun: string[] = []
      const settings: WorkSettings<Parcel> = {
        ...{ name: 'parcels', database: first, table, observer: unobserved, slots: 2, everyMs: 10_000, stopMs: 50 },
        work: (row, signal) => {
          begun.push(row.id)
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
        },
      }
      const workers = makeWorkers<Parcel>(settings)
      workers.start()
      await until('two are at work', async () => begun.length === 2)
      await workers.stop()
      workers.wake()
      await workers.drained()
      assert.deepEqual(begun, ['p000', 'p001'])
    }))

  test(`${engine.name}: waking finds what was made since, without waiting for the next look`, () =>
    twoProcesses(engine, async (first) => {
      const workers = makeWorkers<Parcel>({
        ...{ name: 'parcels', database: first, table, observer: unobserved, slots: 1, everyMs: 3_600_000 },
        work: async (row) => {
          await deliver(first, row)
        },
      })
      workers.start()
      await put(first, 3)
      workers.wake()
      await until(
        'all are delivered',
        async () => (await first.all('select id from parcel where done = 0')).length === 0,
      )
      await workers.stop()
    }))
}
