/** The other process of `ingest-process.ts`: opens the store it is given, ingests, and waits where it is told to. */
import { ingest } from '../../src/ingestion/ingest.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import type { IngestOrder } from './ingest-process.ts'
import { input, MemorySources, testMeans } from './ingestion.ts'

const order = JSON.parse(process.argv[2] ?? '') as IngestOrder
const sources = new MemorySources()
const items = Array.from({ length: order.records }, (_, index) => input(`m${index}`, { summary: order.summary }))
sources.lists('alpha', {
  items,
  before: async (position) => {
    if (order.waitWhile === 'reading' && position === items.length) await forEver()
  },
})

const database = await openDatabase(order.settings)
process.on('disconnect', () => process.exit())
const means = testMeans(order.waitWhile === 'publishing' ? stuckPublishing(database) : database, systemClock, sources)
const [run] = await ingest(means, ['alpha'])
process.send?.({ run })
await database.close()
process.disconnect?.()

/** Tells that the place is reached, and never goes on. */
function forEver(): Promise<never> {
  process.send?.({ reached: true })
  return new Promise(() => {})
}

/** The store, whose transactions stand still when they have moved measures and are about to move their versions. */
function stuckPublishing(whole: Database): Database {
  const stuck = (sql: Sql): Sql => ({
    ...sql,
    run: (text, parameters) => (text.startsWith('insert into measure_version') ? forEver() : sql.run(text, parameters)),
  })
  return new Proxy(whole, {
    get: (target, property) => {
      if (property === 'forBulk') return () => stuckPublishing(target.forBulk())
      if (property === 'withSignal') return (signal: AbortSignal) => stuckPublishing(target.withSignal(signal))
      if (property === 'transaction' || property === 'longTransaction') {
        return <T>(work: (transaction: Sql) => Promise<T>) =>
          target[property]((transaction) => work(stuck(transaction)))
      }
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
