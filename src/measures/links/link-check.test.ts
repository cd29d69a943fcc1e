import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { ingestionScene, input, sampleDefinition } from '../../../tests/harness/ingestion.ts'
import { startService } from '../../../tests/harness/service.ts'
import { ingest } from '../../ingestion/ingest.ts'
import type { OutboundFetch } from '../../platform/outbound/outbound.ts'
import { checkLinks } from './link-check.ts'
import { outcomeOf } from './seen-address.ts'

const outcomes: [url: string, status: number, finalUrl: string, outcome: string][] = [
  ['https://a.be/x', 200, 'https://a.be/x', 'seen'],
  ['https://a.be/x', 200, 'https://a.be/x/', 'seen'],
  ['http://a.be/x', 204, 'https://a.be/x', 'seen'],
  ['https://a.be/x', 200, 'https://a.be/home', 'moved'],
  ['https://a.be/x', 404, 'https://a.be/x', 'gone'],
  ['https://a.be/x', 410, 'https://a.be/y', 'gone'],
  ['https://a.be/x', 403, 'https://a.be/x', 'refused'],
  ['https://a.be/x', 500, 'https://a.be/x', 'refused'],
]
for (const [url, status, finalUrl, outcome] of outcomes) {
  test(`${status} at ${finalUrl} for ${url} is ${outcome}`, () =>
    assert.equal(outcomeOf(url, status, finalUrl), outcome))
}

/** An authority's site with one page, one that moved, one that is gone. */
async function startSite() {
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' }).end()
    else response.writeHead(request.url === '/gone' ? 404 : 200).end('page')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

for (const engine of engines) {
  test(`${engine.name}: what a check of the links sees is kept, and changes no record`, async () => {
    const site = await startSite()
    const service = await startService(engine, { definitions: [sampleDefinition({ connector: 'file' })] })
    try {
      service.means.connectors = new Map([['file', service.sources.connector]])
      await service.publish(
        ['page', 'moved', 'gone']
          .map((name) => input(name, { url: `${site.url}/${name}` }))
          .concat(input('nowhere', { url: 'http://127.0.0.1:1/' })),
      )
      const state = async (name: string) => {
        const answer = (await service.get(`/v1/subsidies/al:${name}`)).json() as {
          data: { version: number; source: { last_checked_at: string | null } }
          meta: { warnings: { code: string }[] }
        }
        const warned = answer.meta.warnings.some(({ code }) => code === 'not_checked')
        assert.equal(warned, answer.data.source.last_checked_at === null)
        assert.equal(answer.data.version, 1)
        return answer.data.source.last_checked_at !== null
      }
      for (const name of ['page', 'moved', 'gone', 'nowhere']) assert.equal(await state(name), false)
      const links = await checkLinks(service.means, 'alpha', { signal: AbortSignal.timeout(30_000) })
      assert.deepEqual(links.map(({ url, check }) => [url.split('/').at(-1), check?.outcome ?? null]).sort(), [
        ['', null],
        ['gone', 'gone'],
        ['moved', 'moved'],
        ['page', 'seen'],
      ])
      const states = await Promise.all(['page', 'moved', 'gone', 'nowhere'].map(state))
      assert.deepEqual(states, [false, false, false, false])
    } finally {
      await service.stop()
      await site.close()
    }
  })

  test(`${engine.name}: a check that is cut short has kept what it saw until then`, async () => {
    await using store = await engine.open()
    const scene = await ingestionScene(store.database)
    const pages = 50
    scene.sources.lists('alpha', { items: Array.from({ length: pages }, (_, index) => input(`m${index}`)) })
    await ingest(scene.means, ['alpha'])
    const stop = new AbortController()
    let looked = 0
    const fetch: OutboundFetch = async ({ url }) => {
      looked += 1
      if (looked === 45) stop.abort(new Error('told to stop'))
      return { status: 200, url, headers: {}, body: Buffer.alloc(0) }
    }
    await assert.rejects(checkLinks({ ...scene.means, fetch }, 'alpha', { signal: stop.signal }), /told to stop/)
    const kept = Number((await store.database.one('select count(*) as n from link_check'))?.n)
    assert.ok(kept >= 40 && kept < 45, `${kept} kept`)
  })
}
