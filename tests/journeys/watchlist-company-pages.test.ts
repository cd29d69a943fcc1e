/** Companies of watchlists in pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, engines } from '../harness/databases.ts'
import { type CompanyRow, companiesScene, row } from '../harness/watched-companies.ts'
import { makeWatchlist, sampleWatchlistId, upload } from '../harness/watchlists.ts'
import { pagedListSuite } from '../suites/paged-list.ts'

for (const engine of engines) testsOn(engine)

function testsOn(engine: Engine): void {
  const title = (words: string): string => `${engine.name}: ${words}`
  const scene = companiesScene(engine)
  const { send, references, newcomer } = scene

  pagedListSuite(
    {
      name: title('companies of a watchlist'),
      path: `/v1/watchlists/${sampleWatchlistId}/companies`,
      emptyPath: null,
      elsewhere: ['/v1/subsidies', '/v1/changes', '/v1/watchlists/wl_01KJSAMPLE0000000000000001/companies'],
      identityOf: ({ reference }) => String(reference),
    },
    () => ({
      origin: scene.service.origin,
      key: scene.service.keys.enterprise,
      unknownKey: scene.service.unknownKey,
      keyWithoutPlan: scene.service.keys.none,
      keyOfSmallestPlan: scene.service.keys.developer,
    }),
  )

  test(title('companies are listed by code point, whatever the engine'), async () =>
    assert.deepEqual(await references(sampleWatchlistId), ['A', 'a', 'a/b', 'b', 'é', '～', '🙂']),
  )

  test(
    title('companies: a page is at most as long as the plan allows, and an empty list is an empty page'),
    async () => {
      const { key } = await newcomer()
      const id = await makeWatchlist(scene.service, {}, key)
      const page = (query: string) => send('GET', `/v1/watchlists/${id}/companies${query}`, { key })
      const empty = (await page('')).json()
      assert.deepEqual([empty.data, empty.pagination], [[], { has_more: false, limit: 50 }])
      await upload(
        scene.service,
        id,
        Array.from({ length: 230 }, (_, index) => row(`c${1_000 + index}`)),
        { key },
      )
      const whole = (await page('?limit=200')).json() as { data: CompanyRow[]; pagination: { next_cursor: string } }
      assert.equal(whole.data.length, 200)
      const rest = (await page(`?limit=200&cursor=${whole.pagination.next_cursor}`)).json() as { data: CompanyRow[] }
      assert.deepEqual(
        [...whole.data, ...rest.data].map(({ reference }) => reference),
        Array.from({ length: 230 }, (_, index) => `c${1_000 + index}`),
      )
      for (const query of ['?limit=201', '?limit=0', '?limit=']) {
        const refused = await page(query)
        assert.deepEqual([refused.status, refused.error().details], [400, { parameter: 'limit' }])
      }
    },
  )

  test(
    title('companies: a cursor holds for its list and account alone, and across what changes meanwhile'),
    async () => {
      const id = await makeWatchlist(scene.service)
      await upload(
        scene.service,
        id,
        ['a', 'b', 'c', 'd'].map((name) => row(name)),
      )
      const first = (await send('GET', `/v1/watchlists/${id}/companies?limit=2`)).json() as {
        pagination: { next_cursor: string }
      }
      const cursor = first.pagination.next_cursor
      const other = await makeWatchlist(scene.service)
      const refused = await send('GET', `/v1/watchlists/${other}/companies?cursor=${cursor}`)
      assert.deepEqual([refused.status, refused.error().code], [400, 'invalid_cursor'])
      const stranger = await send('GET', `/v1/watchlists/${id}/companies?cursor=${cursor}`, {
        key: (await newcomer()).key,
      })
      assert.deepEqual([stranger.status, stranger.error().code], [400, 'invalid_cursor'])
      await send('DELETE', `/v1/watchlists/${id}/companies/b`)
      await upload(scene.service, id, [row('bb')])
      const next = (await send('GET', `/v1/watchlists/${id}/companies?cursor=${cursor}`)).json() as {
        data: CompanyRow[]
      }
      assert.deepEqual(
        next.data.map(({ reference }) => reference),
        ['bb', 'c', 'd'],
      )
    },
  )
}
