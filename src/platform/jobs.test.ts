import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, openedTwice } from '../../tests/harness/databases.ts'
import { type TestClock, testClock } from '../../tests/harness/ingestion.ts'
import { keepingObserver, unobserved } from '../../tests/harness/observer.ts'
import type { Database } from './database/database.ts'
import { StoreError } from './database/store-error.ts'
import { ItemFaults } from './faults/item-faults.ts'
import { type Job, makeJobRunner } from './jobs.ts'
import { claimLease, keepLease, leaseHolder, leaseMs, newHolder, releaseLease, renewLease } from './leases.ts'
import type { Observer } from './observer.ts'

function runnerOn(database: Database, clock: TestClock, jobs: readonly Job[], observer: Observer = unobserved) {
  return makeJobRunner({ database, clock, observer, holder: newHolder(), jobs })
}

function counting(everyMs: number, work: () => Promise<void> = async () => {}): Job & { turns: number } {
  const job = {
    name: 'counted',
    everyMs,
    turns: 0,
    run: async () => {
      job.turns += 1
      await work()
    },
  }
  return job
}

for (const engine of engines) {
  test(`${engine.name}: a lease that is given back is not taken for lost by a renewal that was under way`, async () => {
    await using store = await engine.open()
    const { database } = store
    const clock = testClock(0)
    const gate = Promise.withResolvers<void>()
    const { counters } = database
    const slow = Object.create(database, {
      counters: {
        value: { ...counters, run: (sql: string, values: never) => gate.promise.then(() => counters.run(sql, values)) },
      },
    }) as Database
    assert.ok(await claimLease(database, clock, 'l', 'one'))
    let isLost = false
    const onLost = (): void => {
      isLost = true
    }
    const kept = keepLease(slow, clock, { name: 'l', holder: 'one', onLost, onTrouble: assert.fail })
    const renewal = kept.renew()
    const given = kept.end().then(() => releaseLease(database, clock, { name: 'l', holder: 'one' }, 0))
    gate.resolve()
    await Promise.all([renewal, given])
    assert.equal(await leaseHolder(database, clock, 'l'), null)
    await kept.renew()
    assert.equal(isLost, false)
  })

  test(`${engine.name}: a lease is had by one at a time, until it ends, is given back, or is not renewed`, async () => {
    await using store = await engine.open()
    const { database } = store
    const clock = testClock(0)
    const claim = (holder: string) => claimLease(database, clock, 'l', holder)
    const renew = (holder: string) => renewLease(database, clock, 'l', holder)
    assert.equal(await claim('one'), true)
    clock.advance({ ms: leaseMs - 1 })
    assert.equal(await claim('two'), false)
    assert.equal(await leaseHolder(database, clock, 'l'), 'one')
    assert.equal(await renew('one'), true)
    clock.advance({ ms: leaseMs - 1 })
    assert.equal(await claim('two'), false)
    clock.advance({ ms: 1 })
    assert.equal(await leaseHolder(database, clock, 'l'), null)
    assert.equal(await renew('one'), false)
    assert.equal(await claim('two'), true)
    assert.equal(await renew('one'), false)
    await releaseLease(database, clock, { name: 'l', holder: 'one' }, 0)
    assert.equal(await leaseHolder(database, clock, 'l'), 'two')
    await releaseLease(database, clock, { name: 'l', holder: 'two' }, 50)
    assert.equal(await leaseHolder(database, clock, 'l'), null)
    clock.advance({ ms: 49 })
    assert.equal(await claim('one'), false)
    clock.advance({ ms: 1 })
    assert.equal(await claim('one'), true)
  })

  test(`${engine.name}: every turn of a job is told with how it ended; a turn that another process has is none`, () =>
    openedTwice(engine, async (first, second) => {
      const clock = testClock()
      const observer = keepingObserver()
      const stopped = Promise.withResolvers<void>()
      const jobs: Job[] = [
        { name: 'good', everyMs: 60_000, run: async () => {} },
        { name: 'bad', everyMs: 60_000, run: () => Promise.reject(new Error('the day is over')) },
        { name: 'long', everyMs: 60_000, run: () => stopped.promise },
        { name: 'taken', everyMs: 60_000, run: async () => {} },
      ]
      await claimLease(second, clock, 'job:taken', 'another')
      const runner = runnerOn(first, clock, jobs, observer)
      const ticked = runner.tick()
      const ended = runner.stop()
      stopped.resolve()
      await Promise.all([ticked, ended])
      const told = observer.told.map(({ name, labels }) => [name, ...Object.values(labels)].join(' '))
      assert.deepEqual(told.toSorted(), [
        'job_turn bad cut_short',
        'job_turn good cut_short',
        'job_turn long cut_short',
      ])
      observer.told.length = 0
      clock.advance({ minutes: 2 })
      await runnerOn(second, clock, jobs.slice(0, 2), observer).tick()
      assert.deepEqual(
        observer.told
          .map(({ name, labels, fault }) => [name, ...Object.values(labels), String(fault)].join(' '))
          .toSorted(),
        [
          'job_begin bad undefined',
          'job_begin good undefined',
          'job_turn bad failed Error: the day is over',
          'job_turn good done undefined',
        ],
      )
    }))

  test(`${engine.name}: a job keeps its pace, and two processes keep it together`, () =>
    openedTwice(engine, async (first, second) => {
      const clock = testClock()
      const job = counting(60_000)
      const runners = [runnerOn(first, clock, [job]), runnerOn(second, clock, [job])]
      const tick = () => Promise.all(runners.map((runner) => runner.tick()))
      await tick()
      assert.equal(job.turns, 1)
      for (let minute = 0; minute < 3; minute += 1) {
        for (let part = 0; part < 10; part += 1) {
          clock.advance({ seconds: 6 })
          await tick()
        }
      }
      assert.equal(job.turns, 4)
    }))

  test(`${engine.name}: a turn that lasts is not begun a second time by anybody`, () =>
    openedTwice(engine, async (first, second) => {
      const clock = testClock()
      const gate = Promise.withResolvers<void>()
      const job = counting(1_000, () => gate.promise)
      const one = runnerOn(first, clock, [job])
      const other = runnerOn(second, clock, [job])
      const turn = one.tick()
      while (job.turns === 0) await new Promise((resolve) => setImmediate(resolve))
      clock.advance({ ms: leaseMs - 1 })
      await other.tick()
      assert.equal(job.turns, 1)
      gate.resolve()
      await turn
    }))

  test(`${engine.name}: the work of a process that died is taken over when its lease ends`, async () => {
    await using store = await engine.open()
    const clock = testClock()
    const job = counting(1_000)
    await claimLease(store.database, clock, 'job:counted', 'a dead process')
    const runner = runnerOn(store.database, clock, [job])
    clock.advance({ ms: leaseMs - 1 })
    await runner.tick()
    assert.equal(job.turns, 0)
    clock.advance({ seconds: 5 })
    await runner.tick()
    assert.equal(job.turns, 1)
  })

  test(`${engine.name}: a turn that fails is tried again, and fails nothing else`, async () => {
    await using store = await engine.open()
    const clock = testClock()
    const broken = counting(3_600_000, () => Promise.reject(new Error('broken')))
    const sound = { ...counting(3_600_000), name: 'sound' }
    const runner = runnerOn(store.database, clock, [broken, sound])
    await runner.tick()
    clock.advance({ seconds: 5 })
    await runner.tick()
    assert.equal(broken.turns, 2)
  })

  test(`${engine.name}: a store that does not answer for a while costs a turn, not the runner`, async () => {
    await using store = await engine.open()
    const clock = testClock()
    let isDown = true
    const flaky = new Proxy(store.database, {
      get: (target, property, itself) => {
        if (property === 'forBulk') return () => itself
        if (property === 'counters' && isDown)
          return { ...target.counters, run: () => Promise.reject(new Error('the store is away')) }
        const value: unknown = Reflect.get(target, property)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const job = counting(1_000)
    const runner = runnerOn(flaky, clock, [job])
    await runner.tick()
    assert.equal(job.turns, 0)
    isDown = false
    clock.advance({ seconds: 5 })
    await runner.tick()
    assert.equal(job.turns, 1)
  })

  test(`${engine.name}: stopping asks what runs to end, waits for it, and gives the lease back`, async () => {
    await using store = await engine.open()
    const clock = testClock()
    let ended = false
    const begun = Promise.withResolvers<void>()
    const job: Job = {
      name: 'patient',
      everyMs: 60_000,
      run: ({ signal }) =>
        new Promise((_, reject) => {
          begun.resolve()
          signal.addEventListener('abort', () => {
            ended = true
            reject(signal.reason)
          })
        }),
    }
    const runner = runnerOn(store.database, clock, [job])
    const turn = runner.tick()
    await begun.promise
    assert.notEqual(await leaseHolder(store.database, clock, 'job:patient'), null)
    await runner.stop()
    await turn
    assert.equal(ended, true)
    assert.equal(await leaseHolder(store.database, clock, 'job:patient'), null)
    await runner.tick()
    assert.equal(await leaseHolder(store.database, clock, 'job:patient'), null)
  })

  test(`${engine.name}: a job that is told to end while it asks for its lease is not begun, and gives the lease back`, async () => {
    await using store = await engine.open()
    const clock = testClock()
    const job = counting(60_000)
    const runner = runnerOn(store.database, clock, [job])
    const turn = runner.tick()
    await runner.stop()
    await turn
    assert.equal(job.turns, 0)
    assert.equal(await leaseHolder(store.database, clock, 'job:counted'), null)
  })

  test(`${engine.name}: a job whose lease was lost is told to end, whether another has it or it was not renewed in time`, async () => {
    for (const loss of ['taken', 'unrenewed'] as const) {
      await using store = await engine.open()
      const clock = testClock()
      let reason = ''
      const job: Job = {
        name: 'losing',
        everyMs: 60_000,
        run: ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              reason = String(signal.reason)
              reject(signal.reason)
            })
          }),
      }
      const holder = newHolder()
      const runner = makeJobRunner({
        database: store.database,
        clock,
        observer: unobserved,
        holder,
        jobs: [job],
        renewEveryMs: 5,
      })
      const turn = runner.tick()
      while ((await leaseHolder(store.database, clock, 'job:losing')) !== holder)
        await new Promise((resolve) => setImmediate(resolve))
      if (loss === 'taken') await store.database.counters.run(`update held_lease set holder = 'another'`)
      else clock.advance({ ms: leaseMs })
      await turn
      assert.match(reason, /the lease of losing was lost/)
      const held = await leaseHolder(store.database, clock, 'job:losing')
      assert.equal(held, loss === 'taken' ? 'another' : null)
    }
  })

  test(`${engine.name}: a job of which some items failed tells each with its id, and keeps its pace`, async () => {
    await using store = await engine.open()
    const clock = testClock()
    const observer = keepingObserver()
    const job = counting(60_000, async () => {
      const faults = new ItemFaults()
      for (const id of ['acc_1', 'acc_2', 'acc_3'])
        await faults.attempt(id, async () => {
          if (id !== 'acc_2') throw new Error(`${id} is broken`)
        })
      faults.throwIfAny()
    })
    const runner = runnerOn(store.database, clock, [job], observer)
    await runner.tick()
    const told = observer.told.filter(({ name }) => name === 'job_item_fault')
    assert.deepEqual(
      told.map(({ about, fault }) => [about?.item, String(fault)]),
      [
        ['acc_1', 'Error: acc_1 is broken'],
        ['acc_3', 'Error: acc_3 is broken'],
      ],
    )
    const turn = observer.told.find(({ name }) => name === 'job_turn')
    assert.deepEqual(turn?.labels, { job: 'counted', outcome: 'partly_done' })
    clock.advance({ seconds: 59 })
    await runner.tick()
    assert.equal(job.turns, 1, 'it is not begun again before its time')
    clock.advance({ seconds: 1 })
    await runner.tick()
    assert.equal(job.turns, 2)
    await runner.stop()
  })

  test(`${engine.name}: a store that does not answer ends a turn at its first item, and so does its end`, async () => {
    const away = new StoreError('unavailable', 'the store is away')
    const faults = new ItemFaults()
    await assert.rejects(
      faults.attempt('acc_1', () => Promise.reject(away)),
      away,
    )
    const ended = new Error('the lease was lost')
    await assert.rejects(
      faults.attempt('acc_2', () => Promise.reject(ended), AbortSignal.abort()),
      ended,
    )
    faults.throwIfAny()
  })
}
