import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startCuratedService } from '../../../tests/harness/curated-service.ts'
import { engines } from '../../../tests/harness/databases.ts'
import { input, sampleDefinition } from '../../../tests/harness/ingestion.ts'
import { type ReadPage, readPage } from '../../../tests/harness/page-reader.ts'
import { startService, type TestService } from '../../../tests/harness/service.ts'
import { ingest } from '../../ingestion/ingest.ts'
import { documentBytes, html } from '../../pages/html.ts'
import { languages } from '../../values/vocabularies.ts'
import { type StatusShown, statusView } from './about-routes.ts'

const hostile = `"'><script>alert(1)</script>`
const definitions = [
  sampleDefinition({ attribution: 'Source: Alpha' }),
  sampleDefinition({ id: 'beta', prefix: 'be', name: `Beta ${hostile}`, publisher: hostile }),
  sampleDefinition({ id: 'off', prefix: 'of', enabled: false }),
]
const inputs = [
  input('one', {
    status: 'open',
    regions: ['flanders'],
    topics: ['training', 'energy'],
    instrument_type: 'grant',
    conditions: [{ text: 'A condition' }],
  }),
  input('two', { status: 'closed', regions: [], instrument_type: 'loan' }),
]

for (const engine of engines) {
  suite(`${engine.name}: pages about the service`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, {
        definitions,
        environment: { OPERATOR_NAME: `Wim ${hostile}`, OPERATOR_CONTACT: 'help@example.org' },
      })
      await service.publish(inputs)
      await service.get('/v1/key')
    })
    after(() => service.stop())
    const get = (path: string) => service.get(path, { key: '' })
    const page = async (path: string): Promise<ReadPage> => {
      const answer = await get(path)
      assert.equal(answer.status, 200, path)
      return readPage(answer)
    }

    test('every source that is switched on is listed with its licence, freshness and measures; no other is', async () => {
      const { all, text, linksTo } = await page('/en/sources')
      const rows = all('tr').map((row) => row.text)
      assert.equal(rows.length, 3)
      assert.match(
        rows[1] ?? '',
        /^Alpha Agency Alpha CC0 ✓ Fresh read 3\sMar\s2026, 10:00 3\sMar\s2026, 10:00 every 24 hours 2$/,
      )
      assert.match(rows[2] ?? '', /– Never read never every 24 hours 0$/)
      assert.deepEqual(linksTo('Alpha'), ['/en/sources/alpha'])
      assert.equal(all('script').length, 1)
      assert.ok(text.includes(hostile))
    })

    test('one source says its last runs, newest first, with what became of each', async () => {
      for (let run = 0; run < 11; run += 1) {
        service.clock.advance({ seconds: 60 })
        await service.publish(inputs)
      }
      const { all, text } = await page('/fr/sources/alpha')
      assert.match(text, /Source: Alpha/)
      const rows = all('tr').slice(1)
      assert.equal(rows.length, 10)
      assert.match(rows[0]?.text ?? '', /^3\smars\s2026, 10:1\d réussie 2 0 0 0 0/)
    })

    test('a source that is switched off, unknown or no id at all is a page with 404', async () => {
      for (const id of [
        'off',
        'never-was',
        '%00',
        '%F0%9F',
        '..%2f..%2fetc',
        'x'.repeat(8_000),
        encodeURIComponent(hostile),
      ]) {
        const answer = await get(`/nl/sources/${id}`)
        assert.equal(answer.status, 404, id.slice(0, 40))
        assert.equal(readPage(answer).all('form', { role: 'search' }).length, 1)
      }
    })

    test('a source that fails says since when what is shown is old', async () => {
      service.sources.lists('beta', { items: [], before: () => Promise.reject(new Error(hostile)), announced: 5 })
      for (let run = 0; run < 3; run += 1) await ingest(service.means, ['beta'])
      const { text, all } = await page('/en/sources/beta')
      assert.match(text, /✕ Failing/)
      assert.match(text, /The last three runs or more have failed/)
      assert.match(text, /Last read with success never/)
      assert.equal(all('script').length, 1)
    })

    test('every figure of the coverage is what its link finds, and what is missing is said', async () => {
      const { all, text } = await page('/en/coverage')
      assert.match(text, /2 measures that are not withdrawn/)
      const links = all('th').flatMap((cell) => {
        const row = all('tr').find((one) => one.text.startsWith(`${cell.text} `) && /\d$/.test(one.text))
        const link = all('a').find((one) => one.text === cell.text && /search\?/.test(one.attributes.href ?? ''))
        return row === undefined || link === undefined
          ? []
          : [{ count: row.text.split(' ').at(-1), href: link.attributes.href ?? '' }]
      })
      assert.ok(links.length >= 9, `${links.length}`)
      for (const { count, href } of links) {
        assert.match((await page(href)).text, new RegExp(`\\b${count} measures?\\b`), href)
      }
      assert.match(text, /Nothing in the catalogue: .*Continuous/)
      assert.match(text, /A measure that you do not find here may exist/)
      assert.match(text, /Of the 1 conditions on who can apply, 0 are checked by rules/)
    })

    test('the prices are those of the plans, and a key is had from the operator where no card can be used', async () => {
      const plans = (await get('/v1/plans')).json().data as Record<string, number | string | null>[]
      const { all, linksTo } = await page('/en/pricing')
      const rowOf = (name: string) => all('tr').find(({ text }) => text.startsWith(`${name} `))?.text
      assert.equal(rowOf('By month'), 'By month € 20 € 79 € 249 from € 900')
      assert.equal(rowOf('By year'), 'By year € 200 € 790 € 2 490 by agreement')
      const said = (figure: unknown) =>
        figure === null ? 'unlimited' : figure === 0 ? 'none' : Number(figure).toLocaleString('en').replaceAll(',', ' ')
      const figures = (key: string) => plans.map((plan) => said(plan[key])).join(' ')
      assert.equal(rowOf('Requests a month'), `Requests a month ${figures('monthly_requests')}`)
      assert.equal(rowOf('Webhook endpoints'), `Webhook endpoints ${figures('webhook_endpoints')}`)
      assert.equal(rowOf('Webhooks'), 'Webhooks – no ✓ yes ✓ yes ✓ yes')
      assert.deepEqual(linksTo(`Wim ${hostile}`), ['mailto:help@example.org'])
    })

    test('the status says what health says, and is of this moment', async () => {
      const answer = await get('/en/status')
      assert.equal(answer.headers['cache-control'], 'no-store')
      const { text } = readPage(answer)
      assert.match(text, /Works, with limits/)
      assert.match(text, /Store ✓ answers and takes writes/)
      assert.match(text, /2 measures, as of 3\sMar\s2026/)
      assert.match(text, /Sources 1 of 2 fresh/)
      assert.match(text, /Beta .* ✕ Failing/)
      assert.match(text, /keeps no history of interruptions/)
    })

    test('every page stands in each language, with one heading, and names the others', async () => {
      for (const path of ['sources', 'sources/alpha', 'coverage', 'pricing', 'status']) {
        for (const language of languages) {
          const { all } = await page(`/${language}/${path}`)
          assert.equal(all('html')[0]?.attributes.lang, language)
          assert.equal(all('h1').length, 1)
          for (const other of languages)
            assert.equal(
              all('link', { hreflang: other })[0]?.attributes.href,
              `https://api.example.org/${other}/${path}`,
            )
        }
      }
    })
  })
}

test('how many measures nobody has held against their page is said as the records say it', async () => {
  const service = await startCuratedService()
  try {
    let unchecked = 0
    let path: string | null = '/v1/subsidies?view=full&limit=200'
    while (path !== null) {
      const { data, pagination } = (await service.get(path)).json() as {
        data: { source: { last_checked_at: string | null } }[]
        pagination: { next_cursor?: string }
      }
      unchecked += data.filter(({ source }) => source.last_checked_at === null).length
      path =
        pagination.next_cursor === undefined
          ? null
          : `/v1/subsidies?view=full&limit=200&cursor=${pagination.next_cursor}`
    }
    const { text } = readPage(await service.get('/en/coverage', { key: '' }))
    assert.ok(unchecked > 0)
    assert.match(text, new RegExp(`\\b${unchecked} of the \\d+ measures have not been held against`))
  } finally {
    await service.stop()
  }
})

test('a store that does not answer, and a catalogue that was not read, are said where everything else is fine', () => {
  const health = { status: 'ok', database: 'ok', sources_not_fresh: [], sign_in: [], version: '1' } as const
  const fine = {
    health: { ...health, sources_not_fresh: [], sign_in: [] },
    sources: [],
    catalogue: { measures: 3, at: 0 },
    now: 0,
  }
  const textOf = (shown: StatusShown) =>
    readPage({ body: documentBytes(html`<main>${statusView(shown, 'en')}</main>`) }).text
  assert.match(textOf(fine), /Everything works/)
  const lost = textOf({ ...fine, health: { ...fine.health, database: 'unavailable' } })
  assert.match(lost, /Works, with limits.*does not answer, or takes no writes/)
  assert.match(textOf({ ...fine, catalogue: null }), /Works, with limits.*not read yet/)
})
