import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { testClock } from '../../tests/harness/ingestion.ts'
import { systemClock } from './clock.ts'
import { claimLease, leaseHolder, leaseMs, releaseLease, renewLease } from './leases.ts'

const hourMs = 3_600_000

for (const engine of engines.filter(({ name }) => name === 'postgres'))
  test(`${engine.name}: a process whose clock is an hour wrong takes nobody's lease, and leaves none that lasts`, async () => {
    await using store = await engine.open()
    const { database } = store
    const real = Date.now
    const wrong = async (byMs: number, work: () => Promise<void>): Promise<void> => {
      const clock = mock.method(Date, 'now', () => real() + byMs)
      await work().finally(() => clock.mock.restore())
    }
    assert.equal(await claimLease(database, systemClock, 'l', 'right'), true)
    await wrong(hourMs, async () => assert.equal(await claimLease(database, systemClock, 'l', 'ahead'), false))
    await releaseLease(database, systemClock, { name: 'l', holder: 'right' }, 0)
    for (const byMs of [hourMs, -hourMs])
      await wrong(byMs, async () => {
        assert.equal(await claimLease(database, systemClock, `l${byMs}`, 'wrong'), true)
        assert.equal(await leaseHolder(database, systemClock, `l${byMs}`), 'wrong')
      })
    const rows = await database.all<{ left: number }>(
      `select until - ${database.dialect.now} as left from held_lease where holder = 'wrong'`,
    )
    for (const { left } of rows) assert.ok(left > 0 && left <= leaseMs, `${left}`)
    assert.equal(rows.length, 2)
  })

for (const engine of engines) {
  const everyMs = 60_000
  const back = -hourMs

  test(`${engine.name}: a lease of before the store's clock was set back is taken over as soon as one of now, and who lives keeps it`, async () => {
    await using store = await engine.open()
    const { database } = store
    const clock = testClock(2 * hourMs)
    const claim = (name: string, holder: string) => claimLease(database, clock, name, holder, everyMs)
    for (const name of ['dead', 'living', 'resting']) assert.ok(await claim(name, 'one'))
    await releaseLease(database, clock, { name: 'resting', holder: 'one' }, everyMs)
    clock.advance({ ms: back })
    for (const name of ['dead', 'living', 'resting']) assert.equal(await claim(name, 'two'), false, name)
    clock.advance({ ms: leaseMs - 1 })
    assert.ok(await renewLease(database, clock, 'living', 'one'))
    assert.equal(await claim('dead', 'two'), false)
    clock.advance({ ms: 1 })
    assert.deepEqual(await Promise.all(['dead', 'living', 'resting'].map((name) => claim(name, 'two'))), [
      true,
      false,
      true,
    ])
  })

  test(`${engine.name}: a clock that was set back by a second costs nobody a lease, and no rest is cut that is not longer than the pace`, async () => {
    await using store = await engine.open()
    const { database } = store
    const clock = testClock(2 * hourMs)
    const claim = (name: string, holder: string) => claimLease(database, clock, name, holder, everyMs)
    for (const name of ['held', 'resting']) assert.ok(await claim(name, 'one'))
    await releaseLease(database, clock, { name: 'resting', holder: 'one' }, everyMs)
    clock.advance({ ms: -1_000 })
    for (const name of ['held', 'resting']) assert.equal(await claim(name, 'two'), false, name)
    clock.advance({ ms: leaseMs })
    for (const name of ['held', 'resting']) assert.equal(await claim(name, 'two'), false, name)
    clock.advance({ ms: 1_000 })
    assert.equal(await claim('held', 'two'), true)
    clock.advance({ ms: everyMs - leaseMs })
    assert.equal(await claim('resting', 'two'), true)
  })
}
