import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../tests/harness/databases.ts'
import { clockFinding } from './installation-check-up.ts'

const minuteMs = 60_000

for (const engine of engines) {
  test(`${engine.name}: a clock that is off, and a feed whose time lies ahead, are found`, async () => {
    await using store = await engine.open()
    const { database } = store
    assert.equal((await clockFinding(database)).level, 'ok')
    const right = Date.now
    for (const [aheadMs, level] of [
      [1_000, 'ok'],
      [-4_000, 'warning'],
      [4_000, 'warning'],
      [20_000, 'fault'],
      [2 * minuteMs, 'fault'],
      [-2 * minuteMs, 'fault'],
    ] as const) {
      Date.now = () => right() + aheadMs
      try {
        const found = await clockFinding(database)
        assert.equal(found.level, level, String(aheadMs))
        if (level !== 'ok') assert.match(found.message, aheadMs > 0 ? /ahead of the store/ : /behind the store/)
      } finally {
        Date.now = right
      }
    }
    await database.run('update feed_head set last_created_at = $1', [Date.now() + 5 * minuteMs])
    const found = await clockFinding(database)
    assert.equal(found.level, 'warning')
    assert.match(found.message, /lies ahead/)
  })
}
