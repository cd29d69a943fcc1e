/** What a digest tells of a search is what the list of measures says: before an event, or since. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Feed } from '../../src/changes/feed.ts'
import { readSearch } from '../../src/digests/asked-search.ts'
import { SearchNews } from '../../src/digests/news/search-news.ts'
import { engines } from '../harness/databases.ts'
import { input } from '../harness/ingestion.ts'
import { chanceOf } from '../harness/random-matches.ts'
import { startService } from '../harness/service.ts'

const words = ['warmtepomp', 'isolatie', 'premie', 'innovatie', 'export', 'opleiding', 'zonnepanelen', 'coaching']
const measuresMax = 60
const rounds = 3

const searches: Record<string, string>[] = [
  {},
  { region: 'flanders' },
  { region: 'brussels,wallonia', status: 'open,continuous' },
  { q: 'warmtepomp' },
  { q: 'premie isol' },
  { q: 'de beste premie voor warmtepompen', words: 'most' },
  { q: 'isolatei', words: 'most' },
  { q: 'premie voor een warmtepomp', words: 'meant' },
  { q: 'zonnepanelen in Vlaanderen', words: 'meant' },
  { q: 'zon', region: 'wallonia' },
  { company_size: 'micro' },
  { applicant_type: 'household' },
  { topic: 'energy,tourism_hospitality' },
  { nace: '62.01' },
  { nace: 'A' },
  { status: 'closed' },
  { deadline_before: '2026-06-30' },
  { deadline_after: '2026-06-30' },
  { updated_since: '2026-03-03' },
  { include_withdrawn: 'true', q: 'export' },
  { instrument_type: 'grant', sort: 'deadline', limit: '2' },
]

for (const engine of engines) {
  test(`${engine.name}: over ${rounds} rounds of changes each search is told of the events of measures that its list held before or holds after, and of no others`, async () => {
    const service = await startService(engine)
    try {
      const by = chanceOf(13)
      const one = <T>(of: readonly T[]): T => of[by.below(of.length)] as T
      const made = (number: number) =>
        input(`m${number}`, {
          title: `${one(words)} ${one(words)} ${number}`,
          summary: by.below(2) === 0 ? one(words) : null,
          regions: one([[], ['flanders'], ['brussels'], ['wallonia'], ['flanders', 'wallonia']]),
          topics: one([[], ['energy'], ['climate_environment', 'energy'], ['innovation']]),
          company_sizes: one([[], ['micro'], ['medium', 'large']]),
          applicant_types: one([[], ['household'], ['company']]),
          nace: { include: one([[], ['62'], ['01', '10.1']]), exclude: [], version: 2008 },
          status: one(['open', 'continuous', 'closed']),
          application_window: { closes_at: one([null, '2026-05-01', '2026-09-01']) },
        })
      const held = async (parameters: Record<string, string>): Promise<Set<string>> => {
        const { sort: _, limit: __, ...filters } = parameters
        const query = new URLSearchParams({ ...filters, limit: '500' })
        const { data } = (await service.get(`/v1/subsidies?${query}`)).json() as { data: { id: string }[] }
        return new Set(data.map(({ id }) => id))
      }
      const news = new SearchNews(new Feed(), service.means.lookups)
      const placeOf = async (): Promise<number> =>
        Number((await service.database.one('select last_seq from feed_head'))?.last_seq)
      let items = Array.from({ length: measuresMax }, (_, number) => made(number))
      assert.equal((await service.publish(items)).rejected, 0)
      let told = 0
      for (let round = 0; round < rounds; round += 1) {
        service.clock.advance({ hours: 1 })
        const before = await Promise.all(searches.map(held))
        const after = await placeOf()
        items = items.map((item, number) => (by.below(3) === 0 ? made(number) : item))
        items.push(made(items.length))
        await service.publish(items)
        const upTo = await placeOf()
        const events = await service.database.all<{ subject_id: string }>(
          'select subject_id from change_event where seq > $1 and seq <= $2 order by seq',
          [after, upTo],
        )
        assert.ok(events.length > 5)
        for (const [place, parameters] of searches.entries()) {
          const since = await held(parameters)
          const expected = events.filter(({ subject_id: id }) => before[place]?.has(id) || since.has(id))
          const { told: found } = await news.read(service.database, readSearch(parameters), {
            ...{ after, upTo, now: service.clock.now() },
          })
          assert.deepEqual(
            found.map(({ measureId, passing }) => [measureId, passing]),
            expected.map(({ subject_id: id }) => [id, { before: before[place]?.has(id), after: since.has(id) }]),
            JSON.stringify(parameters),
          )
          told += found.length
        }
      }
      assert.ok(told > 200, String(told))
    } finally {
      await service.stop()
    }
  })
}
