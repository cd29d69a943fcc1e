import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { engines } from '../../../tests/harness/databases.ts'
import type { Answer } from '../../../tests/harness/http.ts'
import { input } from '../../../tests/harness/ingestion.ts'
import { processScene } from '../../../tests/harness/process.ts'
import { startService, type TestService } from '../../../tests/harness/service.ts'
import type { Language } from '../../values/vocabularies.ts'
import type { Suggestion } from './suggest.ts'

const hostile = '"><script>alert(1)</script>'
const past = { closes_at: '2026-01-05' }

const measures = [
  input('roof', {
    title: { nl: 'Zolderpremie', fr: 'Prime grenier', en: 'Attic premium', de: 'Dachbodenprämie' },
    summary: { nl: 'Voor wie een quokka houdt.' },
    keywords: { nl: ['ZP-2', 'spinnenrag'] },
    status: 'open',
  }),
  input('attic-over', { title: { nl: 'Zolderpremie van vroeger' }, status: 'closed', application_window: past }),
  input('attic-later', { title: { nl: 'Hulp bij een zolderpremie' }, status: 'open' }),
  input('german', { title: { de: 'Scheunenhilfe' }, status: 'continuous' }),
  input('hunt', { title: { nl: 'Premiejacht' }, status: 'open' }),
  input('markup', { title: { en: `Sheds ${hostile}` }, status: 'open' }),
  input('turned', { title: { en: 'Sheddings \u202egninrut' }, status: 'open' }),
  ...Array.from({ length: 30 }, (_, number) => input(`many-${number}`, { title: { en: `Orchard grant ${number}` } })),
]

for (const engine of engines) {
  suite(`${engine.name}: GET /{nl,fr,en}/suggestions`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await service.publish(measures)
      // A request with a key has this process show what was published.
      await service.get('/v1/key')
    })
    after(() => service.stop())
    const ask = (q: string, language: Language = 'nl', headers: Record<string, string> = {}): Promise<Answer> =>
      service.get(`/${language}/suggestions?q=${encodeURIComponent(q)}`, { key: '', headers })
    const suggestions = async (q: string, language: Language = 'nl'): Promise<Suggestion[]> => {
      service.clock.advance({ seconds: 1 })
      const answer = await ask(q, language)
      assert.equal(answer.status, 200, q)
      const found = answer.json() as unknown as Suggestion[]
      assert.ok(found.length <= 8, q)
      return found
    }
    const measuresFor = async (q: string, language: Language = 'nl'): Promise<string[]> =>
      (await suggestions(q, language)).filter(({ kind }) => kind === 'measure').map(({ text }) => text)

    test('a measure is found by the beginning of a word of its title in any language, and leads to its page', async () => {
      for (const q of ['zolderp', 'dachboden', 'prime gren', 'GRENIER', 'attic pre']) {
        const [found] = (await suggestions(q, 'fr')).filter(({ kind }) => kind === 'measure')
        assert.deepEqual(
          found,
          {
            kind: 'measure',
            text: 'Prime grenier',
            detail: 'Mesure · Ouvert · Agency Alpha',
            href: '/fr/measures/attic-premium',
          },
          q,
        )
      }
    })

    test('a nickname finds its measure and goes first, and is itself never served', async () => {
      const found = await suggestions('zp-2')
      assert.equal(found[0]?.text, 'Zolderpremie')
      assert.doesNotMatch(JSON.stringify(found), /ZP-2/)
    })

    test('words that stand elsewhere in a measure are no name of it', async () => {
      assert.deepEqual(await measuresFor('quokka'), [])
      assert.deepEqual(await measuresFor('spinnenrag'), [])
    })

    test('titles that begin so go first, then those that have the word, and what is over goes last', async () => {
      assert.deepEqual(await measuresFor('zolderpr'), [
        'Zolderpremie',
        'Hulp bij een zolderpremie',
        'Zolderpremie van vroeger',
      ])
    })

    test('a withdrawn measure is suggested no more, by its own name neither', async () => {
      const scene = await startService(engine)
      try {
        await scene.publish([input('gone', { title: 'Quarry grant' }), input('stays', { title: 'Quarter grant' })])
        await scene.publish([input('stays', { title: 'Quarter grant' })])
        await scene.publish([input('stays', { title: 'Quarter grant' })])
        await scene.get('/v1/key')
        const { data } = (await scene.get('/v1/subsidies/al:gone')).json() as { data: { withdrawn_at: string | null } }
        assert.notEqual(data.withdrawn_at, null)
        const texts = async (q: string): Promise<string[]> =>
          ((await scene.get(`/en/suggestions?q=${q}`, { key: '' })).json() as unknown as Suggestion[])
            .filter(({ kind }) => kind === 'measure')
            .map(({ text }) => text)
        assert.deepEqual(await texts('quar'), ['Quarter grant'])
        assert.deepEqual(await texts('quarry+grant'), [])
      } finally {
        await scene.stop()
      }
    })

    test('purposes, places and trades complete the last words, and lead nowhere', async () => {
      const rows: [q: string, language: Language, expected: Suggestion][] = [
        ['warmtepomp gen', 'nl', { kind: 'place', text: 'warmtepomp Genk', detail: 'Plaats · Vlaanderen' }],
        ['vitrine bouch', 'fr', { kind: 'activity', text: 'vitrine boucher', detail: 'Activité' }],
        ['heat p', 'en', { kind: 'purpose', text: 'heat pump', detail: 'Purpose' }],
        ['Dämmu', 'en', { kind: 'purpose', text: 'Dämmung', detail: 'Purpose · insulation', lang: 'de' }],
      ]
      for (const [q, language, expected] of rows) {
        const found = await suggestions(q, language)
        assert.ok(
          found.some((one) => JSON.stringify(one) === JSON.stringify(expected)),
          `${q}: ${JSON.stringify(found)}`,
        )
      }
    })

    test('where many measures and many names begin so there is room for both', async () => {
      const found = await suggestions('orchard gr', 'en')
      assert.equal(found.filter(({ kind }) => kind === 'measure').length, 8 - found.filter(({ href }) => !href).length)
      const mixed = await suggestions('or', 'en')
      assert.equal(mixed.length, 8)
      assert.equal(mixed.filter(({ kind }) => kind === 'measure').length, 3)
    })

    test('names of other languages than the page’s go behind its own and behind measures', async () => {
      const found = await suggestions('premie', 'nl')
      const isForeign = found.map(({ lang }) => lang !== undefined)
      assert.equal(found[0]?.text, 'Premiejacht')
      assert.ok(
        isForeign.includes(true) && isForeign.lastIndexOf(false) < isForeign.indexOf(true),
        JSON.stringify(found),
      )
    })

    test('a title in German alone is suggested with its language', async () => {
      const [found] = await suggestions('scheunen', 'nl')
      assert.equal(found?.text, 'Scheunenhilfe')
      assert.equal(found?.lang, 'de')
    })

    test('nothing is suggested without words or for one letter', async () => {
      for (const path of ['/en/suggestions', '/en/suggestions?q=', '/en/suggestions?q=o', '/en/suggestions?q=+-+']) {
        const answer = await service.get(path, { key: '' })
        assert.equal(answer.status, 200)
        assert.deepEqual(answer.json(), [])
      }
    })

    test('it is JSON that nobody but the browser keeps, that search engines leave aside, and that other origins cannot read', async () => {
      const { headers } = await ask('zolder')
      assert.match(headers['content-type'] ?? '', /^application\/json/)
      assert.equal(headers['cache-control'], 'private, max-age=60')
      assert.equal(headers['x-robots-tag'], 'noindex')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['access-control-allow-origin'], undefined)
    })

    test('more than 200 characters are 400 as JSON, whatever is accepted; 200 are answered', async () => {
      const long = await ask('𝕏'.repeat(201), 'en', { accept: 'text/html' })
      assert.equal(long.status, 400)
      assert.equal(long.error().code, 'invalid_parameter')
      assert.equal(long.headers['cache-control'], 'no-store')
      assert.equal((await ask('𝕏'.repeat(200), 'en')).status, 200)
    })

    test('hostile texts are answered at once, and stay texts', async () => {
      const texts = [
        ...[
          hostile,
          '日本語 テキスト',
          'مرحبا بالعالم',
          '🙂'.repeat(100),
          'e\u0301'.repeat(100),
          '\u202eabc',
          "' or 1=1 --",
        ],
        ...['a '.repeat(100), 'ab '.repeat(66), 'in de van het '.repeat(14), '%_*?.+[('.repeat(20), '-'.repeat(200)],
      ]
      for (const q of texts) {
        service.clock.advance({ seconds: 1 })
        const began = performance.now()
        const answer = await ask(q, 'en')
        assert.ok([200, 400].includes(answer.status), `${q}: ${answer.status}`)
        assert.ok(performance.now() - began < 2_000, q)
      }
      for (const q of ['a\u0000b', '\u0007', 'a\nb']) assert.ok([200, 400].includes((await ask(q)).status), q)
      const [shed] = await measuresFor('sheds', 'en')
      assert.equal(shed, `Sheds ${hostile}`)
      assert.deepEqual(await measuresFor('sheddings', 'en'), ['Sheddings gninrut'])
    })

    test('whoever asks too often is refused as on every page, as JSON', async () => {
      const statuses = new Set<number>()
      for (let turn = 0; turn < 200 && !statuses.has(429); turn += 1) statuses.add((await ask('zolder')).status)
      assert.deepEqual([...statuses], [200, 429])
      assert.equal((await service.get('/en/', { key: '' })).status, 429)
      service.clock.advance({ seconds: 20 })
    })
  })
}

test('what somebody types stands in no line of the log, accepted or refused', async () => {
  const [embedded] = engines
  if (embedded === undefined) throw new Error('there is always the embedded store')
  const marker = 'ZQXJKVMARK'
  await using scene = await processScene(embedded, { environment: { LOG_LEVEL: 'trace' } })
  await scene.lists('city', [])
  const { process, origin } = await scene.serve()
  assert.equal((await fetch(`${origin}/en/suggestions?q=${marker}`)).status, 200)
  assert.equal((await fetch(`${origin}/en/suggestions?q=${marker.repeat(30)}`)).status, 400)
  process.child.kill('SIGTERM')
  await process.ended
  const logged = process.out + process.error
  assert.ok(logged.includes('/en/suggestions'), 'requests are logged by the pattern of their route')
  assert.ok(!logged.includes(marker))
})
