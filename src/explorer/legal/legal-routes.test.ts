import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { input } from '../../../tests/harness/ingestion.ts'
import { readPage } from '../../../tests/harness/page-reader.ts'
import { startService, type TestService } from '../../../tests/harness/service.ts'
import { childrenOf, readXml, textOf } from '../../../tests/harness/xml-reader.ts'
import { withdrawMeasure } from '../../measures/withdraw.ts'
import { languages } from '../../values/vocabularies.ts'
import { measuresAPart } from './sitemap.ts'

const origin = 'https://api.example.org'
const measures = measuresAPart + 5

for (const engine of engines) {
  suite(`${engine.name}: what everybody may know`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, {
        environment: { OPERATOR_NAME: 'Wim', OPERATOR_CONTACT: 'help@example.org' },
      })
      await service.publish(Array.from({ length: measures }, (_, place) => input(`m-${place}`)))
      await withdrawMeasure(service.means, 'al:m-7')
      await service.get('/v1/key')
    })
    after(() => service.stop())
    const get = async (path: string, headers: Record<string, string> = {}) => {
      service.clock.advance({ seconds: 1 })
      return service.get(path, { key: '', headers })
    }

    test('privacy and terms stand in each language at one address, and an unknown language is a page with 400', async () => {
      for (const path of ['/privacy', '/terms']) {
        for (const language of languages) {
          const { all } = readPage(await get(`${path}?lang=${language}`))
          assert.equal(all('html')[0]?.attributes.lang, language)
          assert.equal(all('h1').length, 1)
          assert.equal(all('link', { hreflang: 'fr' })[0]?.attributes.href, `${origin}${path}?lang=fr`)
        }
        assert.equal(readPage(await get(path)).all('html')[0]?.attributes.lang, 'en')
        for (const wrong of ['de', '', '%00', 'x'.repeat(10_000)])
          assert.equal((await get(`${path}?lang=${wrong}`)).status, 400)
      }
    })

    test('privacy says in each language what the number of a company is used for, whom it is asked of, and how long that is kept', async () => {
      for (const [language, bank] of [
        ['nl', /ondernemingsnummer.*register.*Nationale Bank gevraagd: alleen het nummer.*35 dagen/],
        ['fr', /numéro d’entreprise.*registre.*Banque nationale\s: seul le numéro.*35 jours/],
        ['en', /enterprise number.*register.*National Bank is asked.*the number alone.*35 days/],
      ] as const)
        assert.match(readPage(await get(`/privacy?lang=${language}`)).text, bank)
    })

    test('no page of the explorer sets a cookie, as privacy says', async () => {
      for (const path of [
        '/en/',
        '/en/search',
        '/en/deadlines',
        '/en/changes',
        '/en/sources',
        '/privacy',
        '/en/measures/support-m-1',
      ]) {
        const { status, headers } = await get(path)
        assert.equal(status, 200, path)
        assert.equal(headers['set-cookie'], undefined, path)
      }
    })

    test('privacy says in each language how long what is known of accounts is kept, and who else gets something of it', async () => {
      const spans = {
        nl: ['7 dagen', '25 maanden', '13 maanden', '35 dagen', '30 dagen', '90 dagen', '15 minuten', '24 uur'],
        fr: ['7 jours', '25 mois', '13 mois', '35 jours', '30 jours', '90 jours', '15 minutes', '24 heures'],
        en: ['7 days', '25 months', '13 months', '35 days', '30 days', '90 days', '15 minutes', '24 hours'],
      }
      for (const language of languages) {
        const { text } = readPage(await get(`/privacy?lang=${language}`))
        for (const said of [...spans[language], 'Stripe', 'Google', 'argon2id'])
          assert.ok(text.includes(said), `${language}: ${said}`)
      }
    })

    test('security.txt names the contact, and holds for half a year from the day of the clock', async () => {
      const answer = await get('/.well-known/security.txt')
      assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
      const fields = Object.fromEntries(
        answer.body
          .toString('utf8')
          .trimEnd()
          .split('\n')
          .map((line) => /^([A-Z][A-Za-z-]+): (\S.*)$/.exec(line)?.slice(1) ?? assert.fail(line)),
      )
      assert.equal(fields.Contact, 'mailto:help@example.org')
      assert.equal(fields.Canonical, `${origin}/.well-known/security.txt`)
      assert.equal(fields['Preferred-Languages'], 'nl, fr, en')
      const days = (Date.parse(fields.Expires ?? '') - service.clock.now()) / 86_400_000
      assert.ok(days > 178 && days < 365, `${days}`)
    })

    test('robots.txt leads to the sitemap, and keeps robots from what a key or a session opens', async () => {
      const text = (await get('/robots.txt')).body.toString('utf8')
      assert.match(
        text,
        /^User-agent: \*\nDisallow: \/v1\/\nDisallow: \/mcp\nDisallow: \/dashboard\nDisallow: \/mail\/\n\nSitemap: https:\/\/api\.example\.org\/sitemap\.xml\n$/,
      )
    })

    test('the sitemap has every page and every measure but the withdrawn ones, once in each language, within its bounds', async () => {
      const answer = await get('/sitemap.xml')
      assert.equal(answer.headers['content-type'], 'application/xml; charset=utf-8')
      const parts = childrenOf(readXml(answer.body), 'sitemap').map((part) => textOf(part, 'loc'))
      assert.deepEqual(
        parts,
        ['pages', 'measures-1', 'measures-2'].map((name) => `${origin}/sitemaps/${name}.xml`),
      )
      const seen = new Set<string>()
      for (const part of parts) {
        const { body } = await get(part.slice(origin.length))
        assert.ok(body.length < 50_000_000)
        const urls = childrenOf(readXml(body), 'url')
        assert.ok(urls.length <= 50_000)
        for (const url of urls) {
          const address = textOf(url, 'loc')
          assert.ok(!seen.has(address), address)
          seen.add(address)
          const links = childrenOf(url, 'xhtml:link')
          // The docs are in one language.
          if (address.startsWith(`${origin}/docs`)) continue
          assert.deepEqual(
            links.map(({ attributes }) => attributes.hreflang),
            [...languages],
          )
          assert.ok(links.some(({ attributes }) => attributes.href === address))
        }
      }
      assert.equal([...seen].filter((address) => address.includes('/measures/')).length, 3 * (measures - 1))
      assert.ok(!seen.has(`${origin}/en/measures/support-m-7`))
      for (const path of ['/docs', '/docs/api/matchCompany', '/docs/errors/timeout']) assert.ok(seen.has(origin + path))
      for (const address of [...seen].filter((one) => !/\/(?:measures|docs)\/|\/check$/.test(one))) {
        const answer = await get(address.slice(origin.length))
        assert.equal(answer.status, 200, address)
        assert.equal(readPage(answer).all('meta', { name: 'robots' }).length, 0, address)
      }
    })

    test('a part says when its measures changed; one that is not there is 404', async () => {
      const { body } = await get('/sitemaps/measures-2.xml')
      assert.equal(textOf(childrenOf(readXml(body), 'url')[0] ?? assert.fail(), 'lastmod'), '2026-03-03')
      for (const name of [
        'measures-0.xml',
        'measures-3.xml',
        'measures-1',
        'measures-01.xml',
        'pages.xml.xml',
        '%00',
        '..%2fx.xml',
        `${'x'.repeat(8_000)}.xml`,
      ]) {
        assert.equal((await get(`/sitemaps/${name}`)).status, 404, name.slice(0, 40))
      }
    })
  })

  test(`${engine.name}: without an operator there is no security.txt, and the pages say that nobody has named itself`, async () => {
    const service = await startService(engine)
    try {
      assert.equal((await service.get('/.well-known/security.txt', { key: '' })).status, 404)
      assert.match(readPage(await service.get('/privacy?lang=en', { key: '' })).text, /has not named itself/)
    } finally {
      await service.stop()
    }
  })
}
