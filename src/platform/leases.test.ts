import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { systemClock } from './clock.ts'
import { claimLease, leaseHolder, leaseMs, releaseLease } from './leases.ts'

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
