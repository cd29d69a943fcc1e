/**
 * How many events the feed takes in a second: every one is numbered under one row, held to the commit, whoever writes. Events one
 * a transaction and in portions, by one writer and by eight; beside it the same rows by the same writers into a table that nobody
 * numbers. In turns; what an event takes on the disk stands beside it.
 *
 *   node bench/feed/head.ts [seconds a round] [rounds]     # 2 5; with PostgreSQL at TEST_DATABASE_URL
 */
import { statSync } from 'node:fs'
import path from 'node:path'
import { appendEvents } from '../../src/changes/append.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/new-id.ts'
import { engines, type TestStore } from '../../tests/harness/databases.ts'
import { sampleEvent } from '../../tests/harness/feed-events.ts'
import { median, tellFigure } from '../figures.ts'

const [secondsText = '2', roundsText = '5'] = process.argv.slice(2)
const roundMs = Number(secondsText) * 1_000
const rounds = Number(roundsText)
const portions = [1, 500]
const writers = [1, 8]
const megabyte = 1024 * 1024
const diff = { 'title.en': { from: 'What it was called'.repeat(6), to: 'What it is called'.repeat(6) } }

const eventsOf = (count: number) =>
  Array.from({ length: count }, (_, place) =>
    sampleEvent({ id: newId('chg', Date.now()), subjectId: `al:${place % 200}`, diff }),
  )

async function numbered(database: Database, portion: number): Promise<void> {
  const events = eventsOf(portion)
  await database.transaction((transaction) => appendEvents(transaction, Date.now(), events, { publication: true }))
}

async function unnumbered(database: Database, portion: number): Promise<void> {
  const rows = eventsOf(portion).map((event) => [event.id, event.event, Date.now(), JSON.stringify(event)] as const)
  await database.transaction(async (transaction) => {
    const places = rows.map((_, row) => `($${row * 4 + 1}, $${row * 4 + 2}, $${row * 4 + 3}, $${row * 4 + 4})`)
    await transaction.run(
      `insert into bare_event (id, event, created_at, body) values ${places.join(', ')}`,
      rows.flat(),
    )
  })
}

/** Events a second. */
async function rateOf(width: number, portion: number, write: () => Promise<void>): Promise<number> {
  const from = performance.now()
  let events = 0
  const one = async (): Promise<void> => {
    while (performance.now() - from < roundMs) {
      await write()
      events += portion
    }
  }
  await Promise.all(Array.from({ length: width }, one))
  return (events / (performance.now() - from)) * 1_000
}

async function bytesOf({ database, settings }: TestStore): Promise<number> {
  if (database.engine === 'sqlite') {
    await database.forBulk().run('pragma wal_checkpoint(truncate)')
    return statSync(path.join(settings.dataDir, 'store.db')).size
  }
  const row = await database.one<{ n: number }>(`select pg_total_relation_size('change_event') as n`)
  return row?.n ?? 0
}

for (const engine of engines) {
  await using store = await engine.open()
  const { database } = store
  await database.run(
    'create table bare_event (id text not null primary key, event text, created_at bigint, body text)'.replace(
      'bigint',
      database.engine === 'sqlite' ? 'integer' : 'bigint',
    ),
  )
  const rates = new Map<string, number[]>()
  const take = async (key: string, width: number, portion: number, write: () => Promise<void>): Promise<void> => {
    rates.set(key, [...(rates.get(key) ?? []), await rateOf(width, portion, write)])
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const portion of portions) {
      for (const width of writers) {
        await take(`feed ${portion} ${width}`, width, portion, () => numbered(database, portion))
        await take(`bare ${portion} ${width}`, width, portion, () => unnumbered(database, portion))
      }
    }
  }
  await database.run('drop table bare_event')
  const events = (await database.one<{ n: number }>('select count(*) as n from change_event'))?.n ?? 0
  await database.forBulk().run('vacuum')
  const bytes = await bytesOf(store)
  for (const portion of portions) {
    for (const width of writers) {
      const [feed, bare] = [rates.get(`feed ${portion} ${width}`) ?? [], rates.get(`bare ${portion} ${width}`) ?? []]
      tellFigure({
        promise: `events a second, ${portion} a transaction, ${width} writing`,
        ...{ engine: engine.name, value: median(feed), unit: '/s' },
        ...{ peer: { name: 'rows that nobody numbers', value: median(bare) }, ratio: median(feed) / median(bare) },
        rounds: feed.map((rate, round) => rate / (bare[round] ?? Number.NaN)),
      })
    }
  }
  process.stdout.write(
    `\n${engine.name}: ${events} events, ${(bytes / events).toFixed(0)} bytes each, ${(bytes / megabyte).toFixed(0)} MB\n`,
  )
  console.table(
    portions.flatMap((portion) =>
      writers.map((width) => {
        const [feed, bare] = [
          median(rates.get(`feed ${portion} ${width}`) ?? []),
          median(rates.get(`bare ${portion} ${width}`) ?? []),
        ]
        return {
          'events a transaction': portion,
          writers: width,
          'events/s': feed.toFixed(0),
          'not numbered/s': bare.toFixed(0),
          'of that': (feed / bare).toFixed(2),
        }
      }),
    ),
  )
}
