import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { input } from '../../../tests/harness/ingestion.ts'
import { type ReadPage, readPage } from '../../../tests/harness/page-reader.ts'
import { startService, type TestService } from '../../../tests/harness/service.ts'

const hostile = '"><script>alert(1)</script>'

function measures(): Record<string, unknown>[] {
  const many = Array.from({ length: 230 }, (_, number) =>
    input(`many-${number}`, {
      title: { en: `Orchard grant number ${number}` },
      status: 'open',
      instrument_type: 'grant',
    }),
  )
  return [
    ...many,
    input('roof', {
      title: { nl: 'Dakpremie', fr: 'Prime toiture', en: 'Roof premium' },
      summary: { nl: 'Voor het isoleren van een dak.' },
      status: 'open',
      instrument_type: 'rebate',
      regions: ['wallonia'],
      applicant_types: ['household'],
      amount: { max: 7500, rate_max: 0.4, basis: 'eligible_costs' },
    }),
    input('wage', {
      title: { en: 'Wage support' },
      status: 'open',
      amount: { min: 500, max: 800, basis: 'wages', per: 'month' },
    }),
    input('ahead', { title: 'Pond aid', status: 'open', application_window: { closes_at: '2026-03-20' } }),
    input('passed', { title: 'Pond aid of old', application_window: { closes_at: '2026-02-20' } }),
    input('shed', {
      title: { de: 'Scheunenhilfe' },
      status: 'closed',
      regions: ['flanders'],
      applicant_types: ['farmer'],
    }),
    input('pergola', { title: { en: 'Pergola aid' }, status: 'open' }),
    input('pergola-old', { title: { en: 'Pergola of old' }, status: 'closed' }),
    input('markup', { title: { en: `Sheds ${hostile}` }, summary: { en: hostile }, status: 'forthcoming' }),
  ]
}

for (const engine of engines) {
  suite(`${engine.name}: the search page`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await service.publish(measures())
      // A request with a key has this process show what was published.
      await service.get('/v1/key')
    })
    after(() => service.stop())
    const page = async (path: string): Promise<ReadPage> => {
      const answer = await service.get(path, { key: '' })
      assert.equal(answer.status, 200, path)
      return readPage(answer)
    }

    test('a measure that is asked for by its id or slug stands first in any order, wherever it is found, and not where filters leave it out', async () => {
      const asked = 'Orchard grant number 99'
      for (const q of ['al:many-99', 'orchard-grant-number-99']) {
        for (const order of ['', '&sort=title']) {
          const [rows] = (await page(`/en/search?q=${q}${order}`)).all('ul', { class: 'measures' })
          assert.ok(rows?.text.startsWith(asked), `${q}${order}`)
        }
        const closed = await page(`/en/search?q=${q}&status=closed`)
        assert.ok(closed.all('h2').every(({ text }) => text !== asked))
      }
      // Page after page every measure stands once.
      const pages = await Promise.all(
        [1, 2].map((number) => page(`/en/search?q=orchard-grant-number-99&words=most&sort=title&page=${number}`)),
      )
      const titles = pages.flatMap(
        ({ all }) => all('ul', { class: 'measures' })[0]?.text.match(/Orchard grant number \d+/g) ?? [],
      )
      assert.equal(new Set(titles).size, titles.length)
      // So that the bucket of this address is full again.
      service.clock.advance({ seconds: 10 })
    })

    test('the way into the check takes along what was understood, and nothing where nothing was', async () => {
      // The first is in the head of every page.
      const toCheck = async (path: string) => (await page(path)).linksTo('Check my company').slice(1)
      assert.deepEqual(await toCheck('/en/search?q=orchard+bakery+Aalst'), ['/en/check?about=orchard+bakery+Aalst'])
      assert.deepEqual(await toCheck('/en/search?q=number'), ['/en/check'])
      assert.deepEqual(await toCheck('/en/search'), ['/en/check'])
      const lost = '/en/search?q=bakery&region=brussels&topic=fisheries'
      assert.match((await page(lost)).text, /Nothing found/)
      assert.deepEqual(await toCheck(lost), ['/en/check?about=bakery'])
    })

    test('a word finds its measure, in the language of the page, with what it gives and whether it is open', async () => {
      const { text, all, linksTo } = await page('/fr/search?q=toiture')
      assert.match(text, /1 mesure\b/)
      assert.deepEqual(linksTo('Prime toiture'), ['/fr/measures/roof-premium'])
      assert.match(text, /jusqu’à 7\u202f?\s?500\s?€/)
      assert.match(text, /jusqu’à 40\s?%/)
      assert.match(text, /● Ouvert/)
      // The summary exists in Dutch alone, and says so to whoever reads it aloud.
      assert.equal(all('p', { lang: 'nl' })[0]?.text, 'Voor het isoleren van een dak.')
    })

    test('what is given every month is not shown as the whole of it', async () => {
      const { text } = await page('/en/search?q=wage+support')
      assert.match(text, /€\s500 – 800 per month/)
    })

    test('a text that exists in German alone is shown, with its language', async () => {
      const { all } = await page('/nl/search?q=scheunenhilfe')
      assert.equal(all('a', { lang: 'de' })[0]?.text, 'Scheunenhilfe')
    })

    test('what was understood of the words stands beside what is found, and each of it can be left out', async () => {
      const meant = await page('/nl/search?q=subsidie+dakpremie+gezin+Luik')
      assert.equal(meant.linksTo('Dakpremie').length, 1)
      assert.match(meant.text, /Luik → Luik \(Wallonië\)/)
      assert.match(meant.text, /Niet op gezocht: subsidie/)
      const [place] = meant.all('a', { 'aria-label': 'Luik → Luik (Wallonië): weglaten' })
      assert.equal(place?.attributes.href, '/nl/search?q=subsidie+dakpremie+gezin')
    })

    test('what is over is folded behind what is not, unless it is asked for by its name or by its status', async () => {
      const found = await page('/en/search?q=pergola')
      const [folded] = found.all('details', { class: 'folded-rows' })
      assert.match(folded?.text ?? '', /1 closed measure/)
      assert.match(folded?.text ?? '', /Pergola of old/)
      assert.equal(
        (await page('/en/search?q=pergola&status=closed')).all('details', { class: 'folded-rows' }).length,
        0,
      )
      const named = await page('/en/search?q=Scheunenhilfe')
      assert.equal(named.all('details', { class: 'folded-rows' }).length, 0)
      assert.match(named.text, /Scheunenhilfe/)
    })

    test('where nothing is found it says what would be: fewer words, and the choice that stands in the way', async () => {
      const lost = await page('/en/search?q=toiture+wxyzzz+vwxqqq&words=all')
      const [suggested = ''] = lost.linksTo(/^toiture\b.*\(1\)$/)
      assert.equal((await page(suggested)).linksTo('Roof premium').length, 1)
      const choice = await page('/en/search?q=roof&region=flanders')
      const [freed = ''] = choice.linksTo(/^Without “Region”: 1$/)
      assert.equal((await page(freed)).linksTo('Roof premium').length, 1)
    })

    test('every figure beside a choice is what choosing it finds', async () => {
      const { all } = await page('/en/search?q=grant&status=open,continuous')
      const choices = all('a').filter(
        ({ attributes }) => attributes.rel === 'nofollow' && attributes['aria-label'] === undefined,
      )
      const counted = choices.filter(({ text }) => /\d$/.test(text) && !text.startsWith('✓'))
      assert.ok(counted.length > 10)
      for (const choice of counted.slice(0, 12)) {
        const figure = /([\d\u202f]+)$/.exec(choice.text)?.[1]?.replaceAll('\u202f', '')
        const found = await page(choice.attributes.href ?? '')
        assert.match(found.text, new RegExp(`\\b${figure} measures?\\b`), choice.text)
      }
    })

    test('the same question to the API finds as many, also of deadlines that lie ahead', async () => {
      for (const path of [
        '/en/search?q=roof',
        '/en/search?sort=deadline',
        '/en/search?q=dakpremie+dakbedekking',
        '/en/search?q=roof+li%C3%A8ge',
      ]) {
        const shown = await page(path)
        const called = /'https?:\/\/[^/]+(\/v1\/[^']+)'/.exec(shown.all('code')[0]?.text ?? '')?.[1] ?? ''
        const { total } = (await service.get(called)).json().meta as { total: number }
        assert.match(shown.text, new RegExp(`\\b${total} measures?\\b`), called)
      }
    })

    test('a page beyond the last one is the last one', async () => {
      const { text, linksTo } = await page('/en/search?q=roof&page=7')
      assert.match(text, /1 measure\b/)
      assert.equal(linksTo('Roof premium').length, 1)
    })

    test('a choice leads to a search that reads the words as this one did', async () => {
      const looser = await page('/nl/search?q=dakpremie+dakbedekking&words=most')
      const [region = ''] = looser.linksTo(/^Wallonië 1$/)
      assert.match(region, /words=most/)
      assert.equal((await page(region)).linksTo('Dakpremie').length, 1)
    })

    test('what is chosen can be taken back by a link, one by one and all at once', async () => {
      const { linksTo, all } = await page('/en/search?q=roof&region=wallonia&status=open')
      assert.ok(all('a', { 'aria-label': 'Wallonia: remove' }).length === 1)
      assert.deepEqual(linksTo('remove all'), ['/en/search?q=roof'])
      const [region] = all('a', { 'aria-label': 'Wallonia: remove' })
      assert.equal(region?.attributes.href, '/en/search?q=roof&status=open')
    })

    test('of a search the first 200 are shown, in pages, each once; an eleventh page is no address', async () => {
      const seen = new Set<string>()
      let path: string | undefined = '/en/search?q=orchard'
      for (let number = 0; path !== undefined && number < 20; number += 1) {
        const shown: ReadPage = await page(path)
        for (const link of shown.all('a'))
          if (/\/measures\//.test(link.attributes.href ?? '')) seen.add(link.attributes.href ?? '')
        const [next] = shown.all('a', { rel: 'next' })
        path = next?.attributes.href
        if (path === undefined) assert.match(shown.text, /The first 200 are shown/)
      }
      assert.equal(seen.size, 200)
      assert.equal((await service.get('/en/search?q=orchard&page=11', { key: '' })).status, 400)
    })

    test('the call of the API that a page shows finds the same measures in the same order', async () => {
      const { all } = await page('/en/search?q=orchard&status=open')
      const line = all('pre')[0]?.text ?? ''
      const path = /https:\/\/api\.example\.org(\S+)'/.exec(line)?.[1] ?? ''
      const answer = await service.get(path)
      const rows = answer.json().data as { slug: string }[]
      const shown = all('a').flatMap(({ attributes }) => /\/measures\/(.+)$/.exec(attributes.href ?? '')?.[1] ?? [])
      assert.ok(rows.length === 20)
      assert.deepEqual(
        shown,
        rows.map(({ slug }) => slug),
      )
    })

    test('markup in words and in records is text, whatever it is', async () => {
      const { all, text } = await page(`/en/search?q=${encodeURIComponent(hostile)}`)
      // That of every page, and that of the search box.
      assert.equal(all('script').length, 2)
      assert.equal(all('input', { name: 'q' })[0]?.attributes.value, hostile)
      const shown = await page('/en/search?q=sheds')
      assert.ok(shown.text.includes(`Sheds ${hostile}`))
      assert.equal(shown.all('script').length, 2)
      assert.ok(text.length > 0)
    })

    test('a code that is none is refused with the hint that the API gives', async () => {
      for (const language of ['nl', 'fr', 'en']) {
        const answer = await service.get(`/${language}/search?nace=1.5`, { key: '' })
        assert.equal(answer.status, 400)
        assert.match(answer.body.toString(), /&quot;1\.5&quot; is not written as one\. Write 01\.5\./)
      }
    })

    test('an address that cannot be read is a page with 400 that keeps the search; for programs it is the error object', async () => {
      const answer = await service.get('/nl/search?region=atlantis', { key: '' })
      assert.equal(answer.status, 400)
      assert.match(answer.headers['content-type'] ?? '', /text\/html/)
      const { all, text } = readPage(answer)
      assert.equal(all('form', { role: 'search' }).length, 1)
      assert.match(text, /region/)
      const program = await service.get('/nl/search?region=atlantis', {
        key: '',
        headers: { accept: 'application/json' },
      })
      assert.equal(program.error().code, 'invalid_parameter')
    })

    test('only the plain search is offered to search engines; unknown parameters are left aside', async () => {
      assert.equal((await page('/en/search')).all('meta', { name: 'robots' }).length, 0)
      assert.equal((await page('/en/search?utm_source=x')).all('meta', { name: 'robots' }).length, 0)
      assert.equal((await page('/en/search?q=roof')).all('meta', { name: 'robots' }).length, 1)
    })
  })
}
