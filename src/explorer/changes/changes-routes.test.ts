import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import { input, sampleDefinition } from '../../../tests/harness/ingestion.ts'
import { type ReadPage, readPage } from '../../../tests/harness/page-reader.ts'
import { startService, type TestService } from '../../../tests/harness/service.ts'
import { childrenOf, readXml, textOf } from '../../../tests/harness/xml-reader.ts'
import { mergeMeasures } from '../../measures/merge.ts'
import { withdrawMeasure } from '../../measures/withdraw.ts'

const hostile = `Shed ]]> "'><script>alert(1)</script>&amp; \u202e`
const roof = input('roof', {
  title: { nl: 'Dakpremie', en: 'Roof premium' },
  status: 'open',
  regions: ['flanders'],
  issuer: { id: 'own', name: { nl: 'Vlaamse overheid', en: 'Flemish government' } },
  amount: { max: 4321 },
  application_window: { closes_at: '2026-09-30' },
})
const shed = input('shed', { title: { en: hostile }, status: 'open', regions: ['wallonia'] })
const double = input('double', { title: { en: 'Roof premium again' }, regions: ['flanders'] })
const gone = input('gone', { title: { de: 'Hilfe' }, regions: ['flanders'] })
const silent = input('silent', { title: { en: 'Silent grant' }, summary: 'The words of others.', local_id: 'silent' })

for (const engine of engines) {
  suite(`${engine.name}: changes`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, {
        definitions: [sampleDefinition(), sampleDefinition({ id: 'linked', prefix: 'li', reuse_mode: 'link_only' })],
      })
      await service.publish([roof, shed, double, gone])
      await service.publish([silent], 'linked')
      service.clock.advance({ days: 2 })
      await service.publish([
        { ...roof, amount: { max: 9876 }, application_window: { closes_at: '2026-10-15' } },
        shed,
        double,
        gone,
      ])
      service.clock.advance({ days: 1 })
      await service.publish([{ ...silent, summary: 'Other words of others.' }], 'linked')
      await withdrawMeasure(service.means, 'al:gone')
      await mergeMeasures(service.means, 'al:double', 'al:roof')
      await service.get('/v1/key')
    })
    after(() => service.stop())
    const get = (path: string, headers: Record<string, string> = {}) => service.get(path, { key: '', headers })
    const page = async (path: string): Promise<ReadPage> => {
      const answer = await get(path)
      assert.equal(answer.status, 200, path)
      return readPage(answer)
    }
    const feed = async (path: string) => {
      const answer = await get(path)
      assert.equal(answer.status, 200, path)
      assert.equal(answer.headers['content-type'], 'application/atom+xml; charset=utf-8')
      return readXml(answer.body)
    }
    const changesOf = ({ all }: ReadPage) =>
      all('li').filter(({ text }) => /^(New|Measure|Deadline|Amount|Content|Status changed)/.test(text))

    test('changes come by day, the newest first, in words and never with a value', async () => {
      const shown = await page('/en/changes')
      const days = shown.all('h2').map(({ text }) => text.replaceAll(/\s/g, ' '))
      assert.deepEqual(days, ['6 Mar 2026', '5 Mar 2026', '3 Mar 2026'])
      const changes = changesOf(shown).map(({ text }) => text)
      assert.equal(changes.length, 9)
      assert.match(changes[0] ?? '', /^Measures merged Roof premium/)
      assert.match(changes[1] ?? '', /^Measure withdrawn Hilfe/)
      assert.match(changes[3] ?? '', /^Deadline changed Roof premium .*also: amount changed.*Flemish government/)
      for (const value of ['4321', '4 321', '9876', '9 876', '15 Oct', '30 Sep', 'words of others']) {
        assert.ok(!shown.text.replaceAll(/[\u202f\u00a0]/g, ' ').includes(value), value)
      }
    })

    test('each leads to the measure that answers for it now, and says its language', async () => {
      const shown = await page('/nl/changes')
      assert.deepEqual([...new Set(shown.linksTo('Dakpremie'))], ['/nl/measures/roof-premium'])
      assert.deepEqual(shown.linksTo('Roof premium again'), ['/nl/measures/roof-premium'])
      assert.equal(shown.all('a', { lang: 'de' })[0]?.text, 'Hilfe')
      assert.match(shown.text, /Vlaamse overheid/)
      for (const { attributes } of shown.all('a')) {
        if (/\/measures\//.test(attributes.href ?? '')) assert.ok((await get(attributes.href ?? '')).status === 200)
      }
    })

    test('by region and kind it is the newest that pass; what a form sends for all is all', async () => {
      const walloon = await page('/en/changes?region=wallonia&type=')
      assert.deepEqual(changesOf(walloon).length, 1)
      const amounts = changesOf(await page('/en/changes?region=&type=subsidy.amount_changed'))
      assert.equal(amounts.length, 1)
      assert.match(amounts[0]?.text ?? '', /Roof premium/)
      const none = await page('/fr/changes?type=subsidy.reinstated')
      assert.deepEqual(none.linksTo('Afficher tous les changements'), ['/fr/changes'])
      for (const wrong of [
        'type=match.created',
        'type=source.stale',
        'region=atlantis',
        `region=${'x'.repeat(10_000)}`,
      ]) {
        assert.equal((await get(`/en/changes?${wrong}`)).status, 400, wrong.slice(0, 40))
      }
    })

    test('the feed has names that stay, times that never go back, and links in the language', async () => {
      const atom = await feed('/nl/changes.atom?region=flanders')
      assert.equal(atom.name, 'feed')
      assert.equal(atom.attributes['xml:lang'], 'nl')
      assert.match(textOf(atom, 'id'), /^tag:api\.example\.org,2026:/)
      const links = childrenOf(atom, 'link').map(({ attributes }) => [attributes.rel, attributes.href])
      assert.deepEqual(links, [
        ['self', 'https://api.example.org/nl/changes.atom?region=flanders'],
        ['alternate', 'https://api.example.org/nl/changes?region=flanders'],
      ])
      assert.ok(textOf(childrenOf(atom, 'author')[0] ?? assert.fail(), 'name').length > 0)
      const entries = childrenOf(atom, 'entry')
      const times = entries.map((entry) => Date.parse(textOf(entry, 'updated')))
      assert.deepEqual(
        times,
        times.toSorted((left, right) => right - left),
      )
      assert.equal(Date.parse(textOf(atom, 'updated')), times[0])
      const events = (await service.get('/v1/changes')).json().data as {
        id: string
        data: { subject: string; summary: { regions: string[] } }
      }[]
      const expected = events.filter(
        ({ data }) => data.subject === 'subsidy' && !data.summary.regions.includes('wallonia'),
      )
      assert.deepEqual(
        entries.map((entry) => textOf(entry, 'id')),
        expected.toReversed().map(({ id }) => `tag:api.example.org,2026:${id}`),
      )
      assert.equal(textOf(entries[0] ?? assert.fail(), 'title'), 'Maatregelen samengevoegd: Dakpremie')
      assert.deepEqual(
        childrenOf(entries[0] ?? assert.fail(), 'link')[0]?.attributes.href,
        'https://api.example.org/nl/measures/roof-premium',
      )
    })

    test('what authorities write is text in the feed, whatever it is; of what a licence withholds nothing is there', async () => {
      const atom = await feed('/en/changes.atom')
      const titles = childrenOf(atom, 'entry').flatMap((entry) => childrenOf(entry, 'title'))
      assert.ok(titles.every(({ attributes, children }) => attributes.type === 'text' && children.length === 0))
      assert.ok(titles.some(({ text }) => text === `New measure: ${hostile.replace('\u202e', '')}`))
      const whole = (await get('/en/changes.atom')).body.toString('utf8')
      for (const value of ['words of others', '9876', '2026-10-15']) assert.ok(!whole.includes(value), value)
      assert.equal((await page('/en/changes')).all('script').length, 1)
    })

    test('an unchanged feed is not sent again; a new event shows at once', async () => {
      const first = await get('/fr/changes.atom')
      assert.equal((await get('/fr/changes.atom', { 'if-none-match': first.headers.etag ?? '' })).status, 304)
      await withdrawMeasure(service.means, 'al:shed')
      await service.get('/v1/key')
      const [newest = assert.fail()] = childrenOf(await feed('/fr/changes.atom'), 'entry')
      assert.match(textOf(newest, 'title'), /^Mesure retirée/)
    })

    test('with no measure yet it says so, and the feed is one without entries', async () => {
      const empty = await startService(engine)
      try {
        const shown = readPage(await empty.get('/en/changes', { key: '' }))
        assert.match(shown.text, /There are no changes yet/)
        const atom = readXml((await empty.get('/en/changes.atom', { key: '' })).body)
        assert.equal(childrenOf(atom, 'entry').length, 0)
        assert.ok(!Number.isNaN(Date.parse(textOf(atom, 'updated'))))
      } finally {
        await empty.stop()
      }
    })
  })
}
