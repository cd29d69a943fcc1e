/** While a store is being filled for the first time, what lacks measures says so; then never again. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../harness/databases.ts'
import { call } from '../harness/http.ts'
import { input, sampleDefinition } from '../harness/ingestion.ts'
import { startService, type TestService } from '../harness/service.ts'
import { signedInTo } from '../harness/signed-in.ts'
import { makeWatchlist } from '../harness/watchlists.ts'

type Warned = { meta?: { warnings: { code: string; message: string }[] } }

for (const engine of engines)
  describe(`${engine.name}: the first fill`, () => {
    let service: TestService
    let list = ''
    before(async () => {
      const [city, portal] = [
        { id: 'city', prefix: 'ci' },
        { id: 'portal', prefix: 'po' },
      ]
      const definitions = [city, portal].map((source) => sampleDefinition({ ...source, schedule: '0 4 * * *' }))
      service = await startService(engine, { definitions })
      list = await makeWatchlist(service)
    })
    after(() => service.stop())

    const company = { postcode: '9000' }
    const asked = (): [what: string, answer: Promise<Warned>][] => {
      const json = async (path: string, body?: unknown): Promise<Warned> => {
        const options = { key: service.keys.enterprise, ...(body === undefined ? {} : { json: body }) }
        const answer = await call(service.origin, body === undefined ? 'GET' : 'POST', path, options)
        assert.equal(answer.status, 200, `${path}: ${answer.body}`)
        return answer.json()
      }
      const tool = async (name: string, args: unknown): Promise<Warned> => {
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
        const answer = (await json('/mcp', message)) as { result?: { structuredContent?: Warned } }
        return answer.result?.structuredContent ?? {}
      }
      const bulk = async (): Promise<Warned> => {
        const answer = (await json('/v1/match/bulk', { companies: [{ reference: 'a', company }] })) as Warned
        return answer
      }
      return [
        ['a list', json('/v1/subsidies')],
        ['a search', json('/v1/subsidies?q=energy&words=most')],
        ['the feed', json('/v1/changes')],
        ['a match', json('/v1/match', { company })],
        ['a bulk', bulk()],
        ['matches of a watchlist', json(`/v1/watchlists/${list}/matches`)],
        ['a search by a tool', tool('search_subsidies', { q: 'energy' })],
        ['a match by a tool', tool('match_company', { company })],
      ]
    }
    const codes = async (): Promise<unknown[]> =>
      Promise.all(
        asked().map(async ([what, answer]) => [
          what,
          (await answer).meta?.warnings.some(({ code }) => code === 'catalogue_filling'),
        ]),
      )
    const page = async (path: string): Promise<string> => (await call(service.origin, 'GET', path)).body.toString()

    test('lists, searches, matches and tools warn of it until each source has been read or has failed; pages say it', async () => {
      const warned = (is: boolean) => asked().map(([what]) => [what, is])
      assert.deepEqual(await codes(), warned(true))
      const dutch = (await service.get('/v1/subsidies?lang=nl')).json() as Warned
      assert.match(dutch.meta?.warnings[0]?.message ?? '', /^De catalogus wordt voor het eerst gevuld/)
      for (const path of ['/nl/search', '/nl/', '/nl/check'])
        assert.match(await page(path), /De catalogus wordt voor het eerst gevuld/, path)
      await service.publish([input('a')], 'city')
      assert.deepEqual(await codes(), warned(true), 'one of two was read')
      await service.publish([], 'portal')
      assert.deepEqual(await codes(), warned(false))
      assert.doesNotMatch(await page('/nl/search'), /voor het eerst gevuld/)
    })

    test('a page that is kept says it no longer once it is over, though nothing was published since', async () => {
      const definitions = [sampleDefinition({ schedule: '0 4 * * *' })]
      const fresh = await startService(engine, { definitions })
      try {
        const home = async () => (await call(fresh.origin, 'GET', '/en/')).body.toString()
        assert.match(await home(), /is being filled for the first time/)
        // A run that rejects all it reads fails.
        assert.equal((await fresh.publish([{ url: 3 }])).status, 'failed')
        assert.doesNotMatch(await home(), /is being filled for the first time/)
      } finally {
        await fresh.stop()
      }
    })

    test('a person in the dashboard is told of it too', async () => {
      const fresh = await startService(engine, { definitions: [sampleDefinition({ schedule: '0 4 * * *' })] })
      try {
        const browser = await signedInTo(fresh, fresh.accounts.enterprise)
        const answer = await browser.send('POST', '/v1/dashboard/match', { json: { company } })
        const { meta } = answer.json() as Warned
        assert.ok(meta?.warnings.some(({ code }) => code === 'catalogue_filling'))
      } finally {
        await fresh.stop()
      }
    })
  })
