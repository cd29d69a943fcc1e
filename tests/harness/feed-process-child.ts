/** The other process of `feed-process.ts`. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { remindOfDeadlines } from '../../src/measures/reminders/closing-soon.ts'
import { settleClock } from '../../src/measures/versions/clock.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import type { FeedOrder } from './feed-process.ts'
import { randomTransaction } from './feed-writers.ts'
import { MemorySources, testMeans } from './ingestion.ts'
import { chance } from './random-measures.ts'

const { settings, order } = JSON.parse(process.argv[2] ?? '') as {
  settings: Parameters<typeof openDatabase>[0]
  order: FeedOrder
}
const database = await openDatabase(settings)
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
await once(process, 'message')

if (order.order === 'append') {
  const next = chance(order.seed)
  const write = async (): Promise<never> => {
    for (;;) {
      const committed = await randomTransaction(database, next, pause)
      if (committed.length > 0) process.send?.({ committed })
    }
  }
  await Promise.all(Array.from({ length: order.writers }, write))
}
if (order.order === 'settle') {
  const clock = { now: () => order.now }
  const means = { ...testMeans(database, clock, new MemorySources()), daysBefore: [14, 3] }
  let made = 0
  for (let last = -1; last !== 0; ) {
    last = (await settleClock(means)) + (await remindOfDeadlines(means, null)).made
    made += last
  }
  process.send?.({ made })
  await database.close()
  process.disconnect?.()
}
