/** Places for downloads, on the store: two in all, whoever asks, and none kept by the dead. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Engine, engines, openedTwice } from '../../tests/harness/databases.ts'
import { testClock } from '../../tests/harness/ingestion.ts'
import { keepingObserver } from '../../tests/harness/observer.ts'
import type { Database } from '../platform/database/database.ts'
import { leaseMs } from '../platform/leases.ts'
import { ExportSlots, type Slot } from './slots.ts'

/** Each download is another account's, unless a test says whose. */
let accounts = 0
const newAccount = (): string => {
  accounts += 1
  return `acc_${accounts}`
}

const lateMs = 100
const nobody = (): void => {}

/** The places of two processes on one store, by one clock. */
function withSlots(
  engine: Engine,
  work: (scene: {
    here: ExportSlots
    there: ExportSlots
    /** Of a process on whose store giving back takes a while. */
    late: ExportSlots
    clock: ReturnType<typeof testClock>
    told: ReturnType<typeof keepingObserver>['told']
  }) => Promise<void>,
): Promise<void> {
  return openedTwice(engine, async (first, second) => {
    const clock = testClock()
    const observer = keepingObserver()
    const [here, there] = [first, second].map((database) => new ExportSlots({ database, clock, observer }))
    if (here === undefined || there === undefined) throw new Error('there are two')
    const late = new ExportSlots({ database: givingBackLate(first), clock, observer })
    await work({ here, there, late, clock, told: observer.told })
  })
}

function givingBackLate(database: Database): Database {
  const run: Database['counters']['run'] = async (text, parameters) => {
    if (text.startsWith('update held_lease set holder')) await wait(lateMs)
    return database.counters.run(text, parameters)
  }
  return { ...database, counters: { ...database.counters, run } }
}

function given(slot: Slot | null): Slot {
  assert.ok(slot !== null)
  return slot
}

for (const engine of engines) {
  test(`${engine.name}: there are two places in all, and one that is given back is free at once, for everybody`, () =>
    withSlots(engine, async ({ here, there }) => {
      const [one, two] = [given(await here.claim(newAccount(), nobody)), given(await there.claim(newAccount(), nobody))]
      assert.deepEqual([await here.claim(newAccount(), nobody), await there.claim(newAccount(), nobody)], [null, null])
      await one.release()
      const three = given(await there.claim(newAccount(), nobody))
      assert.equal(await here.claim(newAccount(), nobody), null)
      for (const slot of [two, three]) await slot.release()
      for (const slot of [given(await here.claim(newAccount(), nobody)), given(await here.claim(newAccount(), nobody))])
        await slot.release()
    }))

  test(`${engine.name}: of many who ask at once two have a place`, () =>
    withSlots(engine, async ({ here, there }) => {
      const asked = await Promise.all(
        Array.from({ length: 20 }, (_, one) => (one % 2 === 0 ? here : there).claim(newAccount(), nobody)),
      )
      const slots = asked.filter((slot) => slot !== null)
      assert.equal(slots.length, 2)
      await Promise.all(slots.map((slot) => slot.release()))
    }))

  test(`${engine.name}: a place that is being given back by this process is waited for, and giving it back twice is once`, () =>
    withSlots(engine, async ({ late: here }) => {
      const slots = [given(await here.claim(newAccount(), nobody)), given(await here.claim(newAccount(), nobody))]
      const returns = slots.flatMap((slot) => [slot.release(), slot.release()])
      const next = given(await here.claim(newAccount(), nobody))
      await Promise.all([...returns, here.settled()])
      assert.ok((await here.claim(newAccount(), nobody)) !== null)
      assert.equal(await here.claim(newAccount(), nobody), null)
      await next.release()
    }))

  test(`${engine.name}: the places of processes that died are free when their leases are over, and not before`, () =>
    withSlots(engine, async ({ here, there, clock }) => {
      // Nobody renews these: the clock goes on, the timers of this process hardly.
      const dead = [given(await here.claim(newAccount(), nobody)), given(await here.claim(newAccount(), nobody))]
      clock.advance({ ms: leaseMs - 1 })
      assert.equal(await there.claim(newAccount(), nobody), null)
      clock.advance({ ms: 1 })
      const slots = [given(await there.claim(newAccount(), nobody)), given(await there.claim(newAccount(), nobody))]
      // What was not dead gives back nothing that is another's.
      for (const slot of dead) await slot.release()
      assert.equal(await here.claim(newAccount(), nobody), null)
      for (const slot of slots) await slot.release()
    }))

  test(`${engine.name}: who has lost his place is told so, once`, () =>
    withSlots(engine, async ({ here, there, clock, told }) => {
      let lost = 0
      const mine = given(
        await here.claim(newAccount(), () => {
          lost += 1
        }),
      )
      clock.advance({ ms: leaseMs })
      const [theirs, others] = [
        given(await there.claim(newAccount(), nobody)),
        given(await there.claim(newAccount(), nobody)),
      ]
      await mine.renew()
      await mine.renew()
      assert.equal(lost, 1)
      assert.equal(told.filter(({ labels }) => 'outcome' in labels && labels.outcome === 'lost').length, 1)
      for (const slot of [mine, theirs, others]) await slot.release()
    }))

  test(`${engine.name}: an account that holds a place takes the second only when nobody without one was refused in the last 10 s`, () =>
    withSlots(engine, async ({ here, there, clock }) => {
      const [first, second] = [given(await here.claim('a', nobody)), given(await there.claim('a', nobody))]
      assert.equal(await here.claim('b', nobody), null, 'both places are taken')
      await second.release()
      for (const process of [here, there]) assert.equal(await process.claim('a', nobody), null, 'b waits for it')
      const other = given(await there.claim('b', nobody))
      await other.release()
      assert.equal(await here.claim('a', nobody), null, 'b was refused a moment ago')
      clock.advance({ seconds: 9 })
      await first.renew()
      assert.equal(await here.claim('a', nobody), null)
      clock.advance({ seconds: 2 })
      await first.renew()
      const again = given(await there.claim('a', nobody))
      assert.equal(await there.claim('a', nobody), null, 'what it is refused beside its own keeps nobody out')
      await again.release()
      for (const slot of [first, given(await here.claim('a', nobody))]) await slot.release()
    }))
}
