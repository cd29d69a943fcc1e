/** The first form for whoever comes with words: filled in, to be changed, sent like any other. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { begin, keptIn, markup, startChecking } from '../../../tests/harness/checking.ts'
import { engines } from '../../../tests/harness/databases.ts'
import { takenForMarkup } from '../../../tests/harness/hostile.ts'
import { type ReadPage, readPage } from '../../../tests/harness/page-reader.ts'
import type { TestService } from '../../../tests/harness/service.ts'

const situation = 'zonnepanelen frituur in Aartselaar, 8 werknemers, 40.000 euro, vzw'

for (const engine of engines) {
  suite(`${engine.name}: the company check of a situation`, () => {
    let service: TestService
    let visitor: () => string
    before(async () => {
      const started = await startChecking(engine)
      service = started.service
      visitor = started.visitor
    })
    after(() => service.stop())
    const pathOf = (about: string, language = 'nl') => `/${language}/check?${new URLSearchParams({ about })}`
    const page = async (path: string): Promise<ReadPage> => {
      const answer = await service.get(path, { key: '' })
      assert.equal(answer.status, 200, path)
      return readPage(answer)
    }
    const typedIn = ({ all }: ReadPage, id: string) => all('input', { id })[0]?.attributes.value ?? ''
    const tickedIn = ({ all }: ReadPage, name: string) =>
      all('input', { name, type: 'checkbox' })
        .filter(({ attributes }) => 'checked' in attributes)
        .map(({ attributes }) => attributes.value)

    test('each field holds what was understood for it, and the page says what it took the words for', async () => {
      const filled = await page(pathOf(situation))
      assert.equal(typedIn(filled, 'postcode'), '2630')
      assert.equal(typedIn(filled, 'nace'), '56.11202')
      assert.equal(typedIn(filled, 'employees'), '8')
      assert.equal(typedIn(filled, 'budget'), '40000')
      assert.deepEqual(tickedIn(filled, 'topics').sort(), ['housing', 'renewable_energy'])
      const [chosen] = filled.all('option', { value: 'type:non_profit' })
      assert.ok(chosen !== undefined && 'selected' in chosen.attributes)
      assert.match(filled.text, /Ingevuld volgens uw zoekopdracht/)
      assert.match(filled.text, /frituur → 56\.11202 /)
      assert.match(filled.text, /Aartselaar → Aartselaar \(Vlaanderen\)/)
    })

    test('what is filled in is sent as it stands, or as it was changed', async () => {
      const sent = await begin(service, visitor(), {}, pathOf(situation))
      assert.equal(sent.status, 200)
      const kept = keptIn(sent) as { company: Record<string, unknown>; project: Record<string, unknown> }
      assert.deepEqual(kept.company, {
        postcode: '2630',
        applicant_types: ['non_profit'],
        nace: ['56.11202'],
        employees: 8,
      })
      assert.equal(kept.project.budget_eur, 40_000)
      const changed = await begin(service, visitor(), { postcode: '9000', nace: '', budget: '' }, pathOf(situation))
      assert.deepEqual(keptIn(changed).company, { postcode: '9000', applicant_types: ['non_profit'], employees: 8 })
    })

    test('a place of several postcodes, two amounts, and people who are to be hired are left open', async () => {
      const open = await page(pathOf('2 werknemers aanwerven in Gent voor 3000 euro of 5000 euro'))
      for (const id of ['postcode', 'employees', 'budget']) assert.equal(typedIn(open, id), '', id)
      assert.ok(tickedIn(open, 'topics').includes('hiring_employment'))
      assert.equal(typedIn(await page(pathOf('bakkerij 9000 Gent')), 'postcode'), '9000')
    })

    test('words without meaning, none, and none at all give the plain form; more than 200 are refused as of a search', async () => {
      // The foot says which address a page was printed from.
      const aboveFoot = ({ text }: ReadPage) => text.replace(/ Afgedrukt op .*/, '')
      const plain = aboveFoot(await page('/nl/check'))
      for (const about of ['', '   ', 'xyzzy qwrtp', '\u0000', '字字'])
        assert.equal(aboveFoot(await page(pathOf(about))), plain, JSON.stringify(about))
      assert.equal((await service.get(pathOf('é'.repeat(200)), { key: '' })).status, 200)
      for (const path of ['check?about=', 'search?q='])
        assert.equal((await service.get(`/nl/${path}${'a'.repeat(201)}`, { key: '' })).status, 400, path)
    })

    test('the form stands beside a measure, in each language, is not to be found by search engines, and takes no markup', async () => {
      const beside = await page(`${pathOf('bakkerij', 'en')}&measure=flemish-grant`)
      assert.equal(beside.all('input', { name: 'measure' })[0]?.attributes.value, 'flemish-grant')
      assert.equal(typedIn(beside, 'nace'), '10.712')
      assert.deepEqual(beside.linksTo('FR')[0], '/fr/check?about=bakkerij')
      assert.equal(beside.all('meta', { name: 'robots' })[0]?.attributes.content, 'noindex')
      const hostile = await service.get(pathOf(`bakkerij ${markup}`), { key: '' })
      assert.deepEqual(takenForMarkup(hostile.body.toString(), 'text/html'), [])
    })
  })
}
