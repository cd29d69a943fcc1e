import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { engines } from '../../tests/harness/databases.ts'
import { call } from '../../tests/harness/http.ts'
import { readPage } from '../../tests/harness/page-reader.ts'
import { startService, type TestService } from '../../tests/harness/service.ts'
import { pagesBurst } from './visitor.ts'

suite('what visitors of pages are met with', () => {
  let service: TestService
  before(async () => {
    const [embedded] = engines
    if (embedded === undefined) throw new Error('there is always the embedded store')
    service = await startService(embedded)
    await service.publish([])
    await service.get('/v1/key')
  })
  after(() => service.stop())
  const get = (path: string, headers: Record<string, string> = {}) => service.get(path, { key: '', headers })

  test('a page runs no script and loads nothing but what comes from here, and no other origin reads or frames it', async () => {
    const { status, headers, body } = await get('/en/')
    assert.equal(status, 200)
    const policy = headers['content-security-policy'] ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.ok(!policy.includes('unsafe') && !policy.includes('http'))
    assert.equal(headers['access-control-allow-origin'], undefined)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.ok(headers['x-independence'] !== undefined && headers['x-request-id'] !== undefined)
    const page = readPage({ body })
    for (const { attributes } of page.elements) {
      assert.ok(!('style' in attributes) && !Object.keys(attributes).some((name) => name.startsWith('on')))
    }
    assert.ok(page.all('script').every(({ attributes, text }) => text === '' && attributes.src?.startsWith('/assets/')))
  })

  test('a page that has not changed is not sent again', async () => {
    const first = await get('/en/search')
    const again = await get('/en/search', { 'if-none-match': first.headers.etag ?? '' })
    assert.equal(again.status, 304)
    assert.equal(again.body.length, 0)
  })

  test('what a page loads is named by its bytes, kept for a year, and the same in every coding', async () => {
    const { body } = await get('/en/')
    const addresses = readPage({ body }).elements.flatMap(({ name, attributes }) => {
      const address = name === 'link' ? attributes.href : name === 'script' ? attributes.src : undefined
      return address?.startsWith('/assets/') ? [address] : []
    })
    assert.ok(addresses.length >= 3)
    for (const address of addresses) {
      const plain = await get(address)
      assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
      const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }
      for (const [coding, decode] of Object.entries(decoders)) {
        const coded = await get(address, { 'accept-encoding': coding })
        assert.equal(coded.headers['content-encoding'], coding)
        assert.deepEqual(decode(coded.body), plain.body)
        const again = await get(address, { 'accept-encoding': coding, 'if-none-match': coded.headers.etag ?? '' })
        assert.equal(again.status, 304)
      }
      const head = await service.get(address, { key: '' })
      assert.equal(head.status, 200)
    }
    assert.equal((await get('/assets/look.000000000000.css')).status, 404)
    assert.equal((await get('/assets/..%2f..%2fpackage.json')).status, 404)
  })

  test('the first path leads to the language that the browser asks for', async () => {
    for (const [accepted, path] of [
      ['fr-BE,fr;q=0.9', '/fr/'],
      ['de', '/en/'],
    ] as const) {
      const { status, headers } = await get('/', { 'accept-language': accepted })
      assert.equal(status, 303)
      assert.equal(headers.location, path)
      assert.match(headers.vary ?? '', /Accept-Language/)
    }
  })

  test('whose browser asks for German is told in German in which languages the page is, and nobody else is', async () => {
    const noticeFor = async (path: string, accepted: string) => {
      const answer = await get(path, { 'accept-language': accepted })
      assert.equal(answer.status, 200)
      assert.match(answer.headers.vary ?? '', /Accept-Language/)
      const page = readPage(answer)
      return { page, said: page.all('aside', { lang: 'de' }).map(({ text }) => text) }
    }
    // A page that is kept and one that is not, each asked by others between.
    for (const path of ['/fr/', '/fr/search?q=dach']) {
      const { page, said } = await noticeFor(path, 'de-BE, fr;q=0.9')
      assert.equal(said.length, 1, path)
      assert.match(said[0] ?? '', /^Diese Seiten gibt es auf Niederländisch ?, Französisch und Englisch/)
      assert.deepEqual(page.linksTo('Niederländisch'), [path.replace('/fr/', '/nl/')])
      assert.deepEqual((await noticeFor(path, 'fr, de')).said, [])
      assert.equal((await noticeFor(path, 'de')).said.length, 1)
    }
  })

  test('a path that does not exist is a page in its language, JSON for programs, and JSON under the API', async () => {
    const page = await get('/fr/nowhere')
    assert.equal(page.status, 404)
    assert.equal(readPage(page).all('html')[0]?.attributes.lang, 'fr')
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.equal((await get('/fr/nowhere', { accept: 'application/json' })).error().code, 'route_not_found')
    assert.equal((await get('/v1/nowhere')).error().code, 'route_not_found')
    assert.equal((await get('/mcp/nowhere')).error().code, 'route_not_found')
    const method = await service.get('/fr/search', { key: '' })
    assert.equal(method.status, 200)
  })

  test('a path that programs probe for by itself is JSON, also for one that takes pages', async () => {
    const probed = [
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/openid-configuration',
      '/oauth/nowhere',
      '/register',
      '/token',
      '/authorize',
    ]
    for (const path of probed) {
      const answer = await get(path, { accept: 'text/html' })
      assert.equal(answer.status, 404, path)
      assert.equal(answer.error().code, 'route_not_found', path)
    }
    assert.match((await get('/registered', { accept: 'text/html' })).body.toString(), /^<!doctype html>/)
  })

  test('a refusal that is a page says so, and runs no script but ours, whatever path and method it is of', async () => {
    const refused = [
      await get('/fr/nowhere'),
      await get('/assets/look.000000000000.css'),
      await call(service.origin, 'DELETE', '/fr/search'),
    ]
    assert.deepEqual(
      refused.map(({ status }) => status),
      [404, 404, 405],
    )
    for (const { headers, body } of refused) {
      assert.match(body.toString(), /^<!doctype html>/)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.match(headers['content-security-policy'] ?? '', /default-src 'none'/)
    }
  })

  test('who runs the service is said only where it has named itself', async () => {
    assert.match(readPage(await get('/en/')).text, /The operator of this service has not named itself/)
  })

  test('an address has 60 pages at once and five a second; what pages load is not counted, and the API has its own bucket', async () => {
    service.clock.advance({ hours: 1 })
    const { body } = await get('/en/')
    const [asset = ''] = readPage({ body }).elements.flatMap(({ attributes }) =>
      attributes.src === undefined ? [] : [attributes.src],
    )
    const statuses: number[] = []
    for (let number = 0; number < pagesBurst + 40; number += 1) statuses.push((await get('/en/')).status)
    const refused = statuses.filter((status) => status === 429).length
    // Each look at the clock is 10 ms later, so that a few more flow in meanwhile.
    assert.ok(refused > 0 && refused <= 41, String(refused))
    assert.equal(statuses[0], 200)
    let page = await get('/en/')
    for (let tries = 0; page.status !== 429 && tries < 30; tries += 1) page = await get('/en/')
    assert.equal(page.headers['retry-after'], '1')
    assert.match(readPage(page).text, /One moment/)
    assert.equal((await get(asset)).status, 200)
    assert.equal((await get('/v1/plans')).status, 200)
    service.clock.advance({ seconds: 60 })
    assert.equal((await get('/en/')).status, 200)
  })
})
