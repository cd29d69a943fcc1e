import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines, openedTwice } from '../../../tests/harness/databases.ts'
import { sampleEvent } from '../../../tests/harness/feed-events.ts'
import { webhookScene } from '../../../tests/harness/webhook-scene.ts'
import type { Database } from '../../platform/database/database.ts'
import { StoreError } from '../../platform/database/store-error.ts'

/** Looks that find no store: more than within ten seconds. */
const looksInVain = 60

for (const engine of engines) {
  test(`${engine.name}: what a receiver took while the store was away is shown as delivered when it is back, and not sent again`, () =>
    openedTwice(engine, async (database, second) => {
      let awayFor = 0
      const failing = new Proxy(second, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          return (...given: unknown[]) => {
            if (awayFor === 0) return value.apply(target, given)
            awayFor -= 1
            return Promise.reject(new StoreError('unavailable', 'away'))
          }
        },
      }) as Database
      const scene = await webhookScene(database, failing)
      await scene.endpoint(await scene.account('pro'))
      await scene.append([sampleEvent(), sampleEvent()])
      await scene.fanOut()
      scene.answer(() => {
        awayFor = looksInVain
        return { kind: 'answered', status: 200, excerpt: Buffer.alloc(0) }
      })
      await scene.deliver()
      assert.equal(awayFor, 0)
      scene.clock.advance({ seconds: 30 })
      await scene.deliver()
      assert.deepEqual(
        (await scene.deliveries()).map(({ status, attempts }) => [status, attempts]),
        [
          ['delivered', 1],
          ['delivered', 1],
        ],
      )
      assert.equal(scene.sent.length, 2)
    }))
}
