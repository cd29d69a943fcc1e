/** The other process of `watch-process.ts`: opens the store it is given and does its task until it is killed. */

import { hash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { consumeVersions } from '../../src/changes/version-consumer.ts'
import { FollowedCatalogue } from '../../src/measures/catalogue/follow.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { WatchedLists } from '../../src/watchlists/memory/watched-lists.ts'
import { reevaluation } from '../../src/watchlists/reevaluation/reevaluate.ts'
import { uploadCompanies } from '../../src/watchlists/upload.ts'
import { unobserved } from './observer.ts'
import { noLooking } from './register-scene.ts'
import { sampleLookups } from './sample-measures.ts'
import type { UploadOrder } from './watch-process.ts'

const { settings, task } = JSON.parse(process.argv[2] ?? '')
const database = await openDatabase(settings)
process.on('disconnect', () => process.exit())
if (task === 'upload') await takeOrders()
else {
  process.send?.({ error: null })
  await reevaluateForEver()
}

/** Without a lease, so that several are at it at once. */
async function reevaluateForEver(): Promise<never> {
  const { signal } = new AbortController()
  const lists = new WatchedLists(unobserved, noLooking)
  const clock = systemClock
  for (;;) {
    using consumer = reevaluation({ database, clock, lists, lookups: sampleLookups, looking: noLooking, signal })
    await consumeVersions(consumer, { database, clock, signal })
    await pause(5)
  }
}

async function takeOrders(): Promise<void> {
  const catalogue = new FollowedCatalogue({
    ...{ database, clock: systemClock, lookups: sampleLookups, naceCover: null, baseUrl: 'http://127.0.0.1:8080' },
    ...{ slabFolder: tmpdir(), companion: null, observer: unobserved },
  })
  await catalogue.whenRead()
  process.on('message', ({ accountId, listId, key, rows }: UploadOrder) => {
    const now = systemClock.now()
    const digest = hash('sha256', JSON.stringify(rows), 'hex')
    const caller = { accountId, keyId: '', plan: 'enterprise', requestsThisMonth: 1, keyMode: 'live', at: now } as const
    const idempotency = { key, route: `POST ${listId}`, digest }
    const counted = { evaluations: 0 }
    uploadCompanies(
      { database, catalogue, ...noLooking },
      { watchlistId: listId, rows, rowsMax: rows.length, caller, counted, now, idempotency },
    ).then(
      ({ data }) => process.send?.({ ...data, error: null }),
      (fault: unknown) => process.send?.({ error: String(fault) }),
    )
  })
  process.send?.({ error: null })
}
