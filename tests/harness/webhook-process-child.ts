/** The other process of `webhook-process.ts`: opens the store it is given and delivers until it is killed. */
import { setTimeout as pause } from 'node:timers/promises'
import { consumeFeed } from '../../src/changes/consumer.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { allowedHosts } from '../../src/platform/egress/allowed-hosts.ts'
import { makeEgress } from '../../src/platform/egress/post-once.ts'
import { fanOut } from '../../src/webhooks/fan-out/fan-out.ts'
import { makeDeliverer } from '../../src/webhooks/queue/deliverer.ts'
import { nowBy } from '../../src/webhooks/queue/now.ts'
import { secretBox } from '../../src/webhooks/secret-box.ts'
import { unobserved } from './observer.ts'
import { testSecretKey } from './webhook-scene.ts'

const { settings, claimMs } = JSON.parse(process.argv[2] ?? '')
const database = await openDatabase(settings)
process.on('disconnect', () => process.exit())
const clock = systemClock
const deliverer = makeDeliverer({
  ...{ database, clock, dueBy: 'store', observer: unobserved, claimMs, userAgent: 'test' },
  egress: makeEgress({ allowedHosts: allowedHosts(['127.0.0.1']) }),
  secrets: secretBox(testSecretKey, null),
  chance: () => 0,
})
deliverer.start()
process.send?.({ error: null })
const { signal } = new AbortController()
const consumer = fanOut({ dialect: database.dialect, observer: unobserved, now: nowBy('store', database, clock) })
// Without a lease, so that several are at it at once.
for (;;) {
  if ((await consumeFeed(consumer, { database, clock, signal })) > 0) deliverer.wake()
  await pause(5)
}
