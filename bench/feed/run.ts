/**
 * What a poll of the change feed costs, at 1,000, 100,000 and 1,000,000 events: `node bench/feed/run.ts`. Everything of
 * one engine is measured in turns in one run, so that whatever else the machine does meets all alike; trust the ratios.
 * PostgreSQL is measured where TEST_DATABASE_URL names a server. Fails when anything costs more than `lengthRatioMax` times
 * as much at a million events as at a thousand, or a poll that finds nothing more than `filterRatioMax` times as much with
 * a filter as without one.
 */
import { Feed, type FeedRequest } from '../../src/changes/feed.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { engines } from '../../tests/harness/databases.ts'
import { median, tellFigure } from '../figures.ts'
import { makeFeed, now, onlyAtFirst, reader } from './feed-of.ts'

const sizes = [1_000, 100_000, 1_000_000]
const rounds = 21
const callsPerRound = 20
const lengthRatioMax = 3
/** Without a filter the poll is one statement; one that matched before asks for its kinds, and where each goes on. */
const filterRatioMax = { sqlite: 20, postgres: 10 }

const everything = { types: null, sources: null, regions: null }
const request = (changes: Partial<FeedRequest>): FeedRequest => ({
  accountId: reader,
  filter: everything,
  subsidyIds: null,
  after: null,
  since: null,
  limit: 50,
  now,
  ...changes,
})

/** Polls that find nothing new, and pages, by the length of the feed. */
const cases: Record<string, { finds: boolean; of(length: number): FeedRequest }> = {
  'at the end': { finds: false, of: (length) => request({ after: length }) },
  'at the end, a filter that never matches': {
    finds: false,
    of: (length) => request({ after: length, filter: { ...everything, types: ['source.stale'] } }),
  },
  'everything behind it, a filter of which no event exists': {
    finds: false,
    of: () => request({ after: 20, filter: { ...everything, types: ['source.stale'] } }),
  },
  'everything behind it, a filter that matched before it only': {
    finds: false,
    of: () => request({ after: 20, filter: { ...everything, types: [onlyAtFirst] } }),
  },
  'everything behind it, a measure that has no event': {
    finds: true,
    of: () => request({ after: 20, subsidyIds: ['source-0:none'] }),
  },
  'a page of 50 from the oldest': { finds: true, of: () => request({}) },
  'a page of 50 from the oldest, one event in 100': {
    finds: true,
    of: () => request({ filter: { types: ['subsidy.amount_changed'], sources: ['source-3'], regions: ['brussels'] } }),
  },
  'a page of 500 from the oldest': { finds: true, of: () => request({ limit: 500 }) },
  'a page of 50 of one measure': { finds: true, of: () => request({ subsidyIds: ['source-3:7', 'source-3:8'] }) },
}

/** Microseconds that a page takes. */
async function timeOf(feed: Feed, database: Database, asked: FeedRequest): Promise<number> {
  const from = performance.now()
  for (let call = 0; call < callsPerRound; call += 1) {
    const page = await feed.page(database, asked)
    if ('fault' in page) throw new Error(page.fault)
  }
  return ((performance.now() - from) / callsPerRound) * 1_000
}

for (const engine of engines) {
  const stores = await Promise.all(sizes.map(() => engine.open()))
  try {
    for (const [index, store] of stores.entries()) await makeFeed(store.database, sizes[index] ?? 0)
    const feeds = stores.map(() => new Feed())
    const times = new Map<string, number[][]>(Object.keys(cases).map((name) => [name, sizes.map(() => [])]))
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, { of }] of Object.entries(cases)) {
        for (const [index, { database }] of stores.entries()) {
          const time = await timeOf(feeds[index] ?? new Feed(), database, of(sizes[index] ?? 0))
          if (round > 0) times.get(name)?.[index]?.push(time)
        }
      }
    }
    const basis = median(times.get('at the end')?.[0] ?? [])
    const kinds = await stores.at(-1)?.database.one('select count(*) as kinds from event_kind')
    console.log(
      `${engine.name}: ${kinds?.kinds} kinds of events; poll at the end of 1,000 events: ${basis.toFixed(0)} us`,
    )
    for (const [name, { finds }] of Object.entries(cases)) {
      const medians = (times.get(name) ?? []).map(median)
      const ratios = medians.map((time) => time / basis)
      const shown = medians.map((time, index) => `${time.toFixed(0)} us (${(ratios[index] ?? 0).toFixed(1)})`)
      console.log(`  ${name.padEnd(60)} ${shown.map((cell) => cell.padStart(16)).join('')}`)
      if (!((medians.at(-1) ?? 0) <= lengthRatioMax * (medians[0] ?? 0))) process.exitCode = 1
      const [least = Number.NaN, most = Number.NaN] = [medians[0], medians.at(-1)]
      tellFigure({
        promise: `the feed at a million events: ${name}`,
        ...{ engine: engine.name, value: most, unit: 'us' },
        ...{ peer: { name: 'the same at a thousand', value: least }, ratio: most / least },
        goal: { of: 'ratio', atMost: lengthRatioMax },
      })
      if (!finds && ratios.some((ratio) => !(ratio <= filterRatioMax[engine.name]))) process.exitCode = 1
    }
  } finally {
    for (const store of stores) await store.close()
  }
}
